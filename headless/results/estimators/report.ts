/**
 * How good each estimator's credit is, and each kind of critic, where playing on tells the truth: teams in the middle of their
 * training, by the questions that the page asks under *One batch, many estimators* and *Critic check*.
 */
import { FITTED_CRITICS, type FittedCriticId } from '../../../src/core/counterfactual/criticErrors.ts';
import { type EstimatorId, ESTIMATORS } from '../../../src/core/credit/estimators.ts';
import { meanWithInterval } from '../../../src/core/statistics/intervals.ts';
import { pairedDifference } from '../../../src/core/statistics/paired.ts';

/** Three in a row who see only what is handed on; a planner and a solver; three who see nothing of one another, with a hidden state. */
export const CREDITED = ['relay', 'micro', 'posts'] as const;
export const CREDITED_SEEDS = [1, 2, 3, 4, 5] as const;
/** The batch that is asked about is this iteration's; episodes in groups, so that comparisons have something to compare. */
export const ITERATION = 8;
export const EPISODES = 32;
export const GROUP = 4;
/** Continuations per state, other messages in the place of each and continuations behind them, episodes that critics are fitted to. */
export const ROLLS = 32;
export const OTHERS = 4;
export const FIT = 128;

export type AnyCritic = 'recorded' | FittedCriticId;
const CRITICS: readonly AnyCritic[] = ['recorded', ...FITTED_CRITICS];

export interface CreditedRow {
  readonly seed: number;
  /** Mean of the batch. */
  readonly reward: number;
  /** Agreement of the truth with itself; null where it does not agree. */
  readonly reliability: number | null;
  /** Rank correlation with the truth over the batch's messages; an estimator that says nothing of this batch is absent. */
  readonly fidelity: Readonly<Partial<Record<EstimatorId, number>>>;
  /** Against the truth: mean error, its standard deviation, mean squared error. */
  readonly critics: Readonly<Partial<Record<AnyCritic, { readonly bias: number; readonly spread: number; readonly squared: number }>>>;
}

type Rows = ReadonlyMap<string, readonly CreditedRow[]>;

export function creditedMarkdown(rows: Rows): string {
  return `# Estimators

The credit of one batch under each estimator, and the values of each kind of critic, against the truth by playing on. Iteration ${ITERATION} of runs with TPPO at the project's settings, ${EPISODES} episodes in groups of ${GROUP}, seeds ${CREDITED_SEEDS.join(', ')}; ${ROLLS} continuations from every state are the truth, ${OTHERS} other messages in the place of each and ${OTHERS} continuations behind them C3's and difference rewards' part, and ${FIT} more episodes what critics are fitted to, COMA's among them (linear in the frozen base's features; it reads what the run's critic reads). Mean over the seeds ± half the width of its 95 % interval (Student's t). “Paired” is the mean difference seed by seed, bold where its interval leaves out 0; where it holds 0 the two were not told apart, which does not say that they are equal. With so many intervals one in twenty leaves out 0 by chance alone.

**Fidelity**: the rank correlation of an estimator's credit of messages with the truth. RAE and the agents' Shapley values are not among them: the one needs a run that was trained with it, the other is the same in every episode. COMA's critic is the fitted one: how the critic of a run that was trained with COMA does, which has seen all of its iterations, was not measured.

**Squared error** of a critic's values of the states before every message, which holds the chance of the truth too, in thousandths. “With adapters” are critics with adapters of each agent's own, at most 16 epochs over the same episodes, ended by a fifth that was left out; the others are ridge regressions.

${CREDITED.map((project) => section(project, rows.get(project) ?? [])).join('\n\n')}
`;
}

function section(project: string, rows: readonly CreditedRow[]): string {
  if (rows.length === 0) return `## \`${project}\`\n\nNot measured yet.`;
  const reliability = rows.map((row) => row.reliability?.toFixed(2) ?? '–').join(' ');
  return `## \`${project}\`

Mean reward of the batches ${decimals(rows.map(({ reward }) => reward))}; agreement of the truth with itself, by seed: ${reliability}.

| estimator | fidelity | less “GAE, tokens”, paired |
|---|---|---|
${ESTIMATORS.flatMap((id) => estimatorLine(id, rows)).join('\n')}

| critic | bias | spread | squared error, × 1000 | less “each agent's own”, paired |
|---|---|---|---|---|
${CRITICS.flatMap((id) => criticLine(id, rows)).join('\n')}`;
}

const numbers = <T>(rows: readonly CreditedRow[], of: (row: CreditedRow) => T | undefined, value: (found: T) => number) =>
  rows.flatMap((row) => {
    const found = of(row);
    return found === undefined ? [] : [{ seed: row.seed, value: value(found) }];
  });

function estimatorLine(id: EstimatorId, rows: readonly CreditedRow[]): string[] {
  const fidelity = (one: EstimatorId) =>
    numbers(
      rows,
      (row) => row.fidelity[one],
      (found) => found,
    );
  const own = fidelity(id);
  if (own.length === 0) return [];
  return [`| ${NAMES[id]} | ${spread(own, 2)} | ${id === 'gae_token' ? '–' : paired(own, fidelity('gae_token'), 2)} |`];
}

function criticLine(id: AnyCritic, rows: readonly CreditedRow[]): string[] {
  const of = (one: AnyCritic, what: 'bias' | 'spread' | 'squared') =>
    numbers(
      rows,
      (row) => row.critics[one],
      (found) => (what === 'squared' ? 1000 : 1) * found[what],
    );
  const squared = of(id, 'squared');
  if (squared.length === 0) return [];
  const less = id === 'own' ? '–' : paired(squared, of('own', 'squared'), 0);
  return [`| ${CRITIC_NAMES[id]} | ${spread(of(id, 'bias'), 2)} | ${spread(of(id, 'spread'), 2)} | ${spread(squared, 0)} | ${less} |`];
}

type SeedNumbers = Parameters<typeof pairedDifference>[0];

function spread(values: SeedNumbers, digits: number): string {
  const { mean, half } = meanWithInterval(values.map(({ value }) => value));
  const short = values.length < CREDITED_SEEDS.length ? ` (${values.length} seeds)` : '';
  return `${fixed(mean, digits)}${half === null ? '' : ` ± ${half.toFixed(digits)}`}${short}`;
}

function paired(of: SeedNumbers, than: SeedNumbers, digits: number): string {
  const difference = pairedDifference(of, than);
  if (!difference) return '–';
  const text = `${difference.mean > 0 ? '+' : ''}${fixed(difference.mean, digits)} ± ${difference.half.toFixed(digits)}`;
  return difference.verdict === 'alike' ? text : `**${text}**`;
}

const decimals = (values: readonly number[]): string => values.map((value) => value.toFixed(2)).join(', ');
const fixed = (value: number, digits: number): string => value.toFixed(digits).replace('-', '−');

const NAMES: Readonly<Record<EstimatorId, string>> = {
  gae_token: 'GAE, tokens',
  gae_message: 'GAE, messages',
  grpo: 'GRPO, team',
  grpo_agent_turn: 'GRPO, agent and turn',
  maxrl: 'MaxRL',
  rloo: 'leave-one-out',
  reinforce: 'REINFORCE less the batch’s mean',
  rae: 'RAE',
  c3: 'C3',
  difference: 'difference rewards',
  coma: 'COMA, its critic fitted',
  shapley: 'Shapley',
  tree: 'tree Monte-Carlo',
};

const CRITIC_NAMES: Readonly<Record<AnyCritic, string>> = {
  recorded: 'the run’s own, as recorded',
  own: 'each agent’s own',
  shared: 'one for all, on what the speaker reads',
  transcript: 'one for all, on the joint transcript',
  state: 'one for all, with the hidden state',
  own_adapters: 'with adapters, on what each reads',
  transcript_adapters: 'with adapters, on the joint transcript',
  state_adapters: 'with adapters, with the hidden state',
};
