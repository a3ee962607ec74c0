/** Of an imported run not all is known: null in the file is NaN in memory, and never 0. */
import { expect, it } from 'vitest';
import { parseEpisodes } from '../../../../../src/core/formats/runs/rolloutFile.ts';

const LINE = {
  ...{ iteration: 3, episode: 0, seed: null, split: 'train', problem_index: null, group: 0, problem: 'Add.', reward: null, rewards: {} },
  ...{ turn_rewards: [], terminated: null, truncated: null, bootstrap: null },
  messages: [
    {
      ...{ role: 'solver', turn: 0, call: 0, sees: [], adapter_version: null, prompt_ids: [], segments: [], response_ids: [4, 5] },
      ...{ prompt_parts: [{ role: 'user', text: 'Add.' }], finish_reason: null, text: '9', temperature: null, logprobs: [-0.5, null] },
      ...{ ref_logprobs: [], values: [], entropies: [], token_rewards: [], advantages: [1, -1], returns: [], response_mask: [true, false] },
    },
  ],
};

it('reads what is unknown as NaN, and what is known as it stands there', () => {
  const [episode] = parseEpisodes(`${JSON.stringify(LINE)}\n`, 'rollouts/3.jsonl');
  expect(episode).toMatchObject({ seed: Number.NaN, reward: Number.NaN, terminated: null, bootstrap: Number.NaN });
  expect(episode?.messages[0]).toMatchObject({ finish_reason: null, temperature: Number.NaN, logprobs: [-0.5, Number.NaN], values: [] });
});

it('what is neither a number nor unknown is refused', () => {
  expect(() => parseEpisodes(`${JSON.stringify({ ...LINE, reward: 'much' })}\n`, 'rollouts/3.jsonl')).toThrow('rollouts/3.jsonl');
});
