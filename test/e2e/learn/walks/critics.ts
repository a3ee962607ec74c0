import { expect } from '@playwright/test';
import { explorablesText } from '../../../../src/words/words.ts';
import { TRAINING } from '../../support/workbench.ts';
import type { Walk } from './walk.ts';

/** Lesson 6: a team is trained with its critic, which is held against tree Monte-Carlo; live, another critic is tried. */
export const walk: Walk = {
  lesson: 'critics',
  does: {
    'move-values': ({ page }) => page.getByRole('slider', { name: explorablesText.credit.value(1, '9') }).press('ArrowUp'),
    train: ({ workbench }) => workbench.train(),
    truth: async ({ workbench, page }) => {
      await workbench.button('Play on').click();
      await expect(page.getByText(/of the differences between these states/).first()).toBeVisible(TRAINING);
    },
    change: {
      live: async (stage) => {
        await stage.workbench.editors.setting('Critic steps').fill('16');
        await stage.workbench.train();
      },
    },
  },
};
