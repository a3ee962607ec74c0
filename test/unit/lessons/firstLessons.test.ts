/** What the words of lessons 1 to 3 say of recorded episodes and of numbers holds: of the very files, and by another way of computing. */
import { recordedEpisodes } from '../../../headless/kit/run/recorded.ts';
import { expect, test } from 'vitest';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import type { Course, StageAt } from '../../../src/core/lessons/lesson.ts';
import actionOrToken from '../../../src/lessons/action-or-token/course.ts';
import lamas from '../../../src/lessons/lamas/course.ts';
import rewardToTokens from '../../../src/lessons/reward-to-tokens/course.ts';
import { readWords } from '../../../src/lessons/node.ts';
import { USUAL_CHANNEL } from '../../../src/page/state/address/channels.ts';

function episodeAt(recorded: string, { iteration, episode }: StageAt): EpisodeRecord {
  return recordedEpisodes(recorded, iteration!).find((record) => record.episode === episode)!;
}

const stepOf = (course: Course, id: string) => course.steps.find((step) => step.id === id)!;
const numbersOf = (course: Course, id: string): readonly number[] => {
  const step = stepOf(course, id);
  return step.kind === 'check' && 'numbers' in step ? step.numbers.map(({ value }) => value) : [];
};
const ARITHMETIC = 'planner-solver';

test('the first episode of lesson 2 has six tokens, is right, and its critic knows nothing', () => {
  const { messages, reward } = episodeAt(ARITHMETIC, stepOf(rewardToTokens, 'one-number').at!);
  expect(reward).toBe(1);
  expect(messages.map(({ role, response_ids }) => [role, response_ids.length])).toEqual([
    ['planner', 4],
    ['solver', 2],
  ]);
  const values = messages.flatMap((message) => message.values);
  expect(values.every((value) => value === 0)).toBe(true);
  expect(messages.flatMap(({ advantages }) => advantages).map((a) => a.toFixed(4))).toEqual(
    [5, 4, 3, 2, 1, 0].map((steps) => (0.95 ** steps).toFixed(4)),
  );
});

test('the second is right, with values that were learnt', () => {
  const { messages, reward } = episodeAt(ARITHMETIC, stepOf(rewardToTokens, 'arcs').at!);
  expect(reward).toBe(1);
  expect(messages[0]!.values.every((value) => value > 0.1)).toBe(true);
});

test('the third has a right plan and a wrong answer, and the planner is blamed', () => {
  const { messages, problem, reward } = episodeAt(ARITHMETIC, stepOf(rewardToTokens, 'blamed').at!);
  expect(problem).toMatch(/has 9 \w+ and loses 1\./);
  expect([messages[0]!.text, messages[1]!.text, reward]).toEqual(['9-1', '1', 0]);
  expect(messages[0]!.advantages.every((a) => a < 0)).toBe(true);
  expect(messages[0]!.receipt!.normalized_advantages.every((a) => a < 0)).toBe(true);
});

test('the fourth is right, and the planner’s tokens are weakened although their raw advantages are above 0', () => {
  const at = stepOf(rewardToTokens, 'as-trained').at!;
  const { messages, reward } = episodeAt(ARITHMETIC, at);
  expect([messages[0]!.text, messages[1]!.text, reward]).toEqual(['4+4', '=8', 1]);
  expect(messages[0]!.advantages.every((a) => a > 0)).toBe(true);
  expect(messages[0]!.receipt!.normalized_advantages.every((a) => a < 0)).toBe(true);
  expect(messages[0]!.receipt!.push.every((push) => push < 0)).toBe(true);
  const right = Array.from({ length: 32 }, (_, episode) => episodeAt(ARITHMETIC, { ...at, episode })).filter((one) => one.reward === 1);
  expect(right).toHaveLength(31);
  // “In this iteration that flipped the sign of 36 % of all tokens.”
  const tokens = Array.from({ length: 32 }, (_, episode) => episodeAt(ARITHMETIC, { ...at, episode })).flatMap((one) => one.messages);
  const pairs = tokens.flatMap(({ advantages, receipt }) => advantages.map((raw, t) => [raw, receipt!.normalized_advantages[t]!] as const));
  const flipped = pairs.filter(([raw, trained]) => raw * trained < 0).length / pairs.length;
  for (const language of ['en', 'zh'] as const)
    expect(readWords('reward-to-tokens', language).steps.find(({ id }) => id === 'as-trained')!.after).toContain(
      `${Math.round(100 * flipped)}${language === 'en' ? ' ' : ''}%`,
    );
});

test('tokens are coloured by what trained them, where nothing else is chosen', () => {
  expect(USUAL_CHANNEL).toBe('normalized');
});

test('lesson 1 reads an episode in which only the speaker is told the colour', () => {
  const { messages, problem } = episodeAt('signalling', stepOf(lamas, 'read').at!);
  expect(messages.map(({ role }) => role)).toEqual(['speaker', 'listener']);
  expect(problem).toMatch(/^speaker: target: \w+\nlistener: options: /);
});

test('the numbers that are asked are those of the sums as they are written out', () => {
  expect(numbersOf(rewardToTokens, 'delta')).toEqual([0.4 - 0.4, 0.6 - 0.4, 1 - 0.8]);
  const [a6, a5, a4] = numbersOf(rewardToTokens, 'by-hand');
  expect(a6).toBeCloseTo(0.2, 12);
  expect(a5).toBeCloseTo(0.6 + 0.2 - 0.6 + 0.5 * 0.2, 12);
  expect(a4).toBeCloseTo(0.5 * a5!, 12);
  expect(numbersOf(actionOrToken, 'product')[0]).toBeCloseTo(1.1 ** 4, 12);
  expect(numbersOf(actionOrToken, 'room')[0]).toBeCloseTo(Math.sqrt(Math.sqrt(1.2)), 12);
});
