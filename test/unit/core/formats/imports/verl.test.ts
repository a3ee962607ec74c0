import { describe, expect, it } from 'vitest';
import { verlLines } from '../../../../../src/core/formats/exports/verlRollouts.ts';
import { verl } from '../../../../../src/core/formats/imports/sources/verl.ts';
import { seededRandom } from '../helpers.ts';
import { mutant } from '../../../../support/mutant.ts';
import { episodesOf, faultOf, given, givenFiles, goldenFiles, headOf } from './given.ts';
import { ownEpisodes } from './ownEpisodes.ts';

const files = goldenFiles('verl');
const TOOL = ['user', '<tool_response>\n12\n</tool_response>'];

/** The rows of a golden file as JSON alone reads them; verl writes NaN as Python does. */
const rows = (path: string): Record<string, unknown>[] =>
  new TextDecoder()
    .decode(files.get(path))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line.replace(/\bNaN\b/, 'null')) as Record<string, unknown>);

describe('generations that verl dumps', () => {
  it('are known by their fields', () => {
    for (const [path, bytes] of files) expect(verl.claims(headOf(path, bytes))).toBe(true);
    expect(verl.claims(headOf('1.jsonl', '{"input":"a","output":"b"}\n'))).toBe(false);
    expect(verl.claims(headOf('1.jsonl', `{"input":"${'a'.repeat(70_000)}`))).toBe(false);
    expect(verl.claims(headOf('1.jsonl', '"input","output","score"'))).toBe(false);
  });

  it('have the texts and numbers of their rows', async () => {
    const episodes = await episodesOf(verl, givenFiles(files));
    const paths = ['rollouts/1.jsonl', 'rollouts/2.jsonl', 'validation/1.jsonl', 'validation/2.jsonl'];
    const expected = paths.flatMap((path) => rows(path).map((row) => ({ path, row })));
    expect(episodes).toHaveLength(expected.length);
    for (const [index, { path, row }] of expected.entries()) {
      const episode = episodes[index];
      expect(episode?.step).toBe(row['step']);
      expect(episode?.reward).toBe(row['score']);
      expect(episode?.split).toBe(path.startsWith('rollouts') ? 'train' : 'test');
      const [, system = '', user = ''] = /^system\n(.*)\nuser\n(.*)\nassistant\n$/.exec(String(row['input'])) ?? [];
      expect(episode?.problem).toBe(user);
      const prompt = [
        { role: 'system', text: system },
        { role: 'user', text: user },
      ];
      expect(episode?.messages[0]?.prompt).toEqual(prompt);
      const said = String(row['output']).split('\nuser\n<tool_response>\n12\n</tool_response>\nassistant\n');
      expect(episode?.messages.map(({ text }) => text)).toEqual(said);
      if (said.length > 1) {
        const before = [...prompt, { role: 'assistant', text: said[0] }, { role: TOOL[0], text: TOOL[1] }];
        expect(episode?.messages[1]?.prompt).toEqual(before);
      }
      for (const name of ['acc', 'format', 'reward']) {
        const value = row[name];
        expect(episode?.skills[name]).toBe(value === null || value === undefined ? undefined : Number(value));
      }
      expect(episode?.info['gts']).toBe(row['gts']);
      expect(episode?.info['pred']).toBe(row['pred'] ?? undefined);
      expect(episode?.messages.every(({ agent, logprobs, advantages }) => agent === null && logprobs === null && advantages === null)).toBe(
        true,
      );
    }
  });

  it('are of one group where the prompt of a step is the same, or the sample', async () => {
    const groups = (await episodesOf(verl, givenFiles(files))).map(({ group }) => group);
    for (const start of [0, 4, 8, 12]) {
      expect(groups[start]).toBe(groups[start + 1]);
      expect(groups[start + 2]).toBe(groups[start + 3]);
      expect(groups[start]).not.toBe(groups[start + 2]);
    }
    expect(groups[0]).not.toBe(groups[4]);
    expect(groups.slice(8, 12)).toEqual(['a', 'a', 'b', 'b']);
  });

  it('are split where markers of a template stand, and nowhere else', async () => {
    const of = async (input: string, output: string) => {
      const [episode] = await episodesOf(verl, [given('1.jsonl', JSON.stringify({ input, output, score: 1 }))]);
      return episode?.messages.map(({ prompt, text, finish }) => ({
        roles: prompt?.map(({ role, text: words }) => `${role}:${words}`),
        text,
        finish,
      }));
    };
    expect(
      await of(
        '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n',
        'Yes<|im_end|>\n<|im_start|>tool\n3<|im_end|>\n<|im_start|>assistant\nNo<|im_end|>',
      ),
    ).toEqual([
      { roles: ['user:Hi'], text: 'Yes', finish: 'stop' },
      { roles: ['user:Hi', 'assistant:Yes', 'tool:3'], text: 'No', finish: 'stop' },
    ]);
    const llama =
      '<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nS<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nU<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n';
    expect(await of(llama, 'A<|eot_id|>')).toEqual([{ roles: ['system:S', 'user:U'], text: 'A', finish: 'stop' }]);
    expect(await of('<bos><start_of_turn>user\nU<end_of_turn>\n<start_of_turn>model\n', 'A')).toEqual([
      { roles: ['user:U'], text: 'A', finish: null },
    ]);
    expect(await of('What is user\nfor?', 'I say:\nuser\nx\nassistant\ny')).toEqual([
      { roles: ['prompt:What is user\nfor?'], text: 'I say:\nuser\nx\nassistant\ny', finish: null },
    ]);
    expect(await of('user\nU\nassistant\n', 'A line\nuser\nof its own')).toEqual([
      { roles: ['user:U'], text: 'A line\nuser\nof its own', finish: null },
    ]);
  });

  it('of our own export are the episodes it was made of', async () => {
    const own = ownEpisodes();
    const decode = (role: string, ids: readonly number[]) => `${role}:${ids.join(' ')}`;
    const back = await episodesOf(verl, [given('rollouts/3.jsonl', verlLines(own, decode))]);
    expect(back.map(({ messages }) => messages.length)).toEqual(own.map(({ messages }) => messages.length));
    for (const [index, episode] of own.entries()) {
      expect(back[index]?.step).toBe(episode.iteration);
      for (const { role } of episode.messages) expect(back[index]?.rewards[role]).toBe(episode.rewards[role]);
      expect(back[index]?.messages.map(({ agent, turn, text, reward }) => ({ agent, turn, text, reward }))).toEqual(
        episode.messages.map(({ role, turn, response_ids, token_rewards }) => ({
          agent: role,
          turn,
          text: decode(role, response_ids),
          reward: token_rewards.reduce((sum, one) => sum + one, 0),
        })),
      );
    }
  });

  it('that are broken end as a fault that says where', async () => {
    expect(
      await faultOf(verl, [given('a/2.jsonl', '{"input":"a","output":"b","score":1}\n{"input":"a","output":7,"score":1}\n')]),
    ).toMatchObject({
      code: 'E_IMPORT_FIELD',
      place: { subject: 'a/2.jsonl', line: 2 },
      params: { field: 'output' },
    });
    const deep = `{"input":"a","output":"b","score":1,"x":${'['.repeat(60_000)}${']'.repeat(60_000)}}`;
    expect(await faultOf(verl, [given('1.jsonl', deep)])).toMatchObject({ code: 'E_IMPORT_LIMIT', place: { line: 1 } });
    const turns = `user\nU\nassistant\n`;
    const endless = JSON.stringify({ input: turns, output: `a\n${'user\nb\nassistant\nc\n'.repeat(5_000)}`, score: 1 });
    expect(await faultOf(verl, [given('1.jsonl', endless)])).toMatchObject({ code: 'E_IMPORT_LIMIT', place: { line: 1 } });
  });

  it('changed in any way are read or refused, never an error of ours', async () => {
    const random = seededRandom(20);
    const paths = [...files.keys()];
    for (let trial = 0; trial < 200; trial += 1) {
      const path = paths[trial % paths.length] ?? '';
      const fault = await faultOf(verl, [given(path, mutant(files.get(path) ?? new Uint8Array(), random))]);
      if (fault) expect(fault.place?.subject).toBe(path);
    }
  });
});
