/**
 * The flags of all commands that compute. Apart from what they start (host.ts), so that a command is refused before engine, session
 * and sandbox are read: they take longer than everything else that a refusal does.
 */
import { BACKENDS, type BackendChoice } from '../../src/core/backend.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import type { BackendOptions } from '../../src/session/team/backend.ts';
import { flagFaults } from '../../src/words/words.ts';
import { BASE_FLAG, type BaseFiles, basesFrom } from './bases.ts';
import { wholeNumber } from './project.ts';

/** How the engine runs, and where the bases are that it loads; those that ship where nothing is said. */
export type EngineOptions = BackendOptions & { readonly bases?: BaseFiles };

export function backendFlag(text: string | undefined): BackendChoice {
  const choice = BACKENDS.find((name) => name === (text ?? 'auto'));
  if (choice) return choice;
  throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'unknown', kind: 'backend', given: text ?? '', options: BACKENDS }));
}

export const ENGINE_FLAGS = {
  backend: { type: 'string' },
  workers: { type: 'string' },
  reproducible: { type: 'boolean' },
  ...BASE_FLAG,
} as const;

interface EngineValues {
  readonly workers?: string;
  readonly reproducible?: boolean;
  readonly base?: readonly string[];
}

/** What the flags ask of the engine; `home` is the folder of the project or run, `reproducible` of an earlier run is kept to. */
export function engineOptions(values: EngineValues, home: string | null, earlier = false): EngineOptions & { readonly bases: BaseFiles } {
  const workers = wholeNumber(values.workers, '--workers', 1);
  return { bases: basesFrom(values.base, home), reproducible: values.reproducible ?? earlier, ...(workers ? { workers } : {}) };
}
