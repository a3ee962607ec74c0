/** Fixed strategies: what each asks, and whom it names from the answers. A learner is shown beside them. */
import { at } from '../at.ts';
import { uniformAt } from '../random/streams.ts';
import type { RandomKey } from '../random/threefry.ts';
import {
  type Continuations,
  isAboutMessage,
  type MessageAnswer,
  type MessageTool,
  TEAM_TOOLS,
  type ToolAnswer,
  type ToolUse,
} from './tools.ts';

/** `guess` asks nothing. The others use one tool for all that it can be used for. */
export const STRATEGIES = ['guess', 'again', 'value', 'difference', 'coma', 'shapley'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** Of every question. */
const USUAL: Continuations = 4;

/** What a strategy asks about lost episodes of so many messages each. */
export function usesOf(strategy: Strategy, messages: readonly number[]): ToolUse[] {
  if (strategy === 'guess') return [];
  const team = TEAM_TOOLS.find((tool) => tool === strategy);
  if (team) return [{ tool: team }];
  const tool = strategy as MessageTool;
  return messages.flatMap((count, episode) =>
    Array.from({ length: count }, (_, message): ToolUse => ({ tool, episode, message, continuations: USUAL })),
  );
}

/**
 * How much speaks against each role by the answers of one strategy: by playing on, how much its messages lost of the chance to win, by
 * COMA how far below the others in their place the critic puts them, by Shapley how little it earns. 0 where nothing was asked.
 */
export function suspicions(answers: readonly ToolAnswer[], roles: readonly string[]): number[] {
  const sums = new Map(roles.map((role) => [role, 0]));
  const add = (role: string, suspicion: number): void => void sums.set(role, (sums.get(role) ?? 0) + suspicion);
  for (const answer of answers) {
    if (isAboutMessage(answer)) add(answer.role, lossBy(answer, answers));
    else for (const { role, value } of answer.agents) if (value !== null) add(role, -value);
  }
  return roles.map((role) => sums.get(role) ?? 0);
}

/** What the message lost of the chance to win. Behind the last message, and of a state nobody asked about, the lost episode stands: 0. */
function lossBy(answer: MessageAnswer, answers: readonly ToolAnswer[]): number {
  const { tool, episode, message, wins, kept, of } = answer;
  if (kept !== null) return (wins - kept) / of;
  const next = answers.find(
    (other): other is MessageAnswer =>
      isAboutMessage(other) && other.tool === tool && other.episode === episode && other.message === message + 1,
  );
  return wins / of - (next ? next.wins / next.of : 0);
}

/** Rounding of sums of shares. */
const ALIKE = 1e-9;

/** The role that most speaks against; of several alike one by the draw of `key`. */
export function namedBy(answers: readonly ToolAnswer[], roles: readonly string[], key: RandomKey): string {
  const against = suspicions(answers, roles);
  const most = Math.max(...against);
  const likeliest = roles.filter((_, index) => at(against, index) >= most - ALIKE);
  return at(likeliest, Math.floor(uniformAt(key, 0) * likeliest.length), 'role');
}
