import { describe, expect, it, vi } from 'vitest';
import { datasetSchema } from '../../../../../src/core/document/schema.ts';
import { FaultError, type Fault } from '../../../../../src/core/faults.ts';
import type { FoundServer } from '../../../../../src/core/served.ts';
import { defaultProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { isActive } from '../../../../../src/page/state/engine/afterEvent.ts';
import { backendFrom } from '../../../../../src/page/state/engine/device/backendFrom.ts';
import { createEngineStore } from '../../../../../src/page/state/engine/createEngine.ts';
import type { BegunRun, EngineHosts } from '../../../../../src/page/state/engine/types.ts';
import type { InterruptedRun } from '../../../../../src/page/state/runs/interrupted.ts';
import { interruptedRun } from '../../../../../src/page/state/runs/interrupted.ts';
import { newRun } from '../../../../../src/page/state/runs/reduce.ts';
import type { RunSet } from '../../../../../src/page/state/runs/types.ts';
import { sizeOf } from '../../../../../src/page/state/bases/baseDatabase.ts';
import type {
  CostEstimate,
  EstimateRequest,
  Files,
  GivenFiles,
  ServerRequest,
  TrainerCommand,
  TrainerEvent,
  TrainerMessage,
  WarmMessage,
} from '../../../../../workers/trainer/protocol.ts';

/** A trainer that records its commands and speaks when told to. */
function setUp(faults: readonly Fault[] = []) {
  const commands: TrainerCommand[] = [];
  const received: TrainerEvent[] = [];
  const workers: { emit(event: TrainerMessage): void; die(fault: Fault): void; silence(is: boolean): void; closed: boolean }[] = [];
  const begun: (Pick<BegunRun, 'document' | 'labels' | 'adapters'> & { runId: string })[] = [];
  const own: TrainerEvent[] = [];
  const wentOn: string[] = [];
  let elsewhere = false;
  const vocabularies: string[] = [];
  const libraries: (MessagePort | null)[] = [];
  let connectFails = false;
  let estimate = (_request: EstimateRequest): CostEstimate | null => null;
  let interrupted: InterruptedRun | null = null;
  let runs = 0;
  let found = (_request: ServerRequest): FoundServer | null => null;
  const kept = new Map<string, GivenFiles>();
  let full = false;
  const hosts: EngineHosts = {
    connect: async (onEvent, onDeath, onSilence) => {
      if (connectFails) throw new Error('no workers here');
      const worker = { emit: onEvent, die: onDeath, silence: onSilence, closed: false };
      workers.push(worker);
      return {
        send: async (command) => void commands.push(command),
        judge: async () => null,
        findServer: async (request) => found(request),
        estimate: async (request) => estimate(request),
        vocabularies: async () => ({ micro: ['<a>', '<b>'] }),
        connectLibrary: async (port) => void libraries.push(port),
        close: () => {
          worker.closed = true;
        },
      };
    },
    document: (given) => ({ document: given ?? defaultProject(), faults }),
    rows: () => Promise.resolve(undefined),
    teacher: () => Promise.reject(new Error('no run is kept')),
    problems: () => [],
    begin: ({ id, document, labels, adapters }) => void begun.push({ runId: id, document, labels, adapters }),
    interrupted: async () => interrupted,
    left: async () => interrupted,
    goOn: async (runId, run) => {
      if (elsewhere) throw new FaultError({ code: 'E_RUN_LIVE', message: 'Trained elsewhere.' });
      wentOn.push(`${runId} ${run.iteration}`);
    },
    receiveOwn: (event) => void own.push(event),
    receive: (event) => void received.push(event),
    vocabularies: (runId, { micro }) => void vocabularies.push(`${runId} ${micro?.join('') ?? ''}`),
    newRunId: () => `run${++runs}`,
    bases: {
      list: async () => [...kept].map(([name, files]) => ({ name, bytes: sizeOf(files) })),
      read: async (name) => kept.get(name) ?? null,
      write: async (name, files) => {
        if (full) throw new Error('QuotaExceededError');
        kept.set(name, files);
      },
      remove: async (name) => void kept.delete(name),
    },
  };
  return {
    store: createEngineStore(hosts),
    commands,
    received,
    workers,
    begun,
    vocabularies,
    libraries,
    failToConnect: (fails: boolean) => (connectFails = fails),
    answerEstimates: (answer: typeof estimate) => (estimate = answer),
    answerServer: (answer: typeof found) => (found = answer),
    own,
    wentOn,
    trainElsewhere: () => (elsewhere = true),
    leaveBehind: (run: InterruptedRun) => (interrupted = run),
    kept,
    fill: () => (full = true),
    another: () => createEngineStore(hosts),
  };
}

const phase = (runId: string, name: 'rollout' | 'paused' | 'finished', iteration = 0): TrainerEvent => ({
  type: 'phase',
  runId,
  iteration,
  phase: name,
});

describe('a run that ended early', () => {
  const checkpoint = { iteration: 3, files: { 'checkpoints/steps_3/trainer_state.json': new Uint8Array(2) } };
  const run = (phase: 'stopped' | 'finished' | 'failed'): RunSet => ({ ...newRun('run1', defaultProject()), phase, checkpoint });

  it('can go on from its checkpoint unless it is finished, recorded or has none', () => {
    expect(interruptedRun(run('stopped'))).toMatchObject(checkpoint);
    expect(interruptedRun(run('failed'))).toMatchObject(checkpoint);
    expect(interruptedRun(run('finished'))).toBeNull();
    expect(interruptedRun({ ...run('stopped'), origin: 'recorded' })).toBeNull();
    expect(interruptedRun({ ...run('stopped'), checkpoint: null })).toBeNull();
    expect(interruptedRun(null)).toBeNull();
  });

  it('goes on as the same run, of its own document, and not while another is active', async () => {
    const { store, commands, workers, begun, leaveBehind } = setUp();
    await store.getState().train();
    leaveBehind({ document: { ...defaultProject(), name: 'As it was' }, bases: {}, backend: null, ...checkpoint });
    await store.getState().continueRun('run1');
    expect(commands).toHaveLength(1);
    expect(store.getState()).toMatchObject({ faults: [{ code: 'E_TRAINER_BUSY' }], faultsAtHand: false, continuing: null });
    workers[0]?.emit(phase('run1', 'finished', 3));
    await store.getState().continueRun('run1');
    expect(commands[1]).toMatchObject({ type: 'start', runId: 'run1', document: { name: 'As it was' }, resume: checkpoint.files });
    expect(begun).toHaveLength(1);
    expect(store.getState()).toMatchObject({ runId: 'run1', phase: 'loading', iteration: 3 });
  });

  it('says why it cannot go on, whatever the document at hand is like', async () => {
    const { store, commands, leaveBehind } = setUp();
    await store.getState().continueRun('kept');
    expect(store.getState()).toMatchObject({
      phase: 'idle',
      faults: [{ code: 'E_RUN_CHECKPOINT' }],
      faultsAtHand: false,
      continuing: null,
    });
    const fault: Fault = { code: 'E_GRAPH_CYCLE', message: 'Its team waits for itself.' };
    const broken = setUp([fault]);
    broken.leaveBehind({ document: defaultProject(), bases: {}, backend: null, ...checkpoint });
    await broken.store.getState().continueRun('kept');
    expect(broken.store.getState()).toMatchObject({ faults: [fault], faultsAtHand: false, continuing: null });
    leaveBehind({ document: defaultProject(), bases: {}, backend: null, ...checkpoint });
    const going = store.getState().continueRun('kept');
    expect(store.getState().continuing).toBe('kept');
    await going;
    expect(store.getState()).toMatchObject({ faults: [], continuing: null, phase: 'loading' });
    expect(commands).toHaveLength(1);
  });

  it('goes on once for two clicks, though its rows have to be looked for', async () => {
    const { store, commands, workers, leaveBehind } = setUp();
    await store.getState().train();
    workers[0]?.emit(phase('run1', 'finished', 3));
    const plain = defaultProject();
    const dataset = datasetSchema.parse({ name: 'words.csv', digest: 'a'.repeat(64), rows: 3 });
    leaveBehind({ document: { ...plain, environment: { ...plain.environment, dataset } }, bases: {}, backend: null, ...checkpoint });
    const { continueRun } = store.getState();
    await Promise.all([continueRun('run1'), continueRun('run1')]);
    expect(commands).toHaveLength(2);
  });
});

describe('training from the page', () => {
  it('starts one worker, begins the run before any of its events, and follows them', async () => {
    const { store, commands, received, workers, begun, vocabularies } = setUp();
    await store.getState().train();
    expect(begun.map((run) => run.runId)).toEqual(['run1']);
    expect(commands).toMatchObject([{ type: 'start', runId: 'run1', backend: 'auto', paused: false }]);
    const report = { backend: 'tfjs-wasm', reason: 'no GPU', device: 'SIMD', workers: 1 } as const;
    workers[0]?.emit({ type: 'backend', runId: 'run1', iteration: 0, report });
    workers[0]?.emit(phase('run1', 'rollout', 2));
    workers[0]?.emit({
      type: 'activity',
      runId: 'run1',
      iteration: 2,
      agents: [{ role: 'solver', state: 'generating', done: 3, total: 32 }],
    });
    workers[0]?.emit({ type: 'metrics', runId: 'run1', iteration: 3, metrics: {}, timing: { 'perf/tokens_per_s': 1234 } });
    expect(store.getState()).toMatchObject({ phase: 'rollout', iteration: 3, report, tokensPerSecond: 1234 });
    expect(store.getState().activity['solver']?.done).toBe(3);
    expect(received).toHaveLength(4);
    await vi.waitFor(() => expect(vocabularies).toEqual(['run1 <a><b>']));
  });

  it('refuses a document that cannot run, with its faults and without a worker', async () => {
    const fault: Fault = { code: 'E_GRAPH_CYCLE', message: 'The team waits for itself.' };
    const { store, workers, begun } = setUp([fault]);
    await store.getState().train();
    expect(store.getState()).toMatchObject({ phase: 'idle', faults: [fault], faultsAtHand: true });
    expect(workers).toHaveLength(0);
    expect(begun).toHaveLength(0);
    store.getState().closeFault(fault);
    expect(store.getState().faults).toEqual([]);
  });

  it('steps a new run from its first iteration, and a paused one by one more', async () => {
    const { store, commands, workers } = setUp();
    await store.getState().step();
    expect(commands.map((command) => command.type)).toEqual(['start', 'step']);
    expect(commands[0]).toMatchObject({ paused: true });
    workers[0]?.emit(phase('run1', 'paused', 1));
    await store.getState().step();
    expect(commands.map((command) => command.type)).toEqual(['start', 'step', 'step']);
  });

  it('starts one run for two clicks at once, and a stop that follows reaches it', async () => {
    const { store, commands } = setUp();
    const { train, stop } = store.getState();
    await Promise.all([train(), train()]);
    await stop();
    expect(commands.map(({ type }) => type)).toEqual(['start', 'stop']);
  });

  it('does not start a second run while one is under way, and reuses the worker afterwards', async () => {
    const { store, commands, workers } = setUp();
    await store.getState().train();
    await store.getState().train();
    expect(commands).toHaveLength(1);
    workers[0]?.emit(phase('run1', 'finished', 40));
    expect(isActive(store.getState().phase)).toBe(false);
    await store.getState().train();
    expect(workers).toHaveLength(1);
    expect(store.getState().runId).toBe('run2');
    workers[0]?.emit(phase('run1', 'rollout')); // a late word of the first run
    expect(store.getState().phase).toBe('loading');
  });

  it('ends the run with a fault when the worker dies, and trains again with a new one', async () => {
    const { store, received, workers } = setUp();
    await store.getState().train();
    const fault: Fault = { code: 'E_WORKER_DIED', message: 'It stopped.' };
    workers[0]?.die(fault);
    await vi.waitFor(() => expect(store.getState().phase).toBe('failed'));
    expect(received).toMatchObject([
      { type: 'fault', fault },
      { type: 'phase', phase: 'failed' },
    ]);
    await vi.waitFor(() => expect(workers[0]?.closed).toBe(true));
    await store.getState().train();
    expect(workers).toHaveLength(2);
    expect(store.getState()).toMatchObject({ phase: 'loading', faults: [] });
  });

  it('says why when no worker can be started, and can be tried again', async () => {
    const { store, failToConnect, commands, received } = setUp();
    failToConnect(true);
    await store.getState().train();
    expect(store.getState().phase).toBe('failed');
    expect(received[0]?.type === 'fault' && received[0].fault.message).toContain('no workers here');
    failToConnect(false);
    await store.getState().train();
    expect(commands).toHaveLength(1);
  });

  it('hands over the dropped bases that the team or an agent names, and no other', async () => {
    const { store, commands } = setUp();
    const files = { 'config.json': new Uint8Array([1]) };
    await store.getState().addBase('micro', files);
    await store.getState().addBase('unused', files);
    await store.getState().train();
    expect(commands[0]).toMatchObject({ type: 'start', bases: { micro: files } });
    expect(commands[0]?.type === 'start' && Object.keys(commands[0].bases ?? {})).toEqual(['micro']);
  });
});

it('takes an unknown stored backend for auto', () => {
  expect(backendFrom('tfjs-wasm')).toBe('tfjs-wasm');
  expect(backendFrom('quantum')).toBe('auto');
  expect(backendFrom(null)).toBe('auto');
});

describe('before the first run', () => {
  const COST = {
    parameters: 100_000,
    trainable: 9000,
    weightBytes: { f32: 8e5, bf16: 2e5, f16: 2e5, q8: 1.1e5, q4: 6e4 },
    cacheBytes: { f32: 4e5, f16: 2e5 },
    flopsPerIteration: 2e9,
    memoryBytes: 3e7,
  };

  it('starts the workers ahead, once, and asks what a run would cost', async () => {
    const { store, workers, answerEstimates } = setUp();
    const asked: EstimateRequest[] = [];
    answerEstimates((request) => {
      asked.push(request);
      return COST;
    });
    await store.getState().prepare();
    expect(store.getState().cost).toEqual(COST);
    expect(asked[0]).toMatchObject({ document: { name: defaultProject().name }, backend: 'auto' });
    await store.getState().train();
    expect(workers).toHaveLength(1);
  });

  it('knows no cost of a project that cannot be trained, and forgets the one it knew', async () => {
    const { store, answerEstimates } = setUp();
    answerEstimates(() => COST);
    await store.getState().prepare();
    answerEstimates(() => {
      throw new Error('no such base');
    });
    await store.getState().prepare();
    expect(store.getState().cost).toBeNull();
    expect(store.getState().faults, 'nobody asked for a run yet').toEqual([]);
  });

  it('says nothing when there are no workers; training says so', async () => {
    const { store, failToConnect, workers } = setUp();
    failToConnect(true);
    await store.getState().prepare();
    expect(store.getState()).toMatchObject({ phase: 'idle', cost: null, faults: [] });
    failToConnect(false);
    await store.getState().train();
    expect(workers).toHaveLength(1);
  });

  it('says which base there is not, and no longer once there is', async () => {
    const { store, answerEstimates } = setUp();
    const fault: Fault = { code: 'E_BASE_MISSING', message: 'There is no such base.', place: { subject: 'team.agents.solver.base' } };
    answerEstimates(() => {
      throw new FaultError(fault);
    });
    await store.getState().prepare();
    expect(store.getState()).toMatchObject({ cost: null, baseFault: fault, faults: [] });
    answerEstimates(() => COST);
    await store.getState().prepare();
    expect(store.getState()).toMatchObject({ cost: COST, baseFault: null });
  });

  it('asks nothing while a run is under way', async () => {
    const { store, answerEstimates } = setUp();
    let asked = 0;
    answerEstimates(() => {
      asked += 1;
      return COST;
    });
    await store.getState().train();
    await store.getState().prepare();
    expect(asked).toBe(0);
  });
});

describe('what the engine says of itself', () => {
  it('is kept after the run’s end and forgotten when the next one begins; measurements are kept for it', async () => {
    const { store, workers, commands } = setUp();
    await store.getState().train();
    const about = { runId: 'run1', iteration: 0 };
    const measurements = [{ backend: 'wasm', device: 'a GPU', milliseconds: 12 }] as const;
    const report = { backend: 'wasm', reason: 'measured', device: 'SIMD', workers: 1, measurements } as const;
    workers[0]!.emit({ ...about, type: 'backend', report });
    workers[0]!.emit({ ...about, type: 'memory', memory: { measuredBytes: 2e7, predictedBytes: 2.1e7 } });
    workers[0]!.emit(phase('run1', 'finished'));
    expect(store.getState()).toMatchObject({ report, measurements, memory: { measuredBytes: 2e7 } });
    await store.getState().train();
    expect(store.getState()).toMatchObject({ report: null, measurements, memory: null });
    expect(commands.at(-1)).toMatchObject({ type: 'start', measured: measurements });
  });
});

describe('bases of a person’s own', () => {
  const files: Files = { 'config.json': new Uint8Array(3), 'model.safetensors': new Uint8Array(4) };

  it('are kept, read when they are needed, and deleted', async () => {
    const { store, another, kept, commands } = setUp();
    await store.getState().addBase('micro', files);
    expect(store.getState()).toMatchObject({ kept: [{ name: 'micro', bytes: 7 }], keepFault: null });
    // The next visit: nothing in memory, until a run needs it.
    const next = another();
    expect(next.getState().bases).toEqual({});
    await next.getState().train();
    expect(commands.at(-1)).toMatchObject({ type: 'start', bases: { micro: files } });
    await next.getState().deleteBase('micro');
    expect([kept.size, next.getState().kept, next.getState().bases]).toEqual([0, [], {}]);
  });

  it('that do not fit stay in the tab, and that is said', async () => {
    const { store, fill } = setUp();
    fill();
    await store.getState().addBase('words', files);
    expect(store.getState().bases).toEqual({ words: files });
    expect(store.getState().keepFault?.message).toBe('“words” could not be kept in this browser.');
  });
});

describe('a warm start', () => {
  const message = (runId: string, body: object): WarmMessage => ({ type: 'warm', runId, ...body }) as WarmMessage;
  const source = { kind: 'environment' } as const;

  it('is followed to its end; meanwhile no run begins, and nothing is estimated', async () => {
    const { store, commands, workers } = setUp();
    await store.getState().warmUp('words', source);
    expect(commands).toMatchObject([{ type: 'warm_start', runId: 'run1', name: 'words', source }]);
    await store.getState().train();
    await store.getState().step();
    await store.getState().prepare();
    expect(commands).toHaveLength(1);
    const step = { step: 1, loss: 2, responseLoss: 1, accuracy: 0.5, learningRate: 1e-3, tokens: 40 };
    workers[0]?.emit(message('run1', { what: 'step', step, budget: 100 }));
    workers[0]?.emit(message('another', { what: 'phase', phase: 'failed' }));
    await store.getState().stop();
    expect(commands.at(-1)).toEqual({ type: 'stop' });
    const result = { trains: 'new_base', name: 'words', files: {}, ended: 'stopped', missed: null } as const;
    workers[0]?.emit(message('run1', { what: 'result', result }));
    workers[0]?.emit(message('run1', { what: 'phase', phase: 'finished' }));
    expect(store.getState().warm).toMatchObject({ phase: 'finished', steps: [step], budget: 100, result });
    await store.getState().train();
    expect(commands.at(-1)?.type).toBe('start');
  });

  it('is not begun beside a run, and a worker that dies fails it', async () => {
    const { store, commands, workers } = setUp();
    await store.getState().train();
    await store.getState().warmUp('words', source);
    expect(commands).toHaveLength(1);
    workers[0]?.emit(phase('run1', 'finished'));
    await store.getState().warmUp('words', source);
    workers[0]?.die({ code: 'E_WORKER_DIED', message: 'gone' });
    expect(store.getState().warm).toMatchObject({ phase: 'failed', fault: { code: 'E_WORKER_DIED' } });
    expect(store.getState().phase, 'the run that was over stays as it was').toBe('finished');
  });

  it('gives its adapters to the run it starts alone', async () => {
    const { store, commands, workers } = setUp();
    const files = { 'planner/adapter_config.json': new Uint8Array(1) };
    await store.getState().train({ adapters: files });
    expect(commands.at(-1)).toMatchObject({ type: 'start', adapters: files });
    workers[0]?.emit(phase('run1', 'finished'));
    await store.getState().train();
    expect(commands.at(-1)).not.toHaveProperty('adapters');
  });
});

describe('how a run begins', () => {
  const files = { 'planner/adapter_config.json': new Uint8Array(1), 'optimizer.safetensors': new Uint8Array(9) };

  it('train tells the id of the run, or null where none began', async () => {
    const { store } = setUp();
    expect(await store.getState().train()).toBe('run1');
    expect(await store.getState().train(), 'one is under way').toBeNull();
    const held = setUp([{ code: 'E_GRAPH_CYCLE', message: 'The team waits for itself.' }]);
    expect(await held.store.getState().train()).toBeNull();
  });

  it('of a document given, with its labels; a fork’s adapters are named as such and come without what lies beside them', async () => {
    const { store, commands, begun } = setUp();
    const document = { ...defaultProject(), name: 'Changed' };
    const parent = { run: 'older', iteration: 7 };
    await store.getState().train({ document, adapters: files, parent, name: 'A fork', tags: ['x'] });
    const adapters = { 'planner/adapter_config.json': files['planner/adapter_config.json'] };
    expect(begun).toMatchObject([{ document: { name: 'Changed' }, adapters, labels: { parent, name: 'A fork', tags: ['x'] } }]);
    expect(begun[0]?.adapters).toEqual(adapters);
    expect(commands[0]).toMatchObject({ type: 'start', document: { name: 'Changed' }, adapters, forked: true });
  });

  it('from a checkpoint of the very same document', async () => {
    const { store, commands } = setUp();
    const resume = { 'checkpoints/steps_2/trainer_state.json': new Uint8Array(1) };
    await store.getState().train({ resume });
    expect(commands[0]).toMatchObject({ type: 'start', resume });
  });
});

describe('a run that goes on', () => {
  const checkpoint = { iteration: 3, files: { 'checkpoints/steps_3/trainer_state.json': new Uint8Array(2) } };
  const left = (backend: InterruptedRun['backend']): InterruptedRun => ({ document: defaultProject(), bases: {}, backend, ...checkpoint });

  it('is told to the library first, and not begun where another tab trains it', async () => {
    const { store, commands, wentOn, leaveBehind, trainElsewhere } = setUp();
    leaveBehind(left(null));
    trainElsewhere();
    await store.getState().continueRun('kept');
    expect(commands).toEqual([]);
    expect(store.getState()).toMatchObject({ phase: 'idle', faults: [{ code: 'E_RUN_LIVE' }] });
    const free = setUp();
    free.leaveBehind(left(null));
    await free.store.getState().continueRun('kept');
    expect(free.wentOn).toEqual(['kept 3']);
    expect(free.commands).toMatchObject([{ runId: 'kept', resume: checkpoint.files }]);
    expect(wentOn).toEqual([]);
  });

  it('says so when it goes on on another backend, to the page and to the library', async () => {
    const { store, workers, received, own, leaveBehind } = setUp();
    leaveBehind(left('webgpu'));
    await store.getState().continueRun('kept');
    const report = { backend: 'wasm', reason: 'no GPU', device: 'SIMD', workers: 1 } as const;
    workers[0]?.emit({ type: 'backend', runId: 'kept', iteration: 3, report });
    expect(own).toMatchObject([{ type: 'notice', code: 'backend_changed', runId: 'kept' }]);
    expect(received).toContainEqual(own[0]);
    const same = setUp();
    same.leaveBehind(left('wasm'));
    await same.store.getState().continueRun('kept');
    same.workers[0]?.emit({ type: 'backend', runId: 'kept', iteration: 3, report });
    expect(same.own).toEqual([]);
  });

  it('and whose worker dies is told to the library by the page', async () => {
    const { store, workers, own } = setUp();
    await store.getState().train();
    workers[0]?.die({ code: 'E_WORKER_DIED', message: 'Gone.' });
    await vi.waitFor(() => expect(own.map((event) => event.type)).toEqual(['fault', 'phase']));
  });
});

describe('a run whose worker dies', () => {
  const files = { 'checkpoints/steps_3/trainer_state.json': new Uint8Array(2) };
  const left = (iteration = 3): InterruptedRun => ({ document: defaultProject(), bases: {}, backend: 'wasm', iteration, files });
  const died: Fault = { code: 'E_WORKER_DIED', message: 'The trainer worker stopped unexpectedly.' };

  it('goes on in a new one from its last checkpoint, and says so', async () => {
    const { store, workers, commands, wentOn, leaveBehind, own, received } = setUp();
    await store.getState().train();
    workers[0]?.emit(phase('run1', 'rollout', 5));
    leaveBehind(left());
    workers[0]?.die(died);
    expect(isActive(store.getState().phase), 'nothing else begins meanwhile').toBe(true);
    await vi.waitFor(() => expect(commands).toHaveLength(2));
    expect(workers).toHaveLength(2);
    expect(wentOn).toEqual(['run1 3']);
    expect(commands[1]).toMatchObject({ type: 'start', runId: 'run1', resume: files });
    expect(store.getState()).toMatchObject({ runId: 'run1', phase: 'loading', iteration: 3 });
    expect(own).toMatchObject([{ type: 'notice', level: 'warning', code: 'worker_restarted', iteration: 3 }]);
    expect(own[0]?.type === 'notice' && own[0].message).toBe(
      'The trainer worker stopped unexpectedly. It was started again, and the run goes on from the checkpoint of iteration 3; what came after it, up to iteration 5, is computed again.',
    );
    expect(received).toContainEqual(own[0]);
  });

  it('twice at the same checkpoint ends, and once from a later one goes on', async () => {
    const { store, workers, commands, leaveBehind } = setUp();
    await store.getState().train();
    leaveBehind(left(3));
    workers[0]?.die(died);
    await vi.waitFor(() => expect(commands).toHaveLength(2));
    leaveBehind(left(4));
    workers[1]?.die(died);
    await vi.waitFor(() => expect(commands).toHaveLength(3));
    workers[2]?.die(died);
    await vi.waitFor(() => expect(store.getState().phase).toBe('failed'));
    expect(commands).toHaveLength(3);
  });

  it('through its environment ends: the same would come again', async () => {
    const { store, workers, commands, leaveBehind } = setUp();
    await store.getState().train();
    leaveBehind(left());
    workers[0]?.die({ code: 'E_ENV_LOST', message: 'gone' });
    expect(store.getState().phase).toBe('failed');
    expect(commands).toHaveLength(1);
  });

  it('or says nothing for long is not given up before a person says so, then goes on', async () => {
    const { store, workers, commands, leaveBehind } = setUp();
    await store.getState().train();
    workers[0]?.emit(phase('run1', 'rollout', 4));
    workers[0]?.silence(true);
    expect(store.getState()).toMatchObject({ silent: true, phase: 'rollout' });
    workers[0]?.silence(false);
    expect(store.getState().silent).toBe(false);
    workers[0]?.silence(true);
    leaveBehind(left());
    store.getState().restart();
    expect(store.getState().silent).toBe(false);
    await vi.waitFor(() => expect(commands).toHaveLength(2));
    expect(workers[0]?.closed).toBe(true);
  });

  it('paused is paused again', async () => {
    const { store, workers, commands, leaveBehind } = setUp();
    await store.getState().train();
    workers[0]?.emit(phase('run1', 'paused', 3));
    leaveBehind(left());
    workers[0]?.die(died);
    await vi.waitFor(() => expect(commands[1]).toMatchObject({ type: 'start', paused: true }));
  });
});

it('a library that was replaced gets a way to the trainer', async () => {
  const { store, libraries } = setUp();
  await store.getState().train();
  const { port1 } = new MessageChannel();
  await store.getState().reconnectLibrary(port1);
  await store.getState().reconnectLibrary(null);
  expect(libraries).toEqual([port1, null]);
  port1.close();
});
