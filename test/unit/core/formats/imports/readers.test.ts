import { expect, it } from 'vitest';
import { recordedFiles } from '../../../../../headless/kit/run/recorded.ts';
import { readerOf } from '../../../../../src/core/formats/imports/sources/readers.ts';
import { workbench } from '../../../../../src/core/formats/imports/sources/workbench.ts';
import { seededRandom } from '../helpers.ts';
import { mutant } from '../../../../support/mutant.ts';
import { episodesOf, faultOf, given, goldenFiles, headOf } from './given.ts';

const recorded = recordedFiles('planner-solver');
const PATH = 'rollouts/5.jsonl';
const rollout = recorded[PATH] ?? new Uint8Array();

it('every file of a trainer goes to its own reader', () => {
  const sources = { 'prime-rl': ['prime-rl'], verifiers: ['verifiers'], verl: ['verl'], trl: ['trl', 'trl-text'], areal: ['areal'] };
  for (const [source, folders] of Object.entries(sources)) {
    const files = folders.flatMap((folder) => [...goldenFiles(folder)].filter(([path]) => !path.endsWith('.expected.json')));
    expect(files.length).toBeGreaterThan(0);
    for (const [path, bytes] of files) expect(readerOf(headOf(path, bytes))?.source, path).toBe(source);
  }
  expect(readerOf(headOf(PATH, rollout))?.source).toBe('workbench');
});

it('a rollout of ours without its run has what its lines hold', async () => {
  type Line = Record<string, unknown> & { messages: Record<string, unknown>[] };
  const lines = new TextDecoder()
    .decode(rollout)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const episodes = await episodesOf(workbench, [given(PATH, rollout)]);
  expect(episodes).toHaveLength(lines.length);
  expect(lines.length).toBeGreaterThan(5);
  const some = (list: unknown): unknown => (Array.isArray(list) && list.length > 0 ? list : null);
  for (const [index, line] of lines.entries()) {
    expect(episodes[index]).toMatchObject({
      step: line['iteration'],
      id: String(line['episode']),
      group: `${String(line['iteration'])}/${String(line['group'])}`,
      split: line['split'],
      problem: line['problem'],
      reward: line['reward'],
      rewards: line['rewards'],
      terminated: line['terminated'],
      truncated: line['truncated'],
    });
    expect(episodes[index]?.messages).toMatchObject(
      line.messages.map((message) => ({
        agent: message['role'],
        turn: message['turn'],
        text: message['text'],
        prompt: null,
        promptIds: message['prompt_ids'],
        responseIds: message['response_ids'],
        logprobs: message['logprobs'],
        refLogprobs: message['ref_logprobs'],
        entropies: message['entropies'],
        values: some(message['values']),
        tokenRewards: message['token_rewards'],
        advantages: message['advantages'],
        returns: message['returns'],
        finish: message['finish_reason'],
        temperature: message['temperature'],
      })),
    );
  }
});

it('a rollout of ours changed in any way is read or refused, never an error of ours', async () => {
  const random = seededRandom(25);
  const few = new TextEncoder().encode(new TextDecoder().decode(rollout).split('\n').slice(0, 3).join('\n'));
  for (let trial = 0; trial < 100; trial += 1) {
    const fault = await faultOf(workbench, [given(PATH, mutant(few, random))]);
    if (fault) expect(fault.place?.subject).toBe(PATH);
  }
});
