/** What was done in a step, before its goal is reached, is kept: going back, and loading the page again, lose nothing of it. */
import { describe, expect, it } from 'vitest';
import { setPrompt } from '../../../src/core/editing/edits.ts';
import type { Course } from '../../../src/core/lessons/lesson.ts';
import { COURSE } from './fixture.ts';
import { memory, settle, world, type World } from '../page/state/lessons/world.ts';

const get = (page: World) => page.lessons.getState();
const progress = (page: World) => get(page).progress.lamas;
const state = (page: World, step: string) => progress(page)?.states[step];

describe('what was done in a step', () => {
  const OWN: Course = {
    ...COURSE,
    steps: [
      { kind: 'show', id: 'welcome' },
      {
        kind: 'do',
        id: 'own',
        goal: {
          is: 'all',
          of: [
            { is: 'prompt', role: 'solver' },
            { is: 'happened', what: 'replayed' },
            { is: 'trained', iterations: 2 },
          ],
        },
      },
      { kind: 'show', id: 'end' },
    ],
  };
  const trained = (page: World): void => {
    page.facts.run = { metrics: [{ iteration: 0 }, { iteration: 1 }, { iteration: 2 }] };
    page.changed();
  };
  const begun = async (storage = memory()): Promise<World> => {
    const page = world(storage, { lamas: OWN });
    await get(page).start('lamas', 'own');
    page.documents.getState().edit((document) => setPrompt(document, 'solver', 'Another one.'));
    page.happen('replayed');
    return page;
  };

  it('is not lost where one goes back and comes again', async () => {
    const page = await begun();
    get(page).previous();
    await settle();
    get(page).next();
    await settle();
    expect(state(page, 'own')).toBe('open');
    trained(page);
    expect(state(page, 'own')).toBe('done');
  });

  it('is not lost where the page is loaded again', async () => {
    const storage = memory();
    const next = world(storage, { lamas: OWN }, await begun(storage));
    await get(next).resume();
    trained(next);
    expect(state(next, 'own')).toBe('done');
  });

  it('does not count what happened in another project, or in one that is gone', async () => {
    const page = world(memory(), { lamas: OWN });
    await get(page).start('lamas', 'own');
    page.open('mine');
    page.happen('replayed');
    expect(progress(page)?.happened).toEqual({});
    const gone = await begun();
    gone.open('mine');
    gone.projects.delete(progress(gone)?.project ?? '');
    await get(gone).start('lamas');
    expect(progress(gone)?.happened).toEqual({});
    trained(gone);
    expect(state(gone, 'own')).toBe('open');
  });
});
