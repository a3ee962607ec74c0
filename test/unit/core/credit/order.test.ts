/**
 * Fan-out and fan-in: agents that do not see each other speak in parallel, and the chain of credit takes them one after
 * the other. What must not depend on which of them is taken first, and what does (docs/credit.md).
 */
import { describe, expect, it } from 'vitest';
import { advantageNormalizer } from '../../../../src/core/credit/advantages/normalizeAdvantages.ts';
import type { TeamSettings } from '../../../../src/core/document/schema.ts';
import type { EpisodeRecord } from '../../../../src/core/episode/records.ts';
import { credited, expectClose, ones, type Overrides, r1, recordOf, settingsOf, sum } from './support.ts';
import { Cases, randomTeam, teamOf } from '../episode/support.ts';

/** A topological order of the team's graph, drawn from `cases`. */
function topologicalOrder({ agents, edges }: TeamSettings, cases: Cases): string[] {
  const order: string[] = [];
  while (order.length < agents.length) {
    const free = agents.filter(({ role }) => !order.includes(role) && edges.every(({ from, to }) => to !== role || order.includes(from)));
    order.push(free[cases.integer(0, free.length - 1)]!.role);
  }
  return order;
}

/** The same random episode of `team`, its messages serialised in `order`. */
function episodeOf(
  team: TeamSettings,
  order: readonly string[],
  seed: number,
  perRole: boolean,
  level = 'token',
  group = 0,
): EpisodeRecord {
  const cases = new Cases(seed);
  const roles = team.agents.map(({ role }) => role);
  const turns = cases.integer(1, 3);
  const indexOf = new Map(roles.map((role, i) => [role, i]));
  const made = Array.from({ length: turns }, () =>
    roles.map((role) => {
      const tokens = cases.integer(1, 4);
      const values = Array.from(cases.array(level === 'token' ? tokens : 1, -1, 1));
      return { role, tokens, values, step: cases.uniform(-1, 1), ref: Array.from(cases.array(tokens, -3, 0)) };
    }),
  );
  const paid = made.map(() => (perRole ? Object.fromEntries(roles.map((role) => [role, cases.uniform(-1, 1)])) : cases.uniform(-1, 1)));
  const spoken = made.flatMap((row, turn) => order.map((role) => ({ ...row[indexOf.get(role)!]!, turn })));
  const bootstrap = cases.uniform(-1, 1);
  const record = recordOf(spoken, paid, {
    bootstrap,
    terminated: false,
    truncated: true,
    step_rewards: spoken.map(({ step }) => step),
    group,
  });
  record.messages.forEach((message, i) => {
    message.ref_logprobs = spoken[i]!.ref;
  });
  return { ...record, rewards: Object.fromEntries(roles.map((role) => [role, 0])) };
}

/** Every response token's number, whatever the order: by role, turn and token. */
function byToken(records: readonly EpisodeRecord[], number: (message: EpisodeRecord['messages'][number], t: number) => number) {
  return new Map(
    records.flatMap((record, e) =>
      record.messages.flatMap((message) =>
        message.response_ids.map((_, t) => [`${e} ${message.role} ${message.turn} ${t}`, number(message, t)] as const),
      ),
    ),
  );
}

function expectSame(one: Map<string, number>, two: Map<string, number>) {
  expect([...one.keys()].toSorted()).toEqual([...two.keys()].toSorted());
  expectClose(
    [...one.keys()].map((key) => two.get(key)!),
    [...one.values()],
    10,
  );
}

/** Random graphs, each in two orders, as a batch of two groups of two; `check` sees both, credited. */
function inTwoOrders(overrides: Overrides, perRole: boolean, check: (one: EpisodeRecord[], two: EpisodeRecord[]) => void) {
  const level = overrides.algorithm === 'appo' ? 'message' : 'token';
  let different = 0;
  for (let seed = 0; seed < 10; seed++) {
    const team = randomTeam(seed);
    const cases = new Cases(5000 + seed);
    const orders = [topologicalOrder(team, cases), topologicalOrder(team, cases)] as const;
    if (orders[0].join() !== orders[1].join()) different += 1;
    const [one, two] = orders.map((order) => {
      const batch = [0, 1, 2, 3].map((i) => episodeOf(team, order, 10 * seed + Math.floor(i / 2) * 3, perRole, level, Math.floor(i / 2)));
      batch.forEach((record, i) => Object.assign(record, { turn_rewards: record.turn_rewards.map((paid) => shifted(paid, i)) }));
      return credited(batch, settingsOf(overrides));
    });
    check(one!, two!);
  }
  expect(different).toBeGreaterThan(4);
}

const shifted = (paid: EpisodeRecord['turn_rewards'][number], by: number) =>
  typeof paid === 'number' ? paid + by : Object.fromEntries(Object.entries(paid).map(([role, amount]) => [role, amount + by]));

const advantage = (message: EpisodeRecord['messages'][number], t: number) => message.advantages[t]!;
const returned = (message: EpisodeRecord['messages'][number], t: number) => message.returns[t]!;

describe('does not depend on the topological order', () => {
  it.each<[string, Overrides]>([
    ['TPPO', {}],
    ['APPO', { algorithm: 'appo' }],
  ])('%s, undiscounted, the team paid: A + V of every token, hence every advantage', (_, overrides) => {
    inTwoOrders({ ...ones, ...overrides }, false, (one, two) => {
      expectSame(byToken(one, returned), byToken(two, returned));
      expectSame(byToken(one, advantage), byToken(two, advantage));
    });
  });
  it.each<[string, Overrides, boolean]>([
    ['equal', {}, false],
    ['equal, paid per role', { credit: { ownShare: 0.4 } }, true],
    ['per_step', { credit: { strategy: 'per_step' } }, false],
    ['step_discount', { credit: { strategy: 'step_discount', discount: 0.7 } }, false],
    ['the KL in the reward', { klCoef: 0.2, klPlacement: 'reward' }, false],
  ])('the sum of token rewards, %s', (_, overrides, perRole) => {
    const totals = (records: readonly EpisodeRecord[]) => records.map((r) => sum(r.messages.flatMap((m) => m.token_rewards)));
    inTwoOrders(overrides, perRole, (one, two) => expectClose(totals(one), totals(two), 10));
  });
  it('what a role is paid by itself, and a message by its own step reward, lands on the same tokens', () => {
    const rewards = (message: EpisodeRecord['messages'][number], t: number) => message.token_rewards[t]!;
    inTwoOrders({ credit: { ownShare: 0.4 } }, true, (one, two) => expectSame(byToken(one, rewards), byToken(two, rewards)));
    inTwoOrders({ credit: { strategy: 'per_step' } }, false, (one, two) => expectSame(byToken(one, rewards), byToken(two, rewards)));
  });
  for (const algorithm of ['grpo', 'rloo', 'reinforce'] as const) {
    for (const groupBy of ['team', 'agent_turn'] as const) {
      it(`${algorithm} by ${groupBy}, undiscounted, the team paid: every advantage`, () => {
        inTwoOrders({ ...ones, algorithm, groupBy, baseline: 'group' }, false, (one, two) =>
          expectSame(byToken(one, advantage), byToken(two, advantage)),
        );
      });
    }
    it(`${algorithm} by team, undiscounted, whatever the strategy pays`, () => {
      inTwoOrders({ ...ones, algorithm, baseline: 'group', credit: { strategy: 'per_step' } }, false, (one, two) =>
        expectSame(byToken(one, advantage), byToken(two, advantage)),
      );
    });
  }
  it('normalisation', () => {
    inTwoOrders(ones, false, (one, two) => {
      const normalized = (records: readonly EpisodeRecord[]) =>
        Array.from(advantageNormalizer(records, settingsOf())([0, 1, 2, 3])).toSorted((a, b) => a - b);
      expectClose(normalized(one), normalized(two), 10);
    });
  });
});

describe('does depend on it', () => {
  /** a → {b, c} → d, every value known. */
  const team = teamOf(
    ['a', 'b', 'c', 'd'],
    [
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'd'],
      ['c', 'd'],
    ],
  );
  const values = { a: 0.5, b: 0.4, c: 0.7, d: 0.9 };
  const episode = (order: readonly (keyof typeof values)[], steps?: Record<string, number>) =>
    recordOf(
      order.map((role) => ({ role, tokens: 1, values: [values[role]] })),
      [1],
      { step_rewards: order.map((role) => steps?.[role] ?? 0) },
    );
  const run = (order: readonly (keyof typeof values)[], overrides: Overrides, steps?: Record<string, number>) =>
    Object.fromEntries(
      credited([episode(order, steps)], settingsOf(overrides))[0]!.messages.map(({ role, advantages }) => [role, advantages[0]!]),
    );

  it('with a trace below 1: a sibling’s value stands for what comes next, and it differs from the joint successor’s', () => {
    expect(team.agents.length).toBe(4);
    const oneStep = { gamma: 1, gammaToken: 1, lambda: 0, lambdaToken: 0 };
    const bFirst = run(['a', 'b', 'c', 'd'], oneStep);
    const cFirst = run(['a', 'c', 'b', 'd'], oneStep);
    // b's error is V(c) − V(b) in one order, V(d) − V(b) in the other.
    expect(bFirst.b).toBeCloseTo(0.7 - 0.4, 12);
    expect(cFirst.b).toBeCloseTo(0.9 - 0.4, 12);
    expect(bFirst.d).toBe(cFirst.d);
    // Telescoping: the errors of the whole sum to R − V(first) in any order.
    for (const errors of [bFirst, cFirst]) expect(sum(Object.values(errors))).toBeCloseTo(1 - 0.5, 12);
    for (const overrides of [r1, { ...ones, lambda: 0.5 }])
      expect(run(['a', 'b', 'c', 'd'], overrides).b).not.toBeCloseTo(run(['a', 'c', 'b', 'd'], overrides).b!, 3);
  });
  it('with a discount below 1: the sibling taken first is further from the reward', () => {
    const discounted = { ...ones, gamma: 0.5, algorithm: 'reinforce', baseline: 'none' } as const;
    expect(run(['a', 'b', 'c', 'd'], discounted)).toEqual({ a: 0.125, b: 0.25, c: 0.5, d: 1 });
    expect(run(['a', 'c', 'b', 'd'], discounted)).toEqual({ a: 0.125, b: 0.5, c: 0.25, d: 1 });
  });
  it('with rewards of single messages: the sibling taken first has the other’s still to come', () => {
    const perStep = { ...ones, credit: { strategy: 'per_step' } } as const;
    const steps = { b: 1, c: 2 };
    expect(run(['a', 'b', 'c', 'd'], perStep, steps).b).toBeCloseTo(3 - 0.4, 12);
    expect(run(['a', 'c', 'b', 'd'], perStep, steps).b).toBeCloseTo(1 - 0.4, 12);
  });
});
