/** Who spoiled and who saved, in a game of which the truth is known. */
import { describe, expect, it } from 'vitest';
import { nameOf } from '../../../../../src/core/counterfactual/blame/cells.ts';
import type { Try } from '../../../../../src/core/counterfactual/questions.ts';
import { measureTurned, type Turned } from '../../../../../src/core/counterfactual/turned/course.ts';
import {
  agentsTurned,
  chanceTurned,
  decidingOf,
  hasTurned,
  overridingOf,
  type Share,
} from '../../../../../src/core/counterfactual/turned/shares.ts';
import { pairsOf, triesIn } from '../../../../../src/core/counterfactual/turned/standIns.ts';
import { levelOf, turnOf } from '../../../../../src/core/counterfactual/turned/turns.ts';
import type { MessageRecord } from '../../../../../src/core/episode/records.ts';
import { episodeOf, GAME, type Game, playing, roleOf, ROLES, truth } from './game.ts';

const OWN = { won: 1, rolls: 32, standIn: { kind: 'own' } } as const;

const measure = async (game: Game, episodes: number, settings: Turned['settings'] = OWN) => {
  const sample = Array.from({ length: episodes }, (_, episode) => episodeOf(game, episode));
  const { play, asked } = playing(game);
  return { sample, turned: await measureTurned(sample, settings, play), asked };
};

const holds = ({ interval }: Share, value: number): boolean => interval !== null && interval.low <= value && value <= interval.high;

describe('who spoiled and who saved', () => {
  it('are told as all that can be said sums up, in every share', async () => {
    const { turned, sample } = await measure(GAME, 400);
    const [spoiled, saved] = [truth(GAME, 'spoiled'), truth(GAME, 'saved')];
    for (const agent of agentsTurned(turned.episodes, ROLES)) {
      expect(holds(agent.spoiled, spoiled[agent.role] ?? Number.NaN), `${agent.role} spoiled`).toBe(true);
      expect(holds(agent.saved, saved[agent.role] ?? Number.NaN), `${agent.role} saved`).toBe(true);
    }
    // A game in which every agent but the first may save, and every one may spoil: nothing is held against 0 alone.
    expect(Object.values(spoiled).every((share) => share > 0.02)).toBe(true);
    expect(saved['c']).toBeGreaterThan(0.02);
    // What was saved less what was spoiled is won in the end less mostly won before anybody spoke, but where a turn is not told.
    const net = turned.episodes.map(({ messages, chance }) =>
      [...messages.map((message) => message.turned), chance].reduce(
        (sum, turn) => sum + (turn === 'saved' ? 1 : turn === 'spoiled' ? -1 : 0),
        0,
      ),
    );
    const balanced = sample.filter(({ reward }, index) => net[index] === Number(reward === 1) - 1);
    expect(balanced.length / sample.length).toBeGreaterThan(0.97);
    const chance = chanceTurned(turned.episodes);
    expect(chance.spoiled.count + chance.saved.count).toBeGreaterThan(0);
  });

  it('are the same whether or not it stops early, which costs less', async () => {
    const { turned, asked } = await measure(GAME, 60);
    expect(asked.continuations).toBe(turned.played);
    expect(turned.played).toBeLessThan(0.9 * turned.budget);
    // All of them played, and looked at once.
    const { play } = playing(GAME);
    const full = await Promise.all(
      turned.episodes.map(async ({ episode }) => {
        const record = episodeOf(GAME, episode);
        const tries = triesIn(record, pairsOf(record, OWN.standIn));
        const answers = await play(record, tries, 3 * 2 ** 20 + 1, 32);
        const wins = new Map(answers?.map((answer, index) => [nameOf(tries[index] as Try), answer.map(({ reward }) => reward === 1)]));
        return pairsOf(record, OWN.standIn).map(({ instead, kept }) => [wins.get(nameOf(instead)), wins.get(nameOf(kept))]);
      }),
    );
    expect(turned.episodes.map(({ messages }) => messages.map((message) => message.turned))).toEqual(
      full.map((pairs) => pairs.map(([instead = [], kept = []]) => turnOf({ instead, kept }, levelOf(3)))),
    );
  });

  it('are nobody where nothing is left to chance', async () => {
    const sure: Game = {
      agents: [
        [1, 0],
        [1, 0],
        [1, 0],
      ],
      paid: [1, 0],
    };
    const { turned } = await measure(sure, 20);
    expect(turned.episodes.every(({ messages, chance }) => chance === null && messages.every((message) => message.turned === null))).toBe(
      true,
    );
    const [first] = agentsTurned(turned.episodes, ROLES);
    expect(first?.spoiled).toMatchObject({ count: 0, of: 20, interval: { low: 0 } });
    expect(first?.spoiled.interval?.high).toBeGreaterThan(0.1);
  });

  it('are unknown of no episode, not 0', () => {
    expect(agentsTurned([], ['a'])).toEqual([
      { role: 'a', saved: { count: 0, of: 0, interval: null }, spoiled: { count: 0, of: 0, interval: null } },
    ]);
  });

  it('are known of the episodes that were done when it was called off', async () => {
    const sample = [0, 1, 2].map((episode) => episodeOf(GAME, episode));
    const { play } = playing(GAME);
    let calls = 0;
    const states: Turned[] = [];
    const turned = await measureTurned(
      sample,
      OWN,
      async (record, tries, first, count) => (record.episode === 2 ? null : ((calls += 1), play(record, tries, first, count))),
      { onState: (state) => states.push(state) },
    );
    expect(turned).toMatchObject({ over: false, sample: 3 });
    expect(turned.episodes.map(({ episode }) => episode)).toEqual([0, 1]);
    expect(states.at(-1)?.played).toBe(turned.played);
    expect(calls).toBeGreaterThan(1);
  });
});

describe('one that overrides the rest', () => {
  const ELSEWHERE = { won: 1, rolls: 16, standIn: { kind: 'elsewhere' } } as const;

  it('is told where only its words matter, and not where all of theirs do', async () => {
    // The last is right whatever it reads; the first two are as often wrong as right.
    const lazy: Game = {
      agents: [
        [0.5, 0.5],
        [0.5, 0.5],
        [0.9, 0.9],
      ],
      paid: [1, 0],
    };
    const { turned } = await measure(lazy, 48, ELSEWHERE);
    expect(overridingOf(decidingOf(turned.episodes, ROLES))).toMatchObject({ most: { role: 'c' }, next: { count: 0 } });
    const chain: Game = {
      agents: [
        [0.9, 0],
        [0.95, 0.05],
        [0.95, 0.05],
      ],
      paid: [1, 0],
    };
    const { turned: needed } = await measure(chain, 48, ELSEWHERE);
    expect(overridingOf(decidingOf(needed.episodes, ROLES))).toBeNull();
    expect(agentsTurned(needed.episodes, ROLES).every(({ saved }) => saved.count > 20)).toBe(true);
  });

  it('is nobody where too few episodes tell, or there is one agent', async () => {
    const { turned } = await measure(GAME, 4, ELSEWHERE);
    expect(overridingOf(decidingOf(turned.episodes, ROLES))).toBeNull();
    expect(overridingOf(decidingOf(turned.episodes, ['a']))).toBeNull();
    expect(overridingOf(decidingOf([], ROLES))).toBeNull();
  });
});

describe('words said elsewhere', () => {
  const spoken = (problem: number, ...texts: string[]) => ({
    problem_index: problem,
    split: 'train',
    messages: texts.map((text, index) => ({ role: roleOf(index), turn: 0, call: 0, text }) as MessageRecord),
  });

  it('are the same agent’s to another problem, from the next episode on', () => {
    const [first, same, second, third] = [spoken(1, 'x', 'p'), spoken(1, 'y', 'q'), spoken(2, 'x ', 'r'), spoken(3, 'z', 'p')];
    const pairs = pairsOf(first, { kind: 'elsewhere' }, [third, first, same, second]);
    // Of the same problem none, nor the same text; behind the last one comes the first.
    expect(pairs.map(({ instead }) => instead)).toEqual([
      { kind: 'text', message: 0, says: 'z' },
      { kind: 'text', message: 1, says: 'r' },
    ]);
  });

  it('leave a message out of which there is none, and say whose it was', async () => {
    const record = { ...episodeOf(GAME, 1), problem_index: 1 };
    const { play } = playing(GAME);
    const turned = await measureTurned([record], { won: 1, rolls: 8, standIn: { kind: 'elsewhere' } }, play);
    expect(turned.episodes[0]).toMatchObject({ messages: [], unknown: ROLES });
    expect(agentsTurned(turned.episodes, ROLES).every(({ saved }) => saved.of === 0)).toBe(true);
    expect(hasTurned(turned.episodes[0]!, 'a', 'saved')).toBe(false);
  });
});
