/** Episodes made by hand and by chance, and settings, for the tests of credit. */
import { expect } from 'vitest';
import { type CreditSettings, creditBatch } from '../../../../src/core/credit/advantages/creditBatch.ts';
import { type TrainingSettings, trainingSchema } from '../../../../src/core/document/trainingSchema.ts';
import type { PerRole } from '../../../../src/core/environment/contract.ts';
import type { EpisodeRecord, MessageRecord } from '../../../../src/core/episode/records.ts';
import { Cases } from '../episode/support.ts';

/** R1's one pair of discount and trace. */
export const r1 = { gammaToken: 0.99, lambdaToken: 0.95, gamma: 0.99, lambda: 0.95 };
export const ones = { gammaToken: 1, lambdaToken: 1, gamma: 1, lambda: 1 };

export type Overrides = Partial<Omit<TrainingSettings, 'reward' | 'credit'>> & {
  readonly reward?: Partial<TrainingSettings['reward']>;
  readonly credit?: Partial<TrainingSettings['credit']>;
};

/** The defaults with what is given. */
export function settingsOf(overrides: Overrides = {}): TrainingSettings {
  return trainingSchema.parse(overrides);
}

export interface Said {
  readonly role: string;
  readonly turn?: number;
  readonly tokens: number;
  readonly values?: readonly number[];
  readonly sees?: readonly number[];
}

/** An episode in which `said` was said and `paid` was paid turn by turn. */
export function recordOf(said: readonly Said[], paid: readonly PerRole<number>[], rest: Partial<EpisodeRecord> = {}): EpisodeRecord {
  const roles = [...new Set(said.map(({ role }) => role))];
  const messages = said.map(({ role, turn = 0, tokens, values = [], sees = [] }, index): MessageRecord => {
    const ids = Array.from({ length: tokens }, (_, t) => t);
    return {
      role,
      turn,
      call: said.slice(0, index).filter((earlier) => earlier.role === role).length,
      sees,
      adapter_version: 0,
      prompt_ids: [],
      segments: [],
      response_ids: ids,
      finish_reason: 'stop',
      text: '',
      temperature: 1,
      logprobs: ids.map(() => -1),
      ref_logprobs: ids.map(() => -2),
      values,
      entropies: ids.map(() => 0.5),
      token_rewards: [],
      advantages: [],
      returns: [],
    };
  });
  return {
    iteration: 1,
    episode: 0,
    seed: 1,
    split: 'train',
    problem_index: 0,
    group: 0,
    problem: '',
    reward: 0,
    rewards: Object.fromEntries(roles.map((role) => [role, 0])),
    turn_rewards: paid,
    terminated: true,
    truncated: false,
    bootstrap: 0,
    messages,
    ...rest,
  };
}

export interface RandomOptions {
  readonly seed: number;
  readonly level?: 'token' | 'message';
  readonly perRole?: boolean;
  readonly group?: number;
  readonly turns?: number;
  readonly roles?: readonly string[];
}

/** An episode of random lengths, rewards, values, log-probabilities and hearers; `a` speaks twice a turn now and then. */
export function randomRecord({
  seed,
  level = 'token',
  perRole = false,
  group = 0,
  turns,
  roles = ['a', 'b', 'c'],
}: RandomOptions): EpisodeRecord {
  const cases = new Cases(seed);
  // Of their own, so that the other numbers do not depend on them.
  const hearing = new Cases(seed + 1e6);
  const others = new Cases(seed + 2e6);
  const said: Said[] = [];
  const paid: PerRole<number>[] = [];
  const count = turns ?? cases.integer(1, 3);
  for (let turn = 0; turn < count; turn += 1) {
    for (const role of cases.integer(0, 2) === 0 ? [...roles, 'a'] : roles) {
      const tokens = cases.integer(1, 5);
      const sees = said.flatMap((_, index) => (hearing.integer(0, 1) === 1 ? [index] : []));
      said.push({ role, turn, tokens, sees, values: Array.from(cases.array(level === 'token' ? tokens : 1, -1, 1)) });
    }
    paid.push(perRole ? Object.fromEntries(roles.map((role) => [role, cases.uniform(-1, 1)])) : cases.uniform(-1, 1));
  }
  const truncated = cases.integer(0, 1) === 1;
  const record = recordOf(said, paid, {
    group,
    terminated: !truncated,
    truncated,
    bootstrap: truncated ? cases.uniform(-1, 1) : 0,
    step_rewards: Array.from(cases.array(said.length, -1, 1)),
  });
  const total = (role: string) => sum(paid.map((turn) => (typeof turn === 'number' ? turn : (turn[role] ?? 0))));
  const rewards = Object.fromEntries(Object.keys(record.rewards).map((role) => [role, total(role)]));
  for (const message of record.messages) {
    message.ref_logprobs = message.response_ids.map(() => cases.uniform(-3, 0));
  }
  // Where the team is paid, all roles expect the same.
  const messages = record.messages.map((message) => {
    const team = cases.uniform(-1, 1);
    const tree = Object.fromEntries(roles.map((role) => [role, perRole ? cases.uniform(-1, 1) : team]));
    const worth = (): Record<string, number> => {
      const paidTeam = others.uniform(-1, 1);
      return Object.fromEntries(roles.map((role) => [role, perRole ? others.uniform(-1, 1) : paidTeam]));
    };
    const counterfactual = {
      worth: worth(),
      others: Array.from({ length: others.integer(1, 4) }, () => ({ response_ids: [1], text: '', worth: worth() })),
    };
    return { ...message, tree_values: tree, counterfactual };
  });
  return { ...record, messages, rewards, reward: sum(Object.values(rewards)) / roles.length };
}

/** Episodes in groups of `size`, with as many turns within a group. */
export function randomBatch(
  seed: number,
  groups: number,
  size: number,
  options: Omit<RandomOptions, 'seed' | 'group'> = {},
): EpisodeRecord[] {
  return Array.from({ length: groups * size }, (_, index) =>
    randomRecord({ turns: 1 + (Math.floor(index / size) % 2), ...options, seed: 1000 * seed + index, group: Math.floor(index / size) }),
  );
}

/** The records, credited; what was given is left alone. */
export function credited(records: readonly EpisodeRecord[], settings: CreditSettings, klCoef?: number): EpisodeRecord[] {
  const copies = structuredClone([...records]);
  creditBatch(copies, settings, { klCoef });
  return copies;
}

/** One field of all messages' tokens, flat. */
export function flat(records: readonly EpisodeRecord[], field: 'advantages' | 'returns' | 'token_rewards'): number[] {
  return records.flatMap((record) => record.messages.flatMap((message) => message[field]));
}

export function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, digits = 5) {
  expect(actual.length).toBe(expected.length);
  // One comparison at the worst index: thousands of expectations take seconds.
  const distance = (i: number) => (Number.isNaN(actual[i]) ? Infinity : Math.abs(actual[i]! - expected[i]!));
  let worst = 0;
  for (let i = 0; i < expected.length; i++) if (distance(i) > distance(worst)) worst = i;
  if (expected.length > 0) expect(actual[worst], `at ${worst}`).toBeCloseTo(expected[worst]!, digits);
}

export const sum = (x: readonly number[]): number => x.reduce((total, v) => total + v, 0);

/** What a computation that pauses comes to. */
export function finished<T>(steps: Generator<undefined, T, undefined>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
