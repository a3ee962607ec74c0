import { describe, expect, it } from 'vitest';
import { conservationViolations } from '../../../../../src/core/credit/conservation.ts';
import { explainer } from '../../../../../src/core/credit/explain.ts';
import { treeSteps } from '../../../../../src/core/credit/advantages/tree.ts';
import type { EpisodeRecord } from '../../../../../src/core/episode/records.ts';
import { credited, flat, randomBatch, recordOf, settingsOf, sum } from '../support.ts';

const settings = settingsOf({ algorithm: 'vineppo' });

/** Two agents; the states before their messages are worth `values` to each role. */
function played(
  values: readonly Readonly<Record<string, number>>[],
  rewards: Readonly<Record<string, number>>,
  paid = rewards,
): EpisodeRecord {
  const record = recordOf(
    [
      { role: 'a', tokens: 2 },
      { role: 'b', tokens: 3 },
    ],
    [Object.values(paid).every((one) => one === paid['a']) ? (paid['a'] ?? 0) : paid],
  );
  return {
    ...record,
    rewards,
    reward: sum(Object.values(rewards)) / 2,
    messages: record.messages.map((message, index) => ({ ...message, tree_values: values[index] ?? {} })),
  };
}

describe('credit by playing on', () => {
  const team = played(
    [
      { a: 0.5, b: 0.5 },
      { a: 0.25, b: 0.25 },
    ],
    { a: 1, b: 1 },
  );

  it('gives every token of a message what the message changed about the expected reward', () => {
    const [record] = credited([team], settings);
    expect(record!.messages.map(({ advantages }) => advantages)).toEqual([
      [-0.25, -0.25],
      [0.75, 0.75, 0.75],
    ]);
    // What is to come stays what was paid.
    expect(flat([record!], 'returns')).toEqual([1, 1, 1, 1, 1]);
  });
  it('sums to the reward less what was expected at the start, and says so where it does not', () => {
    const [record] = credited([team], settings);
    expect(sum(record!.messages.map(({ advantages }) => advantages[0]!))).toBe(1 - 0.5);
    expect(conservationViolations([record!], settings)).toEqual([]);
    const broken = structuredClone(record!);
    broken.messages[1]!.advantages = [0.8, 0.8, 0.8];
    expect(conservationViolations([broken], settings)).toEqual([
      { identity: 'played on', episode: 0, expected: 0.5, actual: expect.closeTo(0.55, 12) },
    ]);
  });
  it('is of what the speaker receives, where roles are paid by themselves', () => {
    const own = played(
      [
        { a: 0.2, b: 0.4 },
        { a: 0.6, b: 0 },
      ],
      { a: 1, b: 0.5 },
    );
    expect(treeSteps(own, settings)).toEqual([
      { before: 0.2, behind: 0.6 },
      { before: 0, behind: 0.5 },
    ]);
    const half = settingsOf({ algorithm: 'vineppo', credit: { ownShare: 0.5 } });
    const [, second] = treeSteps(own, half);
    expect(second!.before).toBeCloseTo(0.5 * 0.3, 12);
    expect(second!.behind).toBeCloseTo(0.5 * 0.5 + 0.5 * 0.75, 12);
    expect(conservationViolations(credited([own], half), half)).toEqual([]);
  });
  it('is explained by both values', () => {
    const { estimator, terms } = explainer([team], settings).explain(0, { message: 1, token: 2 });
    expect(estimator).toBe('vineppo');
    expect(terms).toEqual([
      { kind: 'tree', amount: 1, side: 'behind', value: 1 },
      { kind: 'tree', amount: -0.25, side: 'before', value: 0.25 },
    ]);
  });
  it('wants the values, and does not take others’ place for them', () => {
    const [record] = randomBatch(1, 1, 1);
    const bare = { ...record!, messages: record!.messages.map(({ tree_values: _, ...message }) => message) };
    expect(() => credited([bare], settings)).toThrow('nobody played on from there');
  });
  it('does not depend on the length of messages nor on discounts', () => {
    const batch = randomBatch(3, 2, 2);
    const first = credited(batch, settings).map(({ messages }) => messages.map(({ advantages }) => advantages[0]));
    const other = credited(batch, settingsOf({ algorithm: 'vineppo', ratioLevel: 'message', gamma: 0.5 }));
    expect(other.map(({ messages }) => messages.map(({ advantages }) => advantages[0]))).toEqual(first);
  });
});
