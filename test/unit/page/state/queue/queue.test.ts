import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../../../src/core/document/presets/presets.ts';
import type { Fault } from '../../../../../src/core/faults.ts';
import { decodeQueue, encodeQueue } from '../../../../../src/page/state/queue/codec.ts';
import { createQueueStore } from '../../../../../src/page/state/queue/createQueue.ts';
import { queuedDocument } from '../../../../../src/page/state/queue/decisions.ts';
import type { EngineGlimpse, NewEntry } from '../../../../../src/page/state/queue/types.ts';
import type { RunOptions } from '../../../../../src/page/state/library/types.ts';

const micro = PRESETS.micro.project({ source: 'export default {}' });
const fault: Fault = { code: 'E_TEST', message: 'It did not begin.' };
const entry = (seed: number, part: Partial<NewEntry> = {}): NewEntry => ({
  base: micro,
  values: {},
  seed,
  name: `run ${seed}`,
  tags: [],
  sweep: null,
  ...part,
});
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A trainer that does what the test says, and a browser's storage. */
function setUp(kept: string | null = null, whenOwned?: (owned: () => void) => void) {
  const trained: RunOptions[] = [];
  let engine: EngineGlimpse = { runId: null, active: false, outcome: null };
  let stored = kept;
  const page = { keeps: new Set<string>(), refuse: false, held: new Set<string>(), full: false, busy: false };
  const store = createQueueStore(
    {
      train: async (options) => {
        if (page.refuse) return null;
        trained.push(options);
        engine = { runId: `run-${trained.length}`, active: true, outcome: null };
        return engine.runId;
      },
      goOn: async (run) => {
        if (!page.keeps.has(run)) return false;
        engine = { runId: run, active: true, outcome: null };
        return true;
      },
      faults: () => [fault],
      free: () => !engine.active && !page.busy,
      engine: () => engine,
      heldBack: (source) => (page.held.has(source) ? { code: 'E_ENV_CONSENT', message: 'held' } : null),
      read: () => stored,
      write: (text) => {
        if (!page.full) stored = text;
        return !page.full;
      },
      newId: (() => {
        let number = 0;
        return () => `entry-${(number += 1)}`;
      })(),
      now: () => 1000,
      ...(whenOwned ? { whenOwned } : {}),
    },
    { encode: encodeQueue, decode: decodeQueue },
  );
  const end = async (outcome: 'finished' | 'stopped' | 'failed') => {
    engine = { ...engine, active: false, outcome };
    store.getState().look();
    await settled();
  };
  const statuses = () => store.getState().entries.map(({ name, status }) => `${name} ${status}`);
  /** A run begun by hand. */
  const byHand = (runId: string) => {
    engine = { runId, active: true, outcome: null };
  };
  return { store, trained, page, end, byHand, statuses, stored: () => stored };
}

describe('the queue', () => {
  it('trains one after the other, and a failed one does not stop the rest', async () => {
    const { store, trained, end, statuses } = setUp();
    store.getState().add([entry(1), entry(2), entry(3)]);
    await settled();
    expect(statuses()).toEqual(['run 1 running', 'run 2 waiting', 'run 3 waiting']);
    await end('failed');
    expect(statuses()).toEqual(['run 1 failed', 'run 2 running', 'run 3 waiting']);
    await end('finished');
    await end('finished');
    expect(statuses()).toEqual(['run 1 failed', 'run 2 finished', 'run 3 finished']);
    expect(trained.map(({ document, name }) => [document?.training.seed, name])).toEqual([
      [1, 'run 1'],
      [2, 'run 2'],
      [3, 'run 3'],
    ]);
    expect(store.getState().going).toBe(false);
  });

  it('trains the document with the cell’s values and seed, and says which cell it was', async () => {
    const { store, trained } = setUp();
    const values = { 'training.learningRate': 1e-4, 'team.agents.*.adapter.rank': 2 };
    const sweep = { id: 's', name: 'Rates', values };
    store.getState().add([entry(7, { values, sweep, tags: ['night'] })]);
    await settled();
    expect(trained[0]).toMatchObject({ sweep, tags: ['night'] });
    expect(trained[0]?.document?.training).toEqual({ ...micro.training, learningRate: 1e-4, seed: 7 });
    expect(trained[0]?.document?.team.agents.every(({ adapter }) => adapter.rank === 2)).toBe(true);
  });

  it('waits for a run that was begun by hand, and holds after one that was stopped by hand', async () => {
    const { store, page, end, statuses } = setUp();
    page.busy = true;
    store.getState().add([entry(1), entry(2)]);
    await settled();
    expect(statuses()).toEqual(['run 1 waiting', 'run 2 waiting']);
    page.busy = false;
    store.getState().look();
    await settled();
    await end('stopped');
    expect(statuses()).toEqual(['run 1 stopped', 'run 2 waiting']);
    expect(store.getState().going).toBe(false);
    store.getState().go();
    await settled();
    expect(statuses()).toEqual(['run 1 stopped', 'run 2 running']);
    store.getState().hold();
    await end('finished');
    store.getState().again([store.getState().entries[0]!.id]);
    expect(statuses(), 'nothing begins while it is held').toEqual(['run 2 finished', 'run 1 waiting']);
  });

  it('tells why one did not begin, and goes on', async () => {
    const { store, page, statuses } = setUp();
    page.refuse = true;
    store.getState().add([entry(1)]);
    await settled();
    expect(statuses()).toEqual(['run 1 failed']);
    expect(store.getState().entries[0]?.fault).toEqual(fault);
  });

  it('passes over what is held back until its code may run', async () => {
    const { store, page, end, statuses } = setUp();
    const foreign = { ...micro, environment: { ...micro.environment, source: 'from outside' } };
    page.held.add('from outside');
    store.getState().add([entry(1, { base: foreign }), entry(2)]);
    await settled();
    expect(statuses()).toEqual(['run 1 waiting', 'run 2 running']);
    await end('finished');
    expect(statuses()).toEqual(['run 1 waiting', 'run 2 finished']);
    page.held.clear();
    store.getState().look();
    await settled();
    expect(statuses()[0]).toBe('run 1 running');
  });

  it('is put in order and emptied; what is being trained stays', async () => {
    const { store, statuses, end } = setUp();
    store.getState().add([entry(1), entry(2), entry(3)]);
    await settled();
    const [first, second, third] = store.getState().entries.map(({ id }) => id);
    store.getState().move(third!, -1);
    store.getState().move(third!, -1); // not before the one being trained
    expect(statuses()).toEqual(['run 1 running', 'run 3 waiting', 'run 2 waiting']);
    store.getState().remove([first!, second!]);
    expect(statuses()).toEqual(['run 1 running', 'run 3 waiting']);
    await end('finished');
    store.getState().clear();
    expect(statuses()).toEqual(['run 3 running']);
  });

  it('is another tab’s until that one is closed: nothing of it is trained or written over', async () => {
    const first = setUp();
    first.store.getState().add([entry(1), entry(2)]);
    await settled();
    let own = (): void => undefined;
    const second = setUp(first.stored(), (owned) => void (own = owned));
    expect(second.statuses()).toEqual([]);
    second.store.getState().add([entry(7)]);
    await settled();
    expect(second.trained.map(({ name }) => name)).toEqual(['run 7']);
    expect(second.store.getState().unkept).toBe(true);
    expect(second.stored()).toBe(first.stored());
    own();
    expect(second.statuses()).toEqual(['run 7 running', 'run 1 interrupted', 'run 2 waiting']);
    expect(second.store.getState().unkept).toBe(false);
    expect(decodeQueue(second.stored() ?? '').entries).toHaveLength(3);
  });

  it('follows the run that takes the place of an interrupted one, instead of training it once more', async () => {
    const first = setUp();
    first.store.getState().add([entry(1), entry(2)]);
    await settled();
    const second = setUp(first.stored());
    second.byHand('anew');
    second.store.getState().begunAnew('another', 'anew');
    expect(second.statuses()).toEqual(['run 1 interrupted', 'run 2 waiting']);
    second.store.getState().begunAnew('run-1', 'anew');
    expect(second.statuses()).toEqual(['run 1 running', 'run 2 waiting']);
    await second.end('finished');
    expect(second.statuses()).toEqual(['run 1 finished', 'run 2 waiting']);
    expect(second.trained).toEqual([]);
  });

  it('survives a reload: what was being trained is interrupted, and nothing begins by itself', async () => {
    const first = setUp();
    const values = { 'training.learningRate': 1e-4 };
    first.store.getState().add([entry(1, { values }), entry(2)]);
    await settled();
    const text = first.stored()!;
    expect(text.split('export default').length, 'the shared document is stored once').toBe(2);
    const second = setUp(text);
    await settled();
    expect(second.statuses()).toEqual(['run 1 interrupted', 'run 2 waiting']);
    expect(second.trained).toEqual([]);
    expect(queuedDocument(second.store.getState().entries[0]!)).toEqual(queuedDocument(first.store.getState().entries[0]!));
    // Its run has a checkpoint: the queue goes on with it; without one it begins anew.
    second.page.keeps.add('run-1');
    second.store.getState().go();
    await settled();
    expect(second.statuses()).toEqual(['run 1 running', 'run 2 waiting']);
    expect(second.trained).toEqual([]);
    await second.end('finished');
    expect(second.statuses()).toEqual(['run 1 finished', 'run 2 running']);
    expect(second.store.getState().entries[0]?.took, 'the half it was gone on with tells no time of a whole run').toBeNull();
    await second.end('finished');
    expect(second.store.getState().entries[1]?.took).toBe(0);
    const third = setUp(text);
    third.store.getState().go();
    await settled();
    expect(third.trained.map(({ name }) => name)).toEqual(['run 1']);
  });

  it('keeps and tells of what a newer workbench queued, also where another tab had the queue', async () => {
    const first = setUp();
    first.store.getState().add([entry(1), entry(2, { base: { ...micro, name: 'of tomorrow' } })]);
    await settled();
    const kept = JSON.parse(first.stored()!) as { documents: { version: number; soon?: string }[]; entries: object[] };
    Object.assign(kept.documents[1]!, { version: 1000, soon: 'unknown here' });
    Object.assign(kept.entries[1]!, { unheardOf: true });
    const text = JSON.stringify(kept);
    let own = (): void => undefined;
    for (const second of [setUp(text), setUp(text, (owned) => void (own = owned))]) {
      own();
      own = () => undefined;
      expect(second.statuses()).toEqual(['run 1 interrupted']);
      expect(second.store.getState().newer).toBe(1);
      second.store.getState().add([entry(3)]);
      second.store.getState().remove(second.store.getState().entries.map(({ id }) => id));
      await settled();
      const after = JSON.parse(second.stored()!) as typeof kept;
      expect(after.documents).toContainEqual(kept.documents[1]);
      expect(after.entries).toContainEqual({ ...kept.entries[1], base: after.documents.findIndex(({ version }) => version === 1000) });
    }
  });

  it('leaves out what cannot be read, and says when the browser does not keep it', async () => {
    expect(decodeQueue('nonsense')).toEqual({ entries: [], newer: [] });
    expect(decodeQueue('{"documents":[{}],"entries":[{"base":0},null,7]}')).toEqual({ entries: [], newer: [] });
    const { store, page } = setUp();
    page.full = true;
    store.getState().add([entry(1)]);
    expect(store.getState().unkept).toBe(true);
  });
});
