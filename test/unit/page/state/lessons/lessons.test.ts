import { describe, expect, it } from 'vitest';
import { connect, disconnect } from '../../../../../src/core/editing/edits.ts';
import type { Course } from '../../../../../src/core/lessons/lesson.ts';
import { openLessonText } from '../../../../../src/words/words.ts';
import type { StepState } from '../../../../../src/page/state/lessons/types.ts';
import { STORAGE_KEYS } from '../../../../../src/page/state/storage/storage.ts';
import { COURSE } from '../../../lessons/fixture.ts';
import { memory, settle, world, type World } from './world.ts';

const KEY = STORAGE_KEYS.lessons;
const OTHER: Course = { ...COURSE, id: 'lazy-team', steps: [{ kind: 'show', id: 'only' }] };
const BOTH = { lamas: COURSE, 'lazy-team': OTHER };

const get = (page: World) => page.lessons.getState();
const progress = (page: World) => get(page).progress.lamas;
const state = (page: World, step: string): StepState | undefined => progress(page)?.states[step];

async function opened(step?: string, page = world(memory())): Promise<World> {
  await get(page).start('lamas', step);
  return page;
}

/** At the step to be done, the prediction before it made. */
async function atCut(page?: World): Promise<World> {
  const there = await opened('guess', page);
  get(there).predict('solver');
  get(there).next();
  await settle();
  return there;
}

const cut = (page: World) => page.documents.getState().edit((document) => disconnect(document, 'planner', 'solver'));
const mend = (page: World) => page.documents.getState().edit((document) => connect(document, 'planner', 'solver'));

describe('opening a lesson', () => {
  it('opens a project of its own, called after it, at the first step', async () => {
    const page = await opened();
    expect(get(page)).toMatchObject({
      lesson: 'lamas',
      step: 'welcome',
      fault: null,
      entering: false,
      home: { project: 'mine', name: 'Mine' },
    });
    expect(page.documents.getState().document.name).toBe('Lesson lamas');
    expect(progress(page)?.project).toBe(page.present());
    expect(page.went).toEqual([{ at: { place: 'team' }, own: null }]);
  });

  it('leaves the learner’s own project untouched, and leaving it goes back there', async () => {
    const page = await opened('canvas');
    get(page).leave();
    await settle();
    expect(page.present()).toBe('mine');
    expect(page.documents.getState().document).toEqual({ ...page.projects.get('mine') });
    expect(page.documents.getState().document.team.agents[0]?.prompt).not.toBe('Plan.');
    expect(get(page)).toMatchObject({ lesson: null, step: null, home: null });
    await opened(undefined, page);
    expect(get(page).step, 'and it is found again').toBe('canvas');
    expect(page.documents.getState().document.team.agents[0]?.prompt).toBe('Plan.');
    expect([...page.projects.keys()]).toHaveLength(2);
  });

  it('says what is wrong where it cannot be opened', async () => {
    const page = world(memory());
    await get(page).start('critics');
    expect(get(page)).toMatchObject({ lesson: null, entering: false });
    expect(get(page).fault).toContain('no course critics');
    expect(page.present()).toBe('mine');
  });

  it('tells a step that it does not have', async () => {
    const page = await opened('nowhere');
    expect(get(page)).toMatchObject({ step: 'welcome', fault: openLessonText.noStep('nowhere') });
  });

  it('opens a fresh project where its own is gone, with what earlier steps changed', async () => {
    const page = await atCut();
    page.open('mine');
    page.projects.delete(progress(page)?.project ?? '');
    await opened(undefined, page);
    expect(get(page)).toMatchObject({ step: 'cut', fault: openLessonText.projectGone });
    expect(page.documents.getState().document.team.agents[0]?.prompt).toBe('Plan.');
    expect(progress(page)?.answers['guess']).toBe('solver');
  });

  it('may stand on the project that a link brought', async () => {
    const page = world(memory());
    await get(page).startHere('lamas', 'canvas');
    expect(get(page)).toMatchObject({ step: 'canvas', home: null });
    expect(page.present()).toBe('mine');
    expect(progress(page)?.project).toBe('mine');
  });

  it('begins again with a fresh project and no answers', async () => {
    const page = await atCut();
    const first = progress(page)?.project;
    await get(page).restart('lamas');
    expect(get(page).step).toBe('welcome');
    expect(progress(page)?.answers).toEqual({});
    expect(progress(page)?.project).not.toBe(first);
    expect(get(page).home?.project, 'leaving still leads to the learner’s own').toBe('mine');
  });
});

describe('predictions', () => {
  it('are to be made before what comes after them', async () => {
    const page = await opened('why');
    expect(get(page)).toMatchObject({ step: 'guess', fault: openLessonText.gated });
    get(page).next();
    get(page).go('cut');
    await settle();
    expect(get(page)).toMatchObject({ step: 'guess', fault: openLessonText.gated });
    get(page).predict('nobody');
    expect(progress(page)?.answers).toEqual({});
    get(page).predict('solver');
    get(page).predict('planner');
    expect(progress(page)?.answers, 'the first counts').toEqual({ guess: 'solver' });
    get(page).go('why');
    await settle();
    expect(get(page).step).toBe('guess');
    get(page).go('again');
    await settle();
    expect(get(page), 'as far as the next one').toMatchObject({ step: 'again', fault: null });
  });

  it('may be made ahead, all before anything else, and stand there when their step comes', async () => {
    const page = await opened();
    get(page).predict('planner', 'guess', 'guess');
    get(page).predict('down', null, 'again');
    get(page).predict('up', null, 'again');
    get(page).predict('so', null, 'why');
    expect(progress(page)?.answers).toEqual({ guess: 'planner', again: 'down' });
    expect(progress(page)?.expected?.['guess']).toEqual({ text: null, sure: 'guess' });
    expect(get(page).step).toBe('welcome');
    get(page).go('end');
    await settle();
    expect(get(page), 'nothing is shut').toMatchObject({ step: 'end', fault: null });
  });
});

describe('a lesson that is forgotten', () => {
  it('is closed, and nothing is kept of it, of others all', async () => {
    const storage = memory();
    const page = world(storage, BOTH);
    await get(page).start('lazy-team');
    await get(page).start('lamas', 'guess');
    get(page).predict('solver');
    get(page).forget('lamas');
    await settle();
    expect(get(page)).toMatchObject({ lesson: null, step: null });
    expect(page.present()).toBe('mine');
    expect(Object.keys(get(world(storage)).progress)).toEqual(['lazy-team']);
  });
});

describe('answers', () => {
  it('are kept, and done once they are right', async () => {
    const page = await atCut();
    get(page).next();
    await settle();
    get(page).answer({ delta: 0.4 });
    expect(state(page, 'sum')).toBe('open');
    get(page).answer({ delta: Number.NaN });
    get(page).answer('delta');
    expect(progress(page)?.answers['sum']).toEqual({ delta: 0.4 });
    get(page).answer({ delta: 0.51 });
    expect(state(page, 'sum')).toBe('done');
    expect(progress(page)?.answers['sum']).toEqual({ delta: 0.51 });
    expect(progress(page)?.first, 'what was answered first too').toEqual({ sum: { delta: 0.4 } });
  });
});

describe('a step to be done', () => {
  it('notices by itself that it is done, and stays so', async () => {
    const page = await atCut();
    expect(state(page, 'cut')).toBe('open');
    expect(page.went.at(-1)?.at).toEqual({ place: 'team', role: 'solver' });
    const went = page.went.length;
    cut(page);
    expect(state(page, 'cut')).toBe('done');
    mend(page);
    expect(state(page, 'cut')).toBe('done');
    expect(page.went, 'and never moves the learner again').toHaveLength(went);
  });

  it('can be done for the learner, in one step that Undo takes back', async () => {
    const page = await atCut();
    const { past, document } = page.documents.getState();
    get(page).assist();
    expect(state(page, 'cut')).toBe('assisted');
    expect(page.documents.getState().past).toHaveLength(past.length + 1);
    page.documents.getState().undo();
    expect(page.documents.getState().document).toBe(document);
    expect(state(page, 'cut')).toBe('open');
    cut(page);
    expect(state(page, 'cut'), 'and then by oneself').toBe('done');
  });

  it('that was done for the learner stays so when it is entered again', async () => {
    const page = await atCut();
    get(page).assist();
    get(page).previous();
    await settle();
    get(page).next();
    await settle();
    expect(state(page, 'cut')).toBe('assisted');
    mend(page);
    expect(state(page, 'cut')).toBe('open');
  });

  it('can be seen recorded, which is not done', async () => {
    const page = await atCut();
    get(page).showRecorded();
    await settle();
    expect(page.recorded).toEqual(['recorded/usual']);
    expect(state(page, 'cut')).toBe('recorded');
    cut(page);
    expect(state(page, 'cut')).toBe('done');
  });

  it('is not done in another project, and going on brings the lesson’s back', async () => {
    const page = await atCut();
    page.open('mine');
    expect(get(page).fault).toBe(openLessonText.astray);
    cut(page);
    get(page).assist();
    expect(state(page, 'cut')).toBe('open');
    get(page).next();
    await settle();
    expect(page.present()).toBe(progress(page)?.project);
    expect(get(page)).toMatchObject({ step: 'sum', fault: null });
  });

  it('goes on in a copy, where another tab has the project', async () => {
    const page = await atCut();
    page.open('copy', true);
    expect(progress(page)?.project).toBe('copy');
    cut(page);
    expect(state(page, 'cut')).toBe('done');
  });

  it('counts the run that was begun in it, which later steps bring back', async () => {
    const page = await atCut();
    page.begin('run-1');
    get(page).go('again');
    await settle();
    get(page).predict('up');
    get(page).go('train');
    await settle();
    expect(page.went.at(-1)).toEqual({ at: { place: 'training', tab: 'settings', run: 'own' }, own: 'run-1' });
    page.facts.run = { metrics: [{ iteration: 1 }] };
    page.changed();
    expect(state(page, 'train')).toBe('open');
    page.facts.run = { metrics: [{ iteration: 1 }, { iteration: 2 }] };
    page.changed();
    expect(state(page, 'train')).toBe('done');
  });
});

it('counts from when a step was entered first, and keeps which run was begun in it', async () => {
  const storage = memory();
  const page = await atCut(world(storage));
  const since = progress(page)?.entered?.['cut'];
  page.time += 1000;
  get(page).previous();
  await settle();
  get(page).next();
  await settle();
  page.begin('run-2');
  const next = world(storage, undefined, page);
  expect(since).toBe(1000);
  expect(progress(next)?.entered?.['cut']).toBe(since);
  expect(progress(next)?.run).toBe('run-2');
});

it('makes no project for a lesson that nobody waits for any more', async () => {
  const page = world(memory(), BOTH);
  let make: () => void = () => undefined;
  page.making = new Promise((resolve) => {
    make = resolve;
  });
  const first = get(page).start('lamas');
  await settle();
  page.making = Promise.resolve();
  await get(page).start('lazy-team');
  make();
  await first;
  expect(get(page)).toMatchObject({ lesson: 'lazy-team', home: { project: 'mine' } });
  expect(new Set([...page.projects.keys(), page.present()]).size, 'the learner’s own, and one').toBe(2);
});

describe('what a step changes in the project', () => {
  it('is changed once, as one undo step', async () => {
    const page = await opened();
    const { past } = page.documents.getState();
    get(page).next();
    await settle();
    expect(page.documents.getState().document.team.agents[0]?.prompt).toBe('Plan.');
    expect(page.documents.getState().past).toHaveLength(past.length + 1);
    page.documents.getState().undo();
    get(page).previous();
    await settle();
    get(page).next();
    await settle();
    expect(page.documents.getState().document.team.agents[0]?.prompt).not.toBe('Plan.');
  });

  it('is changed too where the step was passed over', async () => {
    const page = await opened('guess');
    expect(page.documents.getState().document.team.agents[0]?.prompt).toBe('Plan.');
  });
});

describe('of two steps asked for in a row', () => {
  it('the later counts', async () => {
    const page = await opened();
    let arrive: (fault: string | null) => void = () => undefined;
    page.arrive = new Promise((resolve) => {
      arrive = resolve;
    });
    get(page).next();
    page.arrive = Promise.resolve(null);
    get(page).previous();
    await settle();
    arrive('too late');
    await settle();
    expect(get(page)).toMatchObject({ step: 'welcome', fault: null, entering: false });
  });
});

describe('kept in this browser', () => {
  it('a lesson goes on after a reload, with its answers, its project and the way home', async () => {
    const storage = memory();
    const page = await atCut(world(storage));
    get(page).assist();
    get(page).fold(true);
    const next = world(storage, undefined, page);
    await get(next).resume();
    expect(get(next)).toMatchObject({ lesson: 'lamas', step: 'cut', folded: true, home: { project: 'mine' } });
    expect(state(next, 'cut')).toBe('assisted');
    expect(next.projects.size).toBe(page.projects.size);
    get(next).leave();
    await settle();
    expect(next.present()).toBe('mine');
    const later = world(storage, undefined, next);
    await get(later).resume();
    expect(get(later).lesson, 'one that was left is not opened').toBeNull();
  });

  it('a lesson does not take the place of another project', async () => {
    const storage = memory();
    await atCut(world(storage));
    const next = world(storage);
    await get(next).resume();
    expect(get(next).lesson).toBeNull();
    expect(next.present()).toBe('mine');
  });

  it('two lessons keep their own, also from two tabs', async () => {
    const storage = memory();
    const page = await atCut(world(storage, BOTH));
    await get(page).start('lazy-team');
    expect(get(page).home?.project, 'from one to the other, home stays home').toBe('mine');
    const tab = world(storage, BOTH);
    await get(tab).start('lazy-team');
    await get(page).start('lamas', 'guess');
    const next = world(storage, BOTH);
    expect(Object.keys(get(next).progress).sort()).toEqual(['lamas', 'lazy-team']);
    expect(get(next).progress.lamas).toMatchObject({ step: 'guess', answers: { guess: 'solver' } });
    expect(get(next).progress['lazy-team']?.step).toBe('only');
  });

  it('works without storage', async () => {
    const page = await atCut(world(memory({}, false)));
    cut(page);
    expect(state(page, 'cut')).toBe('done');
    get(page).leave();
    await opened(undefined, page);
    expect(get(page).step).toBe('cut');
  });

  const hostile = (lamas: unknown) => JSON.stringify({ language: 'en', progress: { lamas } });
  it.each([
    ['{'],
    ['null'],
    ['[]'],
    ['{"progress":[1,2]}'],
    ['{"progress":{"__proto__":{"step":"cut"}},"open":{"lesson":"__proto__"}}'],
    [hostile(null)],
    [hostile({ step: '../../x' })],
    [hostile({ step: 'cut', states: 5, answers: 'x', project: '../evil', run: 7, entered: 'now' })],
    [hostile({ step: 'cut', before: { cut: { a: 'x'.repeat(99) }, '../x': {} }, happened: { cut: ['evil'], why: 7 } })],
    [hostile({ step: 'cut', before: 'x', happened: [1] })],
    [hostile({ step: 'gone', states: { gone: 'done', welcome: 'won' }, answers: { guess: 'nobody', sum: { delta: 'x' }, welcome: 'x' } })],
    [hostile({ step: 'why', states: { constructor: 'done' }, answers: { guess: 5, sum: { delta: 0 } } }).replace('0}', '1e999}')],
  ])('what is not understood of what was kept costs nothing else: %s', async (text) => {
    const page = await opened(undefined, world(memory({ [KEY]: text })));
    expect(['welcome', 'guess']).toContain(get(page).step);
    expect(progress(page)?.answers).toEqual({});
    expect(Object.values(progress(page)?.states ?? {}).every((each) => ['open', 'done'].includes(each))).toBe(true);
    expect(get(page).fault).toBeNull();
    expect(page.present()).not.toBe('mine');
  });
});

describe('what was expected', () => {
  it('is kept with how sure one was, across a reload, and cannot be changed once it is done', async () => {
    const storage = memory();
    const page = await atCut(world(storage));
    get(page).expect('  It falls apart. ', 'certain');
    expect(progress(page)?.expected).toEqual({ guess: { text: null, sure: null }, cut: { text: 'It falls apart.', sure: 'certain' } });
    get(page).expect('x'.repeat(2000), 'guess');
    expect(progress(page)?.expected?.['cut']?.text).toHaveLength(500);
    get(page).expect('It falls apart.', 'certain');
    cut(page);
    await settle();
    expect(state(page, 'cut')).toBe('done');
    get(page).expect('I knew it.', 'guess');
    const again = world(storage);
    expect(get(again).progress.lamas?.expected?.['cut']).toEqual({ text: 'It falls apart.', sure: 'certain' });
  });

  it('of a prediction is how sure one was of it', async () => {
    const page = await opened('guess');
    get(page).predict('solver', 'likely');
    expect(progress(page)?.expected).toEqual({ guess: { text: null, sure: 'likely' } });
  });

  it('that is damaged in storage costs nothing else', async () => {
    const storage = memory();
    const page = await atCut(world(storage));
    get(page).expect('It falls.', null);
    const kept = JSON.parse(storage.read(KEY)!) as { progress: { lamas: { expected: Record<string, unknown> } } };
    kept.progress.lamas.expected['guess'] = { text: 7, sure: 'utterly' };
    storage.write(KEY, JSON.stringify(kept));
    expect(get(world(storage)).progress.lamas?.expected).toEqual({ cut: { text: 'It falls.', sure: null } });
  });
});
