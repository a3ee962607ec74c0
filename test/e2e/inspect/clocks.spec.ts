/** Agents with clocks: set in the agent's editor, trained in the page, and drawn turn by turn above the episode in Inspect. */
import { chooseProject } from '../../../headless/kit/project.ts';
import { goTo } from '../support/places.ts';
import { expect, LONG, test } from '../support/test.ts';

test('the times of each message are drawn with the episode, and arrivals have a chart', { tag: LONG }, async ({ page, workbench }) => {
  const shipped = chooseProject({ preset: 'dispatch', iterations: 1 });
  await workbench.open({ ...shipped, training: { ...shipped.training, episodes: 2, evaluateEvery: 0 } });
  await workbench.trainToTheEnd();
  await goTo(page, 'Inspect');
  const times = page.getByRole('region', { name: /^When each message was begun and had arrived/ });
  await expect(times.getByRole('listitem')).toHaveText([/^Scout0–[\d.]+ s$/, /^Dispatcher[\d.]+–[\d.]+ s$/]);
  await goTo(page, 'Training');
  await expect(workbench.charts.figure('arrival')).toBeVisible();
});
