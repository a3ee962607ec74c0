/**
 * The projects of this browser and which one is open. The open one is the document store's; the others lie in the keeper.
 * Every edit is written a little later, ahead of the database first (`ahead.ts`), so that nothing is lost; a project that
 * another tab has open, or kept meanwhile, is never overwritten but becomes a copy.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isFuture } from '../../../core/document/migrations.ts';
import { parseDocument } from '../../../core/document/parse.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { lockFault, type LessonView } from '../../../core/share/teach.ts';
import { type Fault, faultFrom } from '../../../core/faults.ts';
import type { DocumentHistory, EditGuard } from '../document/document.ts';
import { STORAGE_KEYS } from '../storage/storage.ts';
import { copyName, aheadIds, dropAhead, freshId, newerOf, readAhead, writeAhead, type AheadProject } from '../keeping/ahead.ts';
import { memoryKeeper, type ProjectCard } from '../keeping/keeper.ts';
import type { ProjectsHosts, ProjectsState } from './types.ts';
import { ProjectWriter } from './writer.ts';

const AUTOSAVE_DELAY_MS = 400;
/** Deleted projects can be brought back this long. */
const PURGE_AFTER_MS = 30 * 24 * 3600 * 1000;

const guardOf = (lesson: LessonView | null): EditGuard | null => lesson && ((before, after) => lockFault(lesson, before, after));

/** A store of projects; the page has one, `projectsStore`. */
export function createProjectsStore(hosts: ProjectsHosts): StoreApi<ProjectsState> {
  const { documents, storage, tabs, restored } = hosts;
  const me = freshId();
  const writer = new ProjectWriter(hosts.keeper);
  const { revisions } = writer;
  /** When each document was changed last. */
  const changes = new Map<string, number>();
  /** Histories of the projects opened in this session. */
  const histories = new Map<string, DocumentHistory>();
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let switching = false;
  /** Before, nothing is known of the keeper: a project that a link puts aside stays written ahead as it is. */
  let started = false;
  /** Whether the open project and the keeper were brought together: before, what is on screen may not be what is kept of it. */
  let met = false;
  let failed = false;
  let ends: (() => void)[] = [];

  return createStore<ProjectsState>((set, get) => {
    const present = (): AheadProject => {
      const id = get().present;
      return {
        id,
        document: documents.getState().document,
        lesson: get().lesson,
        changed: changes.get(id) ?? hosts.now(),
        revision: revisions.get(id) ?? null,
        by: me,
      };
    };
    const list = async (): Promise<void> => {
      const all = [...(await writer.keeper.list())].sort((a, b) => b.changed - a.changed);
      set({ cards: all.filter(({ removed }) => removed === null), removed: all.filter(({ removed }) => removed !== null) });
    };
    const relist = (): Promise<void> =>
      list()
        .catch(() => undefined)
        .then(() => tabs.tell({ kind: 'kept' }));
    const notKept = (): void => {
      if (!failed) set({ news: { kind: 'notKept' } });
      failed = true;
    };

    /** Writes the open project, ahead and then into the keeper. */
    const save = (): void => {
      clearTimeout(waiting);
      waiting = undefined;
      if (get().elsewhere) return; // the other tab's to write
      const project = present();
      const ahead = writeAhead(storage, project);
      void writer.keep(project).then(
        async (written) => {
          if (!written && get().present === project.id) copyPresent();
          else if (!written) await keepCopy(project);
          if (get().status === 'unavailable' && !ahead) notKept();
          else failed = false;
          // A project that was left is in the keeper now.
          if (get().present !== project.id) dropAhead(storage, project.id);
          await relist();
        },
        () => {
          if (!ahead) notKept();
        },
      );
    };
    const keepCopy = async (project: AheadProject): Promise<void> => {
      const id = freshId();
      await writer.keep({ ...project, id, document: { ...project.document, name: copyName(project.document.name) } });
      set({ news: { kind: 'copied', name: copyName(project.document.name) } });
    };
    const soon = (): void => {
      clearTimeout(waiting);
      waiting = setTimeout(save, AUTOSAVE_DELAY_MS);
    };

    const point = (id: string): void => {
      storage.write(STORAGE_KEYS.project, id);
      hosts.tab.write(STORAGE_KEYS.project, id);
    };
    /** Learns whether the open project is this tab's alone. */
    const claim = async (id: string): Promise<void> => {
      const mine = await tabs.claim(id).catch(() => true);
      if (get().present !== id) return void (mine && tabs.release(id));
      set({ elsewhere: !mine });
      follow(); // what the other tab wrote since this one read
    };
    /** Shows what the tab that has the open project wrote, until somebody edits here. */
    const follow = (): void => {
      const { elsewhere, present: id } = get();
      const newest = elsewhere ? readAhead(storage, id).kept : null;
      if (newest && newest.changed > (changes.get(id) ?? 0)) put(newest);
    };
    /** Another document at hand, which is no edit. */
    const switchTo = (history: DocumentHistory, guard: EditGuard | null): void => {
      switching = true;
      documents.getState().switchTo(history, guard);
      switching = false;
    };
    /** What is edited here goes on as a project of its own. */
    const copyPresent = (): void => {
      const { document, past, future, guard } = documents.getState();
      const id = freshId();
      const copy = { ...document, name: copyName(document.name) };
      switchTo({ document: copy, past, future }, guard);
      revisions.set(id, null);
      changes.set(id, hosts.now());
      set({ present: id, elsewhere: false, news: { kind: 'copied', name: copy.name } });
      point(id);
      void claim(id);
      save();
    };

    /** Leaves the open project as it is, kept. */
    const leave = (): void => {
      const { present: id, elsewhere } = get();
      const { document, past, future } = documents.getState();
      if (elsewhere || !started) return;
      tabs.release(id);
      if (get().untouched()) {
        // Exactly as it ships: it would only fill the list.
        clearTimeout(waiting);
        waiting = undefined;
        if (!met) return;
        dropAhead(storage, id);
        void writer.enqueue(() => writer.keeper.purge(id)).then(relist, () => undefined);
        return;
      }
      save();
      histories.set(id, { document, past, future });
    };
    const show = (id: string, history: DocumentHistory, lesson: LessonView | null): void => {
      switchTo(history, guardOf(lesson));
      set({ present: id, lesson, elsewhere: false });
      point(id);
      void claim(id);
    };

    /** Takes what was written ahead of the keeper into it; the copy that counts. `newer`: a newer workbench kept another, which stays. */
    const takeIn = async (ahead: AheadProject, cards: readonly ProjectCard[]): Promise<AheadProject | 'newer'> => {
      const card = cards.find(({ id }) => id === ahead.id);
      const newer = newerOf(ahead, card);
      revisions.set(ahead.id, card?.revision ?? null);
      if (newer === 'ahead') await writer.keep(ahead);
      if (newer === 'ahead' || (card?.changed === ahead.changed && newer === 'kept')) return ahead;
      const kept = await readKept(ahead.id).catch((error: unknown) => (isFuture(faultFrom(error)) ? 'newer' : null));
      if (kept === 'newer') return kept;
      if (!kept) {
        await writer.keep(ahead); // the keeper's copy is damaged, and this one is whole
        return ahead;
      }
      if (newer === 'both' && JSON.stringify(kept.document) !== JSON.stringify(ahead.document)) await keepCopy(ahead);
      return kept;
    };
    const noted = (project: AheadProject | null): AheadProject | null => {
      if (project) changes.set(project.id, project.changed);
      return project;
    };
    const readKept = async (which: string): Promise<AheadProject | null> => noted(await writer.read(which));
    const readNewest = async (which: string): Promise<AheadProject | null> => noted(await writer.newest(which, storage));
    const openNewest = async (): Promise<void> => {
      for (const { id } of get().cards) if ((await get().open(id)) === null) return;
      get().create(hosts.fresh());
    };

    const id = restored.id ?? freshId();
    if (restored.kept) {
      changes.set(id, restored.kept.changed || hosts.now());
      documents.getState().switchTo({ document: restored.kept.document, past: [], future: [] }, guardOf(restored.kept.lesson));
    }
    return {
      status: 'loading',
      present: id,
      lesson: restored.kept?.lesson ?? null,
      elsewhere: false,
      cards: [],
      removed: [],
      news: null,

      start: async () => {
        const { present: opened } = get();
        started = true;
        point(opened);
        if (restored.old && restored.kept) {
          const changed = changes.get(restored.kept.id) ?? 0;
          if (writeAhead(storage, { ...restored.kept, changed, by: me })) storage.remove(STORAGE_KEYS.document);
        }
        ends = [
          documents.subscribe((state, previous) => {
            if (state.document === previous.document || switching) return;
            changes.set(get().present, hosts.now());
            if (get().elsewhere) copyPresent();
            else soon();
          }),
          tabs.listen((message) => {
            if (message.kind === 'kept') {
              void list().catch(() => undefined);
              follow();
            }
            if (message.kind === 'yield' && message.id === get().present && !get().elsewhere) {
              get().flush();
              set({ elsewhere: true, news: { kind: 'yielded' } });
              void get()
                .settled()
                .then(() => tabs.release(message.id));
            }
          }),
        ];
        const claimed = claim(opened);
        try {
          await list();
        } catch {
          writer.keeper = memoryKeeper();
          set({ status: 'unavailable' });
        }
        const all = [...get().cards, ...get().removed];
        try {
          await claimed;
          for (const other of aheadIds(storage)) {
            if (other === opened || !(await tabs.claim(other))) continue;
            const { kept, fault } = readAhead(storage, other);
            if (kept && (await takeIn(kept, all)) === 'newer') await keepCopy(kept);
            if (!fault || !isFuture(fault)) dropAhead(storage, other);
            tabs.release(other);
          }
          await list();
          await startPresent(opened, all);
          met = true;
          const long = hosts.now() - PURGE_AFTER_MS;
          for (const card of get().removed) if (card.removed !== null && card.removed < long) await writer.keeper.purge(card.id);
          await relist();
        } catch (error) {
          void error; // the keeper refuses: what is written ahead stays where it is
        }
        if (get().status === 'loading') set({ status: hosts.lasting ? 'ready' : 'unavailable' });
      },

      untouched: () => {
        const { document, past } = documents.getState();
        return past.length === 0 && get().lesson === null && hosts.shipped(document);
      },

      create: (document, lesson = null) => {
        leave();
        return begin(document, lesson);
      },

      open: async (wanted) => {
        if (wanted === get().present) return null;
        try {
          await get().settled();
          const kept = await readNewest(wanted);
          if (!kept) throw new Error(`there is no project ${wanted}`);
          const known = histories.get(wanted);
          const same = known && JSON.stringify(known.document) === JSON.stringify(kept.document);
          leave();
          show(wanted, same ? known : { document: kept.document, past: [], future: [] }, kept.lesson);
          return null;
        } catch (error) {
          return faultFrom(error);
        }
      },

      duplicate: async (which) => {
        if (which === get().present) get().flush();
        await get().settled();
        const kept = which === get().present ? present() : await readNewest(which);
        if (!kept) return null;
        const copy = freshId();
        revisions.set(copy, null);
        await writer.keep({ ...kept, id: copy, changed: hosts.now(), document: { ...kept.document, name: copyName(kept.document.name) } });
        await relist();
        return copy;
      },

      textOf: async (which) => (await writer.keeper.read(which).catch(() => null))?.text ?? null,

      rename: async (which, name) => {
        try {
          const named = (document: ProjectDocument) => parseDocument({ ...document, name });
          if (which === get().present) return documents.getState().edit(named);
          await get().settled();
          const kept = await readNewest(which);
          if (!kept) return null;
          histories.delete(which);
          await writer.keep({ ...kept, changed: hosts.now(), document: named(kept.document) });
          await relist();
          return null;
        } catch (error) {
          return faultFrom(error);
        }
      },

      remove: async (which) => {
        if (which === get().present) get().flush();
        await get().settled();
        await writer.keeper.mark(which, hosts.now());
        await list();
        if (which === get().present) {
          tabs.release(which);
          dropAhead(storage, which);
          set({ elsewhere: true }); // nothing more is written of it
          await openNewest();
        }
        await relist();
      },

      restore: async (which) => {
        await writer.keeper.mark(which, null);
        await relist();
      },

      purge: async (which) => {
        histories.delete(which);
        await writer.keeper.purge(which);
        await relist();
      },

      setLesson: (lesson) => {
        const { document, past, future } = documents.getState();
        switchTo({ document, past, future }, guardOf(lesson));
        set({ lesson });
        save();
      },

      takeOver: async () => {
        const wanted = get().present;
        tabs.tell({ kind: 'yield', id: wanted });
        await tabs.take(wanted);
        const newest = await readNewest(wanted).catch(() => null);
        if (get().present !== wanted) return;
        if (newest) put(newest);
        set({ elsewhere: false });
      },

      flush: () => {
        if (waiting !== undefined) save();
      },
      settled: () => writer.settled(),
      stop: () => {
        get().flush();
        for (const end of ends) end();
        ends = [];
        tabs.release(get().present);
      },
    };

    /** Brings the open project and the keeper together. */
    async function startPresent(opened: string, all: readonly ProjectCard[]): Promise<void> {
      const untouched = documents.getState().document;
      const shown = restored.kept;
      if (restored.id !== null && opened !== restored.id) return save(); // a link came before it
      if (shown && get().elsewhere) return; // it is the other tab's to write
      if (shown) {
        const newest = await takeIn({ ...shown, changed: changes.get(opened) ?? shown.changed }, all);
        if (newest === 'newer') {
          tabs.release(opened);
          copyPresent();
          return dropAhead(storage, opened);
        }
        if (restored.old) storage.remove(STORAGE_KEYS.document);
        if (newest.document !== shown.document && documents.getState().document === untouched) put(newest);
        return;
      }
      // Nothing was written ahead: it did not fit, or the browser forgot it, or this is the first visit.
      const known = get().cards.find((card) => card.id === opened) ?? get().cards[0];
      let fault: Fault | null = null;
      const kept =
        known &&
        (await readNewest(known.id).catch((error: unknown) => {
          fault = faultFrom(error);
          return null;
        }));
      if (fault) set({ news: { kind: 'unreadable', fault } });
      if (documents.getState().document !== untouched) return;
      if (fault) {
        tabs.release(opened); // nothing is written in its place
        begin(untouched, null);
      } else if (!kept) save();
      else if (kept.id === opened) put(kept);
      else show(kept.id, { document: kept.document, past: [], future: [] }, kept.lesson);
    }

    /** A project of its own from now on. */
    function begin(document: ProjectDocument, lesson: LessonView | null): string {
      const next = freshId();
      revisions.set(next, null);
      changes.set(next, hosts.now());
      show(next, { document, past: [], future: [] }, lesson);
      save();
      return next;
    }

    /** Another state of the open project in place of the one on screen. */
    function put({ id: which, document, lesson, changed }: AheadProject): void {
      changes.set(which, changed);
      switchTo({ document, past: [], future: [] }, guardOf(lesson));
      set({ lesson });
    }
  });
}
