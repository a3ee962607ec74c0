/** The loop that plays episodes: who speaks when, what is asked together, and what happens when something fails. */
import { describe, expect, it } from 'vitest';
import type { StepRequest } from '../../../../src/core/environment/contract.ts';
import { allOrFirstFailure, endingOf, endTurns, playEpisode, type Playable, together } from '../../../../src/core/episode/play.ts';

const REQUEST: StepRequest = { state: null, messages: [], randomKey: [0, 0] };
const RESULT = { state: null, observation: '', reward: 0, terminated: false, truncated: false };

/** Plays `turns` turns of these speakers; `after` says whom a speaker of the turn waits for. */
function scripted(turns: number, speakers: readonly string[], after: Readonly<Record<string, readonly string[]>> = {}) {
  let turn = 0;
  let asked: string[] = [];
  const spoken = new Set<string>();
  const log: string[] = [];
  const episode: Playable<string> = {
    stopped: false,
    get finished() {
      return turn === turns;
    },
    get turn() {
      return turn;
    },
    ready() {
      if (turn === turns) return [];
      const free = speakers.filter((role) => !asked.includes(role) && (after[role] ?? []).every((other) => spoken.has(other)));
      asked.push(...free);
      return free;
    },
    toStep: () => (spoken.size === speakers.length ? REQUEST : null),
    stepped() {
      log.push(`step ${turn}`);
      turn += 1;
      asked = [];
      spoken.clear();
    },
  };
  const deliver = (role: string) => {
    log.push(role);
    spoken.add(role);
  };
  return { episode, deliver, log };
}

const step = async () => ({ result: RESULT, transition: '' });

describe('playEpisode', () => {
  it('lets each speak as soon as those it waits for have, whoever else is still speaking', async () => {
    const { episode, deliver, log } = scripted(2, ['slow', 'quick', 'follower'], { follower: ['quick'] });
    let release: (() => void)[] = [];
    const playing = playEpisode(episode, {
      step,
      async speak(role) {
        if (role === 'slow') await new Promise<void>((resolve) => release.push(resolve));
        deliver(role);
        if (role !== 'follower') return;
        for (const resolve of release) resolve();
        release = [];
      },
    });
    await playing;
    expect(log).toEqual(['quick', 'follower', 'slow', 'step 0', 'quick', 'follower', 'slow', 'step 1']);
  });

  it('throws when an episode neither speaks nor steps', async () => {
    const { episode } = scripted(1, ['a'], { a: ['nobody'] });
    await expect(playEpisode(episode, { step, speak: async () => {} })).rejects.toThrow('neither speaks nor steps');
  });
});

describe('together', () => {
  it('asks once for all that were asked at the same time, and answers each', async () => {
    const batches: number[][] = [];
    const double = together(async (numbers: readonly number[]) => {
      batches.push([...numbers]);
      return numbers.map((number) => 2 * number);
    });
    // Those who were answered together ask again together.
    const twice = await Promise.all([1, 2, 3].map(async (number) => double(await double(number))));
    expect(twice).toEqual([4, 8, 12]);
    expect(batches).toEqual([
      [1, 2, 3],
      [2, 4, 6],
    ]);
  });

  it('waits for `soon`', async () => {
    let go = () => {};
    const batches: number[] = [];
    const count = together(
      async (questions: readonly string[]) => {
        batches.push(questions.length);
        return questions;
      },
      () => new Promise((resolve) => (go = resolve)),
    );
    const first = count('a');
    await Promise.resolve();
    const second = count('b');
    go();
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
    expect(batches).toEqual([2]);
  });

  it('fails all that were asked together, and those that got no answer; the next call is a fresh one', async () => {
    const ask = together(async (numbers: readonly number[]) => {
      if (numbers.includes(0)) throw new Error('no zero');
      return numbers.slice(1);
    });
    const failed = await Promise.allSettled([ask(0), ask(1)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(ask(2)).rejects.toThrow('There is no answer to question 0 among 0.');
  });
});

describe('endTurns', () => {
  it('throws when an answer is missing', async () => {
    const host = { step: async () => [RESULT], transition: async () => [], stepReward: async () => [] };
    const turn = { turn: 0, request: REQUEST, stopped: false };
    await expect(endTurns(host, [turn])).rejects.toThrow('There is no answer to transition 0 among 0.');
    await expect(endTurns(host, [turn, turn])).rejects.toThrow('There is no answer to step 1 among 1.');
  });
});

it('an episode that is terminated was not cut off, and the environment ends it before the horizon does', () => {
  const ends = { terminated: true, truncated: true };
  expect(endingOf(ends, 1, 1)).toBe('terminated');
  expect(endingOf({ ...ends, terminated: false }, 1, 1)).toBe('truncated');
  expect(endingOf({ terminated: false, truncated: false }, 1, 2)).toBeNull();
  expect(endingOf({ terminated: false, truncated: false }, 2, 2)).toBe('horizon');
});

it('waits for all before it throws the first failure', async () => {
  let ended = false;
  const late = Promise.resolve().then(async () => {
    await Promise.resolve();
    ended = true;
  });
  await expect(allOrFirstFailure([Promise.reject(new Error('first')), late, Promise.reject(new Error('second'))])).rejects.toThrow('first');
  expect(ended).toBe(true);
});
