/** What GRPO divides by, and over what advantages are normalised where nobody says. */
import { describe, expect, it } from 'vitest';
import { standards, type Unit } from '../../../../src/core/credit/advantages/groups.ts';
import { settingRemarks } from '../../../../src/core/document/check/remarks.ts';
import { normalization, pushesGroupsWithoutSpread } from '../../../../src/core/document/derived.ts';
import { ALGORITHMS } from '../../../../src/core/document/trainingSchema.ts';
import { PRESETS } from '../../../../src/core/document/presets/presets.ts';
import type { TrainingSettings } from '../../../../src/core/document/schema.ts';
import { settingsOf } from '../objectives/support.ts';

const project = (training: Partial<TrainingSettings>) => {
  const document = PRESETS.micro.project({ source: 'export default {}' });
  return { ...document, training: { ...document.training, ...training } };
};
const unit = (episode: number, score: number, key: string, kind = ''): Unit => ({ key, kind, episode, messages: [0], start: 0, score });
const GROUPS = [[unit(0, 1, 'a'), unit(1, 0, 'a'), unit(2, 0, 'a')], [unit(3, 3, 'b'), unit(4, 1, 'b')], [unit(5, 2, 'c')]];
const advantages = (groupStd: 'group' | 'batch' | 'none') => {
  const standard = standards(GROUPS, { comparison: 'grpo', groupStd });
  return GROUPS.map((group) =>
    group.map(({ score }, own) => {
      const { mean, scale } = standard(group, own);
      return (score - mean) / scale;
    }),
  );
};
/** With n − 1, as torch.std. */
const deviation = (x: readonly number[]) => {
  const mean = x.reduce((a, b) => a + b, 0) / x.length;
  return Math.sqrt(x.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (x.length - 1));
};

describe('GRPO divides by', () => {
  it('the deviation of the group', () => {
    const own = [1 / 3, 1] as const;
    expect(advantages('group')[0]?.[0]).toBeCloseTo((1 - own[0]) / (deviation([1, 0, 0]) + 1e-5), 12);
    expect(advantages('group')[1]?.[0]).toBeCloseTo(1 / (deviation([3, 1]) + 1e-5), 12);
  });
  it('that of all the batch, each group’s mean taken off', () => {
    const scale = deviation([1, 0, 0, 3, 1, 2]) + 1e-5;
    expect(advantages('batch')[0]?.map((a) => a * scale)).toEqual([2 / 3, -1 / 3, -1 / 3].map((a) => expect.closeTo(a, 12)));
    expect(advantages('batch')[1]?.map((a) => a * scale)).toEqual([1, -1].map((a) => expect.closeTo(a, 12)));
  });
  it('nothing, as Dr. GRPO', () => {
    expect(advantages('none')[0]).toEqual([2 / 3, -1 / 3, -1 / 3].map((a) => expect.closeTo(a, 12)));
    expect(advantages('none')[1]).toEqual([1, -1]);
  });
  it('and gives whatever is alone 0', () => {
    for (const groupStd of ['group', 'batch', 'none'] as const) expect(advantages(groupStd)[2]).toEqual([0]);
  });
  it('of a kind: messages are scaled by the batch’s messages of their agent and turn', () => {
    const groups = [
      [unit(0, 1, 'a x', 'x'), unit(1, 0, 'a x', 'x')],
      [unit(0, 10, 'a y', 'y'), unit(1, 0, 'a y', 'y')],
    ];
    const standard = standards(groups, { comparison: 'grpo', groupStd: 'batch' });
    expect(groups.map((group) => standard(group, 0).scale)).toEqual([deviation([1, 0]) + 1e-5, deviation([10, 0]) + 1e-5]);
  });
});

describe('advantages are normalised by the algorithm', () => {
  it('over nothing with GRPO and RLOO, over the minibatch with the others', () => {
    for (const algorithm of ALGORITHMS) {
      const own = algorithm === 'grpo' || algorithm === 'rloo' ? 'none' : 'minibatch';
      expect(normalization(settingsOf({ algorithm })), algorithm).toEqual({ mean: own, std: own });
      expect(pushesGroupsWithoutSpread(settingsOf({ algorithm }))).toBe(false);
    }
    expect(normalization(settingsOf({ algorithm: 'grpo', normalizeAdvantages: { mean: 'batch' } }))).toEqual({
      mean: 'batch',
      std: 'none',
    });
  });
  it('and where GRPO takes a wider mean off as well, it is said', () => {
    const said = (mean: 'auto' | 'minibatch' | 'group') =>
      settingRemarks(project({ algorithm: 'grpo', groupSize: 8, normalizeAdvantages: { mean, std: 'none' } })).map(({ code }) => code);
    expect(said('minibatch')).toEqual(['E_SETTING_PUSHES_GROUPS']);
    expect(said('auto')).toEqual([]);
    expect(said('group')).toEqual([]);
    expect(settingRemarks(project({ normalizeAdvantages: { mean: 'minibatch', std: 'none' } }))).toEqual([]);
  });
});
