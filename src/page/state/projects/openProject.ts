/** The open project: written a little after every edit, shown, left for another, and made a copy of where it is another tab's. */
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { lockFault, type TeacherView } from '../../../core/share/teach.ts';
import type { DocumentHistory, EditGuard } from '../document/document.ts';
import { copyName, dropAhead, freshId, readAhead, writeAhead, type AheadProject } from '../projectStorage/ahead.ts';
import { STORAGE_KEYS } from '../storage/storage.ts';
import type { ProjectsShared } from './shared.ts';
import { whenLeft } from './leaving.ts';
import type { KeptProjects } from './keptProjects.ts';

const AUTOSAVE_DELAY_MS = 400;
/** Until what could be kept nowhere is tried again. */
const RETRY_MS = 5000;

/** What keeps a learner to what the teacher's view allows. */
export const guardOf = (lesson: TeacherView | null): EditGuard | null => lesson && ((before, after) => lockFault(lesson, before, after));

export interface OpenProject {
  /** As it is now. */
  state(): AheadProject;
  /** Writes it, ahead and then into the database. */
  save(): void;
  /** Writes what waits to be written. */
  flush(): void;
  /** Takes note of another document, which is an edit unless this store put it there. */
  edited(): void;
  /** Remembers which project is open. */
  point(id: string): void;
  /** Learns whether it is this tab's alone; says whether it is a copy now, since it is another's and was edited meanwhile. */
  claim(id: string): Promise<boolean>;
  /** Shows what the tab that has it wrote, until somebody edits here. */
  follow(): void;
  /** What is edited here goes on as a project of its own. */
  copy(): void;
  /** Leaves it as it is, kept. */
  leave(): void;
  /** Opens another in its place. */
  show(id: string, history: DocumentHistory, lesson: TeacherView | null): void;
  /** Opens a project of its own, and says its id. */
  begin(document: ProjectDocument, lesson: TeacherView | null): string;
  /** Puts another state of it in place of the one on screen. */
  put(project: AheadProject): void;
  /** Sets or ends the teacher's view of it. */
  setLesson(lesson: TeacherView | null): void;
}

export function createOpenProject(shared: ProjectsShared, keptProjects: KeptProjects): OpenProject {
  const { hosts, get, set, writer, changes, histories } = shared;
  const { documents, storage, tabs } = hosts;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let switching = false;
  let failed = false;

  const state = (): AheadProject => {
    const { present: id, lesson } = get();
    const { document } = documents.getState();
    return { id, document, lesson, changed: changes.get(id) ?? hosts.now(), revision: writer.revisions.get(id) ?? null, by: shared.me };
  };
  const stopWaiting = (): void => {
    clearTimeout(waiting);
    waiting = undefined;
  };
  const notKept = (): void => {
    if (!failed) set({ news: { kind: 'notKept' } });
    failed = true;
  };
  const save = (): void => {
    stopWaiting();
    if (get().elsewhere) return; // the other tab's to write
    const project = state();
    const ahead = writeAhead(storage, project);
    void writer.keep(project).then(
      async (written) => {
        if (!written && get().present === project.id) copy();
        else if (!written) await keptProjects.keepCopy(project);
        if (get().status === 'unavailable' && !ahead) notKept();
        else failed = false;
        // A project that was left is in the database now.
        if (get().present !== project.id) dropAhead(storage, project.id);
        await keptProjects.relist();
      },
      () => {
        if (ahead) return;
        notKept();
        // It is tried again, after a while or when the tab closes.
        waiting ??= setTimeout(save, RETRY_MS);
      },
    );
  };

  const point = (id: string): void => {
    storage.write(STORAGE_KEYS.project, id);
    hosts.tab.write(STORAGE_KEYS.project, id);
  };
  const claim = async (id: string): Promise<boolean> => {
    const mine = await tabs.claim(id).catch(() => true);
    if (get().present !== id) {
      if (mine) tabs.release(id);
      return false;
    }
    set({ elsewhere: !mine });
    if (!mine && waiting !== undefined) {
      copy();
      return true;
    }
    follow(); // what the other tab wrote since this one read
    return false;
  };
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
  const put = ({ id, document, lesson, changed }: AheadProject): void => {
    changes.set(id, changed);
    switchTo({ document, past: [], future: [] }, guardOf(lesson));
    set({ lesson });
  };
  /** A project of which nothing is kept yet. */
  const unkept = (): string => {
    const id = freshId();
    writer.revisions.set(id, null);
    changes.set(id, hosts.now());
    return id;
  };
  const copy = (): void => {
    const { document, past, future, guard } = documents.getState();
    const name = copyName(document.name);
    switchTo({ document: { ...document, name }, past, future }, guard);
    const id = unkept();
    set({ present: id, elsewhere: false, news: { kind: 'copied', name } });
    point(id);
    void claim(id);
    save();
  };
  const show = (id: string, history: DocumentHistory, lesson: TeacherView | null): void => {
    switchTo(history, guardOf(lesson));
    set({ present: id, lesson, elsewhere: false });
    point(id);
    void claim(id);
  };

  return {
    state,
    save,
    flush: () => {
      if (waiting !== undefined) save();
    },
    edited: () => {
      if (switching) return;
      changes.set(get().present, hosts.now());
      if (get().elsewhere) return copy();
      clearTimeout(waiting);
      waiting = setTimeout(save, AUTOSAVE_DELAY_MS);
    },
    point,
    claim,
    follow,
    copy,
    leave: () => {
      const { present: id, elsewhere } = get();
      const { document, past, future } = documents.getState();
      const what = whenLeft({ elsewhere, untouched: get().untouched(), knowledge: shared.knowledge });
      if (what === 'nothing') return;
      tabs.release(id);
      if (what === 'keep') {
        save();
        histories.set(id, { document, past, future });
        return;
      }
      stopWaiting();
      if (what === 'release') return;
      dropAhead(storage, id);
      void writer.enqueue(() => writer.database.purge(id)).then(keptProjects.relist, () => undefined);
    },
    show,
    begin: (document, lesson) => {
      const id = unkept();
      show(id, { document, past: [], future: [] }, lesson);
      save();
      return id;
    },
    put,
    setLesson: (lesson) => {
      const { document, past, future } = documents.getState();
      switchTo({ document, past, future }, guardOf(lesson));
      set({ lesson });
      save();
    },
  };
}
