/** Sentences of a session that differ by what was found. */
import { expect, it } from 'vitest';
import { fault } from '../../../../../src/core/faults.ts';
import { sessionFaults, warmStartFaults } from '../../../../../src/words/words.ts';

it.each([
  [{ found: 'old_state' }, 'its trainer_state.json lacks what this version needs to go on.'],
  [{ found: 'made_up' }, 'the run took its problems from a data set, this project makes them up.'],
  [{ found: 'data_set', name: 'gsm8k.csv' }, 'the run made its problems up, this project takes them from “gsm8k.csv”.'],
  [{ found: 'no_adapter', role: 'solver' }, 'it holds no adapter for “solver”.'],
  [{ found: 'no_state', role: 'solver' }, 'its trainer_state.json does not know “solver”.'],
  [
    { found: 'shape', role: 'solver', saved: { rank: 4, alpha: 8 }, asked: { rank: 2, alpha: 16 } },
    'the adapter of “solver” has rank 4 and alpha 8, the project says 2 and 16.',
  ],
  [
    { found: 'targets', role: 'solver', saved: ['q_proj', 'v_proj'], asked: ['q_proj'] },
    'the adapter of “solver” acts on q_proj, v_proj, the project says q_proj.',
  ],
  [{ found: 'lacks', what: 'tensor', name: 'model.norm.weight' }, 'it lacks model.norm.weight.'],
  [{ found: 'lacks', what: 'critic', name: 'micro' }, 'it lacks the critic of micro.'],
  [{ found: 'lacks', what: 'rollback', name: 'solver' }, 'it lacks the rollback of solver.'],
  [{ found: 'lacks', what: 'version', name: 'solver' }, 'it lacks the version of solver.'],
] as const)('a checkpoint that does not fit: %j', (params, clause) => {
  expect(fault(sessionFaults, 'E_CHECKPOINT_MISMATCH', params).message).toBe(`The checkpoint does not fit this project: ${clause}`);
});

it.each([
  [0, 'The prompt of “solver” has 600 tokens; the base “micro” reads at most 512.'],
  [20, 'The prompt of “solver” has 600 tokens; with 20 new ones that is 620, and the base “micro” reads at most 512.'],
])('a prompt with %i new tokens', (newTokens, sentence) => {
  const params = { role: 'solver', promptTokens: 600, newTokens, base: 'micro', context: 512 };
  expect(fault(sessionFaults, 'E_PROMPT_TOO_LONG', params).message).toBe(sentence);
});

it.each([
  [{ found: 'several_turns' }, 'is a rollout of several turns, whose texts only the tokenizer of its run can tell.', /^Give the whole/],
  [{ found: 'missing', role: 'solver', turn: 2 }, 'has no message of “solver” in turn 2.', /^Every agent of the team/],
  [{ found: 'out_of_turn', role: 'solver' }, 'has a message of “solver”, who does not speak then.', /^Every agent of the team/],
  [
    { found: 'stranger', role: 'judge', roles: ['planner', 'solver'] },
    'has a message of “judge”, whom this team does not have.',
    /^Its roles: planner, solver\.$/,
  ],
] as const)('an episode that is no example: %j', (params, clause, advice) => {
  const { message, hint } = fault(warmStartFaults, 'E_WARM_EPISODE', { name: 'good.jsonl', line: 7, ...params });
  expect(message).toBe(`Line 7 of good.jsonl ${clause}`);
  expect(hint).toMatch(advice);
});
