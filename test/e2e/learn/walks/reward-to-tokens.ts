import { estimatorsText, explorablesText, microscopeText, replayText, settingsText } from '../../../../src/words/words.ts';
import { goTo } from '../../support/places.ts';
import { TRAINING } from '../../support/workbench.ts';
import { expect, train, type Walk } from './walk.ts';

const { credit } = explorablesText;

/** Lesson 2: the recursion is stepped, λ is moved, and a message is put into the solver's mouth (live: λ is changed and trained). */
export const walk: Walk = {
  lesson: 'reward-to-tokens',
  does: {
    backwards: async ({ page }) => {
      for (let step = 0; step < 6; step++) await page.getByRole('button', { name: credit.step, exact: true }).click();
      await expect(page.getByText(/^A1 = /), 'by hand it was 0.119').toContainText('0.119');
    },
    mask: async ({ page }) => {
      const raw = page.getByRole('row', { name: new RegExp(`^${credit.rows.advantage} `) }).getByRole('cell');
      const before = await raw.first().textContent();
      await page.getByRole('checkbox', { name: credit.mask }).check();
      await expect(raw.first()).not.toHaveText(before!);
      const cut = await raw.allTextContents();
      await page.getByRole('slider', { name: credit.reward }).press('PageDown');
      await expect(raw.last(), 'the solver hears of the reward').not.toHaveText(cut.at(-1)!);
      await expect(raw.nth(3), 'the planner does not').toHaveText(cut[3]!);
    },
    recursion: async ({ page }) => {
      const stepper = page.getByRole('toolbar', { name: microscopeText.recursion.heading });
      for (let step = 1; step < 6; step += 1) await stepper.getByRole('button', { name: microscopeText.recursion.forward }).click();
      await expect(page.getByText(microscopeText.recursion.step(6, 6)), 'the first token').toBeVisible();
    },
    arcs: async ({ workbench }) => workbench.episodes.tokens('planner').nth(1).click(),
    blamed: async ({ workbench, page }) => {
      await workbench.episodes.tokens('planner').first().click();
      await expect(page.getByTestId('sum'), 'the planner is blamed').toHaveText(/^−/);
    },
    'as-trained': async ({ workbench, page }) => {
      await workbench.episodes.tokens('planner').nth(2).click();
      await expect(page.getByTestId('sum'), 'above 0 by the recursion').toHaveText(/^0\.0/);
      await expect(page.getByTestId('trained'), 'and weakened').toHaveText(/^−/);
    },
    sliders: async ({ page }) => {
      const planner = page
        .locator('tr', { has: page.getByRole('rowheader', { name: estimatorsText.estimators.gae_token.name }) })
        .first()
        .getByRole('cell')
        .first();
      await page.getByRole('slider', { name: estimatorsText.sliders.lambda }).press('Home');
      await page.getByRole('slider', { name: estimatorsText.sliders.lambdaToken }).press('Home');
      await expect(planner, 'nothing is passed back').toHaveText(/^[+−]?0(\.0+)?$/);
    },
    own: async (stage) => {
      const { workbench, page, live } = stage;
      if (live) {
        await workbench.editors.set({ [settingsText.fields.lambdaToken.label]: 0, [settingsText.fields.lambda.label]: 0 });
        await train(stage, 3);
        return;
      }
      await goTo(page, 'Inspect');
      await page.getByRole('radio', { name: new RegExp(`^${replayText.change.message('Solver', 0, 0)}`) }).check();
      await page.getByRole('textbox', { name: replayText.change.text('Solver') }).fill('=8');
      await workbench.button(replayText.ask.run).click();
      await expect(page.getByRole('region', { name: replayText.result.heading })).toContainText(replayText.result.tells.better, TRAINING);
    },
  },
};
