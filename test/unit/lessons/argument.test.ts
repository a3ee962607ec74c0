/** What the words of lesson 10 say of its recorded episodes holds: of the very files. */
import { recordedEpisodes } from '../../../headless/kit/run/recorded.ts';
import { expect, it } from 'vitest';
import argument from '../../../src/lessons/argument/course.ts';

it('a wrong call that was lucky and a right one got the same advantages to the last digit, while the critic knew nothing', () => {
  const { iteration, episode: number } = argument.steps.find(({ id }) => id === 'luck')!.at!;
  const [lucky, right] = [number, 23].map((wanted) => recordedEpisodes('consult', iteration!).find(({ episode }) => episode === wanted)!);
  expect(lucky!.problem).toMatch(/^desk: how many hooks\?\ngardener: hooks \?\nbaker: hooks \?\nsmith: hooks 2$/);
  expect(lucky!.messages.map(({ role, text }) => `${role} ${text}`)).toEqual(['desk <call>gardener</call>', 'gardener 2', 'desk <done/>']);
  expect(right!.problem).toMatch(/^desk: how many cakes\?\ngardener: cakes \?\nbaker: cakes 2\n/);
  expect(right!.messages.map(({ role, text }) => `${role} ${text}`)).toEqual(['desk <call>baker</call>', 'baker 2', 'desk <done/>']);
  expect([lucky!.reward, right!.reward]).toEqual([1, 1]);
  expect(lucky!.messages.flatMap(({ values }) => values).every((value) => value === 0)).toBe(true);
  expect(lucky!.messages[0]!.advantages).toEqual(right!.messages[0]!.advantages);
  expect(lucky!.messages[0]!.receipt?.normalized_advantages).toEqual(right!.messages[0]!.receipt?.normalized_advantages);
});
