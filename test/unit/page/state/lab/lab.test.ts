/** Questions to a lab that answers when it is told to: order, loading once, calling off, death and rest. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LabQuestion } from '../../../../../src/core/counterfactual/questions.ts';
import { FaultError } from '../../../../../src/core/faults.ts';
import { defaultProject } from '../../../../../src/page/state/document/defaultProject.ts';
import type { Asker } from '../../../../../src/page/state/lab/types.ts';
import { createLabStore, HEED_TIME, IDLE_TIME } from '../../../../../src/page/state/lab/createLab.ts';
import type { LabRequest, LabRun, WeightsRequest } from '../../../../../workers/lab/protocol.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Question<Request = LabRequest> {
  readonly request: Request;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

function setUp() {
  const workers: {
    opened: LabRun[];
    asked: Question[];
    compared: Question<WeightsRequest>[];
    called: number;
    closed: boolean;
    progress(done: number, of: number): void;
    die(): void;
  }[] = [];
  const runs: Record<string, LabRun> = Object.fromEntries(
    ['one', 'two'].map((id) => [id, { document: { ...defaultProject(), name: id }, backend: 'wasm', measured: [], bases: {} }] as const),
  );
  let held: string | null = null;
  // What is waited for on the way to the worker goes on where a test holds it back.
  const gates = new Map<string, Promise<void>>();
  const at = async <T>(step: string, value: T): Promise<T> => {
    await gates.get(step);
    return value;
  };
  const gate = (step: string): (() => void) => {
    let open = (): void => {};
    gates.set(step, new Promise((resolve) => (open = resolve)));
    return () => {
      gates.delete(step);
      open();
    };
  };
  const store = createLabStore({
    connect: async (progress, die) => {
      await gates.get('connect');
      const worker = {
        opened: [] as LabRun[],
        asked: [] as Question[],
        compared: [] as Question<WeightsRequest>[],
        called: 0,
        closed: false,
        progress,
        die,
      };
      workers.push(worker);
      return {
        open: async (run) => {
          if (held !== null) throw new FaultError({ code: 'E_ENV_CONSENT', message: held });
          worker.opened.push(run);
          await gates.get('open');
          return { backend: 'wasm', device: '', workers: 1, reason: '', reproducible: false };
        },
        answer: (request) => new Promise((resolve, reject) => worker.asked.push({ request, resolve: resolve as never, reject })),
        callOff: () => void (worker.called += 1),
        compareWeights: (request) => new Promise((resolve, reject) => worker.compared.push({ request, resolve: resolve as never, reject })),
        close: () => {
          worker.closed = true;
          for (const { reject } of [...worker.asked, ...worker.compared])
            reject(new FaultError({ code: 'E_LAB_CLOSED', message: 'closed' }));
        },
      };
    },
    run: (id) => at('run', runs[id]!),
    weights: async (id) => {
      const { rows: _, ...run } = await at('weights', runs[id]!);
      return { run, sequences: { micro: [[1, 2, 3]] }, source: 'rollouts/7.jsonl' };
    },
    versions: () => at('versions', [0, 3, 7]),
    adapters: (_, iteration) => at('adapters', { 'a/adapter_model.safetensors': Uint8Array.of(iteration) }),
  });
  return { store, workers, runs, gate, holdBack: (why: string | null) => (held = why) };
}

const ONE: Asker = { view: 'criticCheck', runId: 'one' };
const TWO: Asker = { view: 'criticCheck', runId: 'two' };
const values = { kind: 'values', episodes: [], rolls: 1 } as const satisfies LabQuestion;
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the lab', () => {
  it('asks one question at a time, loads a run once, and shows how far it is', async () => {
    const { store, workers, runs } = setUp();
    const first = store.getState().ask(ONE, 'newest', values);
    const second = store.getState().ask(ONE, { iteration: 3 }, values);
    const third = store.getState().ask(TWO, 'newest', values);
    await settle();
    const [worker] = workers;
    expect(worker!.asked.map(({ request }) => request.iteration)).toEqual([7]);
    expect(worker!.asked[0]!.request.adapters).toEqual({ 7: { 'a/adapter_model.safetensors': Uint8Array.of(7) } });
    expect(store.getState().job).toEqual({ by: ONE, kind: 'values', done: 0, of: 0 });
    worker!.progress(2, 5);
    expect(store.getState().job).toMatchObject({ done: 2, of: 5 });
    worker!.asked[0]!.resolve(['first']);
    expect(await first).toEqual(['first']);
    await settle();
    expect(worker!.asked.map(({ request }) => request.iteration)).toEqual([7, 3]);
    worker!.asked[1]!.resolve(['second']);
    expect(await second).toEqual(['second']);
    await settle();
    worker!.asked[2]!.resolve([]);
    await third;
    expect(worker!.opened).toEqual([runs['one'], runs['two']]);
    expect(workers).toHaveLength(1);
    expect(store.getState().job).toBeNull();
  });

  it('brings the versions that a change and those before it speak with', async () => {
    const { store, workers } = setUp();
    void store.getState().ask(
      ONE,
      { iteration: 7 },
      {
        kind: 'replay',
        episode: null as never,
        change: { kind: 'adapter', message: 0, role: 'a', iteration: 3 },
        rolls: 1,
        origin: {
          forks: [],
          standing: [
            { kind: 'adapter', message: 0, role: 'b', iteration: 0 },
            { kind: 'adapter', message: 0, role: 'b', iteration: null },
          ],
        },
      },
    );
    await settle();
    expect(Object.keys(workers[0]!.asked[0]!.request.adapters)).toEqual(['0', '3', '7']);
  });

  it('says which versions there are when asked for another', async () => {
    const { store } = setUp();
    expect(await store.getState().ask(ONE, { iteration: 5 }, values)).toBeNull();
    expect(store.getState().faults).toMatchObject([{ by: ONE, fault: { code: 'E_LAB_VERSION', hint: 'It has those of: 0, 3, 7.' } }]);
    store.getState().closeFault({ ...ONE, view: 'estimators' }); // another view's
    expect(store.getState().faults).toHaveLength(1);
    store.getState().closeFault(ONE);
    expect(store.getState().faults).toEqual([]);
  });

  it('calls off at once, lets the next question wait until the worker has heeded, and tells no fault', async () => {
    const { store, workers } = setUp();
    const first = store.getState().ask(ONE, 'newest', values);
    const second = store.getState().ask(ONE, 'newest', values);
    await settle();
    store.getState().cancel(ONE);
    await settle();
    expect(workers[0]!.called).toBe(1);
    expect(workers[0]!.asked).toHaveLength(1);
    workers[0]!.asked[0]!.resolve(null);
    expect(await first).toBeNull();
    await settle();
    expect(workers).toHaveLength(1);
    workers[0]!.asked[1]!.resolve(['second']);
    expect(await second).toEqual(['second']);
    expect(store.getState().faults).toEqual([]);
  });

  it('keeps apart who asks the same kind of the same run: nobody calls another’s question off, or loses its fault by it', async () => {
    const { store, workers } = setUp();
    const other: Asker = { ...ONE, view: 'estimators' };
    await store.getState().ask(other, { iteration: 5 }, values);
    const own = store.getState().ask(ONE, 'newest', values);
    await settle();
    expect(store.getState().job?.by).toEqual(ONE);
    store.getState().cancel(other);
    await settle();
    expect(workers[0]!.called).toBe(0);
    workers[0]!.asked[0]!.resolve(['own']);
    expect(await own).toEqual(['own']);
    expect(store.getState().faults).toMatchObject([{ by: other, fault: { code: 'E_LAB_VERSION' } }]);
    const again = store.getState().ask(other, 'newest', values);
    await settle();
    expect(store.getState().faults).toEqual([]);
    workers[0]!.asked[1]!.resolve([]);
    await again;
  });

  it('ends a worker that does not heed, and starts another', async () => {
    const { store, workers } = setUp();
    const first = store.getState().ask(ONE, 'newest', values);
    await settle();
    store.getState().cancel(ONE);
    const second = store.getState().ask(ONE, 'newest', values);
    await vi.advanceTimersByTimeAsync(HEED_TIME);
    expect(await first).toBeNull();
    expect(workers[0]!.closed).toBe(true);
    await settle();
    workers[1]!.asked[0]!.resolve(['second']);
    expect(await second).toEqual(['second']);
    expect(store.getState().faults).toEqual([]);
  });

  it('calls off a question that is still being loaded', async () => {
    const { store, workers } = setUp();
    const first = store.getState().ask(ONE, 'newest', values);
    await Promise.resolve();
    store.getState().cancel(ONE);
    expect(await first).toBeNull();
    await settle();
    expect(workers.flatMap(({ asked }) => asked)).toEqual([]);
  });

  it.each(['versions', 'adapters', 'run', 'connect', 'open'])(
    'called off while it waits for %s and slow to heed, it is in nobody’s way when that comes',
    async (step) => {
      const { store, workers, gate } = setUp();
      const open = gate(step);
      const first = store.getState().ask(ONE, 'newest', values);
      await settle();
      store.getState().cancel(ONE);
      await vi.advanceTimersByTimeAsync(HEED_TIME);
      expect(await first).toBeNull();
      // The next question is not held up where the first is: its own way is free, and it is being answered when that comes.
      const late = new Promise<void>((resolve) => setTimeout(() => (open(), resolve()), 10));
      const way = gate(step);
      way();
      const second = store.getState().ask(TWO, 'newest', values);
      await settle();
      const worker = workers.at(-1)!;
      expect(worker.asked).toHaveLength(1);
      const before = workers.flatMap(({ opened }) => opened).length;
      await vi.advanceTimersByTimeAsync(10);
      await late;
      await settle();
      expect(workers.flatMap(({ opened }) => opened)).toHaveLength(before);
      expect(workers.flatMap(({ asked }) => asked)).toHaveLength(1);
      // No worker is left behind but the one that answers.
      expect(workers.filter(({ closed }) => !closed)).toEqual([worker]);
      worker.asked[0]!.resolve(['second']);
      expect(await second).toEqual(['second']);
      expect(store.getState()).toMatchObject({ job: null, faults: [] });
      await vi.advanceTimersByTimeAsync(IDLE_TIME);
      expect(workers.every(({ closed }) => closed)).toBe(true);
    },
  );

  it('loads a run again when a base of it is another one of the same name, and not when it has the same bytes', async () => {
    const { store, workers, runs } = setUp();
    const ask = async (weights: Uint8Array) => {
      runs['one'] = { ...runs['one']!, bases: { mine: { 'model.safetensors': weights } } };
      const answer = store.getState().ask(ONE, 'newest', values);
      await settle();
      workers[0]!.asked.at(-1)!.resolve([]);
      await answer;
      return workers[0]!.opened.length;
    };
    const weights = Uint8Array.of(1, 2, 3);
    expect(await ask(weights)).toBe(1);
    expect(await ask(weights)).toBe(1);
    // Read from the browser again.
    expect(await ask(weights.slice())).toBe(1);
    expect(await ask(Uint8Array.of(1, 2, 4))).toBe(2);
    expect(await ask(Uint8Array.of(1, 2, 4, 5))).toBe(3);
  });

  it('says that its worker died, and starts a new one for the next question', async () => {
    const { store, workers } = setUp();
    const first = store.getState().ask(ONE, 'newest', values);
    await settle();
    workers[0]!.asked[0]!.reject(new FaultError({ code: 'E_WORKER_DIED', message: 'gone' }));
    workers[0]!.die();
    expect(await first).toBeNull();
    expect(store.getState()).toMatchObject({ job: null, report: null, faults: [{ by: ONE, fault: { code: 'E_WORKER_DIED' } }] });
    const second = store.getState().ask(ONE, 'newest', values);
    await settle();
    expect(store.getState().faults).toEqual([]);
    expect(workers[1]!.opened).toHaveLength(1);
    workers[1]!.asked[0]!.resolve(['again']);
    expect(await second).toEqual(['again']);
  });

  it('runs no code that is held back', async () => {
    const { store, workers, holdBack } = setUp();
    holdBack('held back');
    expect(await store.getState().ask(ONE, 'newest', values)).toBeNull();
    expect(store.getState().faults).toMatchObject([{ fault: { code: 'E_ENV_CONSENT' } }]);
    holdBack(null);
    const again = store.getState().ask(ONE, 'newest', values);
    await settle();
    workers[0]!.asked[0]!.resolve([]);
    expect(await again).toEqual([]);
  });

  it('frees its memory after a while without questions', async () => {
    const { store, workers } = setUp();
    const ask = async (index: number) => {
      const answer = store.getState().ask(ONE, 'newest', values);
      await settle();
      workers.at(-1)!.asked[index]!.resolve([]);
      await answer;
    };
    await ask(0);
    await vi.advanceTimersByTimeAsync(IDLE_TIME - 1);
    await ask(1);
    await vi.advanceTimersByTimeAsync(IDLE_TIME - 1);
    expect(workers[0]!.closed).toBe(false);
    expect(store.getState().report).not.toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(workers[0]!.closed).toBe(true);
    expect(store.getState().report).toBeNull();
  });

  describe('that compares weights', () => {
    const WEIGHTS: Asker = { view: 'weights', runId: 'one' };
    const found = [{ base: 'micro', kl_mean: 0.1 }];

    it('does so in the turn of the others, by a worker in which nothing else is loaded, before or after', async () => {
      const { store, workers } = setUp();
      const first = store.getState().ask(ONE, 'newest', values);
      const compared = store.getState().compareWeights(WEIGHTS);
      const last = store.getState().ask(ONE, 'newest', values);
      await settle();
      expect(workers.map((worker) => worker.compared.length)).toEqual([0]);
      workers[0]!.asked[0]!.resolve(['first']);
      await first;
      await settle();
      expect(workers.map(({ closed }) => closed)).toEqual([true, false]);
      const [, worker] = workers;
      expect(worker!.opened).toEqual([]);
      expect(worker!.compared[0]!.request).toMatchObject({ sequences: { micro: [[1, 2, 3]] }, source: 'rollouts/7.jsonl' });
      worker!.progress(5, 9);
      expect(store.getState().job).toEqual({ by: WEIGHTS, kind: 'weights', done: 5, of: 9 });
      worker!.compared[0]!.resolve(found);
      expect(await compared).toEqual(found);
      await settle();
      expect(workers.map(({ closed }) => closed)).toEqual([true, true, false]);
      workers[2]!.asked[0]!.resolve(['last']);
      expect(await last).toEqual(['last']);
    });

    it.each(['weights', 'connect', 'nothing'])(
      'ends at once when it is called off while it waits for %s, and tells no fault',
      async (step) => {
        const { store, workers, gate } = setUp();
        const open = gate(step);
        const compared = store.getState().compareWeights(WEIGHTS);
        await settle();
        store.getState().cancel(WEIGHTS);
        expect(await compared).toBeNull();
        open();
        await settle();
        expect(workers.every(({ closed }) => closed)).toBe(true);
        expect(store.getState()).toMatchObject({ job: null, faults: [] });
      },
    );

    it('says why it cannot, and that its worker died', async () => {
      const { store, workers, runs } = setUp();
      delete runs['one'];
      expect(await store.getState().compareWeights(WEIGHTS)).toBeNull();
      expect(store.getState().faults).toMatchObject([{ by: WEIGHTS }]);
      const other: Asker = { ...WEIGHTS, runId: 'two' };
      const compared = store.getState().compareWeights(other);
      await settle();
      workers[0]!.compared[0]!.reject(new FaultError({ code: 'E_WORKER_DIED', message: 'gone' }));
      workers[0]!.die();
      expect(await compared).toBeNull();
      expect(store.getState().faults.at(-1)).toMatchObject({ by: other, fault: { code: 'E_WORKER_DIED' } });
    });
  });
});
