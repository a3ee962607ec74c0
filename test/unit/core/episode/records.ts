/** Small hand-made runs and episodes for the tests of the run store. Not a recording of anything. */
import { DOCUMENT_VERSION, documentSchema, type ProjectDocument } from '../../../../src/core/document/schema.ts';
import type { EpisodeRecord, MessageRecord } from '../../../../src/core/episode/records.ts';
import { newRun } from '../../../../src/page/state/runs/reduce.ts';
import type { RunSet } from '../../../../src/page/state/runs/types.ts';

export const document: ProjectDocument = documentSchema.parse({
  version: DOCUMENT_VERSION,
  name: 'planner → solver',
  team: { agents: [{ role: 'planner' }, { role: 'solver', label: 'Solver' }], edges: [{ from: 'planner', to: 'solver' }] },
  environment: { source: 'export default {}' },
});

/** The same team with the solver on a base of its own. */
export const mixedDocument: ProjectDocument = {
  ...document,
  team: {
    ...document.team,
    agents: document.team.agents.map((agent) => (agent.role === 'solver' ? { ...agent, base: 'standard' } : agent)),
  },
};

/** A message of `tokens` sampled tokens whose numbers are recognisable by position. */
export function message(role: string, tokens = 2, extra: Partial<MessageRecord> = {}): MessageRecord {
  const each = (of: (token: number) => number) => Array.from({ length: tokens }, (_, token) => of(token));
  return {
    role,
    turn: 0,
    call: 0,
    sees: [],
    adapter_version: 0,
    prompt_ids: [1, 5, 6],
    segments: [
      { kind: 'scaffold', source: 'observation', start: 0, end: 3 },
      { kind: 'sampled', source: 'response', role, start: 3, end: 3 + tokens },
    ],
    response_ids: each((token) => 10 + token),
    finish_reason: 'stop',
    text: `${role} speaks`,
    temperature: 1,
    logprobs: each((token) => -0.1 * (token + 1)),
    ref_logprobs: each((token) => -0.2 * (token + 1)),
    values: each((token) => 0.5 + token / 10),
    entropies: each(() => 0.3),
    token_rewards: each((token) => (token === tokens - 1 ? 1 : 0)),
    advantages: each((token) => (token % 2 === 0 ? 0.4 : -0.2)),
    returns: each((token) => 0.9 + token / 10),
    ...extra,
  };
}

/** One episode of the two-agent team. */
export function episode(iteration: number, number: number, extra: Partial<EpisodeRecord> = {}): EpisodeRecord {
  return {
    iteration,
    episode: number,
    seed: 1,
    split: 'train',
    problem_index: number,
    group: number,
    problem: `Problem ${number}`,
    reward: 1,
    rewards: { planner: 1, solver: 1 },
    turn_rewards: [1],
    terminated: true,
    truncated: false,
    bootstrap: 0,
    messages: [message('planner'), message('solver', 3, { sees: [0] })],
    ...extra,
  };
}

/** A live run with the given parts. */
export function run(parts: Partial<RunSet> = {}): RunSet {
  return { ...newRun('run-1', document), ...parts };
}

/** A checkpoint of both agents after `steps` iterations, with bytes that can be told apart. */
export function checkpointFiles(steps: number, first = 1): Record<string, Uint8Array> {
  return {
    [`checkpoints/steps_${steps}/planner/adapter_model.safetensors`]: new Uint8Array([first]),
    [`checkpoints/steps_${steps}/planner/adapter_config.json`]: new Uint8Array([2]),
    [`checkpoints/steps_${steps}/solver/adapter_model.safetensors`]: new Uint8Array([3]),
    [`checkpoints/steps_${steps}/solver/adapter_config.json`]: new Uint8Array([4]),
    [`checkpoints/steps_${steps}/critic/head.safetensors`]: new Uint8Array([5]),
  };
}
