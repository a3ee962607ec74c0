/** Stepping through an episode by hand, in the real sandbox. */
import { describe, expect, it } from 'vitest';
import { connect, updateAgent } from '../../../../src/core/editing/edits.ts';
import type { ProjectDocument } from '../../../../src/core/document/schema.ts';
import { type Bench, beginEpisode, type Moment, sayNext, wordsFor } from '../../../../src/core/trial/stepping.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { defaultProject } from '../../../../src/page/state/document/defaultProject.ts';

const COUNTING = `
export default {
  name: 'Counting', description: '', splits: { train: 'unlimited', test: 4 }, skills: [],
  reset({ seed, split, index, random }) {
    console.log('drawn');
    return { state: { said: 0, drawn: [seed, split, index, Math.floor(random() * 1000)] }, observation: { planner: 'plan', solver: 'solve' } };
  },
  step({ state, messages }) {
    let work = 0;
    for (let i = 0; i < 20000; i += 1) work += i;
    console.log('step', messages.length);
    const said = state.said + 1;
    return { state: { ...state, said }, observation: 'turn ' + said, reward: { planner: 1, solver: 0 }, terminated: messages.at(-1).text === 'stop', truncated: false };
  },
  stepReward({ messages, position }) { return messages[position].text.length; },
  transition({ state }) { return 'so far ' + state.said; },
  demonstrate({ role, messages }) { return role + ' after ' + messages.length; },
  render({ state }) { return '<' + state.said + '>'; },
};`;
/** With a hidden state. */
const HIDING = COUNTING.replace('  render(', "  privileged({ state }) { return 'secret ' + state.said; },\n  render(");

async function open(horizon = 3, team: ProjectDocument['team'] = defaultProject().team, source = COUNTING): Promise<Bench> {
  const host = createSandbox();
  const info = await host.load(source);
  return { host, info, team, horizon, start: { seed: 5, split: 'test', index: 2 } };
}
async function all(bench: Bench, moment: Moment, texts: readonly string[]): Promise<Moment> {
  let now = moment;
  for (const text of texts) now = await sayNext(bench, now, text);
  return now;
}

describe('an episode by hand', () => {
  it('says what was drawn, who speaks, and what each message led to', async () => {
    const bench = await open();
    const first = await beginEpisode(bench);
    expect(first).toMatchObject({ next: 'planner', ending: null, reward: 0, render: '<0>', console: ['drawn'] });
    expect(first.turns).toEqual([{ observation: { planner: 'plan', solver: 'solve' }, messages: [], result: null, transition: '' }]);
    expect(first.state).toMatchObject({ drawn: [5, 'test', 2, expect.any(Number)] });
    const second = await sayNext(bench, first, 'ab');
    expect(second).toMatchObject({ next: 'solver', console: [], render: '<0>' });
    const third = await sayNext(bench, second, 'c');
    expect(third).toMatchObject({ next: 'planner', ending: null, reward: 0.5, render: '<1>', console: ['step 2'] });
    expect(third.turns[0]).toMatchObject({
      messages: [
        { role: 'planner', text: 'ab', earned: 2 },
        { role: 'solver', text: 'c', earned: 1 },
      ],
      result: { reward: { planner: 1, solver: 0 } },
      transition: 'so far 1',
    });
    expect(third.turns[1]).toEqual({ observation: 'turn 1', messages: [], result: null, transition: '' });
  });

  it('tells the hidden state that a turn begins in, and none behind an end', async () => {
    const bench = await open(3, undefined, HIDING);
    const first = await beginEpisode(bench);
    expect(first.privileged).toBe('secret 0');
    const next = await all(bench, first, ['a', 'b']);
    expect(next.privileged).toBe('secret 1');
    expect(JSON.stringify(next.turns)).not.toContain('secret');
    expect((await all(bench, next, ['a', 'stop'])).privileged).toBeNull();
    expect((await beginEpisode(await open())).privileged).toBeNull();
  });

  it('counts the ticks of every call, by turn', async () => {
    const bench = await open();
    const first = await beginEpisode(bench);
    expect(first.calls.map(({ hook, turn }) => [hook, turn])).toEqual([
      ['reset', 0],
      ['render', 0],
    ]);
    const { calls } = await all(bench, first, ['a', 'b']);
    expect(calls.map(({ hook }) => hook)).toEqual(['step', 'transition', 'stepReward', 'render']);
    const step = calls.find(({ hook }) => hook === 'step');
    expect(step?.turn).toBe(0);
    expect(step?.ticks).toBeGreaterThan(5000);
  });

  it('ends by the environment or at the horizon, and nobody speaks behind the end', async () => {
    const bench = await open(2);
    const start = await beginEpisode(bench);
    const cut = await all(bench, start, ['a', 'b', 'c', 'd']);
    expect(cut).toMatchObject({ next: null, ending: 'horizon', reward: 1 });
    expect(cut.turns).toHaveLength(2);
    expect(cut.turns[1]?.transition, 'what a critic would value is asked at the horizon too').toBe('so far 2');
    const stopped = await all(bench, start, ['a', 'stop']);
    expect(stopped).toMatchObject({ next: null, ending: 'terminated' });
    expect(stopped.turns[0]?.transition).toBe('');
    await expect(sayNext(bench, cut, 'more')).rejects.toThrow('nobody is to speak');
  });

  it('a moment can be gone on from more than once, and stays what it was', async () => {
    const bench = await open();
    const start = await beginEpisode(bench);
    const middle = await all(bench, start, ['a', 'b']);
    const before = JSON.stringify(middle);
    const one = await all(bench, middle, ['c', 'd']);
    const other = await all(bench, middle, ['c', 'd']);
    expect(other).toEqual(one);
    expect(JSON.stringify(middle)).toBe(before);
    expect(JSON.parse(before)).toEqual(middle);
  });

  it('finds words by the environment or by chance, the same each time', async () => {
    const bench = await open();
    const first = await beginEpisode(bench);
    expect(await wordsFor(bench, first, 'demonstrate')).toBe('planner after 0');
    const said = await sayNext(bench, first, 'x');
    expect(await wordsFor(bench, said, 'demonstrate')).toBe('solver after 1');
    const random = await wordsFor(bench, first, 'random');
    expect(await wordsFor(bench, first, 'random')).toBe(random);
    expect(random).toMatch(/^[ -~]{0,24}$/);
    await expect(wordsFor(bench, first, 'mistake')).rejects.toThrow(/mistake/);
  });

  it('follows the graph, the duty of each turn, and an orchestrator', async () => {
    const project = defaultProject();
    const later = updateAgent(project, 'planner', { speaks: { from: 1, every: 1 } });
    const bench = await open(3, later.team);
    const start = await beginEpisode(bench);
    expect(start.next).toBe('solver');
    expect(await sayNext(bench, start, 'a')).toMatchObject({ next: 'planner' });
    const nobody = await open(
      3,
      updateAgent(later, 'solver', { speaks: { from: 1, every: 1 } }).team,
      COUNTING.replace('messages.at(-1).text', 'messages.at(-1)?.text'),
    );
    const silent = await beginEpisode(nobody);
    expect(silent.turns, 'nobody is on duty in the first turn').toHaveLength(2);
    expect(silent.next).toBe('planner');
    const led = {
      ...connect(project, 'planner', 'solver').team,
      orchestration: 'dynamic' as const,
      orchestrator: { role: 'planner', maxSteps: 3 },
    };
    const routed = await open(2, led);
    const opened = await beginEpisode(routed);
    const called = await sayNext(routed, opened, '<call>solver</call>');
    expect(called.next).toBe('solver');
    const back = await sayNext(routed, called, '4');
    expect(back.next).toBe('planner');
    expect((await sayNext(routed, back, '<done/>')).turns).toHaveLength(2);
  });

  it('follows what a router opens', async () => {
    const { team } = defaultProject();
    const [planner] = team.agents;
    const bench = await open(2, {
      ...team,
      agents: [...team.agents, { ...planner!, role: 'router' }],
      orchestration: 'routed',
      orchestrator: { role: 'router', maxSteps: 10 },
    });
    const start = await beginEpisode(bench);
    expect(start.next).toBe('router');
    const opened = await sayNext(bench, start, 'planner');
    expect(opened.next).toBe('planner');
    expect((await sayNext(bench, opened, '1')).next).toBe('solver');
    expect((await sayNext(bench, start, 'nobody')).next).toBe('solver');
  });

  it('refuses pay and observations for strangers', async () => {
    const bench = await open(3, undefined, COUNTING.replace('reward: { planner: 1, solver: 0 }', 'reward: { ghost: 1 }'));
    await expect(all(bench, await beginEpisode(bench), ['a', 'b'])).rejects.toThrow(/ghost/);
  });
});

it('a row of a data set reaches reset as its problem', async () => {
  const source = COUNTING.replace('reset({ seed,', 'reset({ problem, seed,').replace('state: { said: 0,', 'state: { problem, said: 0,');
  const bench = await open(3, undefined, source);
  const { state } = await beginEpisode({ ...bench, start: { ...bench.start, problem: { text: 'row' } } });
  expect(state).toMatchObject({ problem: { text: 'row' } });
});

describe('an error in any hook is at its line', () => {
  const hooks = ['reset', 'step', 'stepReward', 'transition', 'demonstrate', 'render', 'privileged'] as const;
  it.each(hooks)('%s', async (hook) => {
    const at = HIDING.split('\n').findIndex((line) => line.trimStart().startsWith(`${hook}(`));
    const lines = HIDING.split('\n');
    const opening = lines[at] ?? '';
    const brace = opening.lastIndexOf(') {') + 3;
    const broken = [...lines.slice(0, at), opening.slice(0, brace), `    null.oops;`, opening.slice(brace), ...lines.slice(at + 1)];
    const bench = await open(3, undefined, broken.join('\n'));
    const play = async () => {
      const first = await beginEpisode(bench);
      return all(bench, first, [await wordsFor(bench, first, 'demonstrate'), 'b']);
    };
    await expect(play()).rejects.toMatchObject({ fault: { place: { line: at + 2 } } });
  });
});
