/** What the words of lessons 7 to 9 say of recorded episodes and of numbers holds: of the very files, and by another way of computing. */
import { recordedEpisodes } from '../../../headless/kit/run/recorded.ts';
import { expect, test } from 'vitest';
import { PRESETS } from '../../../src/core/document/presets/presets.ts';
import type { EpisodeRecord, MessageRecord } from '../../../src/core/episode/records.ts';
import type { Course, StageAt } from '../../../src/core/lessons/lesson.ts';
import counterfactuals from '../../../src/lessons/counterfactuals/course.ts';
import groups from '../../../src/lessons/groups/course.ts';
import lazyTeam from '../../../src/lessons/lazy-team/course.ts';

/** The episodes of the iteration that a step leads to. */
function episodesAt(course: Course, { iteration }: StageAt): readonly EpisodeRecord[] {
  const folder = course.recorded === undefined ? PRESETS[course.project.preset].recorded : `recorded/${course.recorded}`;
  return recordedEpisodes(folder.slice('recorded/'.length), iteration!);
}

const stepOf = (course: Course, id: string) => course.steps.find((step) => step.id === id)!;
const episodeOf = (course: Course, id: string): EpisodeRecord => {
  const at = stepOf(course, id).at!;
  return episodesAt(course, at).find(({ episode }) => episode === at.episode)!;
};
const numbersOf = (course: Course, id: string): readonly number[] => {
  const step = stepOf(course, id);
  return step.kind === 'check' && 'numbers' in step ? step.numbers.map(({ value }) => value) : [];
};
const said = ({ messages }: EpisodeRecord): string[] => messages.map(({ text }) => text);
/** Rewards of each group of an iteration, groups in order. */
const rewardsByGroup = (course: Course, id: string): number[][] => {
  const found: number[][] = [];
  for (const { group, reward } of episodesAt(course, stepOf(course, id).at!)) (found[group] ??= []).push(reward);
  return found;
};

test('lesson 7: before training two wrong messages are reinforced, because the verifier is right', () => {
  const { messages, problem, reward, ...rest } = episodeOf(lazyTeam, 'override');
  expect(problem).toBe('eva has 6 bags of 3 nuts. how many?');
  expect(said({ messages, problem, reward, ...rest })).toEqual(['6+3', '=6', '6*3=18']);
  expect(reward).toBe(1);
  expect(messages.flatMap(({ advantages }) => advantages).every((advantage) => advantage > 0)).toBe(true);
  expect(messages.flatMap(({ receipt }) => receipt!.normalized_advantages).every((advantage) => advantage > 0)).toBe(true);
  expect(messages.flatMap(({ values }) => values).every((value) => value === 0)).toBe(true);
});

test('lesson 7: after training a wrong plan is worked out correctly, overridden, and neither praised nor blamed', () => {
  const episode = episodeOf(lazyTeam, 'lazy');
  expect(episode.problem).toMatch(/has 5 bags of 4 /);
  expect(said(episode)).toEqual(['5+4', '=9', '5*4=20']);
  expect(episode.reward).toBe(1);
  const { advantages } = episode.messages[0]!;
  expect(advantages.every((advantage) => advantage > 0 && advantage < 0.15)).toBe(true);
  // As trained: the sign that makes the plan wrong is about as good as the mean of its batch, the others are better.
  const [five, plus, four, end] = episode.messages[0]!.receipt!.normalized_advantages;
  expect(Math.abs(plus!)).toBeLessThan(0.05);
  expect(Math.min(five!, four!, end!)).toBeGreaterThan(0);
  const verdicts = episodesAt(lazyTeam, stepOf(lazyTeam, 'lazy').at!).map((one) => said(one)[2]);
  expect(verdicts, 'it never says ok any more').not.toContain('ok');
});

test('lesson 8: the group that is read has three right tries out of eight, and the last group of its iteration none', () => {
  const found = rewardsByGroup(groups, 'siblings');
  expect(found.map((rewards) => rewards.length)).toEqual([8, 8, 8, 8]);
  expect(found[0]!.filter((reward) => reward === 1)).toHaveLength(3);
  expect(found[3]!.every((reward) => reward === 0)).toBe(true);
  expect(episodeOf(groups, 'siblings').reward).toBe(1);
});

test('lesson 8: in the iteration that is counted, two groups of four have one wrong episode each', () => {
  const episodes = episodesAt(groups, stepOf(groups, 'count').at!);
  expect(episodes).toHaveLength(32);
  const wrong = episodes.filter(({ reward }) => reward < 1);
  expect(wrong.map(({ episode, group }) => [episode, group])).toEqual([
    [10, 1],
    [21, 2],
  ]);
  for (const { messages } of wrong) expect(messages[0]!.advantages[0]).toBeCloseTo(-2.47, 2);
});

test('lesson 8: what is computed by hand', () => {
  const [mean, deviation, right, wrong] = numbersOf(groups, 'by-hand');
  expect(mean).toBe(0.25);
  expect(deviation).toBeCloseTo(Math.sqrt((0.75 ** 2 + 3 * 0.25 ** 2) / 3), 4);
  expect(right).toBeCloseTo(1.5, 3);
  expect(wrong).toBeCloseTo(-0.5, 3);
  expect(numbersOf(groups, 'leave-one-out')).toEqual([1, 0 - 1 / 3]);
  expect(numbersOf(groups, 'budget')).toEqual([4, 32]);
});

test('lesson 9: the second runner alone forgets its step, all three are blamed, the third most', () => {
  const episode = episodeOf(counterfactuals, 'lost');
  expect(episode.problem).toBe('first: start 8, add 8\nsecond: add 3\nthird: add 9');
  expect(said(episode).map((text) => text.replace('.', ''))).toEqual(['6', '6', '5']);
  expect(episode.reward).toBe(0);
  expect(episode.skills).toEqual({ 'first right': 1, 'second right': 0, 'third right': 1 });
  // Raw, and as trained.
  for (const of of [({ advantages }: MessageRecord) => advantages, ({ receipt }: MessageRecord) => receipt!.normalized_advantages]) {
    const blame = episode.messages.map((message) => of(message).reduce((sum, one) => sum + one, 0) / of(message).length);
    expect(episode.messages.flatMap(of).every((advantage) => advantage < 0)).toBe(true);
    expect(Math.min(...blame)).toBe(blame[2]);
  }
  // What its teacher says: every runner was praised and blamed as often, and the second alone was wrong where it was blamed.
  const signs = episodesAt(counterfactuals, stepOf(counterfactuals, 'lost').at!).map(({ messages, skills }) => ({
    praised: messages.map(({ advantages }) => advantages.every((advantage) => advantage > 0)),
    wrong: Object.values(skills!).map((right) => right === 0),
  }));
  expect(signs.filter(({ praised }) => praised.every(Boolean))).toHaveLength(26);
  const blamed = signs.filter(({ praised }) => !praised.some(Boolean));
  expect(blamed.map(({ wrong }) => wrong)).toEqual(Array.from({ length: 6 }, () => [false, true, false]));
});

test('lesson 9: the shares that are computed by hand', () => {
  const [first, second, sum] = numbersOf(counterfactuals, 'by-hand');
  expect(first).toBeCloseTo((0.1 + 0.3) / 2, 12);
  expect(second).toBeCloseTo((0.7 + 0.5) / 2, 12);
  expect(sum).toBeCloseTo(1 - 0.2, 12);
});
