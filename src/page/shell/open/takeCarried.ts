/** A project's zip that may bring bases: looked through whole before anybody is asked, so that a bad file changes nothing. */
import { baseNames } from '../../../core/document/bases.ts';
import { readCarried } from '../../../core/share/carried.ts';
import { basesInStore } from '../../features/projects/dialogues/basesIn/basesIn.ts';
import { broughtProject } from '../../features/projects/dialogues/basesIn/brought.ts';
import { dialoguesStore, showDialogue } from '../../features/projects/dialogues/dialogues.ts';
import { ownBases } from '../../kit/projects/basesToTake.ts';
import { fingerprints } from '../../kit/projects/sharedBases.ts';
import { choosingStore } from '../../state/bases/choosing.ts';
import { pageFaultsStore } from '../../state/document/pageFaults.ts';
import { engineStore } from '../../state/engine/engine.ts';

/** Whether a person is asked about it now; false where it brings nothing that is not here, and opens as any project. */
export async function takeCarried(zip: Uint8Array, file: string): Promise<boolean> {
  const carried = readCarried(zip, file);
  if (carried.bases.length === 0) return false;
  basesInStore.setState({ file, brought: null });
  showDialogue('basesIn');
  try {
    await engineStore.getState().listKept();
    const { bases, kept } = engineStore.getState();
    const names = new Set([...Object.keys(bases), ...kept.map(({ name }) => name), ...baseNames(carried.document)]);
    const brought = await broughtProject(carried, {
      here: await ownBases(carried.document),
      isTaken: (name) => names.has(name),
      fingerprint: async (name, files) => (await fingerprints({ [name]: files }))[name] ?? '',
      check: (name, files) => choosingStore.getState().check(name, files),
    });
    if (!brought || dialoguesStore.getState().open !== 'basesIn') return true; // called off
    pageFaultsStore.getState().report('project', []);
    basesInStore.setState({ brought });
    if (brought.bases.length > 0) return true;
    showDialogue(null);
    return false;
  } catch (error) {
    showDialogue(null);
    throw error;
  }
}
