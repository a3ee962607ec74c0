/** One chart with its title, unit, one-sentence help, key, and the switch between picture and table. */
import { ActionIcon, Group, Popover, Text } from '@mantine/core';
import { IconChartLine, IconHelpCircle, IconTable } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { chartModel, extentOf, type ChartedRun, type ChartId, type ChartModel } from '../../stores/runs/chartModels.ts';
import { inspectText } from '../text/en.inspect.ts';
import { ChartPicture } from './ChartPicture.tsx';
import { ChartTable } from './ChartTable.tsx';
import styles from './charts.module.css';
import { formatNumber } from './format.ts';
import { lineColor, lineName, type Scheme } from './lineStyle.ts';

const text = inspectText.charts;

interface Props {
  readonly run: ChartedRun;
  readonly id: ChartId;
  readonly smoothing: number;
  readonly scheme: Scheme;
  readonly reading: number | null;
  readonly onRead: (iteration: number) => void;
  readonly wide?: boolean;
}

export function ChartPanel({ run, id, smoothing, scheme, reading, onRead, wide }: Props) {
  const { document, metrics, timing } = run;
  const model = useMemo(() => chartModel({ document, metrics, timing }, id, { smoothing }), [document, metrics, timing, id, smoothing]);
  const [asTable, setAsTable] = useState(false);
  const [readout, setReadout] = useState<HTMLElement | null>(null);
  const { title, unit } = text.terms[id];
  return (
    <figure className={styles.panel} data-wide={wide} data-chart={id}>
      <figcaption className={styles.caption}>
        <span className={styles.title}>{title}</span>
        <Help id={id} />
        <ActionIcon
          size="sm"
          color="gray"
          aria-pressed={asTable}
          aria-label={asTable ? text.asPicture(title) : text.asTable(title)}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? <IconChartLine size={15} /> : <IconTable size={15} />}
        </ActionIcon>
      </figcaption>
      <div className={styles.readout}>
        <span className={styles.unit}>{unit}</span>
        <div ref={setReadout} />
      </div>
      {model.lines.length === 0 && <div className={`${styles.plot} ${styles.none}`}>{text.noneYet}</div>}
      {model.lines.length > 0 && asTable && <ChartTable model={model} title={title} />}
      {model.lines.length > 0 && !asTable && (
        <ChartPicture model={model} scheme={scheme} summary={summaryOf(model, title)} reading={reading} readout={readout} onRead={onRead} />
      )}
      {model.bucket > 1 && !asTable && (
        <Text size="xs" c="dimmed">
          {text.thinned(model.bucket)}
        </Text>
      )}
      {model.lines.some((line) => line.agent === undefined) && model.lines.length > 1 && <Key model={model} scheme={scheme} />}
    </figure>
  );
}

function Help({ id }: { readonly id: ChartId }) {
  const { title, what, healthy } = text.terms[id];
  return (
    <Popover width={300} position="bottom-end" withArrow shadow="md">
      <Popover.Target>
        <ActionIcon size="sm" color="gray" aria-label={text.about(title)}>
          <IconHelpCircle size={15} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{what}</Text>
        <Text size="sm" mt={6} c="dimmed">
          {healthy}
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}

/** What each line that belongs to no agent stands for; agents are named once above all charts. */
function Key({ model, scheme }: { readonly model: ChartModel; readonly scheme: Scheme }) {
  return (
    <Group gap="sm" className={styles.key}>
      {model.lines.map((line) => (
        <span key={line.metric} className={styles.keyEntry}>
          <span
            className={styles.swatch}
            data-mark={line.mark}
            data-hollow={line.subject === 'greedyTest' || line.subject === 'sampledTest'}
            style={{ color: lineColor(line, scheme) }}
          />
          {lineName(line)}
        </span>
      ))}
    </Group>
  );
}

function summaryOf(model: ChartModel, title: string): string {
  const parts = model.lines.flatMap((line) => {
    const extent = extentOf(model, line.metric);
    return extent ? [text.extent(lineName(line), formatNumber(extent.first), formatNumber(extent.last))] : [];
  });
  return text.summary(title, parts);
}
