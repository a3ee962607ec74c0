import { explorablesText } from '../../../../src/words/words.ts';
import { train, type Walk } from './walk.ts';

/** Lesson 3: the team is trained at action level, which takes a second or two here, and its own messages are read. */
export const walk: Walk = {
  lesson: 'action-or-token',
  does: {
    'same-sum': ({ page }) => page.getByRole('checkbox', { name: explorablesText.credit.byMessage }).check(),
    switch: async ({ page }) => {
      await page.getByRole('combobox', { name: 'Algorithm', exact: true }).click();
      await page.getByRole('option', { name: 'APPO (MARFT, messages)', exact: true }).click();
    },
    train: (stage) => train(stage, 5),
    'message-level': async ({ workbench }) => workbench.episodes.tokens('planner').nth(1).click(),
    own: async (stage) => {
      await stage.workbench.editors.set({ 'Clip range ε': 0.4 });
      await train(stage, 5);
    },
  },
};
