/** Autosave of the open project, and its start: what earlier visits wrote ahead is taken into the database, and the open project meets what is kept of it. */
import { isFuture } from '../../../core/document/migrations.ts';
import { type Fault, faultFrom } from '../../../core/faults.ts';
import { aheadIds, dropAhead, readAhead, writeAhead, type AheadProject } from '../projectStorage/ahead.ts';
import { memoryDatabase, type ProjectCard } from '../projectStorage/database.ts';
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
  const { hosts, get, set, writer, changes } = shared;
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
      void writer.settled().then(() => tabs.release(present));
    }
  };

  /** Takes what was written ahead of the database into it; the copy that counts. `newer`: a newer workbench kept another, which stays. */
  const takeIn = async (ahead: AheadProject, cards: readonly ProjectCard[]): Promise<AheadProject | 'newer'> => {
    const card = cards.find(({ id }) => id === ahead.id);
    writer.revisions.set(ahead.id, card?.revision ?? null);
    const first = byCard(ahead, card);
    if (first === 'write') await writer.keep(ahead);
    if (first !== 'read') return ahead;
    const kept = await keptProjects.read(ahead.id).catch((error: unknown) => (isFuture(faultFrom(error)) ? 'newer' : null));
    const what = byContent(ahead, card, kept);
    if (what === 'write') await writer.keep(ahead);
    if (what === 'both') await keptProjects.keepCopy(ahead);
    return kept ?? ahead;
  };
  /** Takes in what was written ahead of projects other than those `here`, unless another tab has them. */
  const takeInOthers = async (here: readonly string[], cards: readonly ProjectCard[]): Promise<void> => {
    for (const other of aheadIds(storage)) {
      if (here.includes(other) || !(await tabs.claim(other))) continue;
      const { kept, fault } = readAhead(storage, other);
      if (kept && (await takeIn(kept, cards)) === 'newer') await keptProjects.keepCopy(kept);
      if (!fault || !isFuture(fault)) dropAhead(storage, other);
      tabs.release(other);
    }
  };

  /** Brings the open project and the database together. */
  const meet = async (opened: string, cards: readonly ProjectCard[]): Promise<void> => {
    if (hosts.safe) return; // what is on screen is kept once it is edited
    const how = firstMeeting(restored, opened, get().elsewhere);
    if (how === 'write') open.save();
    if (how === 'takeIn' && restored.kept) await takeInOpened(restored.kept, cards);
    if (how === 'lookFor') await lookFor(opened);
  };
  const takeInOpened = async (shown: AheadProject, cards: readonly ProjectCard[]): Promise<void> => {
    const { document } = documents.getState();
    const newest = await takeIn({ ...shown, changed: changes.get(shown.id) ?? shown.changed }, cards);
    if (newest === 'newer') {
      tabs.release(shown.id);
      open.copy();
      return dropAhead(storage, shown.id);
    }
    if (restored.old) storage.remove(STORAGE_KEYS.document);
    if (newest.document !== shown.document && documents.getState().document === document) open.put(newest);
  };
  const lookFor = async (opened: string): Promise<void> => {
    const { document } = documents.getState();
    const known = get().cards.find((card) => card.id === opened) ?? get().cards[0];
    let kept: AheadProject | null = null;
    let fault: Fault | null = null;
    try {
      if (known) kept = await keptProjects.newest(known.id);
    } catch (error) {
      fault = faultFrom(error);
      set({ news: { kind: 'unreadable', fault } });
    }
    const what = afterLookingFor({ kept, fault, changed: documents.getState().document !== document }, opened);
    if (what === 'begin') {
      tabs.release(opened);
      open.begin(document, null);
    }
    if (what === 'write') open.save();
    if (what === 'put' && kept) open.put(kept);
    if (what === 'show' && kept) open.show(kept.id, { document: kept.document, past: [], future: [] }, kept.lesson);
  };

  return {
    start: async () => {
      const { present: opened } = get();
      shared.knowledge = 'listed';
      open.point(opened);
      if (restored.old && restored.kept) {
        const changed = changes.get(restored.kept.id) ?? 0;
        if (writeAhead(storage, { ...restored.kept, changed, by: shared.me })) storage.remove(STORAGE_KEYS.document);
      }
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
        writer.database = memoryDatabase();
        set({ status: 'unavailable' });
      }
      const all = [...get().cards, ...get().removed];
      try {
        const copied = await claimed;
        await takeInOthers([opened, get().present], all);
        await keptProjects.list();
        if (!copied) await meet(opened, all);
        shared.knowledge = 'met';
        for (const { id } of expired(get().removed, hosts.now())) await writer.database.purge(id);
        await keptProjects.relist();
      } catch (error) {
        void error; // the database refuses: what is written ahead stays where it is
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
