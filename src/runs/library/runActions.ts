/** What a person does with runs as a whole: names them, puts them away, brings them back, takes one in from elsewhere. */
import { fault, FaultError } from '../../core/faults.ts';
import { CARD, checkedLabels, type RunCard, type RunLabels, type StoredCard } from '../../core/formats/runs/card.ts';
import type { RunReader } from '../../core/formats/imports/reader.ts';
import type { Files } from '../../core/formats/files.ts';
import { runsFaults } from '../../words/words.ts';
import { type FileSystem, isFull } from '../fileSystem.ts';
import { type ImportHost, importRun, type ImportRequest } from '../importRun.ts';
import { type GivenRun, readGivenRun } from '../takeIn.ts';
import type { Cards } from './cards.ts';
import { isForgotten, leftCard, publicCard } from './decisions.ts';
import { type LibraryHost, type LiveRuns, runLock } from './liveRuns.ts';

export function createRunActions(host: Pick<LibraryHost, 'locks' | 'now'>, cards: Cards, live: LiveRuns) {
  /** Refuses runs that are being trained, here or in another tab. */
  const requireIdle = async (ids: readonly string[]): Promise<void> => {
    const locked = await host.locks.held();
    if (ids.some((id) => locked.has(runLock(id)))) throw new FaultError(fault(runsFaults, 'E_RUN_LIVE', {}));
  };
  /** Writes a run's folder, and its card last; what cannot be written whole is taken away again. */
  const keepWhole = async (id: string, write: (folder: FileSystem) => Promise<Omit<StoredCard, 'id' | 'began'>>): Promise<void> => {
    // Locked while it is written: to another tab a folder without a card is a leftover.
    const release = await live.hold(id);
    try {
      const card = await write(cards.folder(id));
      await cards.save(id, { ...card, id, began: host.now() });
    } catch (error) {
      await cards.removeFolder(id);
      throw isFull(error) ? new FaultError(fault(runsFaults, 'E_LIBRARY_FULL', { found: 'run_taken_in' })) : error;
    } finally {
      release();
    }
  };
  const cardOrNull = (id: string) => cards.read(id).catch(() => null);

  const purge = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      // Another tab may go on with it at this moment.
      const release = await host.locks.hold(runLock(id));
      if (!release) continue;
      try {
        const card = await cardOrNull(id);
        if (!card || card.removed === null) continue;
        const folder = cards.folder(id);
        // The card last, which says that the rest was to go.
        for (const { name } of await folder.list('')) if (name !== CARD) await folder.remove(name);
        await cards.removeFolder(id);
        live.forget(id);
      } finally {
        release();
      }
    }
  };

  return {
    label: async (id: string, labels: Partial<RunLabels>): Promise<RunCard> => {
      const checked = checkedLabels(labels);
      const card = await cards.change(id, (held) => ({ ...held, ...checked }));
      return publicCard(live.get(id)?.writer.relabel(card) ?? card);
    },
    /** An interrupted run is not offered to go on any more; it still can. */
    leave: async (id: string): Promise<RunCard> => {
      await requireIdle([id]);
      return publicCard(await cards.change(id, leftCard));
    },
    /** Puts runs away; they are gone after `purge`. */
    remove: async (ids: readonly string[]): Promise<void> => {
      for (const id of ids) live.letGo(id);
      await requireIdle(ids);
      for (const id of ids) {
        cards.folder(id);
        // A broken folder has no card to put it away with: it goes at once. A newer workbench's is not broken.
        if (await cards.readUndamaged(id)) await cards.change(id, (held) => ({ ...held, removed: host.now() }));
        else await cards.removeFolder(id);
      }
    },
    restore: async (ids: readonly string[]): Promise<void> => {
      for (const id of ids) await cards.change(id, (card) => ({ ...card, removed: null }));
    },
    /** Deletes runs that were put away; others stay, and those that are trained. */
    purge,
    /** Deletes what was put away long enough ago that nobody can bring it back. */
    purgeOld: async (): Promise<void> => {
      const old: string[] = [];
      for (const id of await cards.ids()) {
        const card = await cardOrNull(id);
        if (card && isForgotten(card, host.now())) old.push(id);
      }
      await purge(old);
    },
    /** Keeps a run from elsewhere, as one that is over; the bases it brings are for the caller to keep. */
    takeIn: async (id: string, given: Uint8Array | Files): Promise<Pick<GivenRun, 'document' | 'bases'>> => {
      const { document, files, card, bases } = readGivenRun(given);
      await keepWhole(id, async (folder) => {
        for (const [path, bytes] of Object.entries(files)) await folder.write(path, bytes);
        return card;
      });
      return { document, bases };
    },
    /** Keeps a run that something else trained, read by `reader`, as one that is over. Throws the faults of its files and keeps nothing then. */
    importRun: async (id: string, reader: RunReader, request: ImportRequest, host?: ImportHost): Promise<void> =>
      keepWhole(id, async (folder) => (await importRun(folder, reader, request, host)).card),
  };
}
