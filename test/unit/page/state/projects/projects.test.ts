import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setPrompt } from '../../../../../src/core/editing/edits.ts';
import { DOCUMENT_VERSION, type ProjectDocument } from '../../../../../src/core/document/schema.ts';
import { leftBy, RELEASES } from '../../../../support/released.ts';
import { teacherViewSchema } from '../../../../../src/core/share/teach.ts';
import { defaultProject, presetProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { createDocumentStore } from '../../../../../src/page/state/document/document.ts';
import { isAsShipped } from '../../../../../src/page/state/projects/presetChoice.ts';
import { copyName, readAhead, restorePresent, setAside, type ProjectStorage } from '../../../../../src/page/state/projectStorage/ahead.ts';
import { createProjectsStore } from '../../../../../src/page/state/projects/createProjects.ts';
import { memoryDatabase, type ProjectDatabase } from '../../../../../src/page/state/projectStorage/database.ts';
import { aloneTabs, type TabMessage, type Tabs } from '../../../../../src/page/state/projects/tabs.ts';
import { STORAGE_KEYS } from '../../../../../src/page/state/storage/storage.ts';

const FLOW = await presetProject('flow');
const TRIO = await presetProject('trio');

/** Local storage that refuses texts longer than `most`. */
function memory(entries: Record<string, string> = {}, most = Infinity): ProjectStorage & { readonly entries: Record<string, string> } {
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
function browser(): () => Tabs {
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

interface Page {
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

/** A page that opens on what `storage` and `database` hold. */
async function openPage({
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

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the open project', () => {
  it('comes back as it was left, with what was typed in the last moment', async () => {
    const [storage, database] = [memory(), memoryDatabase()];
    const first = await openPage({ storage, database });
    first.say('naïve “words” ☃');
    await first.saved();
    first.say('last words');
    first.state().flush(); // as pagehide does; the database is not waited for
    const second = await openPage({ storage, database });
    expect(second.prompt()).toBe('last words');
    expect(second.state().present).toBe(first.state().present);
    expect(second.names()).toEqual(['Planner and solver']);
    expect(second.documents.getState().past).toEqual([]);
  });

  it('comes back from the database when it was too large to be written ahead', async () => {
    const [storage, database] = [memory({}, 100), memoryDatabase()];
    const first = await openPage({ storage, database });
    first.say('large');
    await first.saved();
    expect(first.state().news).toBeNull();
    const second = await openPage({ storage, database });
    expect(second.prompt()).toBe('large');
    expect(second.state().present).toBe(first.state().present);
  });

  it('comes back from what was written ahead when the database refuses or loses it', async () => {
    const storage = memory();
    const refuses = { ...memoryDatabase(), write: () => Promise.reject(new Error('full')) };
    const first = await openPage({ storage, database: refuses });
    first.say('ahead');
    await first.saved();
    expect(first.state().news, 'it is kept, so nothing is said').toBeNull();
    const second = await openPage({ storage, database: memoryDatabase() });
    expect(second.prompt()).toBe('ahead');
    await second.saved();
    expect(second.names()).toEqual(['Planner and solver']);
  });

  /** A database that refuses to write while it is full. */
  function filling() {
    const kept = memoryDatabase();
    const disk = { full: false };
    const write: ProjectDatabase['write'] = async (...of) => {
      if (disk.full) throw new Error('the disk is full');
      return kept.write(...of);
    };
    return { disk, database: { ...kept, write } };
  }

  it('is found as it was left when another was open meanwhile and the database was full', async () => {
    const { disk, database } = filling();
    const page = await openPage({ database });
    page.rename('Mine');
    await page.saved();
    const mine = page.state().present;
    disk.full = true;
    page.say('written ahead alone');
    await page.saved();
    page.state().create(defaultProject());
    await page.saved();
    expect(await page.state().open(mine)).toBeNull();
    expect(page.prompt()).toBe('written ahead alone');
    expect(page.documents.getState().past.length).toBeGreaterThan(0);
  });

  it('that was edited while the database was full and then deleted stays so, and is brought back with its last edit', async () => {
    const [storage, { disk, database }] = [memory(), filling()];
    const page = await openPage({ storage, database });
    page.rename('Mine');
    await page.saved();
    const mine = page.state().present;
    disk.full = true;
    page.say('written ahead alone');
    await page.saved();
    page.state().create({ ...defaultProject(), name: 'Other' });
    await page.saved();
    disk.full = false;
    await page.state().remove(mine);
    const next = await openPage({ storage, database });
    expect(next.names()).not.toContain('Mine');
    await next.state().restore(mine);
    expect(await next.state().open(mine)).toBeNull();
    expect(next.prompt()).toBe('written ahead alone');
  });

  it('that could be kept nowhere is tried again by itself', async () => {
    const { disk, database } = filling();
    const page = await openPage({ storage: memory({}, 0), database });
    disk.full = true;
    page.say('kept later');
    await page.saved();
    expect(page.state().news).toEqual({ kind: 'notKept' });
    disk.full = false;
    await vi.advanceTimersByTimeAsync(5000);
    await page.saved();
    expect((await openPage({ database })).prompt()).toBe('kept later');
  });

  it('says once that nothing keeps it', async () => {
    const database = { ...memoryDatabase(), write: () => Promise.reject(new Error('full')), list: () => Promise.reject(new Error('none')) };
    const page = await openPage({ storage: memory({}, 0), database });
    expect(page.state().status).toBe('unavailable');
    const news: unknown[] = [page.state().news];
    page.projects.subscribe((state, before) => state.news !== before.news && news.push(state.news));
    for (const words of ['a', 'b', 'c']) {
      page.say(words);
      await page.saved();
    }
    expect(news).toEqual([{ kind: 'notKept' }]);
    page.state().create({ ...defaultProject(), name: 'Another' });
    await page.saved();
    expect(page.names(), 'several projects as long as the tab lives').toContain('Another');
  });

  it('of an older version is taken over once and kept', async () => {
    const old = { ...defaultProject(), name: 'From before' };
    const [storage, database] = [memory({ [STORAGE_KEYS.document]: JSON.stringify(old) }), memoryDatabase()];
    const first = await openPage({ storage, database });
    await first.saved();
    expect(first.documents.getState().document).toEqual(old);
    expect(storage.entries[STORAGE_KEYS.document]).toBeUndefined();
    expect((await openPage({ storage, database })).names()).toEqual(['From before']);
  });

  it.each(['old', 'new'])('and one that a link brings are both there afterwards (%s)', async (kind) => {
    const mine = { ...defaultProject(), name: 'Mine' };
    const [storage, database] = [memory(kind === 'old' ? { [STORAGE_KEYS.document]: JSON.stringify(mine) } : {}), memoryDatabase()];
    if (kind === 'new') {
      const first = await openPage({ storage, database });
      first.rename('Mine');
      first.state().flush();
    }
    const page = await openPage({ storage, database, linked: { ...defaultProject(), name: 'Linked' } });
    await page.saved();
    expect(page.names().toSorted()).toEqual(['Linked', 'Mine']);
    const again = await openPage({ storage, database });
    expect(again.documents.getState().document.name).toBe('Linked');
    expect(await again.state().open(again.named('Mine'))).toBeNull();
    expect(again.names().toSorted(), 'neither is there twice').toEqual(['Linked', 'Mine']);
  });

  it('that a link brings to a first visit is there once', async () => {
    const page = await openPage({ linked: { ...defaultProject(), name: 'Linked' } });
    await page.saved();
    expect(page.documents.getState().document.name).toBe('Linked');
    expect([page.names(), page.state().news]).toEqual([['Linked'], null]);
  });

  it.each(['{', '{"version":1}', '[]', '{"version":99}'])(
    'of an older version that cannot be read is set aside whole: %s',
    async (kept) => {
      const storage = memory({ [STORAGE_KEYS.document]: kept });
      const page = await openPage({ storage });
      expect(page.restored.fault?.code).toMatch(/^E_DOCUMENT/);
      expect(storage.entries[STORAGE_KEYS.unreadable]).toBe(kept);
      expect(page.names()).toEqual(['Planner and solver']);
    },
  );

  it('written ahead unreadably is set aside, and the database’s copy opens', async () => {
    const [storage, database] = [memory(), memoryDatabase()];
    const first = await openPage({ storage, database });
    first.say('kept');
    await first.saved();
    storage.entries[`${STORAGE_KEYS.document}.${first.state().present}`] = '{"half';
    const second = await openPage({ storage, database });
    expect(second.restored.fault?.code).toBe('E_DOCUMENT_JSON');
    expect(storage.entries[STORAGE_KEYS.unreadable]).toBe('{"half');
    expect(second.prompt()).toBe('kept');
  });
});

describe('several projects', () => {
  it('each has its own document and its own history', async () => {
    const page = await openPage();
    page.say('one');
    const first = page.state().present;
    page.state().create({ ...TRIO, name: 'Second' });
    page.say('two');
    page.documents.getState().undo();
    page.documents.getState().undo();
    expect(page.prompt(), 'undo never crosses projects').toBe('Compute the answer.');
    expect(page.documents.getState().document.name).toBe('Second');
    expect(await page.state().open(first)).toBeNull();
    expect(page.prompt()).toBe('one');
    page.documents.getState().undo();
    expect(page.prompt()).toBe('Compute the answer.');
    page.documents.getState().redo();
    expect(page.prompt()).toBe('one');
    await page.saved();
    expect(page.names()).toEqual(['Planner and solver', 'Second'].toSorted());
  });

  it('one that is exactly as shipped does not stay in the list when another is opened', async () => {
    const page = await openPage();
    page.state().create(TRIO);
    await page.saved();
    expect(page.names()).toEqual(['Planner, solver and verifier']);
    page.say('mine');
    page.state().create(FLOW);
    await page.saved();
    expect(page.names()).toEqual(['Flow network', 'Planner, solver and verifier']);
  });

  it('are duplicated, renamed, deleted and brought back', async () => {
    const page = await openPage();
    page.say('x');
    await page.saved();
    const copy = await page.state().duplicate(page.state().present);
    expect(page.names()).toEqual(['Planner and solver (copy)', 'Planner and solver']);
    expect(await page.state().rename(copy!, 'Other')).toBeNull();
    expect((await page.state().rename(copy!, ''))?.code).toBe('E_DOCUMENT_INVALID');
    await page.state().remove(copy!);
    expect(page.names()).toEqual(['Planner and solver']);
    expect(page.state().removed.map(({ name }) => name)).toEqual(['Other']);
    await page.state().restore(copy!);
    expect(page.names()).toContain('Other');
    expect(await page.state().open(copy!)).toBeNull();
    expect(page.documents.getState().document.name).toBe('Other');
    expect(page.prompt()).toBe('x');
  });

  it('another opens in place of the open one when that is deleted, a fresh one in place of the last', async () => {
    const page = await openPage();
    page.say('x');
    const first = page.state().present;
    const second = page.state().create({ ...defaultProject(), name: 'Second' });
    await page.saved();
    await page.state().remove(second);
    expect(page.state().present).toBe(first);
    await page.state().remove(first);
    await page.saved();
    expect(page.documents.getState().document).toEqual(defaultProject());
    expect(page.state().removed).toHaveLength(2);
    await page.state().restore(first);
    await page.state().open(first);
    expect(page.prompt()).toBe('x');
    await page.state().purge(second);
    expect(page.state().removed).toEqual([]);
  });

  it('an unreadable one says why, and stays', async () => {
    const database = memoryDatabase();
    const page = await openPage({ database });
    const card = { id: 'bad', name: 'Bad', changed: 1, revision: 1, by: '', removed: null, agents: 1, bytes: 1 };
    await database.write({ card, text: '{"version":99}', lesson: null }, null);
    expect((await page.state().open('bad'))?.code).toBe('E_DOCUMENT_FUTURE');
    expect(page.documents.getState().document.name).toBe('Planner and solver');
    expect((await database.read('bad'))?.text).toBe('{"version":99}');
  });

  it('keep a teacher’s view with them, which is guarded until it is left', async () => {
    const [storage, database] = [memory(), memoryDatabase()];
    const first = await openPage({ storage, database });
    const lesson = teacherViewSchema.parse({ locked: ['team'] });
    first.state().create(defaultProject(), lesson);
    await first.saved();
    const page = await openPage({ storage, database });
    expect(page.state().lesson).toEqual(lesson);
    page.say('no');
    expect(page.documents.getState().refused?.code).toBe('E_LESSON_LOCKED');
    page.state().setLesson(null);
    page.say('yes');
    expect(page.prompt()).toBe('yes');
  });

  it.each([
    ['Mine', 'Mine (copy)'],
    ['Mine (copy)', 'Mine (copy 2)'],
    ['Mine (copy 9)', 'Mine (copy 10)'],
    ['x'.repeat(200), `${'x'.repeat(193)} (copy)`],
  ])('a copy of %s is %s', (name, copy) => {
    expect(copyName(name)).toBe(copy);
  });
});

describe('a project of a newer workbench', () => {
  const newer = JSON.stringify({ ...defaultProject(), name: 'From the future', version: 99, surprise: true });
  const NAMED = /“From the future” was saved by a newer workbench \(format 99/;
  const aheadKey = `${STORAGE_KEYS.document}.future`;
  const aheadText = JSON.stringify({ document: JSON.parse(newer), changed: 5, revision: 3, by: 'newer' });
  const pointed = (entries: Record<string, string> = {}) => memory({ [STORAGE_KEYS.project]: 'future', ...entries });
  async function databaseWithNewer(): Promise<ProjectDatabase> {
    const database = memoryDatabase();
    const card = { id: 'future', name: 'From the future', changed: 5, revision: 3, by: 'newer', removed: null, agents: 2, bytes: 1 };
    await database.write({ card, text: newer, lesson: null }, null);
    return database;
  }
  const newsOf = ({ state }: { state: () => { readonly news: unknown } }) => state().news as { kind: string; fault: { message: string } };

  it('that was open last is told by its name, stays as it is, and another is open', async () => {
    const [storage, database] = [pointed(), await databaseWithNewer()];
    const page = await openPage({ storage, database });
    expect(newsOf(page)).toMatchObject({ kind: 'unreadable', fault: { message: expect.stringMatching(NAMED) } });
    page.say('typed here');
    await page.saved();
    expect(page.names().toSorted()).toEqual(['From the future', 'Planner and solver']);
    expect((await database.read('future'))?.text).toBe(newer);
    expect(storage.entries[aheadKey], 'nothing is written ahead of it').toBeUndefined();
    // Nor by the pages that come after.
    const again = await openPage({ storage, database });
    expect(again.prompt()).toBe('typed here');
    again.state().create({ ...defaultProject(), name: 'Third' });
    await again.saved();
    expect((await database.read('future'))?.text).toBe(newer);
  });

  it('whose newest state lies ahead of the database is left there, and no older state opens in its place', async () => {
    const [storage, database] = [pointed({ [aheadKey]: aheadText }), memoryDatabase()];
    const card = { id: 'future', name: 'From the future', changed: 1, revision: 3, by: 'newer', removed: null, agents: 2, bytes: 1 };
    await database.write({ card, text: JSON.stringify({ ...defaultProject(), name: 'Older state' }), lesson: null }, null);
    const page = await openPage({ storage, database });
    expect(page.restored.fault?.message).toMatch(NAMED);
    page.say('typed here');
    await page.saved();
    expect(storage.entries[aheadKey]).toBe(aheadText);
    expect(storage.entries[STORAGE_KEYS.unreadable]).toBeUndefined();
    expect((await page.state().open('future'))?.message).toMatch(NAMED);
    // Also where it is not the one that was open last.
    storage.entries[STORAGE_KEYS.project] = page.state().present;
    await (await openPage({ storage, database })).saved();
    expect(storage.entries[aheadKey]).toBe(aheadText);
  });

  it('is not overwritten by what an older one wrote ahead of it: that becomes a copy', async () => {
    const mine = { document: { ...defaultProject(), name: 'Mine' }, changed: 9, revision: 2, by: 'older' };
    for (const open of ['future', 'another']) {
      const database = await databaseWithNewer();
      const storage = memory({ [STORAGE_KEYS.project]: open, [aheadKey]: JSON.stringify(mine) });
      const page = await openPage({ storage, database });
      page.say('typed here');
      await page.saved();
      expect((await database.read('future'))?.text).toBe(newer);
      expect(page.names()).toContain('Mine (copy)');
      expect(storage.entries[aheadKey]).toBeUndefined();
    }
  });

  it('is not purged when a link comes before the page knows it', async () => {
    const database = await databaseWithNewer();
    const page = await openPage({ storage: pointed(), database, linked: { ...defaultProject(), name: 'Linked' } });
    await page.saved();
    expect((await database.read('future'))?.text).toBe(newer);
    expect(page.documents.getState().document.name).toBe('Linked');
  });
});

it('what was set aside before is kept beside what is set aside now', () => {
  const storage = memory();
  for (const text of ['first', 'second', 'second', 'third']) setAside(storage, text);
  expect(Object.values(storage.entries).toSorted()).toEqual(['first', 'second', 'third']);
  expect(storage.entries[STORAGE_KEYS.unreadable]).toBe('third');
});

describe('two tabs on one project', () => {
  async function twoTabs() {
    const [storage, database, tabs] = [memory(), memoryDatabase(), browser()];
    const first = await openPage({ storage, database, tabs: tabs() });
    first.say('first');
    await first.saved();
    const second = await openPage({ storage, database, tabs: tabs() });
    return { first, second, storage, database, tabs };
  }

  it('the second is told, and its edits become a copy', async () => {
    const { first, second } = await twoTabs();
    expect([first.state().elsewhere, second.state().elsewhere]).toEqual([false, true]);
    expect(second.prompt()).toBe('first');
    second.say('second');
    await second.saved();
    expect(second.state().elsewhere).toBe(false);
    expect(second.state().news).toEqual({ kind: 'copied', name: 'Planner and solver (copy)' });
    first.say('first again');
    await first.saved();
    expect(first.names().toSorted()).toEqual(['Planner and solver', 'Planner and solver (copy)']);
    await second.state().open(first.state().present);
    expect(second.state().present).toBe(first.state().present);
    expect(second.prompt()).toBe('first again');
  });

  it('the second shows what the first kept while it was still finding out that it is the second', async () => {
    const { first, storage, database, tabs } = await twoTabs();
    const third = tabs();
    const claim = async (id: string): Promise<boolean> => {
      // It has read the storage and is not yet known to be second: what it hears now it cannot follow.
      first.say('meanwhile');
      await first.saved();
      return third.claim(id);
    };
    const late = await openPage({ storage, database, tabs: { ...third, claim } });
    expect(late.restored.kept?.document.team.agents.find(({ role }) => role === 'solver')?.prompt).toBe('first');
    expect(late.state().elsewhere).toBe(true);
    expect(late.prompt()).toBe('meanwhile');
    expect(late.documents.getState().past).toEqual([]);
  });

  it('what is typed in the second before it knows that it is the second becomes a copy', async () => {
    const { first, storage, database, tabs } = await twoTabs();
    const late = await openPage({ storage, database, tabs: tabs(), atOnce: 'typed at once' });
    await late.saved();
    expect(late.prompt()).toBe('typed at once');
    expect(late.state().elsewhere).toBe(false);
    expect(late.state().present).not.toBe(first.state().present);
    expect(late.state().news).toEqual({ kind: 'copied', name: 'Planner and solver (copy)' });
    await first.saved();
    expect(first.prompt()).toBe('first');
    const texts = await Promise.all((await database.list()).map(async ({ id }) => (await database.read(id))?.text));
    expect(texts.filter((text) => text?.includes('"first"'))).toHaveLength(1);
    expect(texts.filter((text) => text?.includes('"typed at once"'))).toHaveLength(1);
  });

  it('the second takes over what the first one typed last, which then makes copies', async () => {
    const { first, second } = await twoTabs();
    first.say('just typed');
    await second.state().takeOver();
    expect(second.prompt()).toBe('just typed');
    expect([first.state().elsewhere, second.state().elsewhere]).toEqual([true, false]);
    expect(first.state().news).toEqual({ kind: 'yielded' });
    second.say('second');
    await second.saved();
    first.say('first');
    await first.saved();
    expect(first.names().toSorted()).toEqual(['Planner and solver', 'Planner and solver (copy)']);
    expect(second.prompt()).toBe('second');
  });

  it('without locks neither overwrites what the other kept', async () => {
    const [storage, database] = [memory(), memoryDatabase()];
    const first = await openPage({ storage, database });
    first.say('start');
    await first.saved();
    const second = await openPage({ storage, database });
    first.say('first');
    await first.saved();
    second.say('second');
    await second.saved();
    expect(second.state().news).toMatchObject({ kind: 'copied' });
    expect(first.names().toSorted()).toEqual(['Planner and solver']);
    const texts = await Promise.all((await database.list()).map(async ({ id }) => (await database.read(id))?.text));
    expect(texts.filter((text) => text?.includes('"first"'))).toHaveLength(1);
    expect(texts.filter((text) => text?.includes('"second"'))).toHaveLength(1);
  });

  it('another project left by a tab that crashed is taken in, and what both edited is kept twice', async () => {
    const [storage, database] = [memory(), memoryDatabase()];
    const crashed = await openPage({ storage, database });
    crashed.rename('Crashed');
    await crashed.saved();
    const id = crashed.state().present;
    const kept = (await database.read(id))!;
    await database.write({ ...kept, card: { ...kept.card, revision: 7, by: 'another', changed: clock + 50 } }, kept.card.revision);
    crashed.say('not in the database');
    crashed.state().flush();
    const ahead = readAhead(storage, id).kept!;
    crashed.state().stop();
    storage.entries[`${STORAGE_KEYS.document}.${id}`] = JSON.stringify({ ...ahead, revision: 1 });
    storage.entries[STORAGE_KEYS.project] = 'somethingelse';
    const page = await openPage({ storage, database });
    await page.saved();
    expect(page.names().toSorted()).toEqual(['Crashed', 'Crashed (copy)']);
    await page.state().open(page.named('Crashed (copy)'));
    expect(page.prompt()).toBe('not in the database');
  });
});

it.each(RELEASES)('projects that version %s kept open, are listed and are written in this format', async (release) => {
  const { localStorage, indexedDB } = leftBy(release).beside;
  const [storage, database] = [memory({ ...localStorage }), memoryDatabase(indexedDB['marft-workbench-projects'])];
  const page = await openPage({ storage, database });
  expect(page.documents.getState().document.name, 'what was written ahead is the newer').toBe('Written ahead');
  expect(page.names()).toEqual(['Written ahead']);
  page.say('typed by this version');
  await page.saved();
  const kept = await database.read(page.state().present);
  expect(JSON.parse(kept?.text ?? '')).toMatchObject({ version: DOCUMENT_VERSION, name: 'Written ahead' });
  expect((await openPage({ storage, database })).prompt()).toBe('typed by this version');
});

describe('what is edited while the page starts', () => {
  /** A database that answers one call only when it is let. */
  function held(database: ProjectDatabase, call: 'list' | 'read' | 'write') {
    let [open, reached] = [(): void => undefined, (): void => undefined];
    const gate = new Promise<void>((resolve) => (open = resolve));
    const waits = new Promise<void>((resolve) => (reached = resolve));
    const answer = async (...of: [never, never]) => {
      reached();
      await gate;
      return (database[call] as (...of: [never, never]) => Promise<unknown>)(...of);
    };
    return { database: { ...database, [call]: answer } as ProjectDatabase, open, waits };
  }
  const textsOf = async (database: ProjectDatabase): Promise<string[]> =>
    (await Promise.all((await database.list()).map(async ({ id }) => (await database.read(id))?.text ?? ''))).toSorted();
  const withWords = async (database: ProjectDatabase, words: string): Promise<number> =>
    (await textsOf(database)).filter((text) => text.includes(`"${words}"`)).length;

  async function tooLarge() {
    const [storage, database] = [memory({}, 100), memoryDatabase()];
    const first = await openPage({ storage, database });
    first.say('large');
    await first.saved();
    return { storage, database, id: first.state().present };
  }

  it.each(['at once', 'while it is read'])('does not take the place of a project that is still being read (%s)', async (when) => {
    const { storage, database, id } = await tooLarge();
    const slow = held(database, 'read');
    const page = await openPage({ storage, database: slow.database, wait: false });
    if (when === 'at once') page.say('typed');
    else {
      await slow.waits;
      page.say('typed');
    }
    slow.open();
    await page.started;
    await page.saved();
    expect(page.prompt()).toBe('typed');
    expect(page.state().present).not.toBe(id);
    expect((await database.read(id))?.text).toContain('"large"');
    expect([await withWords(database, 'large'), await withWords(database, 'typed')]).toEqual([1, 1]);
  });

  it.each(['at once', 'while it is read', 'before the start'])(
    'goes on beside what the database has, where that is another (%s)',
    async (when) => {
      const [storage, database] = [memory(), memoryDatabase()];
      const first = await openPage({ storage, database });
      first.say('in the database');
      await first.saved();
      const id = first.state().present;
      const key = `${STORAGE_KEYS.document}.${id}`;
      const ahead = JSON.parse(storage.entries[key] ?? '') as { document: ProjectDocument };
      storage.entries[key] = JSON.stringify({
        ...ahead,
        document: setPrompt(ahead.document, 'solver', 'apart'),
        revision: 0,
        by: 'another',
      });
      const slow = held(database, 'read');
      const page = await openPage({
        storage,
        database: slow.database,
        wait: false,
        ...(when === 'before the start' && { early: 'typed' }),
      });
      if (when === 'while it is read') await slow.waits;
      if (when !== 'before the start') page.say('typed');
      await vi.advanceTimersByTimeAsync(1000);
      slow.open();
      await page.started;
      await page.saved();
      expect(page.prompt()).toBe('typed');
      expect((await database.read(id))?.text).toContain('"in the database"');
      expect(await withWords(database, 'typed')).toBe(1);
    },
  );

  it('before it starts, as while a link is fetched, is kept', async () => {
    const [storage, database] = [memory(), memoryDatabase()];
    const first = await openPage({ storage, database });
    first.say('first');
    await first.saved();
    const page = await openPage({ storage, database, early: 'typed' });
    await page.saved();
    expect(page.state().present).toBe(first.state().present);
    expect(await withWords(database, 'typed')).toBe(1);
    const linked = await openPage({ storage, database, early: 'and lost?', linked: { ...defaultProject(), name: 'Linked' } });
    await linked.saved();
    expect(linked.documents.getState().document.name).toBe('Linked');
    expect([await withWords(database, 'typed'), await withWords(database, 'and lost?')]).toEqual([1, 1]);
  });

  it('at a first visit is kept in one project, however long the start takes', async () => {
    const [storage, database] = [memory(), memoryDatabase()];
    const slow = held(database, 'list');
    const page = await openPage({ storage, database: slow.database, wait: false, atOnce: 'typed' });
    await vi.advanceTimersByTimeAsync(1000);
    slow.open();
    await page.started;
    await page.saved();
    expect(page.names()).toEqual(['Planner and solver']);
    expect(await withWords(database, 'typed')).toBe(1);
  });

  it('at a first visit before it starts is kept, also where a link comes in its place', async () => {
    const [storage, database] = [memory(), memoryDatabase()];
    const page = await openPage({ storage, database, early: 'typed' });
    await page.saved();
    expect((await openPage({ storage, database })).prompt()).toBe('typed');
    const fresh = memoryDatabase();
    const linked = await openPage({ database: fresh, early: 'typed', linked: { ...defaultProject(), name: 'Linked' } });
    await linked.saved();
    expect(linked.names().toSorted()).toEqual(['Linked', 'Planner and solver']);
    expect(await withWords(fresh, 'typed')).toBe(1);
  });

  it('is not taken for the project that was still being read, when that is opened again', async () => {
    const { storage, database, id } = await tooLarge();
    const roomy = { ...storage, write: memory(storage.entries).write };
    const slow = held(database, 'list');
    const page = await openPage({ storage: roomy, database: slow.database, wait: false });
    await slow.waits;
    page.say('typed');
    await vi.advanceTimersByTimeAsync(1000);
    page.state().create({ ...defaultProject(), name: 'Other' });
    slow.open();
    await page.started;
    await page.saved();
    expect(await page.state().open(id)).toBeNull();
    expect(page.prompt()).toBe('large');
    page.say('larger');
    await page.saved();
    expect([await withWords(database, 'larger'), await withWords(database, 'typed')]).toEqual([1, 1]);
  });

  it('in a second tab, once that knows that it is the second, leaves the first alone', async () => {
    const [storage, database, tabs] = [memory(), memoryDatabase(), browser()];
    const first = await openPage({ storage, database, tabs: tabs() });
    first.say('first');
    await first.saved();
    const slow = held(database, 'list');
    const second = await openPage({ storage, database: slow.database, tabs: tabs(), wait: false });
    await slow.waits;
    await vi.advanceTimersByTimeAsync(0);
    expect(second.state().elsewhere).toBe(true);
    second.say('second');
    slow.open();
    await second.started;
    await second.saved();
    first.say('first again');
    await first.saved();
    expect(first.state().news, 'nobody wrote in its place').toBeNull();
    expect([await withWords(database, 'first again'), await withWords(database, 'second')]).toEqual([1, 1]);
    expect(await textsOf(database)).toHaveLength(2);
  });

  it('and closed before it is known whose the project is, goes on as a copy', async () => {
    const [storage, database, tabs] = [memory(), memoryDatabase(), browser()];
    const first = await openPage({ storage, database, tabs: tabs() });
    first.say('first');
    await first.saved();
    const id = first.state().present;
    const aheadOfFirst = storage.entries[`${STORAGE_KEYS.document}.${id}`];
    const second = await openPage({
      storage,
      database,
      tabs: { ...tabs(), claim: () => new Promise<boolean>(() => undefined) },
      atOnce: 'second',
      wait: false,
    });
    await vi.advanceTimersByTimeAsync(1000); // the lock takes its time
    second.state().flush();
    expect(storage.entries[`${STORAGE_KEYS.document}.${id}`]).toBe(aheadOfFirst);
    first.say('first again');
    await first.saved();
    first.state().stop();
    const third = await openPage({ storage, database, tabs: tabs() });
    await third.saved();
    expect([await withWords(database, 'first again'), await withWords(database, 'second')]).toEqual([1, 1]);
  });

  it('is no part of another project that is opened meanwhile', async () => {
    const { storage, database, id } = await tooLarge();
    const slow = held(database, 'list');
    const page = await openPage({ storage, database: slow.database, wait: false });
    await slow.waits;
    const other = page.state().create({ ...defaultProject(), name: 'Other' });
    slow.open();
    await page.started;
    page.say('in the other');
    await page.saved();
    expect(page.documents.getState().document.name).toBe('Other');
    expect((await database.read(other))?.text).toContain('"in the other"');
    expect((await database.read(id))?.text).toContain('"large"');
  });
});

describe('what was written ahead', () => {
  it('later stays when an earlier write ends after the project was left', async () => {
    const [storage, database] = [memory(), memoryDatabase()];
    const writes: (() => void)[] = [];
    let slow = false;
    const write: ProjectDatabase['write'] = async (...of) => {
      if (slow) await new Promise<void>((resolve) => writes.push(resolve));
      return database.write(...of);
    };
    const page = await openPage({ storage, database: { ...database, write } });
    page.rename('Mine');
    await page.saved();
    slow = true;
    page.say('first');
    await vi.advanceTimersByTimeAsync(1000);
    page.say('second');
    page.state().create({ ...defaultProject(), name: 'Other' });
    writes[0]?.();
    await vi.advanceTimersByTimeAsync(0); // and the tab ends
    const next = await openPage({ storage, database });
    await next.state().open(next.named('Mine'));
    expect(next.prompt()).toBe('second');
  });

  it('apart from the database’s is kept as a copy once', async () => {
    const [storage, database] = [memory(), memoryDatabase()];
    const first = await openPage({ storage, database });
    first.say('in the database');
    await first.saved();
    const key = `${STORAGE_KEYS.document}.${first.state().present}`;
    const ahead = JSON.parse(storage.entries[key] ?? '') as { document: ProjectDocument };
    storage.entries[key] = JSON.stringify({ ...ahead, document: setPrompt(ahead.document, 'solver', 'apart'), revision: 0, by: 'another' });
    for (const visit of [1, 2, 3]) {
      const page = await openPage({ storage, database });
      await page.saved();
      expect(page.prompt(), `visit ${visit}`).toBe('in the database');
      expect(page.names().toSorted()).toEqual(['Planner and solver', 'Planner and solver (copy)']);
    }
  });

  it('of another project is not dropped where another tab was first in the database', async () => {
    const [storage, database, tabs] = [memory(), memoryDatabase(), browser()];
    const first = await openPage({ storage, database, tabs: tabs() });
    first.rename('Mine');
    await first.saved();
    const mine = first.state().present;
    const second = await openPage({ storage, database, tabs: tabs() });
    second.state().create({ ...defaultProject(), name: 'Other' });
    await second.saved();
    second.state().stop();
    storage.entries[STORAGE_KEYS.project] = second.state().present;
    // What the next page lists is older than what the first one writes then.
    const cards = await database.list();
    first.say('first');
    await first.saved();
    first.say('second');
    first.documents.getState();
    await vi.advanceTimersByTimeAsync(1000);
    first.state().stop();
    await (await openPage({ storage, database: { ...database, list: async () => cards }, tabs: tabs() })).saved();
    const last = await openPage({ storage, database, tabs: tabs() });
    await last.state().open(mine);
    expect(last.prompt()).toBe('second');
  });

  it('stays where it is when the database does not open', async () => {
    const storage = memory();
    const refuses = { ...memoryDatabase(), write: () => Promise.reject(new Error('full')) };
    const first = await openPage({ storage, database: refuses });
    first.rename('One');
    first.say('ahead alone');
    await first.saved();
    first.state().create({ ...defaultProject(), name: 'Two' });
    await first.saved();
    const shut = { ...memoryDatabase(), list: () => Promise.reject(new Error('does not open')) };
    const second = await openPage({ storage, database: shut });
    second.state().create({ ...defaultProject(), name: 'Three' });
    second.say('of three');
    await second.saved();
    second.state().create({ ...defaultProject(), name: 'Four' });
    await second.saved();
    const third = await openPage({ storage, database: memoryDatabase() });
    await third.saved();
    expect(third.names().toSorted()).toEqual(['Four', 'One', 'Three', 'Two']);
    await third.state().open(third.named('One'));
    expect(third.prompt()).toBe('ahead alone');
    await third.state().open(third.named('Three'));
    expect(third.prompt()).toBe('of three');
  });

  it('of a project too large for it is not taken for nothing when the database does not open', async () => {
    const [storage, database] = [memory({}, 100), memoryDatabase()];
    const first = await openPage({ storage, database });
    first.say('large');
    await first.saved();
    const shut = { ...database, list: () => Promise.reject(new Error('does not open')) };
    const second = await openPage({ storage: { ...storage, write: memory(storage.entries).write }, database: shut });
    second.say('typed');
    await second.saved();
    const third = await openPage({ storage: { ...storage, write: memory(storage.entries).write }, database });
    await third.saved();
    expect(third.names().toSorted()).toEqual(['Planner and solver', 'Planner and solver']);
    expect((await database.read(first.state().present))?.text).toContain('"large"');
  });

  it('is not taken for damaged where the database cannot be read for a moment', async () => {
    const [storage, database] = [memory(), memoryDatabase()];
    const first = await openPage({ storage, database });
    first.say('in the database');
    await first.saved();
    const id = first.state().present;
    const key = `${STORAGE_KEYS.document}.${id}`;
    const ahead = JSON.parse(storage.entries[key] ?? '') as { document: ProjectDocument };
    storage.entries[key] = JSON.stringify({ ...ahead, document: setPrompt(ahead.document, 'solver', 'apart'), revision: 0, by: 'another' });
    const page = await openPage({ storage, database: { ...database, read: () => Promise.reject(new DOMException('', 'UnknownError')) } });
    await page.saved();
    expect(page.prompt()).toBe('apart');
    expect((await database.read(id))?.text).toContain('"in the database"');
  });
});

it('a project that is left as it ships is not forgotten where another tab made something of it', async () => {
  const [storage, database] = [memory(), memoryDatabase()];
  const first = await openPage({ storage, database }); // as in a browser without locks
  await first.saved();
  const second = await openPage({ storage, database });
  await second.saved();
  first.say('made of it');
  await first.saved();
  second.state().create({ ...defaultProject(), name: 'Another' });
  await second.saved();
  const third = await openPage({ storage, database });
  expect(await third.state().open(first.state().present)).toBeNull();
  expect(third.prompt()).toBe('made of it');
});
