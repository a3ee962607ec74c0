/** What fewer bits change, as the page knows it of its runs: read once, measured once at a time, kept, and what is said where that fails. */
import { describe, expect, it } from 'vitest';
import type { ComparedWeights } from '../../../../../src/core/formats/runs/weightDifference.ts';
import { createWeightsStore } from '../../../../../src/page/state/weights/createWeights.ts';
import type { KeptWeights } from '../../../../../src/runs/types.ts';

const found = (kl_mean: number): ComparedWeights[] => [
  {
    base: 'micro',
    form: 'q4',
    source: 'rollouts/1.jsonl',
    tokens: 9,
    kl_mean,
    kl_max: 1,
    max_at: { sequence: 0, token: 1, text: 'a' },
    backend: 'wasm',
  },
];

function setUp() {
  const kept = new Map<string, readonly ComparedWeights[]>();
  let shownBeforeKept = false;
  const host = { full: false, unreadable: false, reads: 0, answers: [] as ((compared: readonly ComparedWeights[] | null) => void)[] };
  const store = createWeightsStore({
    read: async (runId): Promise<KeptWeights> => {
      host.reads += 1;
      if (host.unreadable) throw new Error('the disk is away');
      return { form: 'q4', compared: kept.get(runId) ?? null };
    },
    compare: () => new Promise((resolve) => host.answers.push(resolve)),
    keep: async (runId, compared) => {
      shownBeforeKept ||= store.getState().runs[runId]?.compared === compared;
      if (host.full) throw new Error('full');
      kept.set(runId, compared);
    },
  });
  return { store, kept, host, shownBeforeKept: () => shownBeforeKept };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('what fewer bits change', () => {
  it('is read once, measured once at a time, and kept before it is shown', async () => {
    const { store, kept, host, shownBeforeKept } = setUp();
    await store.getState().load('one');
    await store.getState().load('one');
    expect(host.reads).toBe(1);
    expect(store.getState().runs['one']).toEqual({ form: 'q4', compared: null });
    const measured = store.getState().measure('one');
    await store.getState().measure('one');
    expect(store.getState().asking).toEqual(['one']);
    await settle();
    expect(host.answers).toHaveLength(1);
    host.answers[0]!(found(0.2));
    await measured;
    expect(store.getState()).toMatchObject({ runs: { one: { form: 'q4', compared: found(0.2) } }, asking: [], faults: {} });
    expect(kept.get('one')).toEqual(found(0.2));
    expect(shownBeforeKept()).toBe(false);
  });

  it('stays as it was where measuring was called off', async () => {
    const { store, kept, host } = setUp();
    kept.set('one', found(0.1));
    const measured = store.getState().measure('one');
    await settle();
    host.answers[0]!(null);
    await measured;
    expect(store.getState()).toMatchObject({ runs: { one: { compared: found(0.1) } }, asking: [], faults: {} });
  });

  it('that cannot be kept is shown, with what went wrong', async () => {
    const { store, host } = setUp();
    host.full = true;
    const measured = store.getState().measure('one');
    await settle();
    host.answers[0]!(found(0.2));
    await measured;
    expect(store.getState().runs['one']?.compared).toEqual(found(0.2));
    expect(store.getState().faults['one']?.detail).toContain('full');
    store.getState().closeFault('one');
    expect(store.getState().faults).toEqual({});
  });

  it('of a run that cannot be read is not measured', async () => {
    const { store, host } = setUp();
    host.unreadable = true;
    await store.getState().measure('one');
    expect(host.answers).toEqual([]);
    expect(store.getState().asking).toEqual([]);
    expect(store.getState().faults['one']).toBeDefined();
  });
});
