/**
 * The episode of the credit explorable: six tokens of two agents, with values and a reward that a person sets, as the records and settings
 * that training has. All credit is what `core/credit` makes of them; nothing is computed anew here.
 */
import { at } from '../at.ts';
import { advantageNormalizer } from '../credit/advantages/normalizeAdvantages.ts';
import { creditBatch, type CreditSettings } from '../credit/advantages/creditBatch.ts';
import type { NormalizeSettings } from '../credit/advantages/normalizeAdvantages.ts';
import { explainer, type RecursionStep, type Term } from '../credit/explain.ts';
import type { EpisodeRecord, MessageRecord } from '../episode/records.ts';

/** Who says what: the tokens of lesson 2. */
export const SAID = [
  { role: 'planner', tokens: ['9', '-', '2', 'end'] },
  { role: 'solver', tokens: ['7', 'end'] },
] as const;
export const TOKENS = SAID.flatMap(({ role, tokens }, message) => tokens.map((text, token) => ({ role, message, token, text })));

/** Episodes beside this one in the batch. */
export const OTHERS = 7;

export interface CreditSetup {
  /** V before each token, [6]. At message level the first of each message counts. */
  readonly values: readonly number[];
  /** What the team is paid at its last token. */
  readonly reward: number;
  readonly gamma: number;
  readonly lambda: number;
  readonly gammaToken: number;
  readonly lambdaToken: number;
  /** One decision a message (APPO) in place of one a token (TPPO). */
  readonly byMessage: boolean;
  /** R1's defect Q1, compat `r1_previous_turn_mask`. */
  readonly previousTurnMask: boolean;
  /** How many of the {@link OTHERS} in the batch, of the same values, were paid 1; the rest were paid 0. */
  readonly othersRight: number;
}

export const FIRST_SETUP: CreditSetup = {
  values: [0.4, 0.4, 0.6, 0.6, 0.6, 0.8],
  reward: 1,
  gamma: 1,
  lambda: 0.5,
  gammaToken: 1,
  lambdaToken: 0.5,
  byMessage: false,
  previousTurnMask: false,
  othersRight: 3,
};

export interface CreditShown {
  /** Of each token, as GAE gives it, [6]; the tokens of a message share one at message level. */
  readonly advantages: readonly number[];
  /** Of each token, as an update uses it: less the batch's mean, over its deviation. */
  readonly normalized: readonly number[];
  /** The recursion, its last decision first. */
  readonly recursion: readonly RecursionStep[];
  /** What a token's advantage adds up from. */
  readonly explain: (token: number) => readonly Extract<Term, { kind: 'td_error' }>[];
}

/** Index of the episode on show: of the first one the defect leaves the chain whole. */
const SHOWN = 1;

/** Credit of the episode, in its batch. */
export function creditOf(setup: CreditSetup): CreditShown {
  const settings = settingsOf(setup);
  const rewards = Array.from({ length: OTHERS + 1 }, (_, episode) => {
    const nth = episode < SHOWN ? episode : episode - 1;
    return episode === SHOWN ? setup.reward : nth < setup.othersRight ? 1 : 0;
  });
  const records = rewards.map((reward, episode) => recordOf(setup, episode, reward));
  creditBatch(records, settings);
  const explained = explainer(records, settings);
  const normalized = advantageNormalizer(records, settings)(records.map((_, episode) => episode));
  const { messages } = at(records, SHOWN, 'episode');
  return {
    advantages: messages.flatMap(({ advantages }) => advantages),
    normalized: Array.from(normalized.subarray(SHOWN * TOKENS.length, (SHOWN + 1) * TOKENS.length)),
    recursion: explained.recursion(SHOWN) ?? [],
    explain: (token) => {
      const { message, token: within } = at(TOKENS, token, 'token');
      return explained.explain(SHOWN, { message, token: within }).terms.filter((term) => term.kind === 'td_error');
    },
  };
}

/** The settings of training that credit reads: one reward for all at the end, nothing else of it changed. */
function settingsOf(setup: CreditSetup): CreditSettings & NormalizeSettings {
  const { gamma, lambda, gammaToken, lambdaToken, byMessage, previousTurnMask } = setup;
  return {
    ...NOTHING_ELSE,
    algorithm: byMessage ? 'appo' : 'tppo',
    ratioLevel: byMessage ? 'message' : 'token',
    gamma,
    lambda,
    gammaToken,
    lambdaToken,
    compat: previousTurnMask ? ['r1_previous_turn_mask'] : [],
  };
}

/** Defaults of training for all that a person cannot set here. */
export const NOTHING_ELSE: Omit<CreditSettings & NormalizeSettings, keyof CreditSetup | 'algorithm' | 'ratioLevel' | 'compat' | 'reward'> &
  Pick<CreditSettings, 'reward'> = {
  reward: { scale: 1, bias: 0, clip: 0, mean: 'none', std: 'none' },
  credit: { strategy: 'equal', discount: 1, ownShare: 1, chain: 'serial' },
  callCost: 0,
  overlong: { buffer: 0, penalty: 1 },
  klCoef: 0,
  klEstimator: 'k3',
  klPlacement: 'loss',
  groupBy: 'team',
  groupStd: 'group',
  baseline: 'batch',
  baselineDecay: 0.95,
  normalizeAdvantages: { mean: 'auto', std: 'auto' },
};

function recordOf({ values, byMessage }: CreditSetup, episode: number, reward: number): EpisodeRecord {
  let start = 0;
  const messages = SAID.map(({ role, tokens }): MessageRecord => {
    const own = values.slice(start, start + tokens.length);
    start += tokens.length;
    const zeros = tokens.map(() => 0);
    return {
      ...{ role, turn: 0, call: 0, sees: [], adapter_version: 0, prompt_ids: [], segments: [], text: tokens.join(' ') },
      ...{ response_ids: zeros, finish_reason: 'stop', temperature: 1, logprobs: zeros, ref_logprobs: zeros, entropies: zeros },
      ...{ values: byMessage ? own.slice(0, 1) : own, token_rewards: [], advantages: [], returns: [] },
    };
  });
  return {
    ...{ iteration: 1, episode, seed: 0, split: 'train', problem_index: 0, group: episode, problem: '', reward },
    ...{ rewards: { planner: reward, solver: reward }, turn_rewards: [reward], terminated: true, truncated: false, bootstrap: 0, messages },
  };
}
