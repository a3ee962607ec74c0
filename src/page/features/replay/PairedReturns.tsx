/** Every continuation's return without the change (hollow) and with it (filled), joined; the dashed lines are the means. */
import { useMemo } from 'react';
import type { Pair, PairCounts } from './model.ts';
import { formatNumber, formatTick } from '../../kit/figures/format.ts';
import { pixelOf } from '../../kit/figures/geometry.ts';
import { useSize } from '../../kit/figures/useSize.ts';
import { valueAxis } from '../../kit/plot/valueAxis.ts';
import { replayText } from '../../../words/words.ts';
import styles from './replay.module.css';

const words = replayText.result;
const LEFT = 34;
const RIGHT = 16;
const TOP = 24;
const AXIS = 22;
const TICK_GAP = 64;
/** Height of a continuation's row; of many less. */
const rowOf = (count: number): number => (count <= 24 ? 14 : count <= 64 ? 9 : 6);

interface Props {
  readonly pairs: readonly Pair[];
  readonly counts: PairCounts;
  readonly chosen: number;
  readonly onChoose: (continuation: number) => void;
}

export function PairedReturns({ pairs, counts, chosen, onChoose }: Props) {
  const [measure, size] = useSize<HTMLDivElement>();
  const width = size?.width ?? 0;
  const row = rowOf(pairs.length);
  const height = TOP + row * pairs.length + AXIS;
  const right = Math.max(LEFT + 1, width - RIGHT);
  const axis = useMemo(() => {
    const ends = pairs.flatMap(({ original, edited }) => [original, edited]);
    return valueAxis([Math.min(...ends), Math.max(...ends)], Math.max(2, (right - LEFT) / TICK_GAP), true);
  }, [pairs, right]);
  const x = (value: number): number => pixelOf(value, axis.domain, [LEFT, right]);
  const foot = height - AXIS;
  return (
    <div ref={measure} className={styles.drawing} style={{ minHeight: height }}>
      {width > 0 && (
        <svg
          data-figure
          width={width}
          height={height}
          role="img"
          aria-label={words.summary(pairs.length, formatNumber(counts.original), formatNumber(counts.edited))}
        >
          {axis.ticks.map((tick) => (
            <g key={tick}>
              <line className={styles.grid} x1={x(tick)} x2={x(tick)} y1={TOP - 4} y2={foot} />
              <text className={styles.tick} x={x(tick)} y={height - 6} textAnchor="middle">
                {formatTick(tick)}
              </text>
            </g>
          ))}
          {(
            [
              ['original', counts.original],
              ['edited', counts.edited],
            ] as const
          ).map(([side, value]) => (
            <g key={side}>
              <line className={styles.mean} data-side={side} x1={x(value)} x2={x(value)} y1={TOP - 4} y2={foot} />
            </g>
          ))}
          <Key />
          {pairs.map(({ continuation, original, edited }, index) => {
            const y = TOP + row * index + row / 2;
            const sign = Math.sign(edited - original);
            return (
              // The buttons below choose a continuation too, so this is for the pointer alone.
              <g
                key={continuation}
                className={styles.pair}
                data-sign={sign}
                data-chosen={continuation === chosen}
                onClick={() => onChoose(continuation)}
              >
                <rect className={styles.hit} data-page-only x={0} width={width} y={y - row / 2} height={row} />
                {row >= 9 && (
                  <text className={styles.tick} x={LEFT - 10} y={y + 4} textAnchor="end">
                    {continuation}
                  </text>
                )}
                <line className={styles.join} x1={x(original)} x2={x(edited)} y1={y} y2={y} />
                <circle className={styles.from} cx={x(original)} cy={y} r={Math.min(4, row / 2)} />
                <circle className={styles.to} cx={x(edited)} cy={y} r={Math.min(3, row / 2)} />
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}

/** What is what, above the pairs. */
function Key() {
  const dot = (side: 'from' | 'to', x: number, name: string, r: number) => (
    <g>
      <circle className={styles[side]} cx={x} cy={7} r={r} />
      <text className={styles.tick} x={x + 9} y={11}>
        {name}
      </text>
    </g>
  );
  return (
    <g>
      {dot('from', LEFT + 4, words.original, 4)}
      {dot('to', LEFT + 84, words.edited, 3)}
      <line className={styles.mean} data-side="edited" x1={LEFT + 206} x2={LEFT + 206} y1={1} y2={13} />
      <text className={styles.tick} x={LEFT + 213} y={11}>
        {words.meansKey}
      </text>
    </g>
  );
}
