/** The curves of a run that something else trained, as small multiples under the names of its files; a click leads to a step's episodes. */
import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo, useMemo, useState } from 'react';
import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';
import { curveCsv, curveNames, type ImportedCurve, importedCurve } from '../../state/charts/importedCurves.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { Figure } from '../../kit/charts/Figure.tsx';
import { formatNumber, formatTick } from '../../kit/figures/format.ts';
import { useSize } from '../../kit/figures/useSize.ts';
import { importText } from '../../../words/words.ts';
import styles from './importedCurves.module.css';

const words = importText.curves;
/** Curves that are drawn at once; a tracker may have kept hundreds. */
const AT_ONCE = 24;
const HEIGHT = 160;
const TICK = { fontSize: 11, fill: 'var(--mantine-color-dimmed)' };

interface Props {
  readonly run: RunSet;
  /** Leads to the episodes of a step, or the nearest that has any. */
  readonly onRead: (iteration: number) => void;
}

export function ImportedCurves({ run, onRead }: Props) {
  const [wanted, setWanted] = useState('');
  const [most, setMost] = useState(AT_ONCE);
  const { metrics } = run;
  const names = useMemo(() => curveNames(metrics, wanted), [metrics, wanted]);
  const drawn = useMemo(() => names.slice(0, most).map((name) => importedCurve(metrics, name)), [metrics, names, most]);
  return (
    <section className={styles.curves} data-stage="charts" aria-label={words.heading}>
      <Group gap="sm" className={styles.bar}>
        <TextInput
          w={240}
          aria-label={words.find}
          placeholder={words.find}
          leftSection={<IconSearch size={14} />}
          value={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
        <Text size="xs" c="dimmed" role="status">
          {metrics.length === 0 ? words.none : words.shown(drawn.length, names.length)}
        </Text>
      </Group>
      <div className={styles.grid}>
        {drawn.map((curve) => (
          <Figure
            key={curve.name}
            title={curve.name}
            note={run.document.name}
            file={`${run.document.name} ${curve.name}`}
            csv={() => curveCsv(metrics, curve.name)}
          >
            <Curve curve={curve} onRead={onRead} />
          </Figure>
        ))}
      </div>
      {names.length > most && (
        <Button variant="subtle" color="gray" onClick={() => setMost(most + AT_ONCE)}>
          {words.more}
        </Button>
      )}
    </section>
  );
}

const Curve = memo(function Curve({
  curve: { name, points },
  onRead,
}: {
  readonly curve: ImportedCurve;
  readonly onRead: Props['onRead'];
}) {
  const [box, size] = useSize<HTMLDivElement>();
  const last = points.at(-1);
  return (
    <div ref={box} className={styles.plot} role="img" aria-label={words.says(name, points.length, formatNumber(last?.value))}>
      {size && size.width > 0 && (
        <LineChart
          width={size.width}
          height={HEIGHT}
          data={[...points]}
          margin={{ top: 4, right: 8, bottom: 0, left: 0 }}
          onClick={({ activeLabel }) => typeof activeLabel === 'number' && onRead(activeLabel)}
        >
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis
            dataKey="iteration"
            type="number"
            domain={['dataMin', 'dataMax']}
            tick={TICK}
            tickFormatter={formatTick}
            stroke="var(--line-strong)"
            height={38}
            label={{ value: words.across, position: 'insideBottom', offset: 2, ...TICK }}
          />
          <YAxis width={44} domain={['auto', 'auto']} tick={TICK} tickFormatter={formatTick} stroke="var(--line-strong)" />
          <Tooltip
            isAnimationActive={false}
            formatter={(value) => [formatNumber(Number(value)), name]}
            labelFormatter={(step) => words.step(Number(step))}
            contentStyle={{ background: 'var(--surface)', borderColor: 'var(--line-strong)', fontSize: 12 }}
          />
          <Line
            dataKey="value"
            dot={points.length < 3}
            stroke="var(--mantine-color-text)"
            strokeWidth={1.5}
            isAnimationActive={false}
            connectNulls
          />
        </LineChart>
      )}
    </div>
  );
});
