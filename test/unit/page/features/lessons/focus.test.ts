/** The focus layout keeps the lesson and what is outlined, with what these lie in; of agents and arrows the whole canvas. */
import { expect, it } from 'vitest';
import { focusRules } from '../../../../../src/page/features/lessons/pointing/focusLayout.ts';

it('hides all but the lesson, the targets and what these lie in', () => {
  const kept = '[data-lesson], [data-lesson-room], [data-stage="chart:reward"], [data-stage="train"]';
  expect(focusRules(['chart:reward', 'train'])).toBe(
    `#root *:not(:is(${kept}), :is(${kept}) *, :has(:is(${kept}))) { display: none !important; }`,
  );
});

it('keeps the canvas once for all that is drawn on it, and of an agent its settings', () => {
  const rules = focusRules(['agent:speaker', 'edge:speaker>listener', 'prompt']);
  expect(rules).not.toMatch(/agent:|edge:/);
  expect(rules.split(':is(')[1]).toMatch(/\[data-stage="canvas"\], \[data-stage="prompt"\], \[data-stage="adapter"\]\), $/);
  expect(focusRules(['edge:speaker>listener'])).toContain('[data-lesson-room], [data-stage="canvas"])');
});

it('keeps beside an episode’s messages their row with its arcs, and the numbers of a token', () => {
  expect(focusRules(['heatmap'])).toContain('[data-stage="heatmap"], [data-stage="strip"], [data-stage="token"])');
});

it('keeps the lesson alone where nothing is outlined', () => {
  expect(focusRules([])).toContain('#root *:not(:is([data-lesson], [data-lesson-room]),');
});
