/**
 * The tools of a challenge, what each may cost in replays, and what it answers. Of a tool that asks about a message the continuations of
 * one number draw the same random numbers on both sides; asked again, it draws others.
 */
import { EXACT_PLAYERS } from '../credit/estimates.ts';
import type { Interval } from '../statistics/intervals.ts';

/** Tools that ask about one message of a lost episode. */
export const MESSAGE_TOOLS = ['value', 'again', 'difference'] as const;
export type MessageTool = (typeof MESSAGE_TOOLS)[number];
/** Tools that ask about the whole team. */
export const TEAM_TOOLS = ['coma', 'shapley'] as const;
export type TeamTool = (typeof TEAM_TOOLS)[number];
export type Tool = MessageTool | TeamTool;

export const CONTINUATIONS = [2, 4, 8] as const;
export type Continuations = (typeof CONTINUATIONS)[number];

/** Episodes that COMA's critic is fitted to. */
export const COMA_FIT = 48;
/** Others in the place of a message that COMA asks its critic about. */
export const COMA_OTHERS = 4;
/** Problems that every coalition plays. */
export const SHAPLEY_PROBLEMS = 8;
/** Orders of joining, of a team too large for all its coalitions. */
export const SHAPLEY_ORDERS = 4;

export type ToolUse =
  | {
      readonly tool: MessageTool;
      /** Index among the case's lost episodes, and of the message in it. */
      readonly episode: number;
      readonly message: number;
      readonly continuations: Continuations;
    }
  | { readonly tool: TeamTool };

/**
 * `value`: the state before the message is played on (tree Monte-Carlo, VinePPO). `again`: the message said anew, and as it was.
 * `difference`: silence in its place, and as it was (difference rewards). Wins of `of` continuations.
 */
export interface MessageAnswer {
  readonly tool: MessageTool;
  readonly episode: number;
  readonly message: number;
  readonly role: string;
  /** Continuations won with what was asked about. */
  readonly wins: number;
  /** With the message as it was; null where it was not asked. */
  readonly kept: number | null;
  readonly of: number;
  /** Episodes that were played. */
  readonly replays: number;
}

/** One number for each agent: of COMA the mean advantage of its messages in the lost episodes, of Shapley its share of what the team earns; null where it is not known. */
export interface TeamAnswer {
  readonly tool: TeamTool;
  readonly agents: readonly { readonly role: string; readonly value: number | null; readonly interval: Interval | null }[];
  readonly replays: number;
}

export type ToolAnswer = MessageAnswer | TeamAnswer;

export const isAboutMessage = (answer: ToolAnswer): answer is MessageAnswer => 'message' in answer;

/** Most replays of a use in a team of so many agents. */
export function mostReplays(use: ToolUse, agents: number): number {
  switch (use.tool) {
    case 'value':
      return use.continuations;
    case 'again':
    case 'difference':
      return 2 * use.continuations;
    case 'coma':
      return COMA_FIT;
    case 'shapley':
      return SHAPLEY_PROBLEMS * mostCoalitions(agents);
  }
}

/** Orders begin with nobody and end with everybody; those between may differ. */
const mostCoalitions = (agents: number): number =>
  agents <= EXACT_PLAYERS ? 2 ** agents : Math.min(2 ** agents, 2 + SHAPLEY_ORDERS * (agents - 1));
