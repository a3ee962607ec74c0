import { leftBy, RELEASES } from '../../../../support/released.ts';
import { DOCUMENT_VERSION } from '../../../../../src/core/document/schema.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { teacherViewSchema } from '../../../../../src/core/share/teach.ts';
import { defaultProject, presetProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { copyName, setAside } from '../../../../../src/page/state/projectStorage/ahead.ts';
import { memoryDatabase, type ProjectDatabase } from '../../../../../src/page/state/projectStorage/database.ts';
import { STORAGE_KEYS } from '../../../../../src/page/state/storage/storage.ts';
import { memory, openPage } from './support.ts';

const FLOW = await presetProject('flow');
const TRIO = await presetProject('trio');

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

  it('is written at once, and while somebody types every 400 ms, so that a tab that ends without a word loses no more', async () => {
    const [storage, database] = [memory(), memoryDatabase()];
    const first = await openPage({ storage, database });
    await first.saved();
    first.say('0');
    await vi.advanceTimersByTimeAsync(0);
    expect((await openPage({ storage, database })).prompt()).toBe('0');
    for (let typed = 1; typed <= 20; typed += 1) {
      first.say(String(typed));
      await vi.advanceTimersByTimeAsync(100);
    }
    const { prompt } = await openPage({ storage, database });
    expect(Number(prompt())).toBeGreaterThanOrEqual(16);
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
