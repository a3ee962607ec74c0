/** A team with a fault in one of its agents: a sample of its episodes is asked about who spoiled and who saved them. */
import { at } from '../../../src/core/at.ts';
import { measureTurned, type TurnedEpisode } from '../../../src/core/counterfactual/turned/course.ts';
import type { Turn } from '../../../src/core/counterfactual/turned/turns.ts';
import { playTries } from '../../../src/session/counterfactual/tries.ts';
import { saidBy, wasStruck, withFault } from '../../../src/session/challenges/plantedFault.ts';
import { type EpisodePlan, type RolloutContext, rollOut } from '../../../src/session/play/rollout.ts';
import { TURNED_ROLLS, TURNED_SAMPLE, type TurnedCase, type TurnedRow } from './report.ts';

/** Least reward that counts as won: all that these environments pay. */
const WON = 1;
/** Numbers of the iterations they are called: those of no run, nor of `measureBlame`. The bank of texts is another. */
const ITERATION = 2_000_000;
const BANK = 3_000_000;

/** `clean` is the team without the fault, its environment loaded; `sample` are episodes. */
export async function measureFault(
  clean: RolloutContext,
  { rate, standIn }: Pick<TurnedCase, 'rate' | 'standIn'>,
  seed: number,
  sample = TURNED_SAMPLE,
): Promise<TurnedRow> {
  const { agents } = clean.document.team;
  const { role } = at(agents, (seed - 1) % agents.length, 'agent');
  const bank = (await rollOut(clean, plansOf(BANK + seed, seed + 500, sample))).map((episode) => episode.record());
  const planted = { role, rate, texts: saidBy(role, bank) };
  const faulty = withFault(clean, planted);
  const plans = plansOf(ITERATION + seed, seed, sample);
  const recordsOf = async (context: RolloutContext) => (await rollOut(context, plans)).map((episode) => episode.record());
  const [asked, right] = [await recordsOf(faulty), await recordsOf(clean)];
  const settings = {
    won: WON,
    rolls: TURNED_ROLLS,
    standIn: standIn === 'own' ? ({ kind: 'own' } as const) : ({ kind: 'other', iteration: null } as const),
  };
  // Whoever stands in with another adapter is, here, the agent without its fault.
  const { episodes, played, budget } = await measureTurned(asked, settings, (record, tries, first, count) =>
    playTries(faulty, record, tries, { first, count, otherwise: () => clean }),
  );
  return {
    seed,
    role,
    played,
    budget,
    episodes: episodes.map((found, index) => ({
      won: found.won,
      struck: wasStruck(at(asked, index), faulty, planted),
      cleanWon: at(right, index).reward >= WON,
      spoiled: rolesOf(found, 'spoiled'),
      saved: rolesOf(found, 'saved'),
    })),
  };
}

function rolesOf({ messages }: TurnedEpisode, turn: Turn): string[] {
  return [...new Set(messages.filter(({ turned }) => turned === turn).map(({ role }) => role))];
}

/** Episodes of problems that no other measurement has. */
function plansOf(iteration: number, seed: number, count: number): EpisodePlan[] {
  return Array.from({ length: count }, (_, episode) => ({
    ...{ iteration, episode, group: episode },
    ...{ split: 'train' as const, problemIndex: 500_000_000 + seed * 100_000 + episode },
  }));
}
