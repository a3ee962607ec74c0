import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { advantageNormalizer } from '../../../../src/core/credit/advantages/normalizeAdvantages.ts';
import { nextStale } from '../../../../src/core/credit/advantages/stale.ts';
import type { EpisodeRecord } from '../../../../src/core/episode/records.ts';
import { credited, expectClose, flat, type Overrides, r1, randomBatch, recordOf, settingsOf, sum } from './support.ts';

const vectors = JSON.parse(readFileSync(new URL('../../../golden/marft-vectors.json', import.meta.url), 'utf8'));

/** An episode with these advantages, a message each. */
function withAdvantages(messages: readonly (readonly number[])[], group = 0): EpisodeRecord {
  const record = recordOf(
    messages.map((advantages, i) => ({ role: `a${i}`, tokens: advantages.length })),
    [],
    { group },
  );
  record.messages.forEach((message, i) => {
    message.advantages = messages[i]!;
  });
  return record;
}

const scopes = (mean: string, std = mean, rest: Overrides = {}) => settingsOf({ ...rest, normalizeAdvantages: { mean, std } as never });
const indices = (records: readonly unknown[]) => records.map((_, i) => i);
const flatAdvantages = (records: readonly EpisodeRecord[]) => flat(records, 'advantages');

/** Today's and R1's formula, written out. */
function plain(x: readonly number[]): number[] {
  const mean = x.reduce((total, v) => total + v, 0) / x.length;
  const variance = x.reduce((total, v) => total + (v - mean) ** 2, 0) / x.length;
  return x.map((v) => (v - mean) / (Math.sqrt(variance) + 1e-8));
}

describe('scopes', () => {
  const batch = credited(randomBatch(5, 2, 3, { turns: 2 }), settingsOf(r1));

  it('minibatch: to the last bit the plain formula over the minibatch, in its order', () => {
    const normalize = advantageNormalizer(batch, settingsOf());
    for (const chosen of [[0, 1, 2, 3, 4, 5], [4, 1], [3]]) {
      expect(Array.from(normalize(chosen))).toEqual(plain(flatAdvantages(chosen.map((i) => batch[i]!))));
    }
  });
  it('batch: the same numbers whatever the minibatch', () => {
    const normalize = advantageNormalizer(batch, scopes('batch'));
    expect(Array.from(normalize(indices(batch)))).toEqual(plain(flatAdvantages(batch)));
    expect([...normalize([3]), ...normalize([0])]).toEqual([...normalize([3, 0])]);
  });
  it('none: left alone', () => {
    expect(Array.from(advantageNormalizer(batch, scopes('none'))([2, 0]))).toEqual(flatAdvantages([batch[2]!, batch[0]!]));
  });
  it.each([
    ['agent', (record: EpisodeRecord, role: string) => role],
    ['group', (record: EpisodeRecord) => String(record.group)],
  ])('%s: mean 0 and deviation 1 in each, over the batch', (scope, keyOf) => {
    const normalized = Array.from(advantageNormalizer(batch, scopes(scope))(indices(batch)));
    const keys = batch.flatMap((record) => record.messages.flatMap(({ role, response_ids: ids }) => ids.map(() => keyOf(record, role))));
    for (const key of new Set(keys)) {
      const own = normalized.filter((_, i) => keys[i] === key);
      expect(sum(own) / own.length).toBeCloseTo(0, 10);
      expect(sum(own.map((v) => v * v)) / own.length).toBeCloseTo(1, 6);
    }
  });
  it('the deviation is that of what the mean left; about 0 without a mean', () => {
    const records = [withAdvantages([[1], [3]]), withAdvantages([[10], [20]], 1)];
    const run = (mean: string, std: string) => Array.from(advantageNormalizer(records, scopes(mean, std))([0, 1]));
    const residual = Math.sqrt((1 + 1 + 25 + 25) / 4);
    expectClose(run('group', 'batch'), [-1 / residual, 1 / residual, -5 / residual, 5 / residual], 6);
    const rms = Math.sqrt((1 + 9 + 100 + 400) / 4);
    expectClose(run('none', 'batch'), [1 / rms, 3 / rms, 10 / rms, 20 / rms], 6);
    expectClose(run('batch', 'none'), [-7.5, -5.5, 1.5, 11.5], 12);
  });
  it('beside a mean of the minibatch a wider deviation is taken about its own mean', () => {
    const records = [withAdvantages([[1, 3]]), withAdvantages([[10, 20]])];
    const deviation = Math.sqrt(sum([1, 3, 10, 20].map((v) => (v - 8.5) ** 2)) / 4);
    expectClose(advantageNormalizer(records, scopes('minibatch', 'batch'))([1]), [-5 / deviation, 5 / deviation], 6);
  });
  it('at message level a message counts once, however long it is', () => {
    const records = [withAdvantages([[1, 1, 1, 1], [3]])];
    const one = 1 / (1 + 1e-8);
    expect(Array.from(advantageNormalizer(records, settingsOf({ algorithm: 'appo' }))([0]))).toEqual([-one, -one, -one, -one, one]);
    expect(advantageNormalizer(records, settingsOf())([0])[4]).toBeCloseTo(2, 6);
  });
  it.each(['batch', 'agent', 'group'])('%s: does not depend on the order of the batch', (scope) => {
    const turned = advantageNormalizer(batch.toReversed(), scopes(scope))(indices(batch));
    expectClose(turned, advantageNormalizer(batch, scopes(scope))(indices(batch).toReversed()), 12);
  });
  it('stays finite when all are equal or there are none', () => {
    expect(Array.from(advantageNormalizer([withAdvantages([[2, 2]])], settingsOf())([0]))).toEqual([0, 0]);
    expect(advantageNormalizer([], settingsOf())([]).length).toBe(0);
  });
});

describe('V5: r1_skip_exact_zeros', () => {
  const v = vectors.V5_advnorm;
  it('leaves a real zero out of mean and deviation, and shifts it all the same', () => {
    const skip = settingsOf({ compat: ['r1_skip_exact_zeros'] });
    expectClose(advantageNormalizer([withAdvantages(v.adv)], skip)([0]), v.out.flat());
  });
  it('a real zero counts otherwise', () => {
    expect(Array.from(advantageNormalizer([withAdvantages(v.adv)], settingsOf())([0]))).toEqual(plain(v.adv.flat()));
  });
});

describe('V2 (stale): r1_stale_advantages', () => {
  const said = (v: { V: number[][] }, lengths: readonly number[]) =>
    lengths.map((tokens, i) => ({ role: `a${i}`, tokens, values: v.V[i]!.slice(0, tokens) }));
  const first = credited([recordOf(said(vectors.V2_tppo_done, [3, 2]), [1])], settingsOf(r1));
  const { V2, adv_after: after } = vectors.V2_tppo_stale;
  const second = credited([recordOf(said({ V: V2 }, [1, 1]), [0])], settingsOf(r1));
  const compat = ['r1_stale_advantages' as const];

  it('the array of the second iteration holds what the first left behind', () => {
    const stale = nextStale(second, nextStale(first));
    expectClose(stale[0]![0]!, after[0].slice(0, 3));
    expectClose(stale[0]![1]!, after[1].slice(0, 2));
  });
  it('what was left behind enters mean and deviation, but is not in the loss', () => {
    const stale = JSON.parse(JSON.stringify(nextStale(first)));
    const normalized = advantageNormalizer(second, settingsOf({ compat }), stale)([0]);
    const array = [...after[0].slice(0, 3), ...after[1].slice(0, 2)];
    expectClose(normalized, [plain(array)[0]!, plain(array)[3]!]);
    expect(normalized.length).toBe(2);
  });
  it('counts only with the switch, at token level', () => {
    const stale = nextStale(first);
    expect(advantageNormalizer(second, settingsOf(), stale)([0])).toEqual(advantageNormalizer(second, settingsOf())([0]));
    const appo = settingsOf({ algorithm: 'appo', compat });
    expect(advantageNormalizer(second, appo, stale)([0])).toEqual(advantageNormalizer(second, appo)([0]));
  });
  it('messages that are no longer there and other episodes’ places are kept apart', () => {
    const old = [withAdvantages([[9, 9], [9]]), withAdvantages([[5]])];
    const now = [withAdvantages([[1]]), withAdvantages([[2, 3]])];
    const stale = nextStale(now, nextStale(old));
    expect(stale).toEqual([[[1, 9], [9]], [[2, 3]]]);
    const normalize = advantageNormalizer(now, settingsOf({ compat }), nextStale(old));
    expectClose(normalize([0]), [plain([1, 9, 9])[0]!], 12);
    expectClose(normalize([1]), plain([2, 3]), 12);
    expectClose(
      normalize([0, 1]),
      [1, 2, 3].map((x) => plain([1, 9, 9, 2, 3])[[1, 9, 9, 2, 3].indexOf(x)]!),
      12,
    );
  });
});
