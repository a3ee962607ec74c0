import { explorablesText, settingsText } from '../../../../src/words/words.ts';
import { train, type Walk } from './walk.ts';

/** Lesson 3: the team is trained at action level, which takes a second or two here, and its own messages are read. */
export const walk: Walk = {
  lesson: 'action-or-token',
  does: {
    'same-sum': ({ page }) => page.getByRole('checkbox', { name: explorablesText.credit.byMessage }).check(),
    switch: async ({ page }) => {
      await page.getByRole('combobox', { name: settingsText.fields.algorithm.label, exact: true }).click();
      await page.getByRole('option', { name: settingsText.options.appo, exact: true }).click();
    },
    train: (stage) => train(stage, 5),
    'message-level': async ({ workbench }) => workbench.episodes.tokens('planner').nth(1).click(),
    own: async (stage) => {
      await stage.workbench.editors.set({ [settingsText.fields.clip.label]: 0.4 });
      await train(stage, 5);
    },
  },
};
