/** The runs' folders and their cards: a folder each under `runs/`, changed by one at a time. */
import { fault, FaultError, faultFrom } from '../../core/faults.ts';
import { CARD, cardJson, parseCard, type StoredCard } from '../../core/formats/runs/card.ts';
import { isOfNewer } from '../../core/formats/runs/format.ts';
import { runsFaults } from '../../words/words.ts';
import { below, type FileSystem } from '../fileSystem.ts';
import type { Locks } from '../types.ts';
import { readWhole, writeWhole } from '../wholeFile.ts';

const RUNS = 'runs';
/** Ids become names of folders. */
export const ID = /^[\w-]{1,100}$/;

export interface Cards {
  /** Names of the folders that can be a run's. */
  ids(): Promise<string[]>;
  /** A run's folder as a file system of its own; what is no id is refused. */
  folder(id: string): FileSystem;
  /** Null where there is none. Throws `E_CARD` where there is one that is none. */
  read(id: string): Promise<StoredCard | null>;
  /** The same, and null also where it is none; throws for what a newer workbench wrote, which is not damaged. */
  readUndamaged(id: string): Promise<StoredCard | null>;
  /** Writes a card so that a crash leaves the older or the newer one. */
  save(id: string, card: StoredCard): Promise<void>;
  /** Changes the card on disk while nobody else does; throws where there is none. */
  change(id: string, change: (card: StoredCard) => StoredCard): Promise<StoredCard>;
  /** Removes a folder with all that is in it. */
  removeFolder(id: string): Promise<void>;
}

export function createCards(fs: FileSystem, locks: Locks): Cards {
  const at = (id: string): string => {
    if (ID.test(id)) return `${RUNS}/${id}`;
    throw new Error(`"${id}" is no id of a run`);
  };
  const folder = (id: string): FileSystem => below(fs, at(id));
  const read = async (id: string): Promise<StoredCard | null> => {
    const bytes = await readWhole(folder(id), CARD);
    return bytes && parseCard(bytes);
  };
  const save = (id: string, card: StoredCard): Promise<void> => writeWhole(folder(id), CARD, cardJson(card));
  return {
    ids: async () => (await fs.list(RUNS)).filter(({ name, kind }) => kind === 'folder' && ID.test(name)).map(({ name }) => name),
    folder,
    read,
    readUndamaged: (id) =>
      read(id).catch((error: unknown) => {
        if (isOfNewer(faultFrom(error))) throw error;
        return null;
      }),
    save,
    change: (id, change) => {
      at(id);
      return locks.during(`marft-card:${id}`, async () => {
        const held = await read(id);
        if (!held) throw new FaultError(fault(runsFaults, 'E_RUN_BROKEN', { found: 'gone' }));
        const changed = change(held);
        await save(id, changed);
        return changed;
      });
    },
    removeFolder: async (id) => fs.remove(at(id)),
  };
}
