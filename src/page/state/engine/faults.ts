/** What the engine says of a base that was not kept or deleted. */
import { type Fault, fault } from '../../../core/faults.ts';
import { storageFault } from '../../../core/storageFault.ts';
import { pageEngineFaults } from '../../../words/words.ts';

/** Why the base `name` was not kept or deleted, as far as the browser's storage told. */
export function keepFault(code: 'E_BASE_KEEP' | 'E_BASE_DELETE', name: string, error: unknown): Fault {
  return fault(pageEngineFaults, code, { name, why: storageFault(error)?.message ?? null }, { detail: String(error) });
}
