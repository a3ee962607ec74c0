/** A graph that the environment or a router chooses: trained in the page, and drawn turn by turn above the episode in Inspect. */
import { DYNAMIC_ROWS } from '../../../headless/evidence/dynamic.ts';
import { rowDocument } from '../../../headless/evidence/row.ts';
import { chooseProject } from '../../../headless/kit/project.ts';
import { at } from '../../../src/core/at.ts';
import { goTo } from '../support/places.ts';
import { expect, LONG, test } from '../support/test.ts';

test('the graph of each turn is drawn with the episode, and the calls have a chart', { tag: LONG }, async ({ page, workbench }) => {
  const shipped = chooseProject({ preset: 'switchboard', iterations: 1 });
  const training = { ...shipped.training, episodes: 2, evaluateEvery: 0, callCost: 0.01 };
  await workbench.open({ ...shipped, training });
  await workbench.trainToTheEnd();
  await goTo(page, 'Inspect');
  const graphs = page.getByRole('region', { name: 'The graph of each turn, as it was chosen' });
  const drawn = graphs.getByRole('img');
  await expect(drawn).toHaveCount(2);
  await expect(drawn.first()).toHaveAccessibleName('Turn 0: operator may speak; nobody hears anybody.');
  await expect(drawn.last()).toHaveAccessibleName(
    /^Turn 1: (?:(\w+), teller may speak; \1 → teller|teller may speak; nobody hears anybody)\.$/,
  );
  await goTo(page, 'Training');
  await expect(workbench.charts.figure('calls')).toBeVisible();
  await expect(workbench.charts.figure('callCost')).toBeVisible();
});

test('a router is marked on the canvas, and what it opened is drawn with the episode', { tag: LONG }, async ({ page, workbench }) => {
  const row = at(
    DYNAMIC_ROWS.filter(({ id }) => id === 'router'),
    0,
    'row',
  );
  const document = rowDocument(row, at(row.variants.slice(-1), 0, 'variant'), 1);
  await workbench.open({ ...document, training: { ...document.training, iterations: 1, episodes: 2 } });
  await expect(page.getByRole('img', { name: 'Says whom the others hear' })).toBeVisible();
  await workbench.trainToTheEnd();
  await goTo(page, 'Inspect');
  const drawn = page.getByRole('region', { name: 'The graph of each turn, as it was chosen' }).getByRole('img');
  await expect(drawn).toHaveCount(1);
  await expect(drawn).toHaveAccessibleName(
    /^Turn 0: operator, (?:(\w+), teller may speak; \1 → teller|teller may speak; nobody hears anybody)\.$/,
  );
  await goTo(page, 'Training');
  await expect(workbench.charts.figure('routing')).toBeVisible();
});
