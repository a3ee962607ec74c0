/** A run that a server is to train: what it refuses is said before anything is begun, and a run goes on where its optimisers are. */
import { describe, expect, it } from 'vitest';
import { FaultError, type Fault } from '../../../../../src/core/faults.ts';
import type { FoundServer } from '../../../../../src/core/served.ts';
import { defaultProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { createEngineStore } from '../../../../../src/page/state/engine/createEngine.ts';
import { withoutServer } from '../../../../../src/page/state/engine/serving.ts';
import type { EngineHosts } from '../../../../../src/page/state/engine/types.ts';
import { interruptedRun, type InterruptedRun } from '../../../../../src/page/state/runs/interrupted.ts';
import { newRun } from '../../../../../src/page/state/runs/reduce.ts';
import type { ServerRequest, TrainerCommand, TrainerMessage } from '../../../../../workers/trainer/protocol.ts';

const there = { url: 'http://gpu:8000', model: null };
const ENTROPY: Fault = { code: 'E_REMOTE_ENTROPY', message: 'Set the entropy bonus to 0.' };
const DOWN: Fault = { code: 'E_SERVER_OFFLINE', message: 'It cannot be reached.' };

function setUp(answer: (request: ServerRequest) => FoundServer | null) {
  const commands: TrainerCommand[] = [];
  const begun: string[] = [];
  const wentOn: string[] = [];
  const asked: ServerRequest[] = [];
  let left: InterruptedRun | null = null;
  let emit: (event: TrainerMessage) => void = () => undefined;
  const hosts: EngineHosts = {
    connect: async (onEvent) => {
      emit = onEvent;
      return {
        send: async (command) => void commands.push(command),
        judge: async () => null,
        estimate: async () => null,
        findServer: async (request) => {
          asked.push(request);
          return answer(request);
        },
        vocabularies: async () => ({}),
        connectLibrary: async () => undefined,
        close: () => undefined,
      };
    },
    document: (given) => ({ document: given ?? defaultProject(), faults: [] }),
    rows: () => Promise.resolve(undefined),
    teacher: () => Promise.reject(new Error('no run is kept')),
    problems: () => [],
    begin: ({ id }) => void begun.push(id),
    interrupted: async () => left,
    left: async () => left,
    goOn: async (runId) => void wentOn.push(runId),
    receive: () => undefined,
    receiveOwn: () => undefined,
    vocabularies: () => undefined,
    newRunId: () => 'run1',
    bases: { list: async () => [], read: async () => null, write: async () => undefined, remove: async () => undefined },
  };
  const store = createEngineStore(hosts);
  return {
    store,
    commands,
    begun,
    wentOn,
    asked,
    leave: (run: InterruptedRun) => (left = run),
    tell: (event: TrainerMessage) => emit(event),
  };
}

const found = (refused: readonly Fault[]): FoundServer => ({ url: there.url, bases: ['micro'], facts: [], refused });

describe('a run on a server', () => {
  it('begins there once nothing is refused, and says what the server is doing', async () => {
    const { store, commands, asked, tell } = setUp(() => found([]));
    store.getState().chooseServer(there);
    const training = store.getState().train();
    expect(await training).toBe('run1');
    expect(asked).toHaveLength(1);
    expect(commands).toMatchObject([{ type: 'start', server: there }]);
    expect(store.getState()).toMatchObject({ trainedBy: there, asking: false, phase: 'loading' });
    const doing = { doing: 'sampling', done: 3, of: 8 } as const;
    tell({ type: 'server', runId: 'run1', iteration: 0, doing });
    expect(store.getState().doing).toEqual(doing);
    tell({ type: 'metrics', runId: 'run1', iteration: 1, metrics: {}, timing: {} });
    expect(store.getState().doing).toBeNull();
  });

  it('is not begun where something is refused, or the server is down', async () => {
    const refusing = setUp(() => found([ENTROPY]));
    refusing.store.getState().chooseServer(there);
    expect(await refusing.store.getState().train()).toBeNull();
    expect(refusing.store.getState()).toMatchObject({ faults: [ENTROPY], phase: 'idle', asking: false });
    const down = setUp(() => {
      throw new FaultError(DOWN);
    });
    down.store.getState().chooseServer(there);
    expect(await down.store.getState().train()).toBeNull();
    expect(down.store.getState().faults).toEqual([DOWN]);
    for (const { commands, begun } of [refusing, down]) expect([commands, begun]).toEqual([[], []]);
    down.store.getState().chooseServer(null);
    expect(down.store.getState().faults).toEqual([]);
  });

  it('is begun once for two clicks, though the server has to be asked', async () => {
    const { store, commands } = setUp(() => found([]));
    store.getState().chooseServer(there);
    await Promise.all([store.getState().train(), store.getState().train()]);
    expect(commands).toHaveLength(1);
  });

  it('cannot start from adapters', async () => {
    const { store, begun, asked } = setUp(() => found([]));
    store.getState().chooseServer(there);
    expect(await store.getState().train({ adapters: { 'planner/adapter_config.json': new Uint8Array() } })).toBeNull();
    expect(store.getState().faults).toMatchObject([{ code: 'E_FORWARD_ADAPTERS' }]);
    expect([begun, asked]).toEqual([[], []]);
  });

  it('is asked for anew by nobody while it goes on', async () => {
    const { store, asked } = setUp(() => found([]));
    store.getState().chooseServer(there);
    await store.getState().train();
    expect(await store.getState().findServer(true)).toBeNull();
    expect(asked).toHaveLength(1);
  });
});

describe('a run that goes on', () => {
  const checkpoint = { iteration: 3, files: { 'checkpoints/steps_3/trainer_state.json': new Uint8Array(2) } };
  const run = { ...newRun('run1', defaultProject()), phase: 'stopped' as const, checkpoint };
  const onServer = { ...run, info: { server: { url: there.url, bases: ['tiny'], model: 'tiny' } } };

  it('goes on where run.json says that its optimisers are', () => {
    expect(interruptedRun(onServer)?.server).toEqual({ url: there.url, model: 'tiny' });
    expect(interruptedRun(run)?.server).toBeNull();
    expect(interruptedRun({ ...run, info: { server: { bases: [] } } })?.server).toBeNull();
  });

  it('goes on there though this computer is chosen, and here though a server is', async () => {
    const remote = setUp(() => found([]));
    remote.leave(interruptedRun(onServer)!);
    await remote.store.getState().continueRun('run1');
    expect(remote.commands).toMatchObject([{ type: 'start', server: { url: there.url, model: 'tiny' } }]);
    const local = setUp(() => found([]));
    local.leave(interruptedRun(run)!);
    local.store.getState().chooseServer(there);
    await local.store.getState().continueRun('run1');
    expect(local.commands[0]).not.toHaveProperty('server');
    expect(local.store.getState().trainedBy).toBeNull();
    expect(local.asked).toEqual([]);
  });

  it('stays as it is where the server is down', async () => {
    const { store, commands, wentOn, leave } = setUp(() => {
      throw new FaultError(DOWN);
    });
    leave(interruptedRun(onServer)!);
    await store.getState().continueRun('run1');
    expect(store.getState()).toMatchObject({ faults: [DOWN], phase: 'idle', continuing: null });
    expect([commands, wentOn]).toEqual([[], []]);
  });
});

it('an edit ends what a server refused, and nothing else', () => {
  const other: Fault = { code: 'E_GRAPH_CYCLE', message: '' };
  expect(withoutServer([ENTROPY, other, DOWN])).toEqual([other]);
  const kept = [other];
  expect(withoutServer(kept)).toBe(kept);
});
