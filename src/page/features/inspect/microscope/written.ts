/** The sum of an advantage as it is written out, in pieces: whoever shows it decides what a symbol looks like. */
import type { TdError, Term } from '../../../../core/credit/explain.ts';
import type { Taught } from '../../../state/reading/batchCredit.ts';
import type { ShownAdvantage, ShownStep, ShownTerm } from './microscope.ts';
import { formatNumber, formatSigned } from '../../../kit/figures/format.ts';
import { microscopeText as words, type TermId } from '../../../../words/words.ts';

/** Text, or a symbol with what stands below it and the word that explains it. */
export type Piece = string | { readonly symbol: string; readonly sub?: string; readonly id: TermId };

/** A symbol of a decision, with the number of its token below it, counted from 1 over the whole episode. */
const symbolOf = (symbol: string, id: TermId, t: number): Piece => ({ symbol, sub: String(t + 1), id });

/** The whole formula: first in symbols, then in numbers, then the sum is still to come. */
export function formulaOf(advantage: ShownAdvantage): Piece[] {
  const { estimator, decision } = advantage;
  const byMessage = advantage.leading.some(({ term }) => term.kind === 'worth');
  const right =
    estimator === 'gae'
      ? errors(advantage)
      : estimator === 'vineppo'
        ? states(advantage)
        : byMessage
          ? worths(advantage)
          : returns(advantage);
  return [symbolOf('A', 'advantages', decision.t), ' = ', ...right, ' = '];
}

/** What the update made of it with a teacher: the reward's normalised advantage, and the teacher's share; the sum is still to come. */
export function taughtOf({ share, alone, reward }: Taught, { decision }: ShownAdvantage): Piece[] {
  const numbers = `${formatNumber(share.coef)}·(${formatNumber(share.teacher)} − ${inBrackets(share.student)})`;
  const own: Piece[] = alone ? [] : [{ symbol: 'Â', sub: String(decision.t + 1), id: 'normalizedAdvantage' }, ' + '];
  const known = alone ? '' : `${reward === null ? '?' : formatNumber(reward)} + `;
  return [
    ...own,
    'c·(',
    { symbol: words.taught.logprob, sub: words.taught.sub.teacher, id: 'distillation' },
    ' − ',
    { symbol: words.taught.logprob, sub: words.taught.sub.student, id: 'logprobs' },
    `) = ${known}${numbers} = `,
  ];
}

/** δ₃ + 0.95·δ₄ + … with its numbers. */
function errors({ leading, count, decision }: ShownAdvantage): Piece[] {
  const more = count > leading.length ? [' + …'] : [];
  const symbols = leading.flatMap(({ term, decision: of }, index): Piece[] => [
    ...(index > 0 ? [' + '] : []),
    ...(term.kind === 'td_error' && term.weight !== 1 ? [`${formatNumber(term.weight)}·`] : []),
    symbolOf('δ', 'tdError', of?.t ?? decision.t),
  ]);
  return [...symbols, ...more, ' = ', ...leading.map(numbersOf), ...more];
}

/** V behind the message − V before it, with its numbers. */
function states({ leading }: ShownAdvantage): Piece[] {
  const valueAt = (side: 'behind' | 'before'): number => {
    const found = leading.find(({ term }) => term.kind === 'tree' && term.side === side)?.term;
    return found?.kind === 'tree' ? found.value : Number.NaN;
  };
  const V = (sub: string): Piece => ({ symbol: 'V', sub, id: 'treeMonteCarlo' });
  return [V(words.tree.behind), ' − ', V(words.tree.before), ` = ${formatNumber(valueAt('behind'))} − ${inBrackets(valueAt('before'))}`];
}

/** Q of the message − that of the others, with its numbers. */
function worths({ leading }: ShownAdvantage): Piece[] {
  const worthOf = (side: 'own' | 'others'): number => {
    const found = leading.find(({ term }) => term.kind === 'worth' && term.side === side)?.term;
    return found?.kind === 'worth' ? found.value : Number.NaN;
  };
  const Q = (side: 'own' | 'others'): Piece => ({ symbol: 'Q', sub: words.worth.sub[side], id: 'messageLevelCredit' });
  return [Q('own'), ' − ', Q('others'), ` = ${formatNumber(worthOf('own'))} − ${inBrackets(worthOf('others'))}`];
}

/** (return − mean) / scale, with its numbers. */
function returns({ leading, baseline, strongest, others, decision }: ShownAdvantage): Piece[] {
  const scale = baseline?.scale ?? 1;
  const gained = (baseline ? -baseline.amount : 0) + total([...strongest.map(({ term }) => term), others]);
  const score = gained * scale;
  const mean: Piece[] = baseline ? [' − ', { symbol: 'mean', id: 'baseline' }] : [];
  const symbols: Piece[] = [symbolOf('G', 'returns', leading[0]?.decision?.t ?? decision.t), ...mean];
  const numbers = baseline ? `${formatNumber(score)} − ${inBrackets(baseline.mean)}` : formatNumber(score);
  if (scale === 1) return [...symbols, ` = ${numbers}`];
  return ['(', ...symbols, ') / ', { symbol: 's', id: 'grpo' }, ` = (${numbers}) / ${formatNumber(scale)}`];
}

function numbersOf({ term }: ShownTerm, index: number): string {
  if (term.kind !== 'td_error') return '';
  const delta = inBrackets(term.delta);
  return `${index > 0 ? ' + ' : ''}${term.weight === 1 ? delta : `${formatNumber(term.weight)}·${delta}`}`;
}

/** What a term is of, where that is no token. */
export function nameOfTerm(term: Term): string {
  if (term.kind === 'tree') return words.tree[term.side];
  if (term.kind === 'worth') return term.side === 'own' ? words.worth.own : words.worth.others(term.others);
  return term.kind === 'baseline' ? words.baseline(term.compared.length) : '';
}

/** What one term adds, in symbols and numbers. */
export function termOf({ term, decision }: ShownTerm): Piece[] {
  const t = decision?.t ?? 0;
  if (term.kind === 'baseline') return [`−${inBrackets(term.mean)}${term.scale === 1 ? '' : ` / ${formatNumber(term.scale)}`}`];
  if (term.kind === 'tree' || term.kind === 'worth')
    return [term.side === 'before' || term.side === 'others' ? `−${inBrackets(term.value)}` : formatNumber(term.value)];
  const times = (factor: number): string => (factor === 1 ? '' : `${formatNumber(factor)}·`);
  if (term.kind === 'reward') {
    const reward = symbolOf('r', 'reward', t);
    const over = term.scale === 1 ? '' : ` / ${formatNumber(term.scale)}`;
    return [times(term.discount), reward, `${over} = ${times(term.discount)}${inBrackets(term.reward)}${over}`];
  }
  const weighted: Piece[] = term.weight === 1 ? [] : [times(term.weight), symbolOf('δ', 'tdError', t), ', '];
  return [...weighted, ...errorOf(term, t)];
}

/** δ = r + γ·V′ − V of decision `t`, with its numbers. */
export function errorOf({ reward, gamma, next, value, delta }: TdError, t: number): Piece[] {
  return [
    symbolOf('δ', 'tdError', t),
    ' = ',
    symbolOf('r', 'reward', t),
    ' + ',
    { symbol: 'γ', id: 'discount' },
    '·',
    symbolOf('V', 'values', t + 1),
    ' − ',
    symbolOf('V', 'values', t),
    ` = ${formatNumber(reward)} + ${formatNumber(gamma)}·${inBrackets(next)} − ${inBrackets(value)} = ${formatSigned(delta)}`,
  ];
}

/** A step of the backward recursion, all but the advantage it comes to. */
export function stepOf({ step, decision, from }: ShownStep): Piece[] {
  const begins = [symbolOf('A', 'advantages', decision.t), ' = ', symbolOf('δ', 'tdError', decision.t)];
  if (!from) return [...begins, ` = ${formatNumber(step.delta)} = `];
  return [
    ...begins,
    ' + ',
    { symbol: 'γ', id: 'discount' },
    { symbol: 'λ', id: 'trace' },
    ' ',
    symbolOf('A', 'advantages', from.t),
    ` = ${formatNumber(step.delta)} + ${formatNumber(step.gamma)}·${formatNumber(step.lambda)}·${inBrackets(step.trace)} = `,
  ];
}

/** A number inside a sum: below zero it stands in brackets. */
function inBrackets(value: number): string {
  return value < 0 ? `(${formatNumber(value)})` : formatNumber(value);
}

/** With all digits that the tolerance speaks of. */
export function exact(value: number): string {
  return Number.isFinite(value) ? value.toFixed(6).replace('-', '−') : '–';
}

function total(terms: readonly { readonly amount: number }[]): number {
  return terms.reduce((sum, { amount }) => sum + amount, 0);
}
