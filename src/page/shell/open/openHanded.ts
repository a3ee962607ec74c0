/** Opens what a terminal hands over (`npm run open`), as if it had been dropped. */
import { fault, FaultError, faultFrom } from '../../../core/faults.ts';
import { handedFilePath, type HandedList, handedListIn, handedListPath, OPEN_PARAMETER } from '../../../core/handed.ts';
import { handedFaults } from '../../../words/words.ts';
import { pageFaultsStore } from '../../state/document/pageFaults.ts';
import { openFolder, openRun } from './openFile.ts';

/** A reload does not open it again: from here on its address is that of the page. */
function takeKey(): string | null {
  const url = new URL(window.location.href);
  const key = url.searchParams.get(OPEN_PARAMETER);
  url.searchParams.delete(OPEN_PARAMETER);
  if (key !== null) window.history.replaceState(window.history.state, '', url);
  return key;
}

export async function openHanded(): Promise<void> {
  const key = takeKey();
  if (key === null) return;
  // Whole, since a worker reads the files too.
  const address = (below: string): string => new URL(`${import.meta.env.BASE_URL}${below}`, window.location.href).href;
  try {
    const { name, kind, files } = await listed(address(handedListPath(key)));
    const given = files.map((file, index) => ({ path: file.path, file: { ...file, url: address(handedFilePath(key, index)) } }));
    await (kind === 'folder' ? openFolder(name, async () => given) : openRun(name, given));
  } catch (error) {
    pageFaultsStore.getState().report('project', [faultFrom(error)]);
  }
}

async function listed(url: string): Promise<HandedList> {
  const asked = fetch(url, { cache: 'no-store' }).then((response) => (response.ok ? (response.json() as Promise<unknown>) : null));
  // A page in the place of the list, as some hosts answer every path, is none.
  const list = handedListIn(await asked.catch(() => null));
  if (!list) throw new FaultError(fault(handedFaults, 'E_HANDED_NONE', {}));
  return list;
}
