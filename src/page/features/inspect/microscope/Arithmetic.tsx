/** The sum of an advantage written out: first in symbols, then in numbers, then beside what was recorded. */
import { memo } from 'react';
import { AGREEMENT, type ShownAdvantage } from './microscope.ts';
import type { Taught } from '../../../state/reading/batchCredit.ts';
import { LOG_RATIO_LIMIT } from '../../../../core/objectives/kl.ts';
import { exact, formulaOf, type Piece, taughtOf } from './written.ts';
import { formatNumber, formatSigned } from '../../../kit/figures/format.ts';
import { Term } from '../../../kit/help/Term.tsx';
import { GAP, microscopeText as words } from '../../../../words/words.ts';
import styles from './microscope.module.css';

interface Props {
  readonly advantage: ShownAdvantage;
  /** The same as the update used it; null where that cannot be told, NaN where the update learnt nothing from it. */
  readonly trained: number | null;
  /** What a teacher has added to it; null where there is none. */
  readonly taught: Taught | null;
  /** Episodes that are here and that there were, where the estimator needs them all and some are missing. */
  readonly missing: { readonly here: number; readonly all: number } | null;
}

export const Arithmetic = memo(function Arithmetic({ advantage, trained, taught, missing }: Props) {
  const { sum, recorded, difference, agrees } = advantage;
  // Before the teacher's share, which may turn it for another reason than normalisation.
  const normalized = taught ? (taught.alone ? null : taught.reward) : trained;
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
        {normalized !== null && Number.isFinite(normalized) && (
          <div>
            <dt>{words.trained}</dt>
            <dd data-testid="trained">{formatSigned(normalized)}</dd>
          </div>
        )}
      </dl>
      {normalized !== null && normalized * recorded < 0 && <p className={styles.small}>{words.turned(normalized > 0)}</p>}
      {taught && <TaughtSum taught={taught} advantage={advantage} />}
      {!agrees && (
        <p className={styles.alarm} role="alert">
          {words.differs(formatNumber(AGREEMENT))}
          {GAP}
          {missing && words.differsPart(missing.here, missing.all)}
        </p>
      )}
    </div>
  );
});

/** What the teacher adds, and what the update then used. */
function TaughtSum({ taught, advantage }: { readonly taught: Taught; readonly advantage: ShownAdvantage }) {
  const { share, alone, sum, recorded, agrees } = taught;
  return (
    <section aria-label={words.taught.heading}>
      <p className={styles.small}>{alone ? words.taught.alone : words.taught.added}</p>
      <p className={styles.formula} data-testid="taught-formula">
        <WrittenSum pieces={taughtOf(taught, advantage)} />
        <strong>{sum === null ? '?' : formatSigned(sum)}</strong>
      </p>
      {Math.abs(share.teacher - share.student) > LOG_RATIO_LIMIT && <p className={styles.small}>{words.taught.held(LOG_RATIO_LIMIT)}</p>}
      <dl className={styles.sums}>
        <div>
          <dt>{words.taught.share}</dt>
          <dd data-testid="teacher-share">{formatSigned(share.amount)}</dd>
        </div>
        <div>
          <dt>{words.taught.sum}</dt>
          <dd data-testid="taught-sum">{sum === null ? words.taught.untold : exact(sum)}</dd>
        </div>
        {recorded !== null && (
          <div>
            <dt>{words.taught.recorded}</dt>
            <dd data-testid="taught-recorded" data-agrees={agrees ?? undefined}>
              {exact(recorded)}
            </dd>
          </div>
        )}
      </dl>
      {agrees === false && (
        <p className={styles.alarm} role="alert">
          {words.taught.differs}
        </p>
      )}
    </section>
  );
}

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
