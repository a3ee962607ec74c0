/** Chains of credit other than the team's: of each agent, and along who hears whom. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { successorsOf } from '../../../../../src/core/credit/rewards/successors.ts';
import type { EpisodeRecord } from '../../../../../src/core/episode/records.ts';
import { credited, expectClose, flat, ones, type Overrides, randomBatch, recordOf, type Said, settingsOf } from '../support.ts';

interface Vector {
  readonly messages: readonly (Pick<Required<Said>, 'role' | 'turn' | 'sees'> & { readonly values: number[] })[];
  readonly paid: readonly number[];
  readonly bootstrap: number;
  readonly truncated: boolean;
  readonly agent: readonly number[][];
  readonly listener: readonly number[][];
}

/** Computed by NumPy, by other ways than ours (test/golden/makers/make_credit_chains.py). */
const golden = JSON.parse(readFileSync(new URL('../../../../golden/credit-chains.json', import.meta.url), 'utf8')) as {
  readonly pairs: Overrides;
  readonly cases: readonly Vector[];
};

const advantagesOf = (records: readonly EpisodeRecord[], overrides: Overrides) =>
  flat(credited(records, settingsOf(overrides)), 'advantages');

describe('against NumPy', () => {
  it.each(['agent', 'listener'] as const)('%s', (chain) => {
    expect(golden.cases).toHaveLength(25);
    for (const { messages, paid, bootstrap, truncated, ...expected } of golden.cases) {
      const said = messages.map((message) => ({ ...message, tokens: message.values.length }));
      const record = recordOf(said, paid, { bootstrap, truncated, terminated: !truncated });
      expectClose(advantagesOf([record], { ...golden.pairs, credit: { chain } }), expected[chain].flat(), 9);
    }
  });
});

const says = (role: string, turn = 0, sees: number[] = []) => ({ role, turn, sees });

describe('what comes behind a message', () => {
  it('along who hears: those who hear it first, and in the next turn whoever remembers it, or opens it', () => {
    // a fans out to b and c, d hears all three; in the next turn a remembers nothing, b its own message.
    const messages = [says('a'), says('b', 0, [0]), says('c', 0, [0]), says('d', 0, [0, 1, 2]), says('a', 1), says('b', 1, [1, 4])];
    expect(successorsOf(messages, 'listener')).toEqual([[1, 2], [3], [3], [4], [5], []]);
    expect(successorsOf(messages, 'agent')).toEqual([[4], [5], [], [], [], []]);
    expect(successorsOf(messages, 'serial')).toBeUndefined();
    // Nobody hears b in its turn; a later message of another turn remembers it.
    expect(successorsOf([says('a'), says('b'), says('a', 1), says('b', 1, [1, 2])], 'listener')).toEqual([[2], [3], [3], []]);
  });
});

describe('a team in which everybody hears everybody before it', () => {
  it('is the serialised chain, to the last bit', () => {
    for (const seed of [1, 2, 3])
      for (const algorithm of ['tppo', 'appo'] as const) {
        const level = algorithm === 'appo' ? 'message' : 'token';
        const records = randomBatch(seed, 2, 2, { level }).map((record) => ({
          ...record,
          messages: record.messages.map((message, index) => ({ ...message, sees: Array.from({ length: index }, (_, i) => i) })),
        }));
        const serial = advantagesOf(records, { algorithm, gamma: 0.9, lambdaToken: 0.8 });
        expect(advantagesOf(records, { algorithm, gamma: 0.9, lambdaToken: 0.8, credit: { chain: 'listener' } })).toEqual(serial);
      }
  });
});

describe('along who hears', () => {
  const record = (order: readonly ('b' | 'c')[]) => {
    const values = { a: [0.1, 0.2], b: [0.5], c: [-0.3, 0.4], d: [0.7] };
    const said = [
      { role: 'a', tokens: 2, values: values.a },
      ...order.map((role) => ({ role, tokens: values[role].length, values: values[role], sees: [0] })),
      { role: 'd', tokens: 1, values: values.d, sees: [1, 2] },
    ];
    return recordOf(said, [1]);
  };
  const by = (order: readonly ('b' | 'c')[], overrides: Overrides) => {
    const [credit] = credited([record(order)], settingsOf(overrides));
    return Object.fromEntries(credit!.messages.map(({ role, advantages }) => [role, advantages]));
  };
  it('no advantage depends on which sibling is taken first; along the serialised chain some do', () => {
    const discounted = { gamma: 0.9, lambda: 0.5, gammaToken: 0.95, lambdaToken: 0.9 };
    const [one, two] = (['listener', 'serial'] as const).map((chain) =>
      [by(['b', 'c'], { ...discounted, credit: { chain } }), by(['c', 'b'], { ...discounted, credit: { chain } })].map((x) =>
        JSON.stringify(Object.entries(x).toSorted()),
      ),
    );
    expect(one![0]).toBe(one![1]);
    expect(two![0]).not.toBe(two![1]);
  });
  it('what the team is paid arrives once, whatever the ways to the end', () => {
    const settings = settingsOf({ ...ones, credit: { chain: 'listener' } });
    expectClose(flat(credited([record(['b', 'c'])], settings), 'returns'), [1, 1, 1, 1, 1, 1], 12);
    // Two ends: each is paid all of it.
    const apart = recordOf(
      [
        { role: 'a', tokens: 1, values: [0] },
        { role: 'b', tokens: 1, values: [0], sees: [0] },
        { role: 'c', tokens: 2, values: [0, 0], sees: [0] },
      ],
      [3],
    );
    const [credit] = credited([apart], settings);
    expect(credit!.messages.map(({ token_rewards: paid }) => paid)).toEqual([[0], [3], [0, 3]]);
    expect(flat([credit!], 'returns')).toEqual([3, 3, 3, 3]);
  });
});

describe('an agent’s own chain', () => {
  const duo = (values: number) =>
    recordOf(
      [
        { role: 'a', tokens: 1, values: [0.5] },
        { role: 'b', tokens: 1, values: [values] },
        { role: 'a', turn: 1, tokens: 2, values: [0.1, 0.2] },
      ],
      [{ a: 1, b: 10 }, 2],
    );
  it('has nothing of what others value or earn by themselves', () => {
    const settings = settingsOf({ ...ones, credit: { chain: 'agent' } });
    const of = (record: EpisodeRecord) => credited([record], settings)[0]!.messages;
    const [first, other] = [of(duo(7)), of(duo(-7))];
    expect(first.filter(({ role }) => role === 'a')).toEqual(other.filter(({ role }) => role === 'a'));
    // a: its own 1 and the team's 2; b: its own 10 and, silent in the second turn, the team's 2 at what it said last.
    expect(first.map(({ returns }) => returns)).toEqual([[3], [12], [2, 2]]);
    // With the serialised chain and ownShare 1 b's ten reach a: that is not independent learning.
    expect(credited([duo(7)], settingsOf(ones))[0]!.messages[0]!.returns).toEqual([13]);
  });
  it('without a critic, an agent’s whole return is compared with its own in the other episodes', () => {
    const rewards = [
      { a: 1, b: 0 },
      { a: 0, b: 5 },
    ];
    const records = rewards.map((paid) =>
      recordOf(
        [
          { role: 'a', tokens: 1 },
          { role: 'b', tokens: 1 },
        ],
        [paid],
      ),
    );
    const rloo = (chain: 'serial' | 'agent') => advantagesOf(records, { ...ones, algorithm: 'rloo', groupSize: 2, credit: { chain } });
    expect(rloo('agent')).toEqual([1, -5, -1, 5]);
    expect(rloo('serial')).toEqual([-4, -4, 4, 4]);
  });
});
