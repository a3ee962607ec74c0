/** Has the log take note of what the page's stores and the browser say went wrong, and of the phases of runs. */
import type { Fault } from '../../core/faults.ts';
import { pageFaultsStore } from '../state/document/pageFaults.ts';
import { engineStore } from '../state/engine/engine.ts';
import { logDefect, logFault, logged } from '../state/log/log.ts';

/** Phases that come anew with each iteration, which would leave no room for anything else. */
const WITHIN: readonly string[] = ['evaluate', 'rollout', 'credit', 'update', 'checkpoint'];

export function followLog(): () => void {
  const stopFaults = pageFaultsStore.subscribe(({ faults }, before) =>
    logNew(Object.values(faults).flat(), Object.values(before.faults).flat()),
  );
  const stopEngine = engineStore.subscribe((engine, before) => {
    if (engine.phase !== before.phase && !WITHIN.includes(engine.phase)) logged(`run ${engine.phase}`);
    if (engine.silent !== before.silent) logged(engine.silent ? 'trainer silent' : 'trainer heard');
    logNew(faultsOf(engine), faultsOf(before));
  });
  const thrown = ({ error, message }: ErrorEvent): void => logDefect(error ?? message);
  const rejected = ({ reason }: PromiseRejectionEvent): void => logDefect(reason);
  window.addEventListener('error', thrown);
  window.addEventListener('unhandledrejection', rejected);
  return () => {
    stopFaults();
    stopEngine();
    window.removeEventListener('error', thrown);
    window.removeEventListener('unhandledrejection', rejected);
  };
}

type Faulty = Pick<ReturnType<typeof engineStore.getState>, 'faults' | 'baseFault' | 'keepFault'>;

const faultsOf = ({ faults, baseFault, keepFault }: Faulty): readonly Fault[] => [
  ...faults,
  ...(baseFault ? [baseFault] : []),
  ...(keepFault ? [keepFault] : []),
];

/** Those that were not there before. */
function logNew(now: readonly Fault[], before: readonly Fault[]): void {
  for (const fault of now) if (!before.includes(fault)) logFault(fault);
}
