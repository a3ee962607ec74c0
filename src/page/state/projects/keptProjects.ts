/** The kept projects: listed, read and copied in the database. */
import { copyName, dropAheadBy, freshId, writeAhead, type AheadProject } from '../projectStorage/ahead.ts';
import { cardLists } from './cardLists.ts';
import type { ProjectsShared } from './shared.ts';

export interface KeptProjects {
  /** Rejects where the database refuses. */
  list(): Promise<void>;
  /** Lists anew if it can, and tells the other tabs. Never rejects. */
  relist(): Promise<void>;
  /** What the database has of a project; null when it has none. Rejects when it cannot be read. */
  read(id: string): Promise<AheadProject | null>;
  /** The same, or what was written ahead where that is newer. */
  newest(id: string): Promise<AheadProject | null>;
  /** Keeps a project under another name and id, at once, and says so. Rejects where neither storage takes it. */
  keepCopy(project: AheadProject): Promise<void>;
}

export function createKeptProjects({ hosts, set, writer, changes, me }: ProjectsShared): KeptProjects {
  const noted = (project: AheadProject | null): AheadProject | null => {
    if (project) changes.set(project.id, project.changed);
    return project;
  };
  const list = async (): Promise<void> => set(cardLists(await writer.database.list()));
  return {
    list,
    relist: () =>
      list()
        .catch(() => undefined)
        .then(() => hosts.tabs.tell({ kind: 'kept' })),
    read: async (id) => noted(await writer.read(id)),
    newest: async (id) => noted(await writer.newest(id, hosts.storage)),
    keepCopy: async (project) => {
      const name = copyName(project.document.name);
      const copy = { ...project, id: freshId(), revision: null, by: me, document: { ...project.document, name } };
      const ahead = writeAhead(hosts.storage, copy);
      try {
        await writer.keep(copy);
        if (writer.lasts) dropAheadBy(hosts.storage, copy.id, me);
      } catch (error) {
        if (!ahead) throw error;
      }
      set({ news: { kind: 'copied', name } });
    },
  };
}
