/** What a run's newest row tells of who saved and who spoiled, as lists say it. */
import { largestShare, LIVE_EPISODES, liveAgents, liveRoles } from '../../../../core/counterfactual/turned/liveShares.ts';
import { PERCENT, SEMICOLON, text } from '../../../../words/words.ts';
import type { ListedRun } from './listed.ts';

const words = text.runs.list;
const percent = (value: number): string => `${Math.round(100 * value)}${PERCENT}`;

/** Who turned most of the episodes, and within which bounds; null where nobody was asked, as in older runs. */
export function mostTurned(row: ListedRun['last'], share: 'saved' | 'spoiled'): { readonly says: string; readonly help: string } | null {
  const most = largestShare(row, share);
  const episodes = row[LIVE_EPISODES];
  if (!most || episodes === undefined) return null;
  const { low, high } = most.interval;
  return {
    says: most.value === 0 ? words.turnedNobody : words.turnedMost(most.role, percent(most.value)),
    help: words.turned(percent(low), percent(high), episodes),
  };
}

/** A sentence on every agent; null where nobody was asked. */
export function turnedSentence(row: ListedRun['last']): string | null {
  const episodes = row[LIVE_EPISODES];
  if (episodes === undefined) return null;
  const agents = liveAgents(row, liveRoles(row)).flatMap(({ role, shares: { saved, spoiled } }) =>
    saved && spoiled ? words.turnedOf(role, percent(saved.value), percent(spoiled.value)) : [],
  );
  return words.turnedAll(episodes, agents.join(SEMICOLON));
}
