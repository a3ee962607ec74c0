/** A case of a challenge: the fault that its number draws, in a team that plays until it has lost enough. */
import { at } from '../../core/at.ts';
import { challengeOf, culpritOf, LOST, WON } from '../../core/challenges/challenges.ts';
import type { CaseRef } from '../../core/challenges/questions.ts';
import type { EpisodeRecord } from '../../core/episode/records.ts';
import { type EpisodePlan, type RolloutContext, rollOut } from '../play/rollout.ts';
import { type PlantedFault, saidBy, withFault } from './plantedFault.ts';

/** Numbers of the iterations that cases are called by: those of no run, nor of what `npm run results` measures. */
const ITERATIONS = { played: 6_000_000, texts: 6_100_000, fitted: 6_200_000, shared: 6_300_000 } as const;
/** Problems of a case begin so far apart, and behind those of any run. */
const PROBLEMS = { first: 700_000_000, apart: 10_000 } as const;

/** Episodes that what the culprit says to other problems is taken from. */
const TEXTS = 64;
/** Episodes played at one time until enough are lost, and how often at most: a team that loses less often is no case. */
const BATCH = 16;
const MOST_BATCHES = 32;

export interface PlayedCase {
  readonly ref: CaseRef;
  readonly planted: PlantedFault;
  readonly lost: readonly EpisodeRecord[];
  readonly played: number;
  readonly won: number;
}

const PURPOSES = Object.keys(ITERATIONS);

/** Plans of a case that nothing else plays. */
export function casePlans({ number }: CaseRef, purpose: keyof typeof ITERATIONS, count: number, from = 0): EpisodePlan[] {
  const kind = PURPOSES.indexOf(purpose);
  return Array.from({ length: count }, (_, index) => {
    const episode = from + index;
    const problemIndex = PROBLEMS.first + (number * PURPOSES.length + kind) * PROBLEMS.apart + episode;
    return { iteration: ITERATIONS[purpose] + number, episode, split: 'train', problemIndex, group: episode };
  });
}

/** `clean` is the team as it was recorded. */
export async function openCase(clean: RolloutContext, ref: CaseRef): Promise<PlayedCase> {
  const { agents } = clean.document.team;
  const { role } = at(agents, culpritOf(ref.challenge, ref.number, agents.length), 'agent');
  const bank = (await rollOut(clean, casePlans(ref, 'texts', TEXTS))).map((episode) => episode.record());
  const planted = { role, rate: challengeOf(ref.challenge).rate, texts: saidBy(role, bank) };
  const faulty = withFault(clean, planted);
  const lost: EpisodeRecord[] = [];
  let [played, won] = [0, 0];
  for (let batch = 0; lost.length < LOST; batch += 1) {
    if (batch === MOST_BATCHES) throw new Error(`the team of ${ref.challenge} hardly ever loses`);
    // What a critic of all that is said would read is kept with the messages: COMA's does.
    for (const episode of await rollOut(faulty, casePlans(ref, 'played', BATCH, batch * BATCH), { reads: 'transcript' })) {
      if (lost.length === LOST) break;
      const record = episode.record();
      played += 1;
      if (record.reward >= WON) won += 1;
      else lost.push(record);
    }
  }
  return { ref, planted, lost, played, won };
}
