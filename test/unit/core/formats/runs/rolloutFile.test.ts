/** What a run writes about an episode is what is read back, field by field. */
import { describe, expect, it } from 'vitest';
import { conservationViolations } from '../../../../../src/core/credit/conservation.ts';
import { treeSteps } from '../../../../../src/core/credit/advantages/tree.ts';
import type { EpisodeRecord, MessageReceipt, MessageRecord, RoutingRecord } from '../../../../../src/core/episode/records.ts';
import type { Segment } from '../../../../../src/core/team/compose.ts';
import { encodeJsonLines } from '../../../../../src/core/formats/jsonl.ts';
import { parseEpisodes } from '../../../../../src/core/formats/runs/rolloutFile.ts';
import { credited, randomBatch, settingsOf } from '../../credit/support.ts';

const readBack = (records: readonly EpisodeRecord[]) => parseEpisodes(encodeJsonLines(records), 'rollouts/1.jsonl');

// `Required`: a field that is new in the records is a type error here until it is listed, and then the reader must know it.
const receipt: Required<MessageReceipt> = {
  updated_logprobs: [-0.5, -0.25],
  push: [0.125, 0],
  clipped: [0, 0.5],
  normalized_advantages: [1.5, -1],
  gated: 1,
  left_out: true,
  first_ratio_deviation: 0.25,
  undone: 'rollback',
};
const segments: readonly Required<Segment>[] = [
  { kind: 'scaffold', source: 'message', role: 'planner', start: 0, end: 3 },
  { kind: 'sampled', source: 'response', role: 'solver', start: 3, end: 5 },
];
const message: Required<MessageRecord> = {
  role: 'solver',
  turn: 1,
  call: 2,
  sees: [0],
  adapter_version: 3,
  prompt_ids: [1, 5, 6],
  segments,
  prompt_parts: [{ role: 'system', text: 'Compute.' }],
  training_prompt_ids: [1, 5, 6, 7],
  critic_prompt_ids: [1, 4, 5, 6],
  response_ids: [8, 2],
  tools: [{ after: 1, call: '3*3', text: '=9;', ids: [4, 9] }],
  finish_reason: 'length',
  max_tokens: 2,
  tokens_in_time: 1,
  started: 0.5,
  arrived: 1.25,
  text: '9',
  temperature: 0.75,
  kept: [[8, 9], [2]],
  logprobs: [-0.75, -0.125],
  ref_logprobs: [-1, -2],
  teacher_logprobs: [-0.5, -0.25],
  values: [0.5, 0.625],
  entropies: [0.25, 0.375],
  tree_values: { planner: 0.5, solver: 0.75 },
  running_mean: 0.25,
  counterfactual: {
    worth: { planner: 1, solver: 0.5 },
    others: [{ response_ids: [5, 2], text: 'no', worth: { planner: 0, solver: 0.25 } }],
  },
  token_rewards: [0, 1],
  advantages: [0.25, 0.375],
  returns: [0.75, 1],
  response_mask: [true, false],
  trainer_logprobs: [-0.5, -0.25],
  receipt,
};
const routing: Required<RoutingRecord> = { orchestrator_calls: 3, specialist_calls: 2, unknown_role: 1, no_tag: 0, limit: 1 };
const episode: Required<EpisodeRecord> = {
  iteration: 1,
  episode: 4,
  seed: 7,
  split: 'test',
  problem_index: 12,
  group: 3,
  problem: 'amy has 9 apples',
  reward: 1.5,
  rewards: { planner: 1, solver: 2 },
  turn_rewards: [1, { planner: 0, solver: 1 }],
  step_rewards: [0.5],
  dependencies: [null, { edges: [{ from: 'planner', to: 'solver' }], speaks: ['solver'] }],
  terminated: false,
  truncated: true,
  hidden_states: ['sum 7', 'sum 9'],
  bootstrap: 0.25,
  skills: { short: 1 },
  info: { answer: '9', parts: [1, { right: true }], none: null },
  routing,
  messages: [message],
};

describe('a rollout file', () => {
  it('gives back every field there is', () => {
    expect(readBack([episode])).toEqual([episode]);
  });

  it('of a VinePPO run gives back what the states were worth, so that its credit can be explained and checked', () => {
    const settings = settingsOf({ algorithm: 'vineppo' });
    const records = credited(randomBatch(3, 2, 2), settings);
    const read = readBack(records);
    expect(read).toEqual(records);
    expect(read.map((record) => treeSteps(record, settings))).toEqual(records.map((record) => treeSteps(record, settings)));
    expect(conservationViolations(read, settings)).toEqual([]);
  });
});
