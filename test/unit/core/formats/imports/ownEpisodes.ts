/** Episodes of ours with seeded numbers, as exports to other trainers' formats are made of. */
import type { EpisodeRecord, MessageRecord } from '../../../../../src/core/episode/records.ts';
import { seededRandom } from '../helpers.ts';

export function ownEpisodes(): EpisodeRecord[] {
  const random = seededRandom(3);
  const numbers = (length: number): number[] => Array.from({ length }, () => random() - 0.5);
  const message = (role: string, turn: number): MessageRecord => {
    const length = 2 + Math.floor(random() * 4);
    const ids = (count: number): number[] => Array.from({ length: count }, () => Math.floor(random() * 90));
    const prompt_ids = ids(5);
    return {
      role,
      turn,
      call: turn,
      sees: [],
      adapter_version: 0,
      prompt_ids,
      segments: [{ kind: 'scaffold', source: 'observation', start: 0, end: 5 }],
      response_ids: ids(length),
      finish_reason: 'stop',
      text: 'said',
      temperature: 1,
      logprobs: numbers(length).map((number) => -Math.abs(number) - 0.1),
      ref_logprobs: numbers(length),
      values: numbers(length),
      entropies: numbers(length).map((number) => Math.abs(number) + 0.1),
      token_rewards: numbers(length),
      advantages: numbers(length),
      returns: numbers(length),
    };
  };
  return [0, 1, 2].map((episode) => ({
    iteration: 3,
    episode,
    seed: episode,
    split: 'train',
    problem_index: episode,
    group: episode >> 1,
    problem: 'say it',
    reward: 0.5,
    rewards: { planner: 0.25 + episode, solver: 0.75 },
    turn_rewards: [0.5],
    terminated: true,
    truncated: false,
    bootstrap: 0,
    messages: [0, 1].flatMap((turn) => [message('planner', turn), message('solver', turn)]),
  }));
}
