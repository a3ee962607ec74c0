import { expect } from '@playwright/test';
import { shownRunText } from '../../../../src/words/words.ts';
import { train, writeAdapter, type Walk } from './walk.ts';

/** Lesson 11: trains a little, exports it, and makes the solver's adapter a wider one. */
export const walk: Walk = {
  lesson: 'real-models',
  does: {
    // Trained in any case: what is to be exported is a team of one's own.
    train: (stage) => train(stage, 8),
    export: async ({ page, workbench }) => {
      const arriving = page.waitForEvent('download');
      await workbench.button(shownRunText.runs.export).click();
      expect((await arriving).suggestedFilename()).toMatch(/\.zip$/);
    },
    own: async (stage) => {
      await writeAdapter(stage.page, 'rank', 16);
      await writeAdapter(stage.page, 'alpha', 32);
      await train(stage, 8);
    },
  },
};
