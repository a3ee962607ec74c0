import { expect } from '@playwright/test';
import { criticCheckText, inspectText, replayText, sharesText } from '../../../../src/words/words.ts';
import { goTo } from '../../support/places.ts';
import { TRAINING } from '../../support/workbench.ts';
import { train, type Doing, type Stage, type Walk } from './walk.ts';

/** Puts a digit into a runner's mouth and plays on. */
async function replay({ workbench, page }: Stage, runner: string, digit: string): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${replayText.change.message(runner, 0, 0)}`) }).check();
  await page.getByRole('textbox', { name: new RegExp(`^${replayText.change.text(runner)}`) }).fill(digit);
  await workbench.button(replayText.ask.run).click();
  await expect(page.getByRole('region', { name: replayText.result.heading })).toContainText(replayText.result.difference, TRAINING);
}

const shares: Doing = async ({ workbench, page }) => {
  await page.getByRole('textbox', { name: sharesText.problems, exact: true }).fill('16');
  await workbench.button(sharesText.start).click();
  await expect(page.getByText(/^Σφ = /)).toBeVisible(TRAINING);
};

/** Lesson 9: the three questions are asked of the recorded relay, and two of them of the learner's own team. */
export const walk: Walk = {
  lesson: 'counterfactuals',
  does: {
    lost: async ({ workbench }) => workbench.episodes.tokens('third').first().click(),
    replay: async (stage) => {
      await replay(stage, 'Second runner', '9');
      await expect(stage.page.getByRole('region', { name: replayText.result.heading })).toContainText(replayText.result.tells.better);
    },
    shares,
    tree: async ({ workbench, page }) => {
      await page.getByRole('radiogroup', { name: criticCheckText.scope }).getByText(criticCheckText.scopes.episode).click();
      await workbench.button(criticCheckText.start).click();
      const weak = page.getByRole('table', { name: criticCheckText.tree(13) }).getByRole('row', { name: /Second runner/ });
      await expect(weak).toContainText('−', TRAINING);
    },
    own: async (stage) => {
      await train(stage, 10);
      await goTo(stage.page, 'Inspect');
      await stage.page.getByRole('tab', { name: inspectText.views.replay, exact: true }).click();
      await replay(stage, 'First runner', '3');
      await stage.page.getByRole('tab', { name: inspectText.views.shares, exact: true }).click();
      await shares(stage);
    },
  },
};
