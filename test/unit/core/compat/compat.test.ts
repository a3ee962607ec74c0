/** Defects that are a choice or a line of arithmetic, each by itself. */
import { expect, it } from 'vitest';
import { readInTraining, trainedPrompt } from '../../../../src/core/compat/linearTraining.ts';
import { stitched } from '../../../../src/core/compat/unstitched.ts';
import { scoredDistribution } from '../../../../src/core/compat/untempered.ts';

it('r1_untempered_logprobs: scored at temperature 1 over the whole vocabulary, whatever was sampled from', () => {
  const kept = [[1, 2], [3]];
  expect(scoredDistribution({ temperature: 0.5, kept }, [])).toEqual({ temperature: 0.5, kept });
  expect(scoredDistribution({ temperature: 0.5 }, [])).toEqual({ temperature: 0.5 });
  expect(scoredDistribution({ temperature: 0.5, kept }, ['r1_untempered_logprobs'])).toEqual({ temperature: 1 });
});

it('r3_unstitched_first_tokens: each message’s first decision gets 0; nothing given is written to', () => {
  const values = Float32Array.of(1, 2, 3, 4, 5, 6);
  expect(stitched(values, [3, 1, 0, 2], [])).toBe(values);
  expect([...stitched(values, [3, 1, 0, 2], ['r3_unstitched_first_tokens'])]).toEqual([0, 2, 3, 0, 0, 6]);
  expect([...values]).toEqual([1, 2, 3, 4, 5, 6]);
  expect([...stitched(Float32Array.of(7), [1, 0], ['r3_unstitched_first_tokens'])]).toEqual([0]);
});

it('r3_linear_training: what is read in training is all that was said before', () => {
  expect(readInTraining(0)).toEqual([]);
  expect(readInTraining(3)).toEqual([0, 1, 2]);
  expect(trainedPrompt({ prompt_ids: [1] })).toEqual([1]);
  expect(trainedPrompt({ prompt_ids: [1], training_prompt_ids: [1, 2] })).toEqual([1, 2]);
});
