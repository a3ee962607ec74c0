/** Autosave of the open project, and its start: what earlier visits wrote ahead is taken into the database, and the open project meets what is kept of it. */
import { isFuture } from '../../../core/document/migrations.ts';
import { type Fault, FaultError, faultFrom } from '../../../core/faults.ts';
import { aheadIds, dropAhead, dropAheadOf, readAhead, writeAhead, type AheadProject } from '../projectStorage/ahead.ts';
import type { ProjectCard } from '../projectStorage/database.ts';
import { STORAGE_KEYS } from '../storage/storage.ts';
import { expired } from './cardLists.ts';
import type { ProjectsShared } from './shared.ts';
import { afterMessage } from './hearing.ts';
import { afterLookingFor, firstMeeting } from './meeting.ts';
import type { OpenProject } from './openProject.ts';
import type { KeptProjects } from './keptProjects.ts';
import { byCard, byContent } from './takingIn.ts';
import type { TabMessage } from './tabs.ts';

export interface Autosave {
  /** Never rejects. */
  start(): Promise<void>;
  stop(): void;
}

export function createAutosave(shared: ProjectsShared, keptProjects: KeptProjects, open: OpenProject): Autosave {
  const { hosts, get, set, writer } = shared;
  const { documents, storage, tabs, restored } = hosts;
  let ends: (() => void)[] = [];

  const hear = (message: TabMessage): void => {
    const what = afterMessage(message, get());
    if (what === 'list') {
      void keptProjects.list().catch(() => undefined);
      open.follow();
    }
    if (what === 'yield') {
      const { present } = get();
      open.flush();
      set({ elsewhere: true, news: { kind: 'yielded' } });
      open.letGo(present);
    }
  };

  const write = async (project: AheadProject): Promise<void> => {
    if (!(await writer.keep(project))) throw new Error('another tab was first');
  };
  /**
   * Takes what was written ahead of the database into it; the copy that counts. What the database has stays as it is where a newer workbench
   * wrote it (`newer`) or where it cannot be read just now (`unread`).
   */
  const takeIn = async (ahead: AheadProject, cards: readonly ProjectCard[]): Promise<AheadProject | 'newer' | 'unread'> => {
    const card = cards.find(({ id }) => id === ahead.id);
    writer.revisions.set(ahead.id, card?.revision ?? null);
    const first = byCard(ahead, card);
    if (first === 'write') await write(ahead);
    if (first !== 'read') return ahead;
    const kept = await keptProjects.read(ahead.id).catch(whyUnread);
    if (kept === 'unread') return kept;
    const what = byContent(ahead, card, kept);
    if (what === 'write') await write(ahead);
    if (what === 'both') await keptProjects.keepCopy(ahead);
    return kept ?? ahead;
  };
  /** Takes in what was written ahead of projects that are not open here, unless another tab has them. */
  const takeInOthers = async (opened: string, cards: readonly ProjectCard[]): Promise<void> => {
    const isOpen = (id: string): boolean => id === opened || id === get().present;
    for (const other of aheadIds(storage)) {
      if (isOpen(other) || !(await tabs.claim(other))) continue;
      try {
        if (!isOpen(other)) await takeInOther(other, cards);
      } catch {
        // The database is full: it stays where it is.
      } finally {
        if (get().present !== other) tabs.release(other);
      }
    }
  };
  const takeInOther = async (id: string, cards: readonly ProjectCard[]): Promise<void> => {
    const { kept } = readAhead(storage, id);
    const counts = kept && (await takeIn(kept, cards));
    if (counts === 'unread') return;
    if (kept && counts === 'newer') await keptProjects.keepCopy(kept);
    if (kept && get().present !== id) dropAheadOf(storage, kept);
  };

  /** Brings the open project and the database together, as long as it is the one that was opened. */
  const meet = async (opened: string, cards: readonly ProjectCard[]): Promise<void> => {
    if (hosts.safe || get().present !== opened) return; // what is on screen is kept once it is edited
    const how = firstMeeting({ id: shared.began.id, kept: shared.restored }, opened, get().elsewhere);
    if (how === 'write') open.save();
    if (how === 'takeIn' && shared.restored) await takeInOpened(shared.restored, cards);
    if (how === 'lookFor') await lookFor(opened);
  };
  const takeInOpened = async (shown: AheadProject, cards: readonly ProjectCard[]): Promise<void> => {
    const counts = await takeIn(shown, cards);
    if (restored.old) storage.remove(STORAGE_KEYS.document);
    if (get().present !== shown.id) return;
    if (counts === 'unread') return open.copy();
    if (counts !== 'newer' && counts.document === shown.document) return;
    if (counts === 'newer' || shared.edited) open.copy();
    else open.put(counts);
    // The database has what counts, and a copy what does not.
    dropAhead(storage, shown.id);
  };
  const lookFor = async (opened: string): Promise<void> => {
    const known = get().cards.find((card) => card.id === opened) ?? get().cards[0];
    let kept: AheadProject | null = null;
    let fault: Fault | null = null;
    try {
      if (known) kept = await keptProjects.newest(known.id);
    } catch (error) {
      fault = faultFrom(error);
      set({ news: { kind: 'unreadable', fault } });
    }
    if (get().present !== opened) return;
    // It was new, and is kept already.
    if (kept?.id === opened && shared.unmet !== opened) return;
    // Where the database does not open, what it has of that project is not known.
    const hidden = !writer.lasts && shared.unmet === opened;
    const what = hidden ? (shared.edited ? 'copy' : 'begin') : afterLookingFor({ kept, fault, changed: shared.edited }, opened);
    shared.unmet = null;
    if (what === 'copy') open.copy();
    if (what === 'begin') {
      tabs.release(opened);
      open.begin(documents.getState().document, null);
    }
    if (what === 'write') open.save();
    if (what === 'put' && kept) open.put(kept);
    if (what === 'show' && kept) open.show(kept.id, { document: kept.document, past: [], future: [] }, kept.lesson);
  };

  const all = (): readonly ProjectCard[] => [...get().cards, ...get().removed];
  /** Whatever comes of it, from then on the database's revisions say what may be written. */
  const met = async (opened: string): Promise<void> => {
    try {
      await meet(opened, all());
    } catch (error) {
      void error; // it refuses: the next edit tries again
    } finally {
      shared.unmet = null;
    }
  };

  return {
    start: async () => {
      const { present: opened } = get();
      open.point(opened);
      if (restored.old && shared.restored && writeAhead(storage, { ...shared.restored, by: shared.me }))
        storage.remove(STORAGE_KEYS.document);
      open.editedBefore(); // as while a link was fetched
      shared.knowledge = 'listed';
      ends = [
        documents.subscribe((state, previous) => {
          if (state.document !== previous.document) open.edited();
        }),
        tabs.listen(hear),
      ];
      const claimed = open.claim(opened);
      try {
        await keptProjects.list();
      } catch {
        writer.doWithout();
        set({ status: 'unavailable' });
      }
      try {
        await claimed;
        await keptProjects.list();
        // What other projects have ahead may be what to look for.
        if (shared.restored) await met(opened);
        if (writer.lasts) await takeInOthers(opened, all());
        await keptProjects.list();
        if (!shared.restored) await met(opened);
        shared.knowledge = 'met';
        for (const { id } of expired(get().removed, hosts.now())) await writer.database.purge(id);
        await keptProjects.relist();
      } catch (error) {
        void error; // the database refuses: what is written ahead stays where it is
      } finally {
        shared.unmet = null;
      }
      if (get().status === 'loading') set({ status: hosts.lasting ? 'ready' : 'unavailable' });
    },
    stop: () => {
      open.flush();
      for (const end of ends) end();
      ends = [];
      tabs.release(get().present);
    },
  };
}

/** Why the database's copy cannot be taken: null where it is damaged. */
function whyUnread(error: unknown): 'newer' | 'unread' | null {
  if (!(error instanceof FaultError)) return 'unread';
  return isFuture(faultFrom(error)) ? 'newer' : null;
}
