/** MaxRL and role-conditioned advantage estimation beside a plain twin in Python, and what they are refused with. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { creditBatch } from '../../../../../src/core/credit/advantages/creditBatch.ts';
import { compare } from '../../../../../src/core/credit/advantages/groups.ts';
import type { RunningMeans } from '../../../../../src/core/credit/advantages/runningMeans.ts';
import { FrozenBatch } from '../../../../../src/core/credit/estimators.ts';
import { explainer } from '../../../../../src/core/credit/explain.ts';
import { documentFaults } from '../../../../../src/core/document/check/check.ts';
import { settingRemarks } from '../../../../../src/core/document/check/remarks.ts';
import { PRESETS } from '../../../../../src/core/document/presets/presets.ts';
import { parseDocument } from '../../../../../src/core/document/parse.ts';
import type { Overrides } from '../support.ts';
import { credited, flat, randomBatch, recordOf, settingsOf } from '../support.ts';

interface Golden {
  readonly maxrl: readonly { readonly rewards: readonly number[]; readonly advantages: readonly number[] }[];
  readonly rae: readonly {
    readonly decay: number;
    readonly batches: readonly {
      readonly episodes: readonly Record<'paid' | 'advantages' | 'papers', Readonly<Record<string, number>>>[];
      readonly means: RunningMeans;
    }[];
  }[];
}
const golden = JSON.parse(readFileSync(new URL('../../../../golden/methods-2026.json', import.meta.url), 'utf8')) as Golden;
const RAE = { algorithm: 'reinforce', baseline: 'role', credit: { chain: 'agent' } } as const satisfies Overrides;
const MAXRL = { algorithm: 'grpo', groupStd: 'mean', groupSize: 4 } as const satisfies Overrides;

const project = (training: Overrides) => {
  const document = PRESETS.micro.project({ source: 'export default {}' });
  const { reward, credit, ...rest } = training;
  const own = document.training;
  const changed = { ...own, ...rest, reward: { ...own.reward, ...reward }, credit: { ...own.credit, ...credit } };
  return parseDocument({ ...document, training: changed });
};

describe('MaxRL', () => {
  it('is the twin’s, for rewards of 0 and 1 and between them', () => {
    for (const { rewards, advantages } of golden.maxrl)
      compare(rewards, 'maxrl').forEach((advantage, own) => expect(advantage).toBeCloseTo(advantages[own]!, 9));
    expect(golden.maxrl.some(({ rewards }) => rewards.every((reward) => reward === 0))).toBe(true);
  });
  it('credits a batch with what the twin says of each group', () => {
    const group = golden.maxrl.find(({ rewards }) => new Set(rewards).size > 1)!;
    const records = group.rewards.map((reward) => recordOf([{ role: 'a', tokens: 3 }], [reward]));
    const [first] = flat(credited(records, settingsOf(MAXRL)), 'advantages');
    expect(first).toBeCloseTo(group.advantages[0]!, 9);
  });
  it('has no number for a return below 0', () => {
    const records = [0.5, -0.25].map((reward) => recordOf([{ role: 'a', tokens: 1 }], [reward]));
    expect(() => credited(records, settingsOf(MAXRL))).toThrowError(/MaxRL divides by the mean return of a group.*-0.25/);
    const batch = new FrozenBatch(records, { ...settingsOf({ algorithm: 'grpo', groupSize: 2 }), episodes: 2 });
    expect(batch.missing('maxrl', { values: new Map(), shares: null })).toBe('below_zero');
  });
  it.each([
    { normalizeAdvantages: { mean: 'none', std: 'group' } },
    { reward: { mean: 'group' } },
    { reward: { bias: -1 } },
    { reward: { scale: -1 } },
    { overlong: { buffer: 4, penalty: 1 } },
    { klCoef: 0.1, klPlacement: 'reward' },
  ] as const satisfies readonly Overrides[])('is refused with %o, which GRPO has', (also) => {
    const codes = (groupStd: 'mean' | 'none') => documentFaults(project({ ...MAXRL, groupStd, ...also })).map(({ code }) => code);
    expect(codes('mean')).toContain('E_TRAINING_MAXRL');
    expect(codes('none')).not.toContain('E_TRAINING_MAXRL');
  });
});

describe('role-conditioned advantage estimation', () => {
  it('is the twin’s, batch by batch, and the paper’s order is its share d of it', () => {
    for (const { decay, batches } of golden.rae) {
      let runningMeans: RunningMeans = {};
      for (const { episodes, means } of batches) {
        const records = episodes.map(({ paid }) =>
          recordOf(
            Object.keys(paid).map((role) => ({ role, tokens: 2 })),
            [paid],
          ),
        );
        runningMeans = creditBatch(records, settingsOf({ ...RAE, baselineDecay: decay }), { runningMeans });
        records.forEach(({ messages }, episode) => {
          for (const { role, advantages } of messages) {
            expect(advantages[1]).toBeCloseTo(episodes[episode]!.advantages[role]!, 9);
            expect(decay * advantages[0]!).toBeCloseTo(episodes[episode]!.papers[role]!, 9);
          }
        });
        for (const [role, mean] of Object.entries(means)) expect(runningMeans[role]).toBeCloseTo(mean, 9);
      }
    }
  });
  it('comes to the same in one batch as in two, and is explained to the digit', () => {
    for (const chain of ['serial', 'agent'] as const) {
      const settings = settingsOf({ ...RAE, credit: { chain }, gamma: 0.9 });
      const records = randomBatch(26, 3, 2, { perRole: true });
      const whole = credited(records, settings);
      const parts = structuredClone(records);
      const runningMeans = creditBatch(parts.slice(0, 2), settings);
      creditBatch(parts.slice(2), settings, { runningMeans });
      expect(flat(parts, 'advantages')).toEqual(flat(whole, 'advantages'));
      const { explain } = explainer(whole, settings);
      whole.forEach(({ messages }, episode) =>
        messages.forEach(({ advantages }, message) =>
          expect(explain(episode, { message, token: 0 }).advantage).toBeCloseTo(advantages[0]!, 9),
        ),
      );
      const batch = new FrozenBatch(whole, { ...settings, episodes: 6 });
      const none = { values: new Map(), shares: null };
      expect(batch.credit('rae', settings, none)).toMatchObject({
        credit: whole.map(({ messages }) => messages.map(({ advantages }) => expect.closeTo(advantages[0]!, 9) as number)),
      });
      expect(new FrozenBatch(records, { ...settings, episodes: 6 }).missing('rae', none)).toBe('no_running_means');
    }
  });
  it('is refused along who hears whom, and a mean on top of it is remarked on', () => {
    const codes = (credit: Overrides['credit']) => documentFaults(project({ ...RAE, credit })).map(({ code }) => code);
    expect(codes({ chain: 'listener' })).toContain('E_TRAINING_CHAIN');
    expect(codes({ chain: 'agent' })).toEqual([]);
    const remarks = (mean: 'auto' | 'agent') =>
      settingRemarks(project({ ...RAE, normalizeAdvantages: { mean, std: 'none' } })).map(({ code }) => code);
    expect(remarks('agent')).toEqual(['E_SETTING_MEAN_TWICE']);
    expect(remarks('auto')).toEqual([]);
  });
});
