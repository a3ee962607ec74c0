import { expect } from '@playwright/test';
import { train, type Walk } from './walk.ts';

/** Lesson 4: one iteration is trained and read; live, the collapse and its rescue as well. */
export const walk: Walk = {
  lesson: 'trust-region',
  does: {
    'one-iteration': (stage) => train(stage, 1),
    collapse: { live: (stage) => train(stage, 60) },
    rescue: {
      live: async (stage) => {
        const adaptive = stage.workbench.editors.setting('Adaptive learning rate');
        await adaptive.press('Space');
        await expect(adaptive).toBeChecked();
        await train(stage, 60);
      },
    },
  },
};
