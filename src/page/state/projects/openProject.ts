/** The open project: written a little after every edit, shown, left for another, and made a copy of where it is another tab's. */
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { lockFault, type TeacherView } from '../../../core/share/teach.ts';
import type { DocumentHistory, EditGuard } from '../document/document.ts';
import { copyName, dropAhead, dropAheadOf, freshId, readAhead, writeAhead, type AheadProject } from '../projectStorage/ahead.ts';
import { STORAGE_KEYS } from '../storage/storage.ts';
import type { ProjectsShared } from './shared.ts';
import { whenLeft } from './leaving.ts';
import type { KeptProjects } from './keptProjects.ts';

/** At most between two writes, so that what is typed does not wait for a pause. */
const AUTOSAVE_INTERVAL_MS = 400;
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
  /** The same of the one that the page began with, if somebody edited it before it was listened to. */
  editedBefore(): void;
  /** Remembers which project is open. */
  point(id: string): void;
  /** Learns whether it is this tab's alone; where it is not, what was edited meanwhile goes on as a copy. */
  claim(id: string): Promise<void>;
  /** Shows what the tab that has it wrote, until somebody edits here. */
  follow(): void;
  /** What is edited here goes on as a project of its own. */
  copy(): void;
  /** Lets another tab have that one, once all is written, unless it is open here again. */
  letGo(id: string): void;
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
  /** Until an edit is written. */
  let waiting: ReturnType<typeof setTimeout> | undefined;
  /** Since the last write. */
  let resting: ReturnType<typeof setTimeout> | undefined;
  let retrying: ReturnType<typeof setTimeout> | undefined;
  let switching = false;
  let failed = false;

  const state = (): AheadProject => {
    const { present: id, lesson } = get();
    const { document } = documents.getState();
    // An edit of what another tab wrote ahead goes on from that, as far as the database is concerned.
    const by = (shared.unmet === id && shared.restored?.by) || shared.me;
    return { id, document, lesson, changed: changes.get(id) ?? hosts.now(), revision: writer.revisions.get(id) ?? null, by };
  };
  const stopWaiting = (): void => {
    clearTimeout(waiting);
    clearTimeout(retrying);
    waiting = retrying = undefined;
  };
  /** An edit on its own is written at once: a tab that does not answer for 500 ms is closed without a word (Chromium's `ClosePage`). */
  const wait = (): void => {
    waiting ??= setTimeout(save, resting === undefined ? 0 : AUTOSAVE_INTERVAL_MS);
  };
  const rest = (): void => {
    clearTimeout(resting);
    resting = setTimeout(() => {
      resting = undefined;
    }, AUTOSAVE_INTERVAL_MS);
  };
  const unwritten = (): boolean =>
    waiting !== undefined || retrying !== undefined || (shared.knowledge === 'nothing' && isOtherThanBegun());
  const isOtherThanBegun = (): boolean => get().present === shared.began.id && documents.getState().document !== shared.began.document;
  /** Whether it is known that this tab has it, and what the database has of it. */
  const isKnown = (id: string): boolean => shared.claimed === id && shared.unmet !== id;
  /** Whether what is edited before that could be written ahead, over what it was made from. */
  const onlyAhead = (project: AheadProject): boolean =>
    shared.claimed === project.id && shared.restored !== null && writeAhead(storage, project, 'stays');
  const notKept = (): void => {
    if (!failed) set({ news: { kind: 'notKept' } });
    failed = true;
  };
  const save = (): void => {
    stopWaiting();
    rest();
    const project = state();
    if (get().elsewhere) return; // the other tab's to write
    if (!isKnown(project.id)) {
      onlyAhead(project);
      return wait();
    }
    const ahead = writeAhead(storage, project);
    void writer.keep(project).then(
      async (written) => {
        if (!written && get().present === project.id && !get().elsewhere) copy();
        else if (!written) await keptProjects.keepCopy(project);
        if (get().status === 'unavailable' && !ahead) notKept();
        else failed = false;
        // A project that was left is in the database now.
        if (get().present !== project.id && writer.lasts) dropAheadOf(storage, project);
        await keptProjects.relist();
      },
      () => {
        if (ahead) return;
        notKept();
        // It is tried again, after a while or when the tab closes.
        if (get().present === project.id) retrying ??= setTimeout(save, RETRY_MS);
      },
    );
  };

  const noteEdit = (): void => {
    const { present } = get();
    if (present === shared.began.id) shared.edited = true;
    changes.set(present, hosts.now());
    wait();
  };
  const point = (id: string): void => {
    storage.write(STORAGE_KEYS.project, id);
    hosts.tab.write(STORAGE_KEYS.project, id);
  };
  const claim = async (id: string): Promise<void> => {
    const mine = await tabs.claim(id).catch(() => true);
    if (get().present !== id) return void (mine && tabs.release(id));
    shared.claimed = id;
    set({ elsewhere: !mine });
    if (!mine && waiting !== undefined) copy();
    follow(); // what the other tab wrote since this one read
  };
  const letGo = (id: string): void => {
    void writer.settled().then(() => {
      const { present, elsewhere } = get();
      if (present !== id || elsewhere) tabs.release(id);
    });
  };
  const follow = (): void => {
    const { elsewhere, present: id } = get();
    const newest = elsewhere ? readAhead(storage, id).kept : null;
    if (newest && newest.changed > (changes.get(id) ?? 0)) put(newest);
  };
  /** Another document at hand, which is no edit. */
  const switchTo = (history: DocumentHistory, guard: EditGuard | null): void => {
    switching = true;
    try {
      documents.getState().switchTo(history, guard);
    } finally {
      switching = false;
    }
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
    shared.claimed = id; // nobody else knows it
    return id;
  };
  const copy = (): void => {
    const { present: from } = get();
    const { document, past, future, guard } = documents.getState();
    const name = copyName(document.name);
    switchTo({ document: { ...document, name }, past, future }, guard);
    const id = unkept();
    set({ present: id, elsewhere: false, news: { kind: 'copied', name } });
    point(id);
    void claim(id);
    save();
    letGo(from);
  };
  const show = (id: string, history: DocumentHistory, lesson: TeacherView | null): void => {
    stopWaiting();
    if (shared.claimed !== id) shared.claimed = null;
    switchTo(history, guardOf(lesson));
    set({ present: id, lesson, elsewhere: false });
    point(id);
    void claim(id);
  };

  return {
    state,
    save,
    flush: () => {
      if (!unwritten()) return;
      const project = state();
      if (isKnown(project.id) || get().elsewhere || onlyAhead(project)) return save();
      // The tab may be gone before it is known whose the project is.
      stopWaiting();
      void keptProjects.keepCopy(project).catch(notKept);
    },
    edited: () => {
      if (switching) return;
      if (get().elsewhere) copy();
      else noteEdit();
    },
    editedBefore: () => {
      if (isOtherThanBegun()) noteEdit();
    },
    point,
    claim,
    follow,
    copy,
    letGo,
    leave: () => {
      const { present: id, elsewhere } = get();
      const { document, past, future } = documents.getState();
      const [untouched, known] = [get().untouched(), isKnown(id)];
      const what = whenLeft({ elsewhere, untouched, knowledge: shared.knowledge, known, unwritten: unwritten() });
      if (what === 'nothing') return;
      if (what === 'copy' && !onlyAhead(state())) void keptProjects.keepCopy(state()).then(keptProjects.relist, notKept);
      if (what === 'keep') {
        save();
        histories.set(id, { document, past, future });
      }
      letGo(id);
      stopWaiting();
      if (what !== 'forget') return;
      // But not what another tab made of it.
      if ((readAhead(storage, id).kept?.changed ?? 0) <= (changes.get(id) ?? 0)) dropAhead(storage, id);
      void writer.forget(id).then(keptProjects.relist, () => undefined);
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
      if (get().elsewhere) copy();
      else save();
    },
  };
}
