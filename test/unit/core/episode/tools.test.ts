/** Calls in texts, and answers that stand in a message without being its agent's. */
import { describe, expect, it } from 'vitest';
import { thoughtSpans, withoutThoughts } from '../../../../src/core/episode/thoughts.ts';
import { callIn, ownPositions, toolTokens, type ToolUse, wholeResponse, written } from '../../../../src/core/episode/tools.ts';
import { messageRecord } from '../../../../src/core/episode/generation.ts';
import { Episode } from '../../../../src/core/episode/machine.ts';
import { Cases, messageFor, teamOf, tokens } from './support.ts';

const marks = { open: '[', close: ']', most: 2 };

it.each([
  ['say [1+2] now', marks, '1+2', 9],
  ['[a [b] c]', marks, 'b', 6],
  ['] [x]', marks, 'x', 5],
  ['[]', marks, '', 2],
  ['<t>9</t>', { open: '<t>', close: '</t>' }, '9', 8],
] as const)('the call in %j', (text, own, call, end) => {
  expect(callIn(text, own)).toEqual({ call, end });
});

it.each(['', 'none', '[open', 'only ]', '] ]['])('no call in %j', (text) => {
  expect(callIn(text, marks)).toBeNull();
});

/** Random answers in a random response; own tokens are below 100, those of tools from 100 on. */
function randomMessage(seed: number) {
  const cases = new Cases(seed);
  const response_ids = Array.from({ length: cases.integer(1, 9) }, () => cases.integer(0, 99));
  let after = 0;
  const tools = Array.from({ length: cases.integer(0, 3) }, () => {
    after = Math.min(response_ids.length, after + cases.integer(1, 3));
    return { after, call: 'x', text: 'y', ids: Array.from({ length: cases.integer(1, 3) }, () => cases.integer(100, 199)) };
  });
  return { response_ids, tools };
}

it('a response as a whole holds its own tokens where it says, and all answers in their order', () => {
  for (let seed = 0; seed < 200; seed += 1) {
    const message = randomMessage(seed);
    const whole = wholeResponse(message);
    expect(ownPositions(message).map((position) => whole[position])).toEqual(message.response_ids);
    expect(whole.filter((id) => id >= 100)).toEqual(message.tools.flatMap(({ ids }) => ids));
    expect(whole.length).toBe(message.response_ids.length + toolTokens(message));
    // Each answer stands right behind the token it follows.
    for (const { after, ids } of message.tools) expect(whole.indexOf(ids[0]!)).toBeGreaterThan(ownPositions(message)[after - 1]!);
  }
});

const thought = { open: 1, decode: () => '' };

it('others are shown neither a thought nor what was answered within it', () => {
  const message = {
    response_ids: [1, 5, 2, 6, 7],
    tools: [
      { after: 2, call: 'a', text: 'b', ids: [100] },
      { after: 4, call: 'a', text: 'b', ids: [101] },
    ],
  };
  const spans = thoughtSpans(message.response_ids, { ...thought, close: 2 }, false);
  expect(withoutThoughts(message, spans)).toEqual([6, 101, 7]);
  expect(withoutThoughts(message, thoughtSpans(message.response_ids, { ...thought, close: 9 }, false))).toEqual([]);
});

describe('a text that somebody wrote', () => {
  const encode = (text: string) => Array.from(text, (letter) => letter.codePointAt(0)!);
  const decode = (ids: readonly number[]) => String.fromCodePoint(...ids);
  const asked: string[] = [];
  const use: ToolUse = {
    marks,
    answer: async (call, nth) => {
      asked.push(`${nth} ${call}`);
      return call === 'none' ? null : `=${call.length};`;
    },
  };

  it.each([
    ['[ab] is it', '[ab]=2; is it', ['0 ab']],
    ['[ab]=2; is it', '[ab]=2; is it', ['0 ab']],
    ['[ab]=3; is it', '[ab]=2;=3; is it', ['0 ab']],
    ['[none] and [abc]', '[none] and [abc]=3;', ['0 none', '1 abc']],
    ['[a][b][c]', '[a]=1;[b]=1;[c]', ['0 a', '1 b']],
    ['nothing', 'nothing', []],
  ] as const)('%j becomes %j', async (text, whole, questions) => {
    asked.splice(0);
    const said = await written(text, encode, use);
    expect(said.text).toBe(whole);
    expect(decode(wholeResponse({ response_ids: said.ids, tools: said.tools }))).toBe(whole);
    expect(asked).toEqual(questions);
  });

  it('has no calls where nobody answers', async () => {
    expect(await written('[ab]', encode, null)).toEqual({ ids: encode('[ab]'), tools: [], text: '[ab]' });
  });
});

it('a tool knows what was said in earlier turns and what its caller sees of this one, and its chance is the call’s own', () => {
  const team = { ...teamOf(['a', 'b', 'c'], [['a', 'c']]), context: 'parents' as const };
  const first = { state: { n: 0 }, observation: 'x' };
  const episode = new Episode({
    iteration: 1,
    episode: 2,
    split: 'train',
    problemIndex: 0,
    group: 0,
    team,
    seed: 1,
    tokensOf: () => tokens,
    horizon: 2,
    first,
  });
  const [a, b] = episode.ready();
  episode.deliver(a!, messageFor(a!, 'from a'));
  const [c] = episode.ready();
  episode.deliver(b!, messageFor(b!, 'from b'));
  const asked = episode.toolRequest(c!, '9', 0);
  // b has spoken, but whether it had when c called is chance.
  expect(asked.messages.map(({ text }) => text)).toEqual(['from a']);
  expect([asked.state, asked.role, asked.call]).toEqual([{ n: 0 }, 'c', '9']);
  expect(episode.toolRequest(c!, '9', 1).randomKey).not.toEqual(asked.randomKey);
  episode.deliver(c!, messageFor(c!, 'from c'));
  episode.toStep();
  episode.stepped({ state: { n: 1 }, observation: '', reward: 0, terminated: false, truncated: false }, '');
  const [next] = episode.ready();
  expect(episode.toolRequest(next!, '9', 0).messages.map(({ text }) => text)).toEqual(['from a', 'from b', 'from c']);
});

it('what a tool answered is in the record, and in the prompt of who hears it, but in no list of the agent’s tokens', () => {
  const team = teamOf(['a', 'b'], [['a', 'b']]);
  const first = { state: null, observation: 'x' };
  const episode = new Episode({
    iteration: 1,
    episode: 2,
    split: 'train',
    problemIndex: 0,
    group: 0,
    team,
    seed: 1,
    tokensOf: () => tokens,
    horizon: 1,
    first,
  });
  const [a] = episode.ready();
  const own = messageFor(a!, '[9]7');
  const answer = tokens.encode('=8;');
  const said = { ...own, text: '[9]=8;7', tools: [{ after: 3, call: '9', text: '=8;', ids: answer }] };
  episode.deliver(a!, said);
  const [b] = episode.ready();
  const heard = [...own.responseIds.slice(0, 3), ...answer, ...own.responseIds.slice(3)].join();
  expect(b!.promptIds.join()).toContain(heard);
  expect(episode.spokenMessages()[0]?.text).toBe('[9]=8;7');
  const record = messageRecord(a!, said, { trained: null, valued: null }, []);
  expect(record.tools).toEqual(said.tools);
  expect(record.response_ids).toEqual(own.responseIds);
  expect(record.segments.at(-1)?.end).toBe(a!.promptIds.length + own.responseIds.length);
});
