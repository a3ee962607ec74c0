/**
 * A game so small that the truth is summed up exactly: three agents pass a word on, each right with a chance that depends on what the
 * one before said, and the environment lets a few fall through.
 */
import type { Try, TryOutcome } from '../../../../../src/core/counterfactual/questions.ts';
import type { PlayTurns } from '../../../../../src/core/counterfactual/turned/askPairs.ts';
import type { Turn } from '../../../../../src/core/counterfactual/turned/turns.ts';
import type { EpisodeRecord, MessageRecord } from '../../../../../src/core/episode/records.ts';
import { keyFor, uniformAt } from '../../../../../src/core/random/streams.ts';

export interface Game {
  /** By agent: the chance to be right behind a right word, and behind a wrong one. */
  readonly agents: readonly (readonly [right: number, wrong: number])[];
  /** Chance that a right (or a wrong) last word is won. */
  readonly paid: readonly [right: number, wrong: number];
}

export const roleOf = (agent: number): string => 'abc'.charAt(agent);
export const ROLES = ['a', 'b', 'c'];

/** Chance to win from before agent `from`, behind a right word or a wrong one. */
function worth({ agents, paid }: Game, from: number, right: boolean): number {
  const chances = agents[from];
  if (!chances) return paid[right ? 0 : 1];
  const chance = chances[right ? 0 : 1];
  return chance * worth({ agents, paid }, from + 1, true) + (1 - chance) * worth({ agents, paid }, from + 1, false);
}

/** By role: the share of episodes it turns, summed over all that can be said. */
export function truth(game: Game, turn: Turn): Record<string, number> {
  const shares: Record<string, number> = Object.fromEntries(ROLES.map((role) => [role, 0]));
  const sum = (agent: number, right: boolean, chance: number): void => {
    const chances = game.agents[agent];
    if (!chances) return;
    for (const says of [true, false]) {
      const path = chance * (says ? chances[right ? 0 : 1] : 1 - chances[right ? 0 : 1]);
      const [before, behind] = [worth(game, agent, right), worth(game, agent + 1, says)];
      const turned = turn === 'spoiled' ? before > 0.5 && behind < 0.5 : before < 0.5 && behind > 0.5;
      if (turned) shares[roleOf(agent)] = (shares[roleOf(agent)] ?? 0) + path;
      sum(agent + 1, says, path);
    }
  };
  sum(0, true, 1);
  return shares;
}

/** Says the words from `from` on, as continuation `branch` of an episode draws them; the last draw is the environment's. */
function playOut({ agents, paid }: Game, episode: number, branch: number, given: readonly boolean[]) {
  const drawn = (purpose: number): number => uniformAt(keyFor(7, 1, episode, purpose), branch);
  const words = [...given];
  for (let agent = words.length; agent < agents.length; agent += 1)
    words.push(drawn(agent) < (agents[agent]?.[(words.at(-1) ?? true) ? 0 : 1] ?? 0));
  return { words, won: drawn(9) < paid[(words.at(-1) ?? true) ? 0 : 1] };
}

const says = (right: boolean): string => (right ? 'right' : 'wrong');

export function episodeOf(game: Game, episode: number): EpisodeRecord {
  const { words, won } = playOut(game, episode, 0, []);
  const messages = words.map((right, agent) => ({ role: roleOf(agent), turn: 0, call: 0, text: says(right) }) as MessageRecord);
  return {
    iteration: 1,
    episode,
    group: episode,
    problem_index: episode,
    split: 'train',
    reward: Number(won),
    messages,
  } as unknown as EpisodeRecord;
}

/** The lab's play in this game, and how many continuations it was asked for. */
export function playing(game: Game) {
  const asked = { continuations: 0 };
  const play: PlayTurns = async ({ episode, messages }, tries, first, count) => {
    asked.continuations += count * tries.length;
    const words = messages.map(({ text }) => text === 'right');
    const given = (one: Try): boolean[] => {
      if (one.kind === 'anew') return words.slice(0, one.message);
      if (one.kind === 'same') return words.slice(0, one.message + 1);
      return [...words.slice(0, one.message), one.kind === 'text' && one.says === 'right'];
    };
    return tries.map((one) =>
      Array.from(
        { length: count },
        (_, index): TryOutcome => ({
          reward: Number(playOut(game, episode, first + index, given(one)).won),
          said: null,
        }),
      ),
    );
  };
  return { play, asked };
}

export const GAME: Game = {
  agents: [
    [0.8, 0],
    [0.9, 0.05],
    [0.95, 0.3],
  ],
  paid: [0.97, 0.04],
};
