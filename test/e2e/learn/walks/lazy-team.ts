import { train, type Walk } from './walk.ts';

/** Lesson 7: two episodes of a recorded lazy team are read; the learner pays each agent for its own work, then adds a remedy. */
export const walk: Walk = {
  lesson: 'lazy-team',
  does: {
    override: async ({ workbench }) => workbench.episodes.tokens('verifier').first().click(),
    lazy: async ({ workbench }) => workbench.episodes.tokens('planner').first().click(),
    'pay-each': async ({ workbench, page }) => {
      await workbench.editors.setting('Credit strategy').click();
      await page.getByRole('option', { name: 'per step', exact: true }).click();
    },
    train: { live: (stage) => train(stage, 20) },
    own: async (stage) => {
      await stage.workbench.editors.setting('Rotation interval').fill('5');
      await train(stage, 10);
    },
  },
};
