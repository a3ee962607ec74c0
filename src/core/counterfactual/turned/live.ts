/**
 * Who saved and who spoiled, while a team trains: a few of its episodes are asked about behind a rollout, by the team that played
 * them, and what is known is a share of the newest of them. What it may cost is counted in messages, never in seconds, so that a run
 * can be repeated: every rollout earns one message in `every` that it said, and they are spent once they are as many as a rollout
 * has. So the batches that are played are as full as a rollout's, and it takes at most one rollout's time in `every`.
 */
import { z } from 'zod';
import { at } from '../../at.ts';
import type { EpisodeRecord } from '../../episode/records.ts';
import { askPairs, type PlayTurns } from './askPairs.ts';
import { type Pair, pairsOf, sampleOf } from './standIns.ts';
import { levelOf, type Outcomes, type Turn } from './turns.ts';

/** Continuations of a try at most, and those after which a message is left alone that was worth what its stand-in was in all of them. */
const ROLLS = 32;
const SCREEN = 3;
/** Episodes whose shares are told: the newest of those asked about. */
export const RECENT = 32;
/** Rewards are sums over turns, so that ten times 0.1 falls short of 1 by a rounding error. */
const ROUNDING = 1e-9;

const askedSchema = z.strictObject({
  won: z.boolean(),
  saved: z.array(z.string()),
  spoiled: z.array(z.string()),
  /** Of a won episode: who was given words that it said to another problem, and who loses it by them. */
  replaced: z.array(z.string()),
  decided: z.array(z.string()),
  /** Messages that it took. */
  cost: z.number(),
});
export type AskedEpisode = z.infer<typeof askedSchema>;

export const liveTurnedSchema = z.strictObject({
  /** Messages that may be spent; below 0 where more were. */
  budget: z.number(),
  /** The oldest first. */
  recent: z.array(askedSchema),
});
export type LiveTurned = z.infer<typeof liveTurnedSchema>;

export const NOTHING_ASKED: LiveTurned = { budget: 0, recent: [] };

export interface LiveSettings {
  /** Iterations' rollouts that earn what one of them costs; 0 asks nothing. */
  readonly every: number;
  /** Least reward of an episode that counts as won. */
  readonly won: number;
}

/** An episode's play, and what it has cost so far. */
export interface CountedPlay {
  readonly play: PlayTurns;
  readonly cost: () => number;
}

export interface PlayedRollout {
  /** Messages of all its episodes. */
  readonly messages: number;
  readonly records: () => readonly EpisodeRecord[];
}

/** What is known behind a rollout; `playing` is asked once for every episode, and all are played together. */
export async function askLive(
  { budget, recent }: LiveTurned,
  { messages, records: recorded }: PlayedRollout,
  { every, won }: LiveSettings,
  playing: () => CountedPlay,
): Promise<LiveTurned> {
  if (every === 0) return { budget, recent };
  const earned = budget + messages / every;
  if (earned < messages || messages === 0) return { budget: earned, recent };
  const records = recorded();
  const costs = recent.map(({ cost }) => cost);
  const sample = sampleOf(records, records.length);
  // A guess, before anything is known.
  const usual = costs.length > 0 ? costs.reduce((a, b) => a + b) / costs.length : (ROLLS / 4) * (sample[0]?.messages.length ?? 1) ** 2;
  const asked = await Promise.all(
    sample.slice(0, Math.max(1, Math.floor(earned / usual))).map((record) => askOne(record, records, won - ROUNDING, playing())),
  );
  const spent = asked.reduce((sum, { cost }) => sum + cost, 0);
  // What nothing was left to be asked for is not saved up.
  return { budget: Math.min(earned - spent, messages), recent: [...recent, ...asked].slice(-RECENT) };
}

async function askOne(
  record: EpisodeRecord,
  others: readonly EpisodeRecord[],
  won: number,
  { play, cost }: CountedPlay,
): Promise<AskedEpisode> {
  const own = pairsOf(record, { kind: 'own' });
  // Of an episode that was lost nobody asks on whose words it hangs.
  const elsewhere = record.reward >= won ? pairsOf(record, { kind: 'elsewhere' }, others).map((pair) => ({ ...pair, rolls: SCREEN })) : [];
  const pairs = [...own, ...elsewhere];
  const found = await askPairs(record, pairs, { won, rolls: ROLLS, screen: SCREEN, level: levelOf(own.length) }, play);
  if (!found) throw new Error('the question of a training is never called off');
  const rolesOf = (of: readonly Pair[], did: (outcomes: Outcomes & { readonly turned: Turn | null }) => boolean): string[] => [
    ...new Set(
      pairs.flatMap((pair, index) => (of.includes(pair) && did(at(found.pairs, index)) ? at(record.messages, pair.message).role : [])),
    ),
  ];
  return {
    won: found.won,
    saved: rolesOf(own, ({ turned }) => turned === 'saved'),
    spoiled: rolesOf(own, ({ turned }) => turned === 'spoiled'),
    replaced: rolesOf(elsewhere, () => true),
    decided: rolesOf(elsewhere, isDecided),
    cost: cost(),
  };
}

/**
 * Whether most continuations are won with the words as they were, and lost with others. No test: where chance alone decides, one
 * episode in six would be taken for decided (P(Bin(3, ¼) ≥ 2)), and nobody is to be called idle for want of continuations.
 */
const isDecided = ({ instead, kept }: Outcomes): boolean =>
  2 * kept.filter((won, index) => won && !at(instead, index)).length > kept.length;
