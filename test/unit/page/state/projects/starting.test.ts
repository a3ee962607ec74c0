/** The start of a page: what is edited meanwhile, and what was written ahead of the database, is kept and takes no place. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { memoryDatabase, type ProjectDatabase } from '../../../../../src/page/state/projectStorage/database.ts';
import { STORAGE_KEYS } from '../../../../../src/page/state/storage/storage.ts';
import { browser, editApart, memory, openPage } from './support.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A project of which the tab has written something else ahead than the database has. */
async function keptApart() {
  const [storage, database] = [memory(), memoryDatabase()];
  const first = await openPage({ storage, database });
  first.say('in the database');
  await first.saved();
  const id = first.state().present;
  editApart(storage, id);
  return { storage, database, id };
}

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
      const { storage, database, id } = await keptApart();
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
    const { storage, database } = await keptApart();
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
    const { storage, database, id } = await keptApart();
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
