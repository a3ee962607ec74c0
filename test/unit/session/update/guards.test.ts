/** What the guards look at after an update: the KL of an adapter over what its agents decided. */
import { describe, expect, it } from 'vitest';
import { trainingSchema } from '../../../../src/core/document/schema.ts';
import type { PolicyMetrics } from '../../../../src/core/objectives/policy.ts';
import type { AdapterSnapshot, PolicyAdapter } from '../../../../src/session/policy/policyAdapter.ts';
import type { GroupMessages } from '../../../../src/session/update/assess.ts';
import { adaptedEntropy, adaptedKlCoef, afterUpdate } from '../../../../src/session/update/guards.ts';
import { UpdateStats } from '../../../../src/session/update/updateStats.ts';
import type { UpdateContext } from '../../../../src/session/update/update.ts';
import { golden } from '../../core/objectives/support.ts';

/** Two agents share an adapter; the first has said one message of 3 tokens, the second one of 1 token. */
async function shared(training: object, kl: readonly (number | null)[], { moved = true } = {}) {
  const taken: AdapterSnapshot[] = [];
  const adapter = {
    name: 'a',
    agents: [0, 1],
    frozen: false,
    rateFactor: 0.5,
    isAt: () => !moved,
    restore: (to: AdapterSnapshot) => Promise.resolve(void taken.push(to)),
  };
  const group = { agents: [0, 1], adapters: [adapter as unknown as PolicyAdapter] };
  const batched = [3, 1].flatMap((tokens, agent) =>
    kl[agent] === null ? [] : [{ agent, message: { response_ids: Array(tokens).fill(7) } }],
  );
  const after = new Map(kl.flatMap((ppo_kl, agent) => (ppo_kl === null ? [] : [[agent, { ppo_kl } as PolicyMetrics] as const])));
  const context = { training: trainingSchema.parse(training), iteration: 1, learners: new Set([0, 1]), roles: ['a', 'b'], emit: () => {} };
  const before = new Map([[adapter as unknown as PolicyAdapter, {} as AdapterSnapshot]]);
  await afterUpdate(
    context as unknown as UpdateContext,
    [{ group, batched } as unknown as GroupMessages],
    before,
    after,
    new UpdateStats(['a', 'b']),
  );
  return { undone: taken.length, rateFactor: adapter.rateFactor };
}

describe('the KL of a shared adapter', () => {
  const gate = { klGate: 0.03, klGateAction: 'undo', adaptiveLearningRate: { enabled: false } };

  it('is the mean over tokens where a token is a decision', async () => {
    // (3 · 0.02 + 1 · 0.05) / 4 = 0.0275
    expect((await shared({ ...gate, algorithm: 'tppo' }, [0.02, 0.05])).undone).toBe(0);
  });

  it('is the mean over messages where a message is one', async () => {
    // (0.02 + 0.05) / 2 = 0.035
    expect((await shared({ ...gate, algorithm: 'appo' }, [0.02, 0.05])).undone).toBe(1);
  });

  it('undoes nothing where the update moved nothing', async () => {
    expect((await shared({ ...gate, algorithm: 'appo' }, [0.02, 0.05], { moved: false })).undone).toBe(0);
  });
});

describe('the adaptive learning rate', () => {
  it('rises where the KL is small, and stays where nothing was said that could be measured', async () => {
    expect((await shared({ klGate: 0 }, [0, 0])).rateFactor).toBeCloseTo(0.55);
    expect((await shared({ klGate: 0 }, [null, null])).rateFactor).toBe(0.5);
  });
});

describe('the adaptive weight of the KL', () => {
  it('moves towards the target by at most a fifth, and in full once the horizon is played', () => {
    const settings = { target: 0.1, horizon: 100 };
    expect(adaptedKlCoef(0.5, 0.11, settings, 50)).toBeCloseTo(0.5 * (1 + 0.1 * 0.5), 12);
    expect(adaptedKlCoef(0.5, 3, settings, 50)).toBeCloseTo(0.5 * 1.1, 12);
    expect(adaptedKlCoef(0.5, 0, settings, 100)).toBeCloseTo(0.4, 12);
  });

  it('stays a weight however short the horizon', () => {
    expect(adaptedKlCoef(0.5, 0, { target: 0.1, horizon: 5 }, 32)).toBeCloseTo(0.4, 12);
  });
});

describe('the entropy bonus with a target', () => {
  const settings = { enabled: true, target: 0.5, step: 0.1, max: 0.25 };
  it('is paid and rises at or below it, up to its largest', () => {
    expect(adaptedEntropy(0.1, 0.5, settings)).toEqual({ inForce: 0.1, next: 0.2 });
    expect(adaptedEntropy(0.2, 0.1, settings)).toEqual({ inForce: 0.2, next: 0.25 });
  });
  it('falls above it, where none is paid, and never below 0', () => {
    expect(adaptedEntropy(0.25, 0.6, settings)).toEqual({ inForce: 0, next: 0.15 });
    expect(adaptedEntropy(0.05, 0.6, settings)).toEqual({ inForce: 0, next: 0 });
  });
  it('is what it was set to where it does not adapt', () => {
    expect(adaptedEntropy(0.1, 9, { ...settings, enabled: false })).toEqual({ inForce: 0.1, next: 0.1 });
  });
  it('has TRL’s weight step by step; TRL pays it by the entropy of the step before, and nothing at the first', () => {
    const { coef, target, step, max, steps } = golden('trl.json').entropy as {
      readonly [name in 'coef' | 'target' | 'step' | 'max']: number;
    } & { readonly steps: readonly { readonly entropy: number; readonly inForce: number; readonly next: number }[] };
    const adapted = { enabled: true, target, step, max };
    let ours = coef;
    let before = Number.POSITIVE_INFINITY;
    for (const { entropy, inForce, next } of steps) {
      expect(inForce).toBeCloseTo(adaptedEntropy(ours, before, adapted).inForce, 12);
      ours = adaptedEntropy(ours, entropy, adapted).next;
      expect(ours).toBeCloseTo(next, 12);
      before = entropy;
    }
    expect(steps.map(({ next }) => next)).toContain(max);
    expect(steps.map(({ next }) => next)).toContain(0);
  });
});
