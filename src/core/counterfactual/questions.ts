/**
 * What-if questions to a team that was trained, and their answers: an episode with another message, what a state is worth, who
 * earned the reward.
 */
import type { Split } from '../environment/contract.ts';
import type { GeneratedMessage } from '../episode/generation.ts';
import type { CounterfactualRecord, EpisodeRecord } from '../episode/records.ts';
import type { PlayedTurn } from '../episode/turn.ts';
import type { Interval } from '../statistics/intervals.ts';
import type { Absence, CreditShares, TreeValue } from '../credit/estimates.ts';
import type { CaseAnswer, CaseQuestion } from '../challenges/questions.ts';
import type { Fork } from '../episode/machine.ts';
import type { FittedCritic } from './criticErrors.ts';
import type { CreditedBatch } from './criticReturns.ts';
import type { Retelling, ToRetell } from './retelling.ts';

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

/** A way to play an episode on from one of its messages. What comes behind is said anew. */
export type Try =
  /** The message is said anew as well. */
  | { readonly kind: 'anew'; readonly message: number }
  /** The message as it was, and the environment's answer, if it comes next, with chance of its own. */
  | { readonly kind: 'same'; readonly message: number }
  /** Another text in its place, or a message by its very tokens. */
  | { readonly kind: 'text'; readonly message: number; readonly says: string | GeneratedMessage }
  /** What its agent says with the adapter of another checkpoint, or with its base alone (null); the others are who they were. */
  | { readonly kind: 'other'; readonly message: number; readonly iteration: number | null };

/** What other speakers change about the team: each agent with each adapter that it is tried with. */
export function otherChanges({ messages }: Pick<EpisodeRecord, 'messages'>, tries: readonly Try[]): Extract<Change, { kind: 'adapter' }>[] {
  const changes = tries.flatMap((one) => {
    const role = messages[one.message]?.role;
    return one.kind === 'other' && role !== undefined ? [{ kind: 'adapter' as const, message: 0, role, iteration: one.iteration }] : [];
  });
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
}

/** What came of a try in one continuation. */
export interface TryOutcome {
  readonly reward: number;
  /** The message in question as it was said; null where nobody said one. */
  readonly said: GeneratedMessage | null;
  /** What everybody read and said, where it was asked for. */
  readonly turns?: readonly PlayedTurn[];
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
  /** Continuations `first` … `first + count − 1` of every try: those of one number draw the same numbers whatever is tried. */
  | {
      readonly kind: 'tries';
      readonly episode: EpisodeRecord;
      readonly tries: readonly Try[];
      readonly first: number;
      readonly count: number;
      /** Whether the answers hold what everybody read and said. */
      readonly turns?: boolean;
    }
  /** Values before every message and behind the last of each episode, by playing on `rolls` times (tree Monte-Carlo). */
  | {
      readonly kind: 'values';
      readonly episodes: readonly EpisodeRecord[];
      readonly rolls: number;
      /** The batch the episodes were credited in, where `toCome` is asked for. */
      readonly credit?: CreditedBatch;
    }
  /** Imported episodes as they were recorded, in the environment at hand; of at most `scored` messages the log-probabilities are held against the recorded ones. */
  | { readonly kind: 'retell'; readonly episodes: readonly ToRetell[]; readonly scored: number }
  /** What every message is held against by C3 or difference rewards, whatever the run was trained with; the team plays the message itself on, too. */
  | {
      readonly kind: 'others';
      readonly episodes: readonly EpisodeRecord[];
      readonly algorithm: 'c3' | 'difference';
      readonly alternatives: number;
      readonly continuations: number;
    }
  /** The same by COMA, of which nobody plays on: a critic says what each is worth, which is fitted to `fit` more episodes that the team plays. */
  | {
      readonly kind: 'others';
      readonly episodes: readonly EpisodeRecord[];
      readonly algorithm: 'coma';
      readonly alternatives: number;
      readonly fit: number;
    }
  /** Critics of other kinds than the run trained, fitted to `fit` more episodes that the team plays; what they say of every message's state. */
  | {
      readonly kind: 'critics';
      readonly episodes: readonly EpisodeRecord[];
      readonly fit: number;
      /** Whether those with adapters are fitted too, which takes passes through the base forwards and backwards. */
      readonly adapters?: boolean;
      readonly credit: CreditedBatch;
    }
  | { readonly kind: 'shares'; readonly split: Split; readonly problems: number; readonly absence: Absence; readonly orders: number }
  | CaseQuestion;

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
  /** By try, by continuation. */
  readonly tries: readonly (readonly TryOutcome[])[];
  /** By episode. */
  readonly values: readonly (readonly TreeValue[])[];
  readonly retell: Retelling;
  /** By episode and message. */
  readonly others: readonly (readonly CounterfactualRecord[])[];
  readonly critics: readonly FittedCritic[];
  readonly shares: CreditShares;
  readonly challenge: CaseAnswer;
}
