/** What a training asks behind its rollouts: within its budget, and as the game's truth has it; and the warnings that come of it. */
import { describe, expect, it } from 'vitest';
import { type AskedEpisode, askLive, type LiveTurned, NOTHING_ASKED, RECENT } from '../../../../../src/core/counterfactual/turned/live.ts';
import {
  LIVE_EPISODES,
  LIVE_WON,
  largestShare,
  liveAgents,
  liveMetrics,
} from '../../../../../src/core/counterfactual/turned/liveShares.ts';
import { shareOf } from '../../../../../src/core/counterfactual/turned/shares.ts';
import { PRESETS } from '../../../../../src/core/document/presets/presets.ts';
import { warningsOf } from '../../../../../src/core/health/health.ts';
import { episodeOf, GAME, type Game, playing, ROLES, truth } from './game.ts';

const EPISODES = 24;
const MESSAGES = 3 * EPISODES;

/** Rollouts `1 … count` of a game, each asked behind; every state, and what all of it cost. */
async function trained(game: Game, count: number, every: number, state = NOTHING_ASKED) {
  const { play } = playing(game);
  const states: LiveTurned[] = [];
  let spent = 0;
  const asked: AskedEpisode[] = [];
  for (let iteration = 0; iteration < count; iteration += 1) {
    const records = Array.from({ length: EPISODES }, (_, index) => episodeOf(game, iteration * EPISODES + index));
    const before = state;
    state = await askLive(state, { messages: MESSAGES, records: () => records }, { every, won: 1 }, () => {
      let cost = 0;
      return {
        cost: () => cost,
        play: async (record, tries, first, rolls) => {
          for (const { kind, message } of tries) cost += rolls * (3 - message - (kind === 'anew' ? 0 : 1));
          return play(record, tries, first, rolls);
        },
      };
    });
    asked.push(...state.recent.filter((episode) => !before.recent.includes(episode)));
    states.push(state);
  }
  spent = asked.reduce((sum, { cost }) => sum + cost, 0);
  return { states, asked, spent };
}

describe('what is asked', () => {
  it('costs no more than one rollout in so many, but for the last time it was asked', async () => {
    for (const every of [1, 5, 10]) {
      const { states, spent } = await trained(GAME, 60, every);
      const earned = (60 * MESSAGES) / every;
      // All three states before a message, three alternatives to each and its control: no episode can cost more.
      const most = 32 * (3 + 2 + 1) + 3 * (2 + 1);
      expect(spent).toBeLessThan(earned + most * EPISODES);
      expect(spent).toBeGreaterThan(0.5 * earned);
      // A debt is paid off before anything more is asked.
      for (const [index, { budget, recent }] of states.entries()) {
        const before = states[index - 1] ?? NOTHING_ASKED;
        if (before.budget + MESSAGES / every < MESSAGES) expect(recent).toBe(before.recent);
        expect(budget).toBeLessThanOrEqual(Math.max(MESSAGES, before.budget + MESSAGES / every));
      }
      expect(states.at(-1)?.recent.length).toBeLessThanOrEqual(RECENT);
    }
  });

  it('is nothing where nobody is to be asked, and nothing of a rollout in which nobody spoke', async () => {
    expect((await trained(GAME, 20, 0)).states.at(-1)).toEqual(NOTHING_ASKED);
    const playing = () => expect.unreachable();
    expect(await askLive(NOTHING_ASKED, { messages: 0, records: () => [] }, { every: 1, won: 1 }, playing)).toEqual(NOTHING_ASKED);
  });

  it('is the same whether or not it goes on from a state that was kept', async () => {
    const { states } = await trained(GAME, 12, 3);
    const kept = JSON.parse(JSON.stringify(states[11])) as LiveTurned;
    expect((await trained(GAME, 6, 3, kept)).states).toEqual((await trained(GAME, 6, 3, states[11])).states);
  });
});

describe('shares', () => {
  it('are those that all that can be said sums up', async () => {
    const { asked } = await trained(GAME, 400, 1);
    expect(asked.length).toBeGreaterThan(250);
    for (const turn of ['spoiled', 'saved'] as const)
      for (const role of ROLES) {
        const { interval } = shareOf(asked.filter((episode) => episode[turn].includes(role)).length, asked.length);
        // What is not told makes a share too small, never too large.
        expect(interval?.low, `${role} ${turn}`).toBeLessThanOrEqual(truth(GAME, turn)[role] ?? Number.NaN);
        expect(interval?.high, `${role} ${turn}`).toBeGreaterThan(0.75 * (truth(GAME, turn)[role] ?? Number.NaN));
      }
  });

  it('are numbers of a row and back, and unknown where nothing is known, not 0', () => {
    expect(liveMetrics([], ROLES)).toEqual({});
    expect(liveAgents({}, ['a'])).toEqual([{ role: 'a', shares: { saved: null, spoiled: null, decides: null } }]);
    const won: AskedEpisode = { won: true, saved: ['a'], spoiled: [], replaced: ['a'], decided: ['a'], cost: 9 };
    const lost: AskedEpisode = { won: false, saved: [], spoiled: ['b'], replaced: [], decided: [], cost: 9 };
    const row = liveMetrics([won, won, lost, lost], ['a', 'b']);
    expect(row).toMatchObject({ [LIVE_EPISODES]: 4, [LIVE_WON]: 2, 'turned/a/saved': 0.5, 'turned/a/spoiled': 0, 'turned/a/decides': 1 });
    const [a, b] = liveAgents(row, ['a', 'b']);
    expect(a?.shares.saved).toEqual({ value: 0.5, interval: shareOf(2, 4).interval });
    expect(a?.shares.decides).toEqual({ value: 1, interval: shareOf(2, 2).interval });
    expect(largestShare(row, 'spoiled')).toMatchObject({ role: 'b', value: 0.5 });
    expect(largestShare({ 'reward/mean': 1 }, 'spoiled')).toBeNull();
    // Nothing was ever put in the place of its words.
    expect(b?.shares).toMatchObject({ spoiled: { value: 0.5 }, decides: null });
  });
});

describe('warnings', () => {
  const project = PRESETS.trio.project({ file: 'x.ts', source: '' });
  const document = {
    training: project.training,
    team: { ...project.team, agents: project.team.agents.map((agent, index) => ({ ...agent, role: ROLES[index] ?? '' })) },
  };
  const warned = async (game: Game, rollouts = 30) => {
    const { states } = await trained(game, rollouts, 2);
    const rows = states.map(({ recent }, index) => ({ iteration: index + 1, ...liveMetrics(recent, ROLES) }));
    return warningsOf(rows, document).filter(({ code }) => code === 'overrides' || code === 'bypassed');
  };
  const game = (...agents: Game['agents']): Game => ({ agents, paid: [1, 0] });

  it('say who overrides the rest, by what hangs on its words', async () => {
    // The last is right whatever it reads.
    const [first, ...others] = await warned(game([0.5, 0.5], [0.5, 0.5], [0.9, 0.9]));
    expect(first).toMatchObject({ code: 'overrides', role: 'c', holds: true });
    expect(first?.sentence).toMatch(
      /“c” overrides the rest: of the \d+ won among the episodes last asked about, \d+ % \(\d+ % to \d+ %\) are lost/,
    );
    expect(others).toEqual([]);
  });

  it('say whose words hardly matter, where no single agent overrides the rest', async () => {
    // The second is right whatever the first says, and is needed as much as the last.
    const [first, ...others] = await warned(game([0.5, 0.5], [0.9, 0.9], [0.95, 0.05]));
    expect(first).toMatchObject({ code: 'bypassed', role: 'a', holds: true });
    expect(first?.sentence).toContain('Hardly anything hangs on what “a” says');
    expect(others).toEqual([]);
  });

  it('are silent of a chain in which all are needed, and while too few were asked', async () => {
    expect(await warned(game([0.9, 0], [0.95, 0.05], [0.95, 0.05]))).toEqual([]);
    expect(await warned(game([0.5, 0.5], [0.5, 0.5], [0.9, 0.9]), 2)).toEqual([]);
  });

  it('name no agent’s skill: the same rows under other roles say the same', async () => {
    const roles = { a: 'x', b: 'y', c: 'z' };
    const { states } = await trained(game([0.5, 0.5], [0.5, 0.5], [0.9, 0.9]), 30, 2);
    const rename = (text: string): string => text.replace(/^turned\/([abc])/, (_, role: keyof typeof roles) => `turned/${roles[role]}`);
    const row = Object.fromEntries(
      Object.entries(liveMetrics(states.at(-1)?.recent ?? [], ROLES)).map(([name, value]) => [rename(name), value]),
    );
    const other = {
      ...document,
      team: {
        ...document.team,
        agents: document.team.agents.map((agent) => ({ ...agent, role: roles[agent.role as keyof typeof roles] })),
      },
    };
    expect(warningsOf([{ iteration: 1, ...row }], other).map(({ code, role }) => `${code} ${role}`)).toEqual(['overrides z']);
  });
});
