/** What the engine says of a base that was not kept or deleted. */
import { type Fault, fault, worded } from '../../../core/faults.ts';
import { storageFault } from '../../../core/storageFault.ts';
import { pageEngineFaults } from '../../../words/words.ts';

/** Why the base `name` was not kept or deleted, as far as the browser's storage told. */
export function keepFault(code: 'E_BASE_KEEP' | 'E_BASE_DELETE', name: string, error: unknown): Fault {
  const why = storageFault(error);
  return fault(pageEngineFaults, code, { name, why: why && worded(why).message }, { detail: String(error) });
}
