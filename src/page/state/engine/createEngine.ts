/**
 * What the trainer is doing now, and the commands to it. Workers are started by the first command and replaced after they
 * die; events go on to the runs store. What a run leaves behind is not here but in the runs store.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { fault, faultFrom, type Fault } from '../../../core/faults.ts';
import type { BackendChoice, BackendMeasurement, TrainerMessage } from '../../../../workers/trainer/protocol.ts';
import { pageEngineFaults } from '../../../words/words.ts';
import { afterEvent, afterWarm, isActive } from './afterEvent.ts';
import type { EngineShared } from './shared.ts';
import { createEstimating } from './estimating.ts';
import { vocabulariesUnread } from './ownEvents.ts';
import { afterDeath } from './recovery.ts';
import { createRunner } from './runner.ts';
import { createServing, withoutServer } from './serving.ts';
import { initialState, isBusy } from './states.ts';
import { createSupplies } from './supplies.ts';
import { TrainerLink } from './trainerLink.ts';
import type { EngineHosts, EngineState } from './types.ts';
import { createWarming } from './warming.ts';
import { isWarming } from './warmStart.ts';

/** An engine store; the page has one, in `./engine.ts`. */
export function createEngineStore(
  hosts: EngineHosts,
  backend: BackendChoice = 'auto',
  known: readonly BackendMeasurement[] = [],
  server: EngineState['server'] = null,
): StoreApi<EngineState> {
  return createStore<EngineState>((set, get) => {
    const receive = (event: TrainerMessage): void => {
      if (event.type === 'warm') return set(afterWarm(get(), event));
      if (event.type === 'beat' || event.runId !== get().runId) return; // late words of a run that was replaced
      hosts.receive(event);
      set(afterEvent(get(), event));
      if (event.type === 'backend') {
        void readVocabularies(event.runId);
        runner.computedOn(event);
      }
    };
    const readVocabularies = async (runId: string): Promise<void> => {
      try {
        const vocabularies = await (await link.present)?.vocabularies();
        if (vocabularies) hosts.vocabularies(runId, vocabularies);
      } catch (error) {
        hosts.receive(vocabulariesUnread(runId, get().iteration, faultFrom(error)));
      }
    };
    const onDeath = (why: Fault): void => {
      link.close();
      set({ silent: false });
      const what = afterDeath(get().phase, why);
      if (what === 'recover') void runner.recover(why);
      if (what === 'fail') runner.fail(why);
      warming.fail(why);
    };
    const onSilence = (silent: boolean): void => set({ silent: silent && isBusy(get()) });

    const link = new TrainerLink(() => hosts.connect(receive, onDeath, onSilence));
    const shared: EngineShared = { hosts, get, set, link };
    const supplies = createSupplies(shared);
    const serving = createServing(shared, supplies);
    const runner = createRunner(shared, supplies, serving, receive);
    const warming = createWarming(shared, supplies);

    return {
      ...initialState(backend, known, server),
      ...createEstimating(shared, supplies),
      train: async (options) => (isBusy(get()) ? null : runner.start(false, options)),
      continueRun: runner.continueRun,
      pause: () => runner.send({ type: 'pause' }),
      resume: () => runner.send({ type: 'resume' }),
      step: async (options) => {
        if (isWarming(get().warm)) return;
        if (isActive(get().phase) || (await runner.start(true, options)) !== null) await runner.send({ type: 'step' });
      },
      stop: () => runner.send({ type: 'stop' }),
      restart: () => onDeath(fault(pageEngineFaults, 'E_WORKER_SILENT', { ended: true })),
      reconnectLibrary: async (port) => {
        // Of a trainer that died meanwhile its own news come.
        await (await link.present?.catch(() => null))?.connectLibrary(port).catch(() => undefined);
      },
      chooseBackend: (choice) => set({ backend: choice }),
      chooseServer: (server) => set({ server, faults: withoutServer(get().faults) }),
      findServer: serving.findServer,
      addBase: supplies.addBase,
      deleteBase: supplies.deleteBase,
      listKept: supplies.listKept,
      warmUp: warming.warmUp,
      closeFault: (closed) => set({ faults: get().faults.filter((shown) => shown !== closed) }),
    };
  });
}
