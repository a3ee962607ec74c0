/** The sum of an advantage written out: first in symbols, then in numbers, then beside what was recorded. */
import { memo, Fragment, type ReactNode } from 'react';
import { AGREEMENT, type ShownAdvantage, type ShownTerm } from './microscope.ts';
import { formatNumber, formatSigned } from '../../../kit/figures/format.ts';
import { Term } from '../../../kit/help/Term.tsx';
import { microscopeText as words, type TermId } from '../../../../words/words.ts';
import styles from './microscope.module.css';

interface Props {
  readonly advantage: ShownAdvantage;
  /** The same as the update used it; null where that cannot be told, NaN where the update learnt nothing from it. */
  readonly trained: number | null;
  /** Episodes that are here and that there were, where the estimator needs them all and some are missing. */
  readonly missing: { readonly here: number; readonly all: number } | null;
}

export const Arithmetic = memo(function Arithmetic({ advantage, trained, missing }: Props) {
  const { decision, sum, recorded, difference, agrees } = advantage;
  return (
    <div className={styles.arithmetic}>
      <p className={styles.formula} data-testid="formula">
        <Sub id="advantages" symbol="A" t={decision.t} /> = {advantage.estimator === 'gae' && <Errors {...advantage} />}
        {advantage.estimator === 'vineppo' && <States {...advantage} />}
        {advantage.estimator !== 'gae' && advantage.estimator !== 'vineppo' && <Returns {...advantage} />} ={' '}
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

/** δ₃ + 0.95·δ₄ + … with its numbers. */
function Errors({ leading, count, decision }: ShownAdvantage) {
  return (
    <>
      {leading.map(({ term, decision: of }, index) => (
        <Fragment key={of?.t ?? index}>
          {index > 0 && ' + '}
          {term.kind === 'td_error' && term.weight !== 1 && `${formatNumber(term.weight)}·`}
          <Sub id="tdError" symbol="δ" t={of?.t ?? decision.t} />
        </Fragment>
      ))}
      {count > leading.length && ' + …'} = {leading.map((shown, index) => numbersOf(shown, index))}
      {count > leading.length && ' + …'}
    </>
  );
}

/** V behind the message − V before it, with its numbers. */
function States({ leading }: ShownAdvantage) {
  const valueAt = (side: 'behind' | 'before'): number => {
    const found = leading.find(({ term }) => term.kind === 'tree' && term.side === side)?.term;
    return found?.kind === 'tree' ? found.value : Number.NaN;
  };
  return (
    <>
      <Term id="treeMonteCarlo">V</Term>
      <sub>{words.tree.behind}</sub> − <Term id="treeMonteCarlo">V</Term>
      <sub>{words.tree.before}</sub> = {formatNumber(valueAt('behind'))} − {inBrackets(valueAt('before'))}
    </>
  );
}

/** (return − mean) / scale, with its numbers. */
function Returns({ leading, baseline, strongest, others, decision }: ShownAdvantage) {
  const scale = baseline?.scale ?? 1;
  const gained = (baseline ? -baseline.amount : 0) + total([...strongest.map(({ term }) => term), others]);
  const score = gained * scale;
  const symbols: ReactNode = (
    <>
      <Sub id="returns" symbol="G" t={leading[0]?.decision?.t ?? decision.t} />
      {baseline && (
        <>
          {' '}
          − <Term id="baseline">mean</Term>
        </>
      )}
    </>
  );
  const numbers = baseline ? `${formatNumber(score)} − ${inBrackets(baseline.mean)}` : formatNumber(score);
  return scale === 1 ? (
    <>
      {symbols} = {numbers}
    </>
  ) : (
    <>
      ({symbols}) / <Term id="grpo">s</Term> = ({numbers}) / {formatNumber(scale)}
    </>
  );
}

function numbersOf({ term }: ShownTerm, index: number): string {
  if (term.kind !== 'td_error') return '';
  const delta = inBrackets(term.delta);
  return `${index > 0 ? ' + ' : ''}${term.weight === 1 ? delta : `${formatNumber(term.weight)}·${delta}`}`;
}

/** A number inside a sum: below zero it stands in brackets. */
export function inBrackets(value: number): string {
  return value < 0 ? `(${formatNumber(value)})` : formatNumber(value);
}

/** A symbol with the number of its token below it, counted from 1 over the whole episode. */
export function Sub({ id, symbol, t }: { readonly id: TermId; readonly symbol: string; readonly t: number }) {
  return (
    <span className={styles.symbol}>
      <Term id={id}>{symbol}</Term>
      <sub>{t + 1}</sub>
    </span>
  );
}

/** With all digits that the tolerance speaks of. */
function exact(value: number): string {
  return Number.isFinite(value) ? value.toFixed(6).replace('-', '−') : '–';
}

function total(terms: readonly { readonly amount: number }[]): number {
  return terms.reduce((sum, { amount }) => sum + amount, 0);
}
