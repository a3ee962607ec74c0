/**
 * Dynamic sampling (DAPO, Yu et al. 2025, §3.2): groups whose episodes all earned the same teach nothing by comparison, so others are played
 * in their places, each with a problem of its own, for as many rounds as are allowed. What was dropped is counted as cost.
 */
import { at } from '../../core/at.ts';
import type { Episode } from '../../core/episode/machine.ts';
import { tokensIn } from './batch.ts';
import type { EpisodePlan } from './rollout.ts';

/** What was played and is not learnt from: dropped, or played again from inside for credit. */
export interface Played {
  readonly episodes: number;
  /** Of all prompts and messages that were sampled for it. */
  readonly tokens: number;
}

export interface Resampled {
  /** In the order of the groups' places, as the episodes. */
  readonly plans: readonly EpisodePlan[];
  readonly episodes: readonly Episode[];
  readonly dropped: Played;
}

interface Rounds {
  readonly groupSize: number;
  /** Most rounds; a group that has no spread after the last one stays. */
  readonly rounds: number;
  /** The plan of the episode `index`, which counts on from round to round. */
  readonly planOf: (index: number) => EpisodePlan;
  readonly play: (plans: readonly EpisodePlan[]) => Promise<readonly Episode[]>;
}

export async function resampled(
  plans: readonly EpisodePlan[],
  episodes: readonly Episode[],
  { groupSize, rounds, planOf, play }: Rounds,
): Promise<Resampled> {
  const now = { plans: [...plans], episodes: [...episodes] };
  let dropped: Played = { episodes: 0, tokens: 0 };
  for (let round = 1; round <= rounds; round += 1) {
    const idle = groupsWithoutSpread(now.episodes, groupSize);
    if (idle.length === 0) break;
    const places = idle.flatMap((group) => Array.from({ length: groupSize }, (_, member) => group * groupSize + member));
    const fresh = places.map((place) => planOf(round * plans.length + place));
    const played = await play(fresh);
    const lost = places.map((place) => at(now.episodes, place, 'episode').record());
    dropped = { episodes: dropped.episodes + lost.length, tokens: dropped.tokens + tokensIn(lost) };
    places.forEach((place, index) => {
      now.plans[place] = at(fresh, index, 'plan');
      now.episodes[place] = at(played, index, 'episode');
    });
  }
  return { ...now, dropped };
}

/** Places of the groups whose episodes all earned the same. */
function groupsWithoutSpread(episodes: readonly Episode[], groupSize: number): number[] {
  const rewards = episodes.map((episode) => episode.record().reward);
  const groups = Array.from({ length: rewards.length / groupSize }, (_, group) => group);
  return groups.filter((group) => {
    const own = rewards.slice(group * groupSize, (group + 1) * groupSize);
    return own.every((reward) => reward === own[0]);
  });
}
