/** What the exported host does with requests that are wrong, environments that misbehave, and many calls at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerLine, Lines } from '../../../../headless/envHost/serve.ts';
import { PRESETS } from '../../../../src/core/document/presets/presets.ts';
import type { ProjectDocument } from '../../../../src/core/document/schema.ts';
import { codeOf, Hosts, type Spawned } from './spawned.ts';

const hosts = new Hosts();
afterAll(() => hosts.end());

/** Pays 1 for “right”; on other words it loops, or takes all memory, or throws. */
const ENVIRONMENT = `
export default {
  name: 'moody', description: '', splits: { train: 3, test: 1 }, skills: [],
  reset: ({ index }) => ({ state: { index }, observation: 'problem ' + index }),
  step: ({ state, messages }) => {
    const text = messages.at(-1).text;
    console.log('heard', text);
    if (text === 'loop') for (;;);
    if (text === 'fill') { const all = []; for (;;) all.push(new Array(100000).fill(1)); }
    if (text === 'throw') throw new Error('on purpose');
    return { state, observation: 'next', reward: text === 'right' ? 1 : 0, terminated: true, truncated: false };
  },
};`;

const MOODY: ProjectDocument = PRESETS.micro.project({ file: 'environment.ts', source: ENVIRONMENT });
const PROBLEMS = [0, 1, 2].map((index) => ({ split: 'train' as const, index }));

const open = (index: number) => ({ do: 'open', split: 'train', index });
const say = (episode: string, index: number, text: string) => ({ do: 'say', episode, said: [{ index, text }] });

/** An episode in which the planner has spoken. */
async function planned(host: Spawned): Promise<string> {
  const { episode } = await host.standing(open(0));
  await host.standing(say(episode, 0, 'a plan'));
  return episode;
}

describe('the exported host', () => {
  let host: Spawned;
  beforeAll(async () => {
    host = await hosts.start(MOODY, PROBLEMS);
  });

  it('says who it is, and answers the calls of a request in their order', async () => {
    const { protocol, hello } = await host.line();
    expect([protocol, hello?.environment.splits]).toEqual([1, { train: 3, test: 1 }]);
    const opened = await host.ask(...Array.from({ length: 64 }, (_, nth) => open(nth % 4)));
    expect(opened.map((answer) => codeOf(answer) ?? '')).toEqual(
      Array.from({ length: 64 }, (_, nth) => (nth % 4 === 3 ? 'E_HOST_PROBLEM' : '')),
    );
    const shown = opened.flatMap((answer) =>
      'ok' in answer && answer.ok ? answer.ok.asks.map(({ messages }) => messages.at(-1)?.content) : [],
    );
    expect(shown).toEqual(Array.from({ length: 48 }, (_, nth) => `problem ${nth % 3}`));
  });

  it('goes on after a line that it cannot read, one of another protocol, and calls that make no sense', async () => {
    const told = async (line: string) => {
      host.write(`${line}\n`);
      const { id, fault } = await host.line();
      return [id, fault?.code];
    };
    expect(await told('{"protocol":')).toEqual([null, 'E_HOST_LINE']);
    expect(await told('[1]')).toEqual([null, 'E_HOST_LINE']);
    expect(await told('{"protocol":2,"id":7,"calls":[]}')).toEqual([7, 'E_HOST_VERSION']);
    expect(await told('{"protocol":1,"id":8,"calls":[{"do":"sing"}]}')).toEqual([8, 'E_HOST_REQUEST']);
    const episode = await planned(host);
    const answers = await host.ask(say(episode, 0, 'again'), say('e99', 0, 'x'), { do: 'close', episode: 'e98' });
    expect(answers.map(codeOf)).toEqual(['E_HOST_SAID', 'E_HOST_EPISODE', 'E_HOST_EPISODE']);
    expect((await host.standing(say(episode, 1, 'right'))).end?.rewards).toEqual({ planner: 1, solver: 1 });
    expect(codeOf((await host.ask(say(episode, 1, 'right')))[0])).toBe('E_HOST_EPISODE');
  });

  it('lets an environment that loops, fills its memory or throws fail alone, among others of the same request', async () => {
    const words = ['right', 'loop', 'fill', 'throw', 'wrong'];
    const episodes: string[] = [];
    for (const _ of words) episodes.push(await planned(host));
    const answers = await host.ask(...words.map((word, nth) => say(episodes[nth] ?? '', 1, word)));
    expect(answers.map((answer) => codeOf(answer) ?? ('ok' in answer ? answer.ok?.end?.reward : null))).toEqual([
      1,
      'E_ENV_TICKS',
      'E_ENV_MEMORY',
      'E_ENV_THROW',
      0,
    ]);
    expect((await host.standing(say(await planned(host), 1, 'right'))).end?.reward).toBe(1);
  });

  it('ends with its input, and with a fault where the environment cannot be loaded', async () => {
    host.process.stdin?.end();
    expect(await host.exit).toBe(0);
    const broken = { ...MOODY, environment: { ...MOODY.environment, source: 'export default {' } };
    const dead = await hosts.start(broken, PROBLEMS);
    expect((await dead.line()).fault?.code).toBe('E_ENV_SYNTAX');
    expect(await dead.exit).toBe(1);
  });

  it('puts profiles into the first user message where a model has no system message, and keeps thoughts from others', async () => {
    const folded = await hosts.start(MOODY, PROBLEMS, ['--no-system']);
    await folded.line();
    const { episode, asks } = await folded.standing(open(1));
    expect(asks[0]?.messages).toEqual([{ role: 'user', content: `${MOODY.team.agents[0]?.prompt}\n\nproblem 1` }]);
    const said = [{ index: 0, text: 'a plan', thought: 'let me see' }];
    const next = await folded.standing({ do: 'say', episode, said });
    expect(next.asks[0]?.messages.at(-1)?.content).toBe(`${MOODY.team.agents[1]?.prompt}\n\nproblem 1\n\nplanner: a plan`);
  });
});

describe('lines', () => {
  it('are cut wherever bytes come apart, and left out where too long', () => {
    const heard: string[] = [];
    let long = 0;
    const lines = new Lines(
      (line) => heard.push(line),
      () => (long += 1),
      8,
    );
    const bytes = new TextEncoder().encode('é1\n\nlonger than that, and on\nafter\n');
    for (const byte of bytes) lines.push(new Uint8Array([byte]));
    expect([heard, long]).toEqual([['é1', 'after'], 1]);
    lines.push(new TextEncoder().encode('too long at once\nb\n'));
    expect([heard.at(-1), long]).toEqual(['b', 2]);
  });

  it('that ask nothing are refused without asking', async () => {
    const never = { answer: () => Promise.reject(new Error('asked')) };
    expect(JSON.parse(await answerLine(never, '{"protocol":1,"id":1,"calls":[]}'))).toMatchObject({
      id: 1,
      fault: { code: 'E_HOST_REQUEST' },
    });
  });
});
