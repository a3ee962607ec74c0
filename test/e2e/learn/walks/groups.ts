import { exploreText, settingsText } from '../../../../src/words/words.ts';
import { train, type Walk } from './walk.ts';

/** Lesson 8: a group is read, the wrong episodes of another iteration are found; the learner takes groups of two. */
export const walk: Walk = {
  lesson: 'groups',
  does: {
    siblings: async ({ workbench }) => workbench.episodes.tokens('solver').first().click(),
    count: async ({ page }) => {
      const table = page.getByRole('grid', { name: exploreText.table.label });
      await table.getByRole('button', { name: exploreText.table.columns.reward }).click();
      await table.focus();
      await page.keyboard.press('Home');
    },
    own: async (stage) => {
      await stage.workbench.editors.setting(settingsText.fields.groupSize.label).fill('2');
      await train(stage, 10);
    },
  },
};
