import { expect } from '@playwright/test';
import { settingsText } from '../../../../src/words/words.ts';
import type { Walk } from './walk.ts';

/** Lesson 4: one iteration is trained and read; live, the collapse and its rescue as well. */
export const walk: Walk = {
  lesson: 'trust-region',
  does: {
    'one-iteration': ({ workbench }) => workbench.train(),
    collapse: { live: ({ workbench }) => workbench.train() },
    rescue: {
      live: async (stage) => {
        const adaptive = stage.workbench.editors.setting(settingsText.fields['adaptiveLearningRate.enabled'].label);
        await adaptive.press('Space');
        await expect(adaptive).toBeChecked();
        await stage.workbench.train();
      },
    },
  },
};
