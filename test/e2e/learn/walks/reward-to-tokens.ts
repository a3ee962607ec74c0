import { goTo } from '../../support/places.ts';
import { TRAINING } from '../../support/workbench.ts';
import { expect, train, type Walk } from './walk.ts';

/** Lesson 2: the recursion is stepped, λ is moved, and a message is put into the solver's mouth (live: λ is changed and trained). */
export const walk: Walk = {
  lesson: 'reward-to-tokens',
  does: {
    recursion: async ({ page }) => {
      const stepper = page.getByRole('toolbar', { name: 'The backward recursion, step by step' });
      await stepper.getByRole('button', { name: 'One step on, to the token before' }).click();
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
        .locator('tr', { has: page.getByRole('rowheader', { name: 'GAE, tokens' }) })
        .first()
        .getByRole('cell')
        .first();
      await page.getByRole('slider', { name: 'λ, messages' }).press('Home');
      await page.getByRole('slider', { name: 'λ, tokens' }).press('Home');
      await expect(planner, 'nothing is passed back').toHaveText(/^[+−]?0(\.0+)?$/);
    },
    own: async (stage) => {
      const { workbench, page, live } = stage;
      if (live) {
        await workbench.editors.set({ 'λ between tokens': 0, 'λ between messages': 0 });
        await train(stage, 3);
        return;
      }
      await goTo(page, 'Inspect');
      await page.getByRole('radio', { name: /^Solver, turn 0/ }).check();
      await page.getByRole('textbox', { name: 'What Solver says instead' }).fill('=8');
      await workbench.button('Play on').click();
      await expect(page.getByRole('region', { name: 'What came of it' })).toContainText('The change helps.', TRAINING);
    },
  },
};
