/** The sum of an advantage written out: first in symbols, then in numbers, then beside what was recorded. */
import { memo } from 'react';
import { AGREEMENT, type ShownAdvantage } from './microscope.ts';
import { exact, formulaOf, type Piece } from './written.ts';
import { formatNumber, formatSigned } from '../../../kit/figures/format.ts';
import { Term } from '../../../kit/help/Term.tsx';
import { microscopeText as words } from '../../../../words/words.ts';
import styles from './microscope.module.css';

interface Props {
  readonly advantage: ShownAdvantage;
  /** The same as the update used it; null where that cannot be told, NaN where the update learnt nothing from it. */
  readonly trained: number | null;
  /** Episodes that are here and that there were, where the estimator needs them all and some are missing. */
  readonly missing: { readonly here: number; readonly all: number } | null;
}

export const Arithmetic = memo(function Arithmetic({ advantage, trained, missing }: Props) {
  const { sum, recorded, difference, agrees } = advantage;
  return (
    <div className={styles.arithmetic}>
      <p className={styles.formula} data-testid="formula">
        <WrittenSum pieces={formulaOf(advantage)} />
        <strong>{formatSigned(sum)}</strong>
      </p>
      {advantage.baseline && advantage.baseline.scale !== 1 && <p className={styles.small}>{words.scale}</p>}
      <dl className={styles.sums}>
        <div>
          <dt>{words.sum}</dt>
          <dd data-testid="sum">{exact(sum)}</dd>
        </div>
        <div>
          <dt>{words.recorded}</dt>
          <dd data-testid="recorded">{exact(recorded)}</dd>
        </div>
        <div>
          <dt>{words.difference}</dt>
          <dd data-agrees={agrees}>{formatNumber(difference)}</dd>
        </div>
        {trained !== null && Number.isFinite(trained) && (
          <div>
            <dt>{words.trained}</dt>
            <dd data-testid="trained">{formatSigned(trained)}</dd>
          </div>
        )}
      </dl>
      {trained !== null && trained * recorded < 0 && <p className={styles.small}>{words.turned(trained > 0)}</p>}
      {!agrees && (
        <p className={styles.alarm} role="alert">
          {words.differs(formatNumber(AGREEMENT))} {missing && words.differsPart(missing.here, missing.all)}
        </p>
      )}
    </div>
  );
});

/** A sum in its pieces, each symbol with its word. */
export function WrittenSum({ pieces }: { readonly pieces: readonly Piece[] }) {
  return pieces.map((piece, index) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      // A sum has no identity but its order.
      <span key={index} className={styles.symbol}>
        <Term id={piece.id}>{piece.symbol}</Term>
        {piece.sub !== undefined && <sub>{piece.sub}</sub>}
      </span>
    ),
  );
}
