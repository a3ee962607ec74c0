import { expect } from '@playwright/test';
import { goTo } from '../../support/places.ts';
import { TRAINING } from '../../support/workbench.ts';
import { train, type Doing, type Stage, type Walk } from './walk.ts';

/** Puts a digit into a runner's mouth and plays on. */
async function replay({ workbench, page }: Stage, runner: string, digit: string): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${runner}, turn 0`) }).check();
  await page.getByRole('textbox', { name: new RegExp(`^What ${runner} says instead`) }).fill(digit);
  await workbench.button('Play on').click();
  await expect(page.getByRole('region', { name: 'What came of it' })).toContainText('Δ return', TRAINING);
}

const shares: Doing = async ({ workbench, page }) => {
  await page.getByRole('textbox', { name: 'Problems', exact: true }).fill('16');
  await workbench.button('Compute shares').click();
  await expect(page.getByText(/^Σφ = /)).toBeVisible(TRAINING);
};

/** Lesson 9: the three questions are asked of the recorded relay, and two of them of the learner's own team. */
export const walk: Walk = {
  lesson: 'counterfactuals',
  does: {
    lost: async ({ workbench }) => workbench.episodes.tokens('third').first().click(),
    replay: async (stage) => {
      await replay(stage, 'Second runner', '9');
      await expect(stage.page.getByRole('region', { name: 'What came of it' })).toContainText('The change helps.');
    },
    shares,
    tree: async ({ workbench, page }) => {
      await page.getByRole('radiogroup', { name: 'Play on from' }).getByText('The episode being read').click();
      await workbench.button('Play on').click();
      const weak = page.getByRole('table', { name: 'Tree of episode 13' }).getByRole('row', { name: /Second runner/ });
      await expect(weak).toContainText('−', TRAINING);
    },
    own: async (stage) => {
      await train(stage, 10);
      await goTo(stage.page, 'Inspect');
      await stage.page.getByRole('tab', { name: 'Edit and replay', exact: true }).click();
      await replay(stage, 'First runner', '3');
      await stage.page.getByRole('tab', { name: 'Shapley', exact: true }).click();
      await shares(stage);
    },
  },
};
