/** What is told apart in a figure, and what is not: each variant less the first shown, seed by seed. */
import type { Evidence } from '../../../core/lessons/evidence.ts';
import { differenceText, evidenceDifference, variantNumber } from '../../../core/lessons/evidenceNumbers.ts';
import styles from './told.module.css';
import { lessonsText } from '../../../words/words.ts';

interface PairedDifferencesProps {
  readonly evidence: Evidence;
  /** Ids of variants, in the order shown. */
  readonly shown: readonly string[];
  /** What is drawn: `reward`, or a series. */
  readonly series: string | undefined;
}

export function PairedDifferences({ evidence, shown: [first, ...others], series }: PairedDifferencesProps) {
  const words = lessonsText.evidence;
  const what = series === undefined || series === 'reward' ? 'after.sampled' : `series.${series}.last`;
  const reference = evidence.variants.find(({ id }) => id === first);
  const told = others.flatMap((id) => {
    const variant = evidence.variants.find((one) => one.id === id);
    const difference = variant && evidenceDifference(evidence, { variant: id, what }, { variant: first ?? '', what });
    const unit = variant && variantNumber(variant, what)?.unit;
    return difference && unit
      ? [{ name: variant.name, text: differenceText(difference, unit), apart: difference.verdict !== 'alike' }]
      : [];
  });
  if (!reference || told.length === 0) return null;
  return (
    <div className={styles.quiet} data-paired>
      {what === 'after.sampled' ? words.lessSampled(reference.name) : words.lessSeries(reference.name)}
      <ul className={styles.paired}>
        {told.map(({ name, text, apart }) => (
          <li key={name} data-apart={apart}>
            {words.less(name, text, apart)}
          </li>
        ))}
      </ul>
    </div>
  );
}
