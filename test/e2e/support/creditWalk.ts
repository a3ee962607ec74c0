/**
 * Finding out who earned the reward, as docs/who-earned-the-reward.md tells it: the end-to-end test walks it, and the script of
 * the pictures takes one at every stop.
 */
import { expect, type Page } from '@playwright/test';
import { PRESETS } from '../../../src/core/document/presets/presets.ts';
import { environmentSource } from '../../../src/environments/source.node.ts';
import { goTo } from './places.ts';
import { TRAINING, type Workbench } from './workbench.ts';

/** Called at every stop, by its name. */
export type Stop = (name: string) => Promise<void>;

export async function creditWalk(workbench: Workbench, stop: Stop): Promise<void> {
  const { page } = workbench;
  await workbench.open();
  await workbench.trainToTheEnd();
  await expect(workbench.run, 'not the replay of the recorded run, whose seed is 1').toContainText('seed 2');

  await goTo(page, 'Inspect');
  const problem = await openWorstEpisode(workbench);
  await stop('worst-episode');

  await openView(page, 'Microscope');
  await workbench.episodes.tokens('planner').first().click();
  const arithmetic = page.getByText('Difference', { exact: true }).locator('..');
  const difference = /Difference\s*(\S+)/.exec(await arithmetic.innerText())![1]!;
  expect(Math.abs(signed(difference)), 'the terms sum to the advantage').toBeLessThan(1e-5);
  await stop('microscope');

  await openView(page, 'Edit and replay');
  await page.getByRole('radio', { name: /^Planner, turn 0/ }).check();
  await page.getByRole('textbox', { name: 'What Planner says instead' }).fill(rightPlan(problem));
  await workbench.button('Play on').click();
  const result = page.getByRole('region', { name: 'What came of it' });
  await expect(result).toContainText('The change helps.', TRAINING);
  expect(signed(/Δ return\s*(\S+)/.exec(await result.innerText())![1]!)).toBeGreaterThan(0.5);
  await stop('replay');

  // In the relay it is known who is weak: the second runner's base alone forgets its step.
  await workbench.open(relay());
  await workbench.trainToTheEnd();
  await goTo(page, 'Inspect');
  await openView(page, 'Shapley');
  await page.getByRole('textbox', { name: 'Problems', exact: true }).fill('48');
  await workbench.button('Compute shares').click();
  await expect(page.getByText(/^Training Second runner \(φ = [^)]*\) brought most/)).toBeVisible(TRAINING);
  await stop('shapley');

  await openView(page, 'Learning receipt');
  await workbench.button('7 iterations more').click();
  await expect(workbench.run).toContainText('21 / 21 · finished', TRAINING);
  const cards = page.getByRole('list', { name: 'What the update did to each agent' });
  const weak = cards.getByRole('listitem', { name: 'Second runner' });
  await expect(weak).toContainText(/reinforced tokens? became/);
  const [, predicted, actual] = /predicted (\S+), actual ([+−]?[\d.e−]+)/.exec(await weak.innerText())!;
  expect(signed(predicted!), 'what its gradients promised').toBeGreaterThan(0);
  expect(signed(actual!), 'and what its tokens did of it').toBeGreaterThan(0);
  await stop('receipt');
}

/** Sorts all episodes by reward and reads the first whose plan was wrong; its problem. */
async function openWorstEpisode({ page, episodes }: Workbench): Promise<string> {
  await page.getByText('All in memory', { exact: true }).click();
  const table = page.getByRole('grid', { name: 'Episodes that can be read' });
  await table.getByRole('button', { name: 'Reward' }).click();
  await expect(table.getByRole('columnheader', { name: 'Reward' })).toHaveAttribute('aria-sort', 'ascending');
  await table.focus();
  await page.keyboard.press('Home');
  for (let tried = 0; tried < 30; tried += 1) {
    const problem = (
      await episodes.transcript
        .getByText(/how many\?$/)
        .first()
        .innerText()
    ).replace(/^.*\n/, '');
    const plan = (await episodes.tokens('planner').allTextContents()).slice(0, -1).join('');
    if (plan !== rightPlan(problem)) return problem;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error('no episode with a wrong plan was found');
}

async function openView(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
}

/** What a careful planner writes about a problem of the arithmetic environment. */
export function rightPlan(problem: string): string {
  const parts =
    /has (\d+)(?: \w+ of (\d+))? \w+(?: and (finds|buys|gets) (\d+) more| and (eats|loses|sells) (\d+)|, \w+ (\d+) more and \w+ (\d+))?\. how many\?$/.exec(
      problem,
    );
  if (!parts) throw new Error(`“${problem}” is no problem of the arithmetic environment`);
  const [, first, each, , gained, , lost, more, less] = parts;
  return [first, each && `*${each}`, gained && `+${gained}`, lost && `-${lost}`, more && `+${more}-${less}`].filter(Boolean).join('');
}

const signed = (text: string): number => Number(text.replaceAll('−', '-'));

/** The relay, trained so far that what training brought is told from chance. */
function relay() {
  const project = PRESETS.relay.project({ file: 'relay.env.ts', source: environmentSource('relay') });
  return { ...project, training: { ...project.training, iterations: 14, evaluateEvery: 0, seed: 1 } };
}
