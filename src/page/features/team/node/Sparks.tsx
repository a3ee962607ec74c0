/** An agent's curves as they were computed; they are pictures, so that each tells its numbers in words. */
import { VisuallyHidden } from '@mantine/core';
import type { AgentSparks, Sparkline } from '../model/sparklines.ts';
import { SPARK } from '../model/sparklines.ts';
import { formatNumber } from '../../../kit/figures/format.ts';
import { teamText } from '../../../../words/words.ts';
import styles from '../team.module.css';

const words = teamText.spark;

export function sparkText(name: string, { last, least, most, count }: Sparkline): string {
  return words.aria(name, formatNumber(last), formatNumber(least), formatNumber(most), count);
}

/** Name and curve of each that was measured. */
export function sparkEntries({ reward, ownReward, kl, entropy }: AgentSparks): (readonly [string, Sparkline])[] {
  return (
    [
      [ownReward ? words.ownReward : words.reward, reward],
      [words.kl, kl],
      [words.entropy, entropy],
    ] as const
  ).flatMap(([name, spark]) => (spark ? [[name, spark] as const] : []));
}

export function Sparks({ sparks }: { readonly sparks: AgentSparks }) {
  const entries = sparkEntries(sparks);
  if (entries.length === 0 && !sparks.neverTrained) return null;
  return (
    <div className={styles.sparks}>
      {entries.map(([name, spark]) => (
        <span key={spark.metric} className={styles.spark} role="img" aria-label={sparkText(name, spark)} title={sparkText(name, spark)}>
          <span aria-hidden>{name}</span>
          <SparkPath spark={spark} />
        </span>
      ))}
      {sparks.neverTrained && (
        <span className={styles.spark} title={words.neverTrained}>
          {words.kl} <span aria-hidden>–</span>
          <VisuallyHidden>{words.neverTrained}</VisuallyHidden>
        </span>
      )}
    </div>
  );
}

export function SparkPath({ spark }: { readonly spark: Sparkline }) {
  return (
    <svg width={SPARK.width} height={SPARK.height} viewBox={`0 0 ${SPARK.width} ${SPARK.height}`} aria-hidden className={styles.sparkLine}>
      <path d={spark.path} fill="none" strokeWidth={1.25} strokeLinejoin="round" />
      <circle cx={spark.end.x} cy={spark.end.y} r={1.5} />
    </svg>
  );
}
