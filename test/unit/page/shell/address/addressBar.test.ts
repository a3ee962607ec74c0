import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followAddressBar, type AddressBar, type Missing } from '../../../../../src/page/shell/address/addressBar.ts';
import { parseAddress, type LearnAddress, type LessonAddress } from '../../../../../src/page/state/address/address.ts';
import type { Place } from '../../../../../src/page/state/address/places.ts';
import { createCursorStore } from '../../../../../src/page/state/address/cursor.ts';
import type { RunSet } from '../../../../../src/page/state/runs/types.ts';
import { episode, run as aRun } from '../../../core/episode/records.ts';

/** A browser’s history, and runs of which one is on screen and others are kept. */
function world(opened = '', meanwhile?: Place) {
  const cursor = createCursorStore(undefined, parseAddress(opened));
  if (meanwhile) cursor.getState().move({ place: meanwhile });
  const entries = [opened];
  let at = 0;
  const listeners: (() => void)[] = [];
  const kept: Record<string, RunSet> = {
    a: aRun({ id: 'a', episodes: { 2: [episode(2, 0)], 4: [episode(4, 0), episode(4, 1)] } }),
    b: aRun({ id: 'b', origin: 'kept', stored: [1, 5], episodes: {} }),
  };
  let current = 'a';
  const changes: (() => void)[] = [];
  const told: NonNullable<Missing>[] = [];
  let lesson: LessonAddress = {};
  let entering = false;
  const lessonChanges: (() => void)[] = [];
  const asked: LessonAddress[] = [];
  const setLesson = (next: LessonAddress, now = false): void => {
    [lesson, entering] = [next, now];
    for (const change of lessonChanges) change();
  };
  let learn: LearnAddress = {};
  const learnChanges: (() => void)[] = [];
  const setLearn = (next: LearnAddress): void => {
    learn = next;
    for (const change of learnChanges) change();
  };
  const bar: AddressBar = followAddressBar({
    cursor,
    roles: () => ['planner', 'solver'],
    runs: {
      current: () => kept[current] ?? null,
      bring: async (run) => {
        if (!kept[run]) return false;
        current = run;
        for (const change of changes) change();
        return true;
      },
      read: async (iteration) => {
        const run = kept[current];
        if (run?.stored?.includes(iteration))
          kept[current] = { ...run, episodes: { ...run.episodes, [iteration]: [episode(iteration, 0)] } };
      },
      subscribe: (change) => {
        changes.push(change);
        return () => undefined;
      },
    },
    lessons: {
      current: () => lesson,
      entering: () => entering,
      // Each step leads to the training place.
      open: async (address) => {
        asked.push(address);
        if (address.lesson === 'unknown') return false;
        if (address.lesson === undefined) return setLesson({}), true;
        const step = { lesson: address.lesson, step: address.step ?? 'first' };
        setLesson(step, true);
        cursor.getState().move({ place: 'training' });
        setLesson(step);
        return true;
      },
      subscribe: (change) => {
        lessonChanges.push(change);
        return () => undefined;
      },
    },
    learn: {
      current: () => learn,
      open: (address) => {
        const { part, term, doc, at } = address;
        learn = { ...(part ? { part } : {}), ...(term ? { term } : {}), ...(doc ? { doc } : {}), ...(at ? { at } : {}) };
        for (const change of learnChanges) change();
      },
      subscribe: (change) => {
        learnChanges.push(change);
        return () => undefined;
      },
    },
    page: {
      hash: () => entries[at] ?? '',
      write: (hash, step) => {
        if (step) entries.splice(++at, entries.length, hash);
        else entries[at] = hash;
      },
      subscribe: (change) => {
        listeners.push(change);
        return () => undefined;
      },
    },
    tell: (missing) => told.push(missing),
  });
  const settle = () => vi.advanceTimersByTimeAsync(1000);
  const go = async (by: number) => {
    at += by;
    for (const listener of listeners) listener();
    await settle();
  };
  return {
    cursor,
    entries,
    bar,
    told,
    asked,
    setLesson,
    setLearn,
    learn: () => learn,
    settle,
    go,
    run: () => current,
    move: cursor.getState().move,
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('opens down to the token what the page was opened with, its run and its iteration read from disk', async () => {
  const hash = '#place=inspect&view=values&run=b&iteration=5&episode=0&message=1&token=2';
  const { cursor, entries, told, settle, run } = world(hash);
  await settle();
  expect(run()).toBe('b');
  expect(cursor.getState()).toMatchObject({ place: 'inspect', view: 'values', iteration: 5, episode: 0, message: 1, token: 2 });
  expect(entries).toEqual([hash]);
  expect(told).toEqual([]);
});

it('leaves a person where they went before the address was followed, with the run that it names', async () => {
  const { cursor, entries, settle, run, told } = world('#place=training&run=b&iteration=5', 'runs');
  await settle();
  expect(cursor.getState()).toMatchObject({ place: 'runs', iteration: 5 });
  expect(run()).toBe('b');
  expect(entries).toEqual(['#place=runs&run=b&iteration=5']);
  expect(told).toEqual([]);
});

it('opens a word of the glossary, and writes what of Learn is open while one is there', async () => {
  const { cursor, entries, settle, go, learn, setLearn, move } = world('#place=learn&term=entropy');
  await settle();
  expect(learn()).toEqual({ term: 'entropy' });
  expect(cursor.getState().place).toBe('learn');
  setLearn({ term: 'kl' });
  await settle();
  setLearn({ part: 'teachers' });
  await settle();
  move({ place: 'runs' });
  await settle();
  expect(entries).toEqual(['#place=learn&term=kl', '#place=learn&part=teachers', '#place=runs']);
  setLearn({ part: 'keys' }); // not on screen
  await settle();
  expect(entries.at(-1)).toBe('#place=runs');
  await go(-2);
  expect(learn()).toEqual({ term: 'kl' });
});

it('another document, or another part of one, is a step', async () => {
  const { entries, settle, go, learn, setLearn } = world('#place=learn&doc=imports/teams&at=in-the-terminal');
  await settle();
  expect(learn()).toEqual({ doc: 'imports/teams', at: 'in-the-terminal' });
  setLearn({ doc: 'environments' });
  await settle();
  setLearn({ doc: 'environments', at: 'flex-mg-and-𝒟' });
  await settle();
  expect(entries).toEqual([
    '#place=learn&doc=imports/teams&at=in-the-terminal',
    '#place=learn&doc=environments',
    `#place=learn&doc=environments&at=flex-mg-and-${encodeURIComponent('𝒟')}`,
  ]);
  await go(-1);
  expect(learn()).toEqual({ doc: 'environments' });
});

it('writes every move, places as steps and finer ones in their step’s place', async () => {
  const { entries, settle, move } = world();
  move({ place: 'inspect' });
  move({ iteration: 4, episode: 1, message: 0, token: 1 });
  await settle();
  move({ token: 0 });
  await settle();
  move({ place: 'training' });
  expect(entries).toEqual([
    '',
    '#place=inspect&view=microscope&run=a&iteration=4&episode=1&message=0&token=0',
    '#place=training&run=a&iteration=4&episode=1&message=0&token=0',
  ]);
});

it('goes back and forward', async () => {
  const { cursor, entries, settle, move, go } = world();
  move({ place: 'inspect', iteration: 4, episode: 1 });
  await settle();
  await go(-1);
  expect(cursor.getState()).toMatchObject({ place: 'team', iteration: null });
  await go(1);
  expect(cursor.getState()).toMatchObject({ place: 'inspect', iteration: 4, episode: 1 });
  expect(entries, 'neither writes a step').toHaveLength(2);
});

it('goes back between the tabs of the training place, settings among them', async () => {
  const { cursor, entries, settle, move, go } = world('#place=training');
  await settle();
  move({ tab: 'engine' });
  await settle();
  expect(entries).toEqual(['#place=training', '#place=training&tab=engine']);
  await go(-1);
  expect(cursor.getState()).toMatchObject({ place: 'training', tab: 'settings' });
  await go(1);
  expect(cursor.getState().tab).toBe('engine');
});

it('says the channel of the tokens and the selected agent, and leaves out agents that are not here', async () => {
  const { cursor, entries, settle, move, bar } = world();
  move({ place: 'inspect', iteration: 4, channel: 'kl', role: 'solver' });
  await settle();
  expect(entries.at(-1)).toBe('#place=inspect&view=microscope&channel=kl&role=solver&run=a&iteration=4');
  await bar.open({ place: 'inspect', run: 'a', iteration: 4, role: 'judge' });
  expect(cursor.getState()).toMatchObject({ channel: 'normalized', role: 'planner' });
  expect(entries.at(-1)).toBe('#place=inspect&view=microscope&run=a&iteration=4');
  await bar.open({ place: 'inspect', run: 'a', iteration: 4, channel: 'ratio', role: 'solver' });
  expect(cursor.getState()).toMatchObject({ channel: 'ratio', role: 'solver' });
});

it('says what of a link is not here, keeps the rest, and claims no more than there is', async () => {
  for (const [hash, what, left] of [
    ['#place=inspect&view=microscope&run=gone&iteration=4', 'run', '#place=inspect&view=microscope&run=a'],
    ['#place=inspect&view=microscope&run=a&iteration=3&episode=1', 'iteration', '#place=inspect&view=microscope&run=a'],
    ['#place=inspect&view=microscope&run=a&iteration=4&episode=9', 'episode', '#place=inspect&view=microscope&run=a&iteration=4'],
    [
      '#place=inspect&view=microscope&run=a&iteration=4&episode=1&message=1&token=3',
      'token',
      '#place=inspect&view=microscope&run=a&iteration=4&episode=1',
    ],
  ] as const) {
    const { entries, told, settle } = world(hash);
    await settle();
    expect(told.map((missing) => missing.what)).toEqual([what]);
    expect(entries).toEqual([left]);
  }
});

it('lets a later address overtake an earlier one, and leaves skip links and projects alone', async () => {
  const { bar, cursor, entries, settle, go } = world();
  const first = bar.open({ place: 'inspect', run: 'b', iteration: 5 });
  const second = bar.open({ place: 'runs' });
  await Promise.all([first, second]);
  await settle();
  expect(cursor.getState().place).toBe('runs');
  for (const hash of ['#run', '#p=1.abc']) {
    entries[0] = hash;
    await go(0);
    expect(cursor.getState().place).toBe('runs');
  }
});

it('is of the step of a lesson, which leads where it does unless a place is said', async () => {
  const page = world('#lesson=lamas&step=cut');
  await page.settle();
  expect(page.asked).toEqual([{ lesson: 'lamas', step: 'cut' }]);
  expect(page.cursor.getState().place).toBe('training');
  expect(page.entries).toEqual(['#lesson=lamas&step=cut&place=training']);
  const other = world('#lesson=lamas&place=inspect&view=receipt&run=b&iteration=5');
  await other.settle();
  expect(other.cursor.getState()).toMatchObject({ place: 'inspect', view: 'receipt', iteration: 5 });
  expect(other.entries).toEqual(['#lesson=lamas&step=first&place=inspect&view=receipt&run=b&iteration=5']);
});

it('goes back and forth through the steps of a lesson, one entry each', async () => {
  const page = world();
  await page.settle();
  page.setLesson({ lesson: 'lamas', step: 'one' }, true);
  page.move({ place: 'inspect' });
  page.setLesson({ lesson: 'lamas', step: 'one' });
  page.setLesson({ lesson: 'lamas', step: 'two' }, true);
  page.move({ place: 'runs' });
  page.setLesson({ lesson: 'lamas', step: 'two' });
  await page.settle();
  expect(page.entries).toEqual(['', '#lesson=lamas&step=one&place=inspect&view=microscope&run=a', '#lesson=lamas&step=two&place=runs']);
  await page.go(-1);
  expect(page.asked).toEqual([{ lesson: 'lamas', step: 'one', place: 'inspect', view: 'microscope', run: 'a' }]);
  expect(page.cursor.getState().place, 'where it was left').toBe('inspect');
  await page.go(-1);
  expect(page.asked.at(-1), 'before the lesson').toEqual({});
  await page.go(2);
  expect(page.asked.at(-1)).toMatchObject({ lesson: 'lamas', step: 'two' });
  expect(page.entries).toHaveLength(3);
});

it('says that there is no such lesson, and claims it no more', async () => {
  const page = world('#lesson=unknown&step=x');
  await page.settle();
  expect(page.told).toMatchObject([{ what: 'lesson', address: { lesson: 'unknown' } }]);
  expect(page.entries).toEqual(['']);
});
