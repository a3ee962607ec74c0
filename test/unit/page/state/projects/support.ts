/** Pages of one browser that open on what its storage and its database hold, as tests of their projects need them. */
import { STORAGE_KEYS } from '../../../../../src/page/state/storage/storage.ts';
import { vi } from 'vitest';
import { setPrompt } from '../../../../../src/core/editing/edits.ts';
import type { ProjectDocument } from '../../../../../src/core/document/schema.ts';
import { defaultProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { createDocumentStore } from '../../../../../src/page/state/document/document.ts';
import { isAsShipped } from '../../../../../src/page/state/projects/presetChoice.ts';
import { restorePresent, type ProjectStorage } from '../../../../../src/page/state/projectStorage/ahead.ts';
import { createProjectsStore } from '../../../../../src/page/state/projects/createProjects.ts';
import { memoryDatabase, type ProjectDatabase } from '../../../../../src/page/state/projectStorage/database.ts';
import { aloneTabs, type TabMessage, type Tabs } from '../../../../../src/page/state/projects/tabs.ts';

/** Local storage that refuses texts longer than `most`. */
export function memory(
  entries: Record<string, string> = {},
  most = Infinity,
): ProjectStorage & { readonly entries: Record<string, string> } {
  return {
    entries,
    read: (key) => entries[key] ?? null,
    write: (key, text) => {
      if (text.length > most) return false;
      entries[key] = text;
      return true;
    },
    keys: (prefix) => Object.keys(entries).filter((key) => key.startsWith(prefix)),
    remove: (key) => {
      delete entries[key];
    },
  };
}

/** Tabs of one browser: who holds what, and a channel between them. */
export function browser(): () => Tabs {
  const owners = new Map<string, object>();
  const hearers = new Map<object, (message: TabMessage) => void>();
  const waiting: (() => void)[] = [];
  return () => {
    const me = {};
    return {
      claim: async (id) => {
        if (owners.has(id) && owners.get(id) !== me) return false;
        owners.set(id, me);
        return true;
      },
      take: async (id) => {
        while (owners.has(id) && owners.get(id) !== me) await new Promise<void>((resolve) => waiting.push(resolve));
        owners.set(id, me);
      },
      release: (id) => {
        if (owners.get(id) === me) owners.delete(id);
        for (const go of waiting.splice(0)) go();
      },
      tell: (message) => {
        for (const [other, hear] of hearers) if (other !== me) hear(message);
      },
      listen: (hear) => {
        hearers.set(me, hear);
        return () => void hearers.delete(me);
      },
    };
  };
}

export interface Page {
  readonly storage?: ProjectStorage;
  readonly tab?: ProjectStorage;
  readonly database?: ProjectDatabase;
  readonly tabs?: Tabs;
  readonly lasting?: boolean;
  /** A project that came in the page's address. */
  readonly linked?: ProjectDocument;
  /** A prompt that is typed while the page starts. */
  readonly atOnce?: string;
  /** A prompt that is typed before it starts. */
  readonly early?: string;
  /** Whether to wait until it has started. */
  readonly wait?: boolean;
}

let clock = 1000;

/** A moment behind all that was done so far. */
export const soon = (): number => clock + 50;

/** A page that opens on what `storage` and `database` hold. */
export async function openPage({
  storage = memory(),
  tab = memory(),
  database = memoryDatabase(),
  tabs = aloneTabs,
  lasting = true,
  linked,
  atOnce,
  early,
  wait = true,
}: Page = {}) {
  const restored = restorePresent(storage, tab);
  const documents = createDocumentStore(restored.kept?.document ?? defaultProject());
  const projects = createProjectsStore({
    documents,
    restored,
    database,
    lasting,
    storage,
    tab,
    tabs,
    fresh: defaultProject,
    shipped: isAsShipped,
    now: () => (clock += 1),
  });
  const say = (prompt: string): void => void documents.getState().edit((document) => setPrompt(document, 'solver', prompt));
  if (early !== undefined) say(early);
  if (linked) projects.getState().create(linked);
  const started = projects.getState().start();
  if (atOnce !== undefined) say(atOnce);
  if (wait) await started;
  const saved = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(1000);
    await projects.getState().settled();
    await vi.advanceTimersByTimeAsync(0);
  };
  const prompt = (): string | undefined => documents.getState().document.team.agents.find(({ role }) => role === 'solver')?.prompt;
  const names = (): string[] => projects.getState().cards.map(({ name }) => name);
  const named = (name: string): string => projects.getState().cards.find((card) => card.name === name)?.id ?? '';
  const rename = (name: string): void => void documents.getState().edit((document) => ({ ...document, name }));
  return {
    documents,
    projects,
    restored,
    storage,
    database,
    started,
    say,
    saved,
    prompt,
    names,
    named,
    rename,
    state: () => projects.getState(),
  };
}

/** Puts another state of a project ahead of the database, as of a tab that edited it apart: the solver's prompt is then `apart`. */
export function editApart(storage: ReturnType<typeof memory>, id: string): void {
  const key = `${STORAGE_KEYS.document}.${id}`;
  const ahead = JSON.parse(storage.entries[key] ?? '') as { document: ProjectDocument };
  storage.write(key, JSON.stringify({ ...ahead, document: setPrompt(ahead.document, 'solver', 'apart'), revision: 0, by: 'another' }));
}
