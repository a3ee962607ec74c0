/** Groups without spread are played anew: which, with what problems, for how long, and what that costs. */
import { describe, expect, it } from 'vitest';
import { problemOfGroup } from '../../../../src/core/environment/problems.ts';
import type { Episode } from '../../../../src/core/episode/machine.ts';
import type { EpisodePlan } from '../../../../src/session/play/rollout.ts';
import { resampled } from '../../../../src/session/play/resample.ts';

const planOf = (episode: number): EpisodePlan => ({
  iteration: 1,
  episode,
  split: 'train',
  problemIndex: 0,
  group: Math.floor(episode / 2),
});
/** Of three tokens of prompt and two that were said. */
const earning = (reward: number) =>
  ({ record: () => ({ reward, messages: [{ prompt_ids: [1, 2, 3], response_ids: [4, 5] }] }) }) as unknown as Episode;

async function run(first: readonly number[], rounds: number, later: readonly (readonly number[])[]) {
  const asked: number[][] = [];
  const result = await resampled(
    first.map((_, episode) => planOf(episode)),
    first.map(earning),
    {
      groupSize: 2,
      rounds,
      planOf,
      play: async (plans) => {
        asked.push(plans.map(({ episode }) => episode));
        return (later[asked.length - 1] ?? []).map(earning);
      },
    },
  );
  return {
    ...result,
    asked,
    rewards: result.episodes.map((episode) => episode.record().reward),
    numbers: result.plans.map(({ episode }) => episode),
  };
}

describe('groups without spread', () => {
  it('are replaced where they stand, by episodes with numbers of their own, until all have some', async () => {
    const { rewards, numbers, asked, dropped } = await run([1, 1, 0, 1, 0, 0], 3, [
      [1, 0, 1, 1],
      [0, 1],
    ]);
    expect(asked).toEqual([
      [6, 7, 10, 11],
      [16, 17],
    ]);
    expect(rewards).toEqual([1, 0, 0, 1, 0, 1]);
    expect(numbers).toEqual([6, 7, 2, 3, 16, 17]);
    expect(dropped).toEqual({ episodes: 6, tokens: 30 });
  });
  it('stay after the last round, which costs what was dropped before', async () => {
    const { rewards, dropped } = await run([1, 1], 1, [[0, 0]]);
    expect(rewards).toEqual([0, 0]);
    expect(dropped).toEqual({ episodes: 2, tokens: 10 });
  });
  it('stay without a round, and nothing is asked', async () => {
    const { asked, numbers, dropped } = await run([1, 1, 0, 1], 0, []);
    expect({ asked, numbers, dropped }).toEqual({ asked: [], numbers: [0, 1, 2, 3], dropped: { episodes: 0, tokens: 0 } });
  });
});

it('problems of groups that are played anew are nobody else’s, and others’ stay what they are', () => {
  const all = [1, 2, 3].flatMap((iteration) => Array.from({ length: 4 * 17 }, (_, group) => problemOfGroup(iteration, 4, group)));
  expect(new Set(all).size).toBe(all.length);
  expect([0, 1, 2, 3].map((group) => problemOfGroup(3, 4, group))).toEqual([8, 9, 10, 11]);
});
