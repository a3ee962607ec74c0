/**
 * The projects of this browser and which one is open. The open one is the document store's; the others lie in the database.
 * Every edit is written a little later, ahead of the database first (`ahead.ts`), so that nothing is lost; a project that
 * another tab has open, or kept meanwhile, is never overwritten but becomes a copy.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { parseDocument } from '../../../core/document/parse.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { faultFrom } from '../../../core/faults.ts';
import { copyName, dropAhead, freshId, readAhead } from '../projectStorage/ahead.ts';
import type { ProjectsShared } from './shared.ts';
import { createOpenProject, guardOf } from './openProject.ts';
import { createKeptProjects } from './keptProjects.ts';
import { createAutosave } from './autosave.ts';
import { sameDocument } from './takingIn.ts';
import type { ProjectsHosts, ProjectsState } from './types.ts';
import { ProjectWriter } from './writer.ts';

/** A store of projects; the page has one, `projectsStore`. */
export function createProjectsStore(hosts: ProjectsHosts): StoreApi<ProjectsState> {
  const { documents, storage, tabs, restored } = hosts;

  return createStore<ProjectsState>((set, get) => {
    const writer = new ProjectWriter(hosts.database);
    const changes = new Map<string, number>();
    const id = restored.id ?? freshId();
    if (restored.kept) {
      changes.set(id, restored.kept.changed || hosts.now());
      writer.revisions.set(id, restored.kept.revision);
      documents.getState().switchTo({ document: restored.kept.document, past: [], future: [] }, guardOf(restored.kept.lesson));
    }
    const shared: ProjectsShared = {
      hosts,
      get,
      set,
      writer,
      changes,
      histories: new Map(),
      me: freshId(),
      knowledge: 'nothing',
      restored: restored.kept && { ...restored.kept, changed: changes.get(id) ?? 0 },
      began: { id, document: documents.getState().document },
      edited: false,
      claimed: restored.id === null ? id : null,
      unmet: restored.id,
    };
    const { histories } = shared;
    const keptProjects = createKeptProjects(shared);
    const open = createOpenProject(shared, keptProjects);
    const autosave = createAutosave(shared, keptProjects, open);

    const openNewest = async (): Promise<void> => {
      for (const { id } of get().cards) if ((await get().open(id)) === null) return;
      get().create(hosts.fresh());
    };

    return {
      status: 'loading',
      present: id,
      lesson: restored.kept?.lesson ?? null,
      elsewhere: false,
      cards: [],
      removed: [],
      news: null,

      start: autosave.start,

      untouched: () => {
        const { document, past } = documents.getState();
        return past.length === 0 && get().lesson === null && hosts.shipped(document);
      },

      create: (document, lesson = null) => {
        open.leave();
        return open.begin(document, lesson);
      },

      open: async (wanted) => {
        if (wanted === get().present) return null;
        try {
          await writer.settled();
          const [last, base] = [changes.get(wanted) ?? 0, writer.revisions.get(wanted)];
          const kept = await keptProjects.newest(wanted);
          if (!kept) throw new Error(`there is no project ${wanted}`);
          const known = histories.get(wanted);
          const same = known && sameDocument(known, kept);
          // What could be kept nowhere when it was left is in this tab alone.
          const unkept = known && !same && last > kept.changed && base === kept.revision;
          open.leave();
          open.show(wanted, known && (same || unkept) ? known : { document: kept.document, past: [], future: [] }, kept.lesson);
          if (unkept) open.edited();
          return null;
        } catch (error) {
          return faultFrom(error);
        }
      },

      duplicate: async (which) => {
        if (which === get().present) open.flush();
        await writer.settled();
        const kept = which === get().present ? open.state() : await keptProjects.newest(which);
        if (!kept) return null;
        const copy = freshId();
        writer.revisions.set(copy, null);
        await writer.keep({ ...kept, id: copy, changed: hosts.now(), document: { ...kept.document, name: copyName(kept.document.name) } });
        await keptProjects.relist();
        return copy;
      },

      textOf: async (which) => (await writer.database.read(which).catch(() => null))?.text ?? null,

      rename: async (which, name) => {
        try {
          const named = (document: ProjectDocument) => parseDocument({ ...document, name });
          if (which === get().present) return documents.getState().edit(named);
          await writer.settled();
          const kept = await keptProjects.newest(which);
          if (!kept) return null;
          histories.delete(which);
          await writer.keep({ ...kept, changed: hosts.now(), document: named(kept.document) });
          await keptProjects.relist();
          return null;
        } catch (error) {
          return faultFrom(error);
        }
      },

      remove: async (which) => {
        if (which === get().present) open.flush();
        await writer.settled();
        // What the database refused until now goes with it: it is to be brought back whole, and not by the next visit.
        const { kept: ahead } = readAhead(storage, which);
        const newest = ahead && (await keptProjects.newest(which));
        if (newest && newest.changed === ahead.changed) await writer.keep(newest);
        await writer.database.mark(which, hosts.now());
        dropAhead(storage, which);
        await keptProjects.list();
        if (which === get().present) {
          tabs.release(which);
          set({ elsewhere: true }); // nothing more is written of it
          await openNewest();
        }
        await keptProjects.relist();
      },

      restore: async (which) => {
        await writer.database.mark(which, null);
        await keptProjects.relist();
      },

      purge: async (which) => {
        histories.delete(which);
        await writer.database.purge(which);
        await keptProjects.relist();
      },

      setLesson: open.setLesson,

      takeOver: async () => {
        const wanted = get().present;
        tabs.tell({ kind: 'yield', id: wanted });
        await tabs.take(wanted);
        const newest = await keptProjects.newest(wanted).catch(() => null);
        if (get().present !== wanted) return tabs.release(wanted);
        if (newest) open.put(newest);
        set({ elsewhere: false });
      },

      flush: open.flush,
      settled: () => writer.settled(),
      stop: autosave.stop,
    };
  });
}
