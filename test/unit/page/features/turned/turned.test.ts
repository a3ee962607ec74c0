/** Who saved and who spoiled, in the page: what the lab is asked, what stands there when it is called off, and what may be said. */
import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { LabQuestion, TryOutcome } from '../../../../../src/core/counterfactual/questions.ts';
import type { TurnedEpisode } from '../../../../../src/core/counterfactual/turned/course.ts';
import { sampleOf } from '../../../../../src/core/counterfactual/turned/standIns.ts';
import type { EpisodeRecord, MessageRecord } from '../../../../../src/core/episode/records.ts';
import { PRESETS } from '../../../../../src/core/document/presets/presets.ts';
import {
  bestOf,
  createTurnedStore,
  DEFAULT_TURNED,
  settingsOf,
  type TurnedLab,
} from '../../../../../src/page/features/turned/createTurned.ts';
import { shareText, turnedSentences } from '../../../../../src/page/features/turned/sentences.ts';

const document = PRESETS.trio.project({ file: '', source: '' });
const ROLES = document.team.agents.map(({ role }) => role);

const episodeOf = (episode: number, reward: number): EpisodeRecord =>
  ({
    ...{ iteration: 3, episode, group: episode, problem_index: episode, split: 'train', reward },
    messages: ROLES.map((role) => ({ role, turn: 0, call: 0, text: `${role} ${episode}` }) as MessageRecord),
  }) as unknown as EpisodeRecord;

/** A lab in which the second agent's message lost every lost episode, and which is called off after `calls` questions. */
function labOf(calls = Infinity) {
  const asked: { readonly by: unknown; readonly team: unknown; readonly question: LabQuestion }[] = [];
  const ask = async (by: unknown, team: unknown, question: LabQuestion) => {
    if (question.kind !== 'tries') throw new Error('only tries are asked');
    if (asked.length >= calls) return null;
    asked.push({ by, team, question });
    const lost = question.episode.reward === 0;
    return question.tries.map((one) => {
      const behind = one.kind === 'same' || one.message > 1;
      return Array.from({ length: question.count }, (): TryOutcome => ({ reward: lost && behind ? 0 : 1, said: null }));
    });
  };
  const cancelled: unknown[] = [];
  const store = createStore(() => ({ ask, cancel: (by: unknown) => void cancelled.push(by) }));
  return { lab: store as unknown as TurnedLab, asked, cancelled };
}

const QUESTION = { runId: 'r', iteration: 3, team: 2 };

it('asks the lab episode by episode, and keeps what it told', async () => {
  const { lab, asked } = labOf();
  const store = createTurnedStore(lab);
  const episodes = [episodeOf(0, 1), episodeOf(1, 0), episodeOf(2, 0)];
  const settings = settingsOf(DEFAULT_TURNED, bestOf(episodes));
  if (!settings) throw new Error('the best of the iteration is known');
  expect(settings).toEqual({ won: 1, rolls: 32, standIn: { kind: 'own' } });
  await store.getState().ask({ ...QUESTION, sample: episodes, others: episodes, settings });
  const { state, team } = store.getState().results['r']!;
  expect(store.getState().asking).toEqual([]);
  expect([team, state.over, state.episodes.length]).toEqual([2, true, 3]);
  expect(asked.every(({ by, team: spoken }) => JSON.stringify([by, spoken]) === '[{"view":"turned","runId":"r"},{"iteration":2}]')).toBe(
    true,
  );
  // The won one is settled after half of the continuations.
  expect(state.played).toBeLessThan(state.budget);
  expect(turnedSentences(document, state)).toEqual(['Solver spoiled 2 of 3 episodes (95 %: 21 % to 94 %).']);
});

it('says what was known when it was called off', async () => {
  const { lab } = labOf(4);
  const store = createTurnedStore(lab);
  const episodes = [episodeOf(0, 1), episodeOf(1, 0), episodeOf(2, 0)];
  await store
    .getState()
    .ask({ ...QUESTION, sample: episodes, others: episodes, settings: { won: 1, rolls: 32, standIn: { kind: 'own' } } });
  const { state } = store.getState().results['r']!;
  expect(state.over).toBe(false);
  expect(state.episodes.map(({ episode }) => episode)).toEqual([0]);
  expect(turnedSentences(document, state)).toEqual(['Nobody is told to have turned any of 1 episode.']);
});

it('is called off between two questions too, and can be asked again', async () => {
  const { lab, asked, cancelled } = labOf();
  const store = createTurnedStore(lab);
  const episodes = [episodeOf(0, 1), episodeOf(1, 0), episodeOf(2, 0)];
  const question = { ...QUESTION, sample: episodes, others: episodes, settings: { won: 1, rolls: 32, standIn: { kind: 'own' } } as const };
  const stop = store.subscribe(({ results }) => {
    if (results['r']?.state.episodes.length === 1) store.getState().cancel('r');
  });
  await store.getState().ask(question);
  stop();
  expect(cancelled[0]).toEqual({ view: 'turned', runId: 'r' });
  expect(store.getState().results['r']?.state).toMatchObject({ over: false, episodes: [{ episode: 0 }] });
  const before = asked.length;
  await store.getState().ask(question);
  expect(asked.length).toBeGreaterThan(before);
  expect(store.getState().results['r']?.state.over).toBe(true);
});

it('does not guess what counts as won where all earned the same', () => {
  expect(bestOf([episodeOf(0, 1), episodeOf(1, 1)])).toBeNull();
  expect(settingsOf(DEFAULT_TURNED, null)).toBeNull();
  expect(settingsOf({ ...DEFAULT_TURNED, won: 0.5, standIn: 'base' }, null)).toEqual({
    ...{ won: 0.5, rolls: 32 },
    standIn: { kind: 'other', iteration: null },
  });
});

it('takes one episode of a group', () => {
  const grouped = [0, 0, 1, 1, 2].map((group, episode) => ({ ...episodeOf(episode, 1), group }));
  expect(sampleOf(grouped, 2).map(({ episode }) => episode)).toEqual([0, 2]);
  expect(sampleOf([{ ...grouped[0]!, messages: [] }], 2)).toEqual([]);
});

it('says that one agent overrides the rest, or that none is told to', () => {
  const episodes = Array.from(
    { length: 24 },
    (_, episode): TurnedEpisode => ({
      ...{ iteration: 3, episode, won: true, chance: null, unknown: [] },
      messages: ROLES.map((role, message) => ({ message, role, turned: message === 2 ? 'saved' : null, instead: 0, kept: 8, of: 8 })),
    }),
  );
  const settings = { won: 1, rolls: 8, standIn: { kind: 'elsewhere' } } as const;
  const state = { settings, episodes, sample: 24, played: 0, budget: 0, over: true };
  const [first] = turnedSentences(document, state);
  expect(first).toContain('Verifier overrides the rest: of 24 won episodes 24 are lost once it says what it said to another problem');
  const bypassed = turnedSentences(document, state).filter((sentence) => sentence.startsWith('Hardly anything hangs on what '));
  expect(bypassed.map((sentence) => sentence.split(' says')[0])).toEqual([
    'Hardly anything hangs on what Planner',
    'Hardly anything hangs on what Solver',
  ]);
  expect(turnedSentences(document, { ...state, episodes: episodes.slice(0, 2) }).at(-1)).toBe('No agent is told to override the rest.');
  expect(shareText({ count: 0, of: 0, interval: null })).toBe('unknown');
});
