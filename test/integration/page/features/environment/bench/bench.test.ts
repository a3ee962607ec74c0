import { describe, expect, it } from 'vitest';
import { FaultError } from '../../../../../../src/core/faults.ts';
import { createSandbox } from '../../../../../../src/session/sandbox/node.ts';
import { createBenchStore, isStale } from '../../../../../../src/page/features/environment/bench/bench.ts';
import { defaultProject } from '../../../../../../src/page/state/document/defaultProject.ts';
import { baseIsForeign, forkName } from '../../../../../../src/page/features/environment/environmentFile.ts';

const SOURCE = `
export default {
  name: 'Two turns', description: '', splits: { train: 'unlimited', test: 4 }, skills: [],
  reset() { return { state: 0, observation: 'go' }; },
  step({ state, messages }) {
    console.log('before');
    if (messages.at(-1).text === 'throw') throw new Error('as you wish');
    return { state: state + 1, observation: 'on', reward: 1, terminated: false, truncated: false };
  },
  demonstrate({ role }) { return role; },
};`;
const project = defaultProject();
const document = { ...project, environment: { ...project.environment, source: SOURCE }, training: { ...project.training, horizon: 2 } };
const start = { seed: 1, split: 'train', index: 0 } as const;

function bench(admit?: (source: string) => void) {
  let made = 0;
  const store = createBenchStore(() => {
    made += 1;
    return createSandbox();
  }, admit);
  return {
    store,
    state: () => store.getState(),
    made: () => made,
    said: () => store.getState().history.map(({ turns }) => turns.flatMap(({ messages }) => messages.map(({ text }) => text))),
  };
}

describe('the bench', () => {
  it('keeps every moment: back, forward, and another way from there', async () => {
    const { state, said } = bench();
    await state().begin(document, start);
    expect(state()).toMatchObject({ at: 0, busy: false, fault: null, info: { name: 'Two turns' } });
    await state().say('a');
    await state().say('b');
    expect(said()).toEqual([[], ['a'], ['a', 'b']]);
    state().look(1);
    expect(state().at).toBe(1);
    expect(said(), 'going back forgets nothing').toHaveLength(3);
    state().look(2);
    state().look(7);
    expect(state().at).toBe(2);
    state().look(1);
    await state().say('c');
    expect(said()).toEqual([[], ['a'], ['a', 'c']]);
    await state().begin(document, { ...start, index: 1 });
    expect(said()).toEqual([[]]);
  });

  it('lets agents speak for one message, a turn, or to the end', async () => {
    const { state, said } = bench();
    await state().begin(document, start);
    await state().speak('demonstrate', 'message');
    expect(said().at(-1)).toEqual(['planner']);
    await state().speak('demonstrate', 'turn');
    expect(said().at(-1)).toEqual(['planner', 'solver']);
    state().choose('episode');
    await state().speak('random');
    expect(state().history.at(-1)).toMatchObject({ next: null, ending: 'horizon', reward: 2 });
    expect(state().history).toHaveLength(5);
    await state().say('more');
    expect(state().history, 'nobody is to speak').toHaveLength(5);
  });

  it('stays at the moment before a fault, with what was printed on the way there', async () => {
    const { state, said } = bench();
    await state().begin(document, start);
    await state().say('a');
    await state().say('throw');
    expect(state()).toMatchObject({ at: 1, busy: false, console: ['before'], fault: { place: { line: 7 } } });
    await state().say('b');
    expect(state().fault).toBeNull();
    expect(said().at(-1)).toEqual(['a', 'b']);
    expect(
      state()
        .history.at(-1)
        ?.calls.map(({ hook }) => hook),
      'the call that failed is not among them',
    ).toEqual(['step']);
  });

  it('says when the code, the team or the horizon is another by now', async () => {
    const { state } = bench();
    expect(isStale(state(), document)).toBe(false);
    await state().begin(document, start);
    expect(isStale(state(), { ...document })).toBe(false);
    expect(isStale(state(), { ...document, team: { ...document.team } })).toBe(true);
    expect(isStale(state(), { ...document, training: { ...document.training, horizon: 3 } })).toBe(true);
    expect(isStale(state(), { ...document, environment: { ...document.environment, source: '' } })).toBe(true);
  });

  it('starts no host for code that is held back', async () => {
    const { state, made } = bench(() => {
      throw new FaultError({ code: 'E_ENV_CONSENT', message: 'held back' });
    });
    await state().begin(document, start);
    expect(state()).toMatchObject({ fault: { code: 'E_ENV_CONSENT' }, history: [] });
    expect(made()).toBe(0);
  });

  it('drops what is asked while it is busy', async () => {
    const { state, said } = bench();
    const beginning = state().begin(document, start);
    await state().say('too early');
    await beginning;
    expect(said()).toEqual([[]]);
  });
});

it('a copy has a name of its own, however often it is copied', () => {
  expect(forkName('arithmetic.env.ts')).toBe('arithmetic-copy.env.ts');
  expect(forkName('arithmetic-copy.env.ts')).toBe('arithmetic-copy-2.env.ts');
  expect(forkName('arithmetic-copy-2.env.ts')).toBe('arithmetic-copy-3.env.ts');
  expect(forkName('nan.ts')).toBe('nan-copy.env.ts');
  expect(forkName('x'.repeat(300)).length).toBeLessThan(200);
});

describe('a base that learnt other problems', () => {
  const shipped = defaultProject();
  const projectOf = (file: string, source: string, base = shipped.team.base) => ({
    environment: { ...shipped.environment, file, source },
    team: { ...shipped.team, base },
  });

  it('is that of code of one’s own, until the team stands on a base of one’s own', () => {
    expect(baseIsForeign(shipped)).toBe(false);
    expect(baseIsForeign(projectOf('my-environment.env.ts', 'export default {}'))).toBe(true);
    expect(baseIsForeign(projectOf('arithmetic-copy.env.ts', shipped.environment.source)), 'a copy has the same problems').toBe(false);
    expect(baseIsForeign(projectOf('my-environment.env.ts', 'export default {}', 'my-base'))).toBe(false);
  });
});
