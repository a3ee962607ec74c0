import { expect } from '@playwright/test';
import { criticCheckText, explorablesText, settingsText } from '../../../../src/words/words.ts';
import { TRAINING } from '../../support/workbench.ts';
import type { Walk } from './walk.ts';

/** How the two sentences begin that say how much of the differences between states is explained. */
const EXPLAINED = new RegExp(`^(${criticCheckText.explained('@').split('@')[0]}|${criticCheckText.worse('@').split(/[:：]/)[0]})`);

/** Lesson 6: a team is trained with its critic, which is held against tree Monte-Carlo; live, another critic is tried. */
export const walk: Walk = {
  lesson: 'critics',
  does: {
    'move-values': ({ page }) => page.getByRole('slider', { name: explorablesText.credit.value(1, '9') }).press('ArrowUp'),
    train: ({ workbench }) => workbench.train(),
    truth: async ({ workbench, page }) => {
      await workbench.button(criticCheckText.start).click();
      await expect(page.getByText(EXPLAINED).first()).toBeVisible(TRAINING);
    },
    change: {
      live: async (stage) => {
        await stage.workbench.editors.setting(settingsText.fields['critic.steps'].label).fill('16');
        await stage.workbench.train();
      },
    },
  },
};
