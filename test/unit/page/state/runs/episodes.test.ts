import { describe, expect, it } from 'vitest';
import { neighbour } from '../../../../../src/page/kit/tokens/tokenNavigation.ts';
import { gatherNotices, headline } from '../../../../../src/page/features/runs/notices/gatherNotices.ts';
import { firstAnswer, isRight, selectEpisodes, type EpisodeFilter } from '../../../../../src/page/state/runs/episodes.ts';
import { episode, message } from '../../../core/episode/records.ts';

const filter = (parts: Partial<EpisodeFilter>): EpisodeFilter => ({ verdict: 'all', order: 'episode', text: '', ...parts });

describe('selectEpisodes', () => {
  const rewards = [1, 0, 0.5, 0, 1];
  const episodes = rewards.map((reward, number) =>
    episode(1, number, { reward, messages: [message('solver', 2, { text: `Answer ${number}` })] }),
  );
  const numbers = (parts: Partial<EpisodeFilter>) => selectEpisodes(episodes, filter(parts)).map((each) => each.episode);

  it('filters by verdict and by text in problem or messages, ignoring case', () => {
    expect(numbers({ verdict: 'right' })).toEqual([0, 2, 4]);
    expect(numbers({ verdict: 'wrong' })).toEqual([1, 3]);
    expect(numbers({ text: ' answer 3 ' })).toEqual([3]);
    expect(numbers({ text: 'PROBLEM 2' })).toEqual([2]);
    expect(numbers({ text: 'nowhere' })).toEqual([]);
  });

  it('orders by reward, equal ones as they were, and leaves its input alone', () => {
    expect(numbers({ order: 'best' })).toEqual([0, 4, 2, 1, 3]);
    expect(numbers({ order: 'worst' })).toEqual([1, 3, 2, 0, 4]);
    expect(episodes.map((each) => each.episode)).toEqual([0, 1, 2, 3, 4]);
  });

  it('believes the environment’s own verdict over the reward', () => {
    expect(isRight(episode(1, 0, { reward: 0.3, info: { correct: false } }))).toBe(false);
    expect(isRight(episode(1, 0, { reward: 0, info: { correct: true } }))).toBe(true);
  });

  it('does not take a reward of another trainer for a verdict, and lets all pass where none is told', () => {
    const theirs = [0.4, 0].map((reward, number) => episode(1, number, { seed: Number.NaN, reward }));
    expect(theirs.map(isRight)).toEqual([null, null]);
    expect(isRight(episode(1, 0, { seed: Number.NaN, info: { correct: false } }))).toBe(false);
    expect(selectEpisodes(theirs, { verdict: 'wrong', order: 'episode', text: '' })).toEqual(theirs);
  });
});

describe('firstAnswer', () => {
  it('is the last message of the first turn', () => {
    const messages = [
      message('planner', 1, { text: 'plan' }),
      message('solver', 1, { text: '12' }),
      message('planner', 1, { text: 'again', turn: 1 }),
    ];
    expect(firstAnswer(episode(1, 0, { messages }))).toBe('12');
    expect(firstAnswer(episode(1, 0, { messages: [] }))).toBe('');
  });
});

describe('moving between tokens by key', () => {
  const messages = [message('a', 2), message('b', 0), message('c', 3)];
  it.each([
    ['ArrowRight', { message: 0, token: 0 }, { message: 0, token: 1 }],
    ['ArrowRight', { message: 0, token: 1 }, { message: 2, token: 0 }],
    ['ArrowRight', { message: 2, token: 2 }, null],
    ['ArrowLeft', { message: 2, token: 0 }, { message: 0, token: 1 }],
    ['ArrowLeft', { message: 0, token: 0 }, null],
    ['ArrowDown', { message: 0, token: 1 }, { message: 2, token: 1 }],
    ['ArrowUp', { message: 2, token: 2 }, { message: 0, token: 1 }],
    ['Home', { message: 2, token: 2 }, { message: 2, token: 0 }],
    ['End', { message: 2, token: 0 }, { message: 2, token: 2 }],
    ['x', { message: 2, token: 0 }, null],
  ])('%s from %j leads to %j', (key, from, to) => {
    expect(neighbour(messages, from, key)).toEqual(to);
  });
});

describe('gatherNotices', () => {
  it('counts equal notices and puts the latest first', () => {
    const notice = (iteration: number, message: string) => ({ iteration, level: 'warning' as const, code: 'W', message });
    expect(gatherNotices([notice(1, 'a'), notice(2, 'b'), notice(3, 'a')])).toEqual([
      { notice: notice(3, 'a'), times: 2 },
      { notice: notice(2, 'b'), times: 1 },
    ]);
  });

  it('tells the newest in full while a run goes on; after it only what still matters', () => {
    const gate = { iteration: 3, level: 'info', code: 'kl_gate', message: 'The gate did its work.' } as const;
    const older = { ...gate, level: 'warning', message: 'The update was skipped.' } as const;
    const rolled = { iteration: 2, level: 'warning', code: 'rollback', message: 'Rolled back.' } as const;
    const gathered = gatherNotices([rolled, older, gate]);
    expect(headline(gathered, false)).toBe(gate);
    expect(headline(gathered, true)).toBe(rolled);
    expect(headline(gatherNotices([older, gate]), true)).toBeNull();
    expect(headline([], false)).toBeNull();
  });

  it('counts those that differ in their numbers alone, by agent', () => {
    const gate = (epoch: number, role: string, kl: string) => ({
      iteration: 0,
      level: 'warning' as const,
      code: 'kl_gate',
      message: `Iteration 1, epoch ${epoch}: the update of ${role} was skipped, its KL old→new is ${kl}.`,
    });
    const last = gate(8, 'agent2', '1.7e+2');
    const other = gate(8, 'agent-3', '0.04');
    expect(gatherNotices([gate(2, 'agent2', '0.02'), gate(2, 'agent-3', '0.05'), gate(3, 'agent2', '17'), other, last])).toEqual([
      { notice: last, times: 3 },
      { notice: other, times: 2 },
    ]);
  });
});
