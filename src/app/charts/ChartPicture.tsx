/** One chart as a picture: draws the points of a {@link ChartModel} and computes nothing. */
import { memo } from 'react';
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type MouseHandlerDataParam,
} from 'recharts';
import type { ChartModel } from '../../stores/runs/chartModels.ts';
import { inspectText } from '../text/en.inspect.ts';
import { ChartTip } from './ChartTip.tsx';
import styles from './charts.module.css';
import { formatTick } from './format.ts';
import { lineColor, type Scheme } from './lineStyle.ts';

const MARGIN = { top: 8, right: 10, bottom: 2, left: 0 };
/** Zero belongs on the axis, or more below it if the data go there. */
const FROM_ZERO: [(least: number) => number, 'auto'] = [(least) => Math.min(0, least), 'auto'];
const FREE: ['auto', 'auto'] = ['auto', 'auto'];
const TICK = { fontSize: 11, fill: 'var(--mantine-color-dimmed)' };

interface Props {
  readonly model: ChartModel;
  readonly scheme: Scheme;
  /** The sentence that stands for the picture. */
  readonly summary: string;
  /** Iteration being read, marked by a rule; null for none. */
  readonly reading: number | null;
  /** Where the values under the cursor are written. */
  readonly readout: HTMLElement | null;
  readonly onRead: (iteration: number) => void;
}

export const ChartPicture = memo(function ChartPicture({ model, scheme, summary, reading, readout, onRead }: Props) {
  const read = (state: MouseHandlerDataParam) => {
    const iteration = Number(state.activeLabel);
    if (state.activeLabel !== undefined && Number.isFinite(iteration)) onRead(iteration);
  };
  return (
    <div className={`${styles.plot} ${styles.picture}`}>
      <ResponsiveContainer width="100%" height="100%">
        <LineChart data={model.rows as object[]} margin={MARGIN} syncId="training" syncMethod="value" onClick={read} title={summary}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="iteration"
            type="number"
            domain={[0, 'dataMax']}
            allowDecimals={false}
            tickFormatter={formatTick}
            tick={TICK}
            stroke="var(--line-strong)"
            tickLine={false}
            height={22}
            minTickGap={24}
          />
          <YAxis
            width={46}
            domain={model.fromZero ? FROM_ZERO : FREE}
            niceTicks={model.fromZero ? 'snap125' : 'auto'}
            tickCount={5}
            tickFormatter={formatTick}
            tick={TICK}
            stroke="none"
            tickLine={false}
          />
          <Tooltip
            portal={readout}
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-strong)' }}
            content={({ active, label }) => (active ? <ChartTip model={model} iteration={Number(label)} scheme={scheme} /> : null)}
          />
          {model.references.map(({ id, value }) => (
            <ReferenceLine
              key={id}
              y={value}
              stroke="var(--line-strong)"
              strokeDasharray="4 3"
              ifOverflow={id === 'untrained' ? 'extendDomain' : 'discard'}
              label={{
                value: inspectText.charts.references[id],
                position: 'insideBottomRight',
                fontSize: 11,
                fill: 'var(--mantine-color-dimmed)',
              }}
            />
          ))}
          {reading !== null && <ReferenceLine x={reading} stroke="var(--ink)" strokeOpacity={0.45} />}
          {model.lines.map(
            (line) =>
              line.raw && (
                <Line
                  key={line.raw}
                  dataKey={line.raw}
                  stroke={lineColor(line, scheme)}
                  strokeOpacity={0.28}
                  strokeWidth={1}
                  dot={false}
                  activeDot={false}
                  connectNulls
                  isAnimationActive={false}
                  tooltipType="none"
                />
              ),
          )}
          {model.lines.map((line) => {
            const color = lineColor(line, scheme);
            const dots = line.mark === 'dots' || isSinglePoint(model, line.metric);
            return (
              <Line
                key={line.metric}
                dataKey={line.metric}
                stroke={line.mark === 'dots' ? 'none' : color}
                strokeWidth={1.75}
                type="linear"
                dot={
                  dots
                    ? {
                        r: 3,
                        fill: line.subject === 'greedyTest' ? 'var(--surface)' : color,
                        stroke: color,
                        strokeWidth: 1.5,
                      }
                    : false
                }
                activeDot={{ r: 3.5, fill: color, stroke: 'var(--surface)' }}
                connectNulls={line.mark === 'line'}
                isAnimationActive={false}
              />
            );
          })}
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
});

/** Whether a line has one value only, as a run's first: without a dot nothing of it would be seen. */
function isSinglePoint(model: ChartModel, metric: string): boolean {
  return model.rows.filter((row) => typeof row[metric] === 'number').length === 1;
}
