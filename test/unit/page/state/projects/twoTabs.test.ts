/** One project in two tabs: one has it, and the other follows, takes it over or makes a copy. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readAhead } from '../../../../../src/page/state/projectStorage/ahead.ts';
import { memoryDatabase } from '../../../../../src/page/state/projectStorage/database.ts';
import { STORAGE_KEYS } from '../../../../../src/page/state/storage/storage.ts';
import { browser, memory, openPage, soon } from './support.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
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
    await database.write({ ...kept, card: { ...kept.card, revision: 7, by: 'another', changed: soon() } }, kept.card.revision);
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
