/** Loss, token accuracy and reward of a warm start over the tokens seen, and the evaluations as a table. */
import { Box, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { memo } from 'react';
import { CartesianGrid, Line, LineChart, ReferenceLine, XAxis, YAxis } from 'recharts';
import type { WarmState } from '../../state/engine/warmStart.ts';
import { formatNumber, formatTick } from '../../kit/figures/format.ts';
import { useSize } from '../../kit/figures/useSize.ts';
import { text } from '../../../words/words.ts';
import { type CurvePoint, curvesOf } from './curves.ts';

const words = text.warmStart.charts;
const TICK = { fontSize: 11, fill: 'var(--mantine-color-dimmed)' };
const HEIGHT = 120;

export const WarmCurves = memo(function WarmCurves({ warm }: { readonly warm: WarmState }) {
  const { trained, evaluated } = curvesOf(warm);
  const last = evaluated.at(-1);
  const { target } = warm.document.warmStart;
  return (
    <Stack gap={6} component="section" aria-label={words.label}>
      <SimpleGrid minColWidth="210px" autoFlow="auto-fill" spacing="sm" verticalSpacing="sm">
        <Chart
          title={words.loss}
          help={words.lossHelp}
          lines={[
            { points: trained, of: 'loss', name: words.trained, style: 'thin' },
            { points: evaluated, of: 'loss', name: words.heldOut, style: 'full' },
          ]}
        />
        <Chart
          title={words.accuracy}
          help={words.accuracyHelp}
          most={1}
          lines={[
            { points: trained, of: 'accuracy', name: words.trained, style: 'thin' },
            { points: evaluated, of: 'accuracy', name: words.heldOut, style: 'full' },
          ]}
        />
        <Chart
          title={words.reward}
          help={text.warmStart.rewardHelp(warm.document.warmStart.evaluateEpisodes)}
          reference={target < 1 ? target : undefined}
          lines={[
            { points: evaluated, of: 'sampled', name: words.sampled, style: 'full' },
            { points: evaluated, of: 'greedy', name: words.greedy, style: 'dashed' },
          ]}
        />
      </SimpleGrid>
      {last && (
        <details>
          <Text component="summary" size="xs" c="dimmed">
            {words.table}
          </Text>
          <EvaluationTable warm={warm} />
        </details>
      )}
    </Stack>
  );
});

interface CurveLine {
  readonly points: readonly CurvePoint[];
  readonly of: Exclude<keyof CurvePoint, 'tokens'>;
  readonly name: string;
  readonly style: 'thin' | 'full' | 'dashed';
}

interface ChartProps {
  readonly title: string;
  readonly help: string;
  readonly lines: readonly CurveLine[];
  readonly most?: number;
  readonly reference?: number;
}

function Chart({ title, help, lines, most, reference }: ChartProps) {
  const [box, size] = useSize<HTMLDivElement>();
  const shown = lines.filter(({ points, of }) => points.some((point) => point[of] !== undefined));
  const last = shown.at(-1)?.points.at(-1);
  const of = shown.at(-1)?.of ?? 'loss';
  return (
    <Box component="figure" m={0} miw={0}>
      <Text component="figcaption" size="xs" fw={600} title={help}>
        {title}
        <Text span size="xs" fw={400} c="dimmed">
          {shown.map(({ name, style }) => ` ${SIGNS[style]} ${name}`).join(' ')}
        </Text>
      </Text>
      <div ref={box} style={{ height: HEIGHT }} role="img" aria-label={words.summary(title, formatNumber(last?.[of]))}>
        {shown.length === 0 && (
          <Text size="xs" c="dimmed" pt={40} ta="center">
            {words.none}
          </Text>
        )}
        {size && shown.length > 0 && (
          <LineChart width={size.width} height={size.height} margin={MARGIN} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              dataKey="tokens"
              type="number"
              domain={ORIGIN}
              tickFormatter={formatTick}
              tick={TICK}
              tickCount={4}
              stroke="var(--line-strong)"
              tickLine={false}
              height={20}
            />
            <YAxis
              width={38}
              domain={[0, most ?? 'auto']}
              niceTicks="snap125"
              tickCount={4}
              tickFormatter={formatTick}
              tick={TICK}
              stroke="none"
              tickLine={false}
            />
            {reference !== undefined && (
              <ReferenceLine
                y={reference}
                stroke="var(--line-strong)"
                strokeDasharray="4 3"
                ifOverflow="extendDomain"
                label={{ value: words.target, position: 'insideBottomRight', fontSize: 11, fill: 'var(--mantine-color-dimmed)' }}
              />
            )}
            {shown.map(({ points, of: key, style }) => (
              <Line
                key={`${key} ${style}`}
                data={points as CurvePoint[]}
                dataKey={key}
                type="linear"
                stroke="var(--ink)"
                strokeOpacity={style === 'thin' ? 0.35 : 1}
                strokeWidth={style === 'thin' ? 1 : 1.75}
                strokeDasharray={style === 'dashed' ? '5 3' : undefined}
                dot={points.length === 1 ? { r: 2.5, fill: 'var(--ink)' } : false}
                activeDot={false}
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        )}
      </div>
    </Box>
  );
}

const MARGIN = { top: 8, right: 10, bottom: 0, left: 0 };
const ORIGIN: [number, 'dataMax'] = [0, 'dataMax'];
const SIGNS = { thin: '┈', full: '━', dashed: '╌' } as const;

function EvaluationTable({ warm }: { readonly warm: WarmState }) {
  const { columns } = words;
  return (
    <Table fz="xs" verticalSpacing={2} className="tabular">
      <Table.Thead>
        <Table.Tr>
          {Object.entries(columns).map(([key, name]) => (
            <Table.Th key={key}>{name}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {warm.evaluations.toReversed().map(({ step, tokens, heldOut, sampled, standardError, greedy }) => (
          <Table.Tr key={step}>
            <Table.Td>{step}</Table.Td>
            <Table.Td>{tokens.toLocaleString('en')}</Table.Td>
            <Table.Td>{formatNumber(heldOut?.loss)}</Table.Td>
            <Table.Td>{formatNumber(heldOut?.accuracy)}</Table.Td>
            <Table.Td>
              {sampled.toFixed(2)} ± {standardError.toFixed(2)}
            </Table.Td>
            <Table.Td>{formatNumber(greedy)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
