import { settingsText } from '../../../../src/words/words.ts';
import { train, type Walk } from './walk.ts';

/** Lesson 7: two episodes of a recorded lazy team are read; the learner pays each agent for its own work, then adds a remedy. */
export const walk: Walk = {
  lesson: 'lazy-team',
  does: {
    override: async ({ workbench }) => workbench.episodes.tokens('verifier').first().click(),
    lazy: async ({ workbench }) => workbench.episodes.tokens('planner').first().click(),
    'pay-each': async ({ workbench, page }) => {
      await workbench.editors.setting(settingsText.fields['credit.strategy'].label).click();
      await page.getByRole('option', { name: settingsText.options.per_step, exact: true }).click();
    },
    train: { live: (stage) => train(stage, 20) },
    own: async (stage) => {
      await stage.workbench.editors.setting(settingsText.fields['rotation.interval'].label).fill('5');
      await train(stage, 10);
    },
  },
};
