/**
 * What-if questions to a team that was trained, and their answers: an episode with another message, what a state is worth, who
 * earned the reward.
 */
import type { Split } from '../environment/contract.ts';
import type { EpisodeRecord } from '../episode/records.ts';
import type { Interval } from '../statistics/intervals.ts';
import type { Absence, CreditShares, TreeValue } from '../credit/estimates.ts';
import type { Fork } from '../episode/machine.ts';
import type { CreditedBatch } from './criticReturns.ts';

/** Which adapters speak: those after an iteration whose checkpoint is kept (0: as the run began), or the newest there are. */
export type TeamVersion = 'newest' | { readonly iteration: number };

/** What is changed about an episode: a message's text, or how an agent speaks from a message on. */
export type Change =
  | { readonly kind: 'message'; readonly message: number; readonly text: string }
  | { readonly kind: 'prompt'; readonly message: number; readonly role: string; readonly prompt: string }
  | { readonly kind: 'temperature'; readonly message: number; readonly role: string; readonly temperature: number }
  /** The agent speaks with the adapter of another checkpoint, or with the base alone (null). */
  | { readonly kind: 'adapter'; readonly message: number; readonly role: string; readonly iteration: number | null };

/** How an episode came about that is itself an edited continuation. */
export interface Origin {
  /** Ascending by `from`. */
  readonly forks: readonly Fork[];
  /** What was changed about the agents on the way and stays so, the oldest first. */
  readonly standing: readonly Exclude<Change, { readonly kind: 'message' }>[];
}

export type LabQuestion =
  | {
      readonly kind: 'replay';
      readonly episode: EpisodeRecord;
      readonly change: Change;
      readonly rolls: number;
      /** Later messages of the episode that stay as they are, on both sides. */
      readonly pinned?: readonly number[];
      /** Where the episode is a continuation and no recording. */
      readonly origin?: Origin;
    }
  /** Values before every message and behind the last of each episode, by playing on `rolls` times (tree Monte-Carlo). */
  | {
      readonly kind: 'values';
      readonly episodes: readonly EpisodeRecord[];
      readonly rolls: number;
      /** The batch the episodes were credited in, where `toCome` is asked for. */
      readonly credit?: CreditedBatch;
    }
  | { readonly kind: 'shares'; readonly split: Split; readonly problems: number; readonly absence: Absence; readonly orders: number };

/** What a change makes of the episode. */
export interface Counterfactual {
  /** By continuation, the first is number 1: the episode as it was up to the change, and with it; what follows is said anew. */
  readonly original: readonly EpisodeRecord[];
  readonly edited: readonly EpisodeRecord[];
  /** Mean over the branches of the edited less the original reward. */
  readonly difference: number;
  /** Bootstrap, 95 %; null for fewer than two branches. */
  readonly interval: Interval | null;
}

/** By the question's kind. */
export interface LabAnswers {
  readonly replay: Counterfactual;
  /** By episode. */
  readonly values: readonly (readonly TreeValue[])[];
  readonly shares: CreditShares;
}
