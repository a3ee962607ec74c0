/**
 * Challenges: a team of a recorded run with a fault planted into one of its agents, episodes that it lost, and a number of replays to
 * find out which agent it is. A replay is one episode that is played on, from its beginning or from one of its messages.
 */
import { at } from '../at.ts';
import type { PresetName } from '../document/presets/presets.ts';
import { keyFor, uniformAt } from '../random/streams.ts';

export interface Challenge {
  readonly id: string;
  /** The shipped project whose recorded run’s last adapters speak. */
  readonly preset: PresetName;
  /** Chance that a message of the culprit is another than it would have said. */
  readonly rate: number;
  /** Replays a case may cost before somebody is named. */
  readonly budget: number;
}

/** From three in a row to eight in a tree. No role's name tells how well it was trained. */
export const CHALLENGES = [
  { id: 'row', preset: 'relay', rate: 0.3, budget: 48 },
  { id: 'sides', preset: 'flow', rate: 0.3, budget: 64 },
  { id: 'witnesses', preset: 'debate', rate: 0.3, budget: 64 },
  { id: 'tally', preset: 'quartet', rate: 0.3, budget: 64 },
  { id: 'tree', preset: 'octet', rate: 0.3, budget: 96 },
] as const satisfies readonly Challenge[];
export type ChallengeId = (typeof CHALLENGES)[number]['id'];

export function challengeOf(id: ChallengeId): Challenge {
  return at(
    CHALLENGES.filter((challenge) => challenge.id === id),
    0,
    'challenge',
  );
}

/** Least reward of an episode that counts as won: all that these environments pay. */
export const WON = 1;
/** Lost episodes of a case; naming somebody plays each of them once more. */
export const LOST = 8;
/** Most cases of one challenge. */
export const MOST_CASES = 999;

/** Folded into a case's number: beside the streams of a run, whose seeds are others. */
const CULPRIT = 1_005;

/** Index of the agent that a case's fault is in: each as likely. Cases of different challenges are drawn apart. */
export function culpritOf(id: ChallengeId, number: number, agents: number): number {
  const order = CHALLENGES.findIndex((challenge) => challenge.id === id);
  return Math.floor(uniformAt(keyFor(number, CULPRIT, order), 0) * agents);
}
