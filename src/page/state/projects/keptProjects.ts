/** The kept projects: listed, read and copied in the database. */
import { isFuture } from '../../../core/document/migrations.ts';
import { FaultError, faultFrom } from '../../../core/faults.ts';
import { copyName, dropAheadOf, freshId, newerOf, readAhead, writeAhead, type AheadProject } from '../projectStorage/ahead.ts';
import { cardLists } from './cardLists.ts';
import type { ProjectsShared } from './shared.ts';
import { sameDocument } from './takingIn.ts';

export interface KeptProjects {
  /** Rejects where the database refuses. */
  list(): Promise<void>;
  /** Lists anew if it can, and tells the other tabs. Never rejects. */
  relist(): Promise<void>;
  /** What the database has of a project; null when it has none. Rejects when it cannot be read. */
  read(id: string): Promise<AheadProject | null>;
  /** The same, or what was written ahead where that is newer; where the two were edited apart, that is kept as a copy. Rejects as {@link read}. */
  newest(id: string): Promise<AheadProject | null>;
  /** Keeps a project under another name and id, at once, and says so. Rejects where neither storage takes it. */
  keepCopy(project: AheadProject): Promise<void>;
}

export function createKeptProjects({ hosts, set, writer, changes, me }: ProjectsShared): KeptProjects {
  const { storage } = hosts;
  const noted = (project: AheadProject | null): AheadProject | null => {
    if (project) changes.set(project.id, project.changed);
    return project;
  };
  const list = async (): Promise<void> => set(cardLists(await writer.database.list()));
  const keepCopy = async (project: AheadProject): Promise<void> => {
    const name = copyName(project.document.name);
    const copy = { ...project, id: freshId(), revision: null, by: me, document: { ...project.document, name } };
    const ahead = writeAhead(storage, copy);
    try {
      await writer.keep(copy);
      if (writer.lasts) dropAheadOf(storage, copy);
    } catch (error) {
      if (!ahead) throw error;
    }
    set({ news: { kind: 'copied', name } });
  };
  const newest = async (id: string): Promise<AheadProject | null> => {
    const { kept: ahead, fault } = readAhead(storage, id);
    if (fault && isFuture(fault)) throw new FaultError(fault);
    const kept = await writer.read(id).catch((error: unknown) => {
      if (ahead && !isFuture(faultFrom(error))) return null;
      throw error;
    });
    if (!ahead || !kept) return ahead ?? kept;
    const newer = newerOf(ahead, kept);
    if (newer === 'both' && !sameDocument(ahead, kept)) {
      await keepCopy(ahead);
      dropAheadOf(storage, ahead);
    }
    return newer === 'ahead' ? ahead : kept;
  };
  return {
    list,
    relist: () =>
      list()
        .catch(() => undefined)
        .then(() => hosts.tabs.tell({ kind: 'kept' })),
    read: async (id) => noted(await writer.read(id)),
    newest: async (id) => noted(await newest(id)),
    keepCopy,
  };
}
