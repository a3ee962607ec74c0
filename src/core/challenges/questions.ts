/** What the page asks the lab about a case of a challenge, and the answers. Who it is comes with the answer to a name, and not before. */
import type { EpisodeRecord } from '../episode/records.ts';
import type { ChallengeId } from './challenges.ts';
import type { Strategy } from './strategies.ts';
import type { ToolAnswer, ToolUse } from './tools.ts';

export interface CaseRef {
  readonly challenge: ChallengeId;
  /** From 1; the same case for everybody. */
  readonly number: number;
}

export type CaseAsk =
  | { readonly ask: 'open' }
  /** `nth` of the case's uses: each draws numbers of its own. */
  | { readonly ask: 'use'; readonly use: ToolUse; readonly nth: number }
  | { readonly ask: 'name'; readonly role: string }
  | { readonly ask: 'strategy'; readonly strategy: Strategy };

export type CaseQuestion = CaseRef & CaseAsk & { readonly kind: 'challenge' };

/** A message of a lost episode with its words covered. */
export interface CoveredMessage {
  readonly role: string;
  readonly turn: number;
}

export interface OpenCase {
  readonly roles: readonly string[];
  /** By lost episode. */
  readonly lost: readonly (readonly CoveredMessage[])[];
  /** Episodes that were played until so many were lost, and of them the won ones. */
  readonly played: number;
  readonly won: number;
}

/** What is found when an agent is named: the lost episodes played once more with that agent as it was before the fault. */
export interface NamedCase {
  readonly named: string;
  readonly culprit: string;
  /** By lost episode. */
  readonly saved: readonly boolean[];
  /** Of each lost episode, whether the fault struck one of its messages. */
  readonly struck: readonly boolean[];
  /** As everybody read and said it. */
  readonly lost: readonly EpisodeRecord[];
  readonly replays: number;
}

export interface StrategyCase {
  readonly strategy: Strategy;
  readonly named: string;
  readonly right: boolean;
  /** With those of the proof. */
  readonly replays: number;
}

export type CaseAnswer =
  | { readonly ask: 'open'; readonly opened: OpenCase }
  | { readonly ask: 'use'; readonly answer: ToolAnswer }
  | { readonly ask: 'name'; readonly found: NamedCase }
  | { readonly ask: 'strategy'; readonly found: StrategyCase };
