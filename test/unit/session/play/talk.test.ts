/** A message with calls, by a speaker that says what it is told to: what it is asked for, piece by piece, and what comes of it. */
import { expect, it } from 'vitest';
import type { ToolUse } from '../../../../src/core/episode/tools.ts';
import type { GenerationJob } from '../../../../src/engine/generate/jobs.ts';
import { talk } from '../../../../src/session/play/talk.ts';

/** Tokens of one character and of several; 0 ends a message. */
const TOKENS = ['<end>', 'a', 'b', '[', ']', '][', ']]', '7', '=', ';', '[a]', '</', '>'];
const idsOf = (...tokens: string[]) => tokens.map((token) => TOKENS.indexOf(token));
const tokenizer = {
  decode: (ids: readonly number[]) => ids.map((id) => TOKENS[id]).join(''),
  vocabulary: () => TOKENS,
  promptTokens: { encode: (text: string) => Array.from(text, (letter) => TOKENS.indexOf(letter)) },
} as unknown as Parameters<typeof talk>[2];

const JOB = { promptIds: [1, 1], slot: 2, rule: { temperature: 1, topK: 0, topP: 1 }, maxNewTokens: 9, key: [3, 4] } as const;
const marks = { open: '[', close: ']', most: 2 };

/** Says `script`, pausing where it is told to, and notes what it was asked; answers are `=n;` by the length of the call, or nothing. */
async function told(script: readonly number[], own: ToolUse['marks'] | null = marks) {
  const jobs: GenerationJob[] = [];
  const calls: string[] = [];
  const speaker = {
    submit: async (job: GenerationJob) => {
      jobs.push(job);
      const rest = script.slice(job.drawn ?? 0, (job.drawn ?? 0) + job.maxNewTokens);
      const stop = rest.findIndex((id) => id === 0 || job.pauses?.includes(id));
      const responseIds = stop < 0 || stop + 1 === job.maxNewTokens ? rest : rest.slice(0, stop + 1);
      const last = responseIds.at(-1);
      const finishReason =
        last === 0 ? ('stop' as const) : responseIds.length === job.maxNewTokens ? ('length' as const) : ('pause' as const);
      return { responseIds, logprobs: responseIds.map((id) => -id), entropies: responseIds.map((id) => id), finishReason };
    },
  };
  const answer = async (call: string, nth: number) => {
    calls.push(`${nth} ${call}`);
    return call === 'b' ? null : `=${call.length > 0 ? 7 : 'a'};`;
  };
  const longest: number[] = [];
  const message = await talk(speaker, JOB, tokenizer, own && { marks: own, answer }, {
    goesOn: (tokens, most) => longest.push(tokens + most),
  });
  return { ...message, jobs, calls, longest };
}

it('goes on behind the answer: the prompt holds it, and the numbers of the draws count own tokens alone', async () => {
  const said = await told(idsOf('b', '[', 'a', ']', '7', '<end>'));
  expect(said.text).toBe('b[a]=7;7');
  expect(said.responseIds).toEqual(idsOf('b', '[', 'a', ']', '7', '<end>'));
  expect(said.tools).toEqual([{ after: 4, call: 'a', text: '=7;', ids: idsOf('=', '7', ';') }]);
  expect(said.logprobs).toEqual(said.responseIds.map((id) => -id));
  expect(said.jobs.map(({ promptIds, drawn, maxNewTokens }) => [promptIds, drawn, maxNewTokens])).toEqual([
    [[1, 1], undefined, 9],
    [[1, 1, ...idsOf('b', '[', 'a', ']', '=', '7', ';')], 4, 5],
  ]);
  expect(said.longest).toEqual([2 + 7 + 5]);
});

it.each([
  ['a token that closes one call and opens the next', ['[', 'b', '][', 'a', ']', '<end>'], '[b][a]=7;', ['0 b', '1 a']],
  ['a token that is a whole call', ['[a]', '7', '<end>'], '[a]=7;7', ['0 a']],
  ['an empty call', ['[', ']', '<end>'], '[]=a;', ['0 ']],
  ['a mark that closes nothing', [']', ']]', '[', 'a', ']', '<end>'], ']]][a]=7;', ['0 a']],
  ['calls beyond the last that is answered', ['[a]', '[a]', '[a]', '<end>'], '[a]=7;[a]=7;[a]', ['0 a', '1 a']],
  ['a call at the very limit, which nobody can go on from', ['a', 'a', 'a', 'a', 'a', 'a', '[', 'a', ']', 'a'], 'aaaaaa[a]', []],
  ['no call', ['a', '<end>'], 'a', []],
] as const)('%s', async (_, tokens, text, calls) => {
  const said = await told(idsOf(...tokens));
  expect(said.text).toBe(text);
  expect(said.calls).toEqual(calls);
  expect(said.responseIds).toEqual(idsOf(...tokens).slice(0, 9));
});

it('finds marks of several characters, and pauses at tokens that only might close one', async () => {
  const said = await told(idsOf('[', 'a', '>', 'b', '</', '>', '7', '<end>'), { open: '[', close: '</>', most: 1 });
  expect(said.calls).toEqual(['0 a>b']);
  expect(said.text).toBe('[a>b</>=7;7');
  expect(said.jobs.map(({ drawn }) => drawn)).toEqual([undefined, 3, 6]);
});

it('without tools marks are words like any others', async () => {
  const said = await told(idsOf('[', 'a', ']', '<end>'), null);
  expect([said.text, said.jobs.length, said.tools]).toEqual(['[a]', 1, undefined]);
  expect(said.jobs[0]!.pauses).toBeUndefined();
});
