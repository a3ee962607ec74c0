import { microscopeText } from '../../../../src/words/words.ts';
import { train, type Walk } from './walk.ts';

/** Lesson 1: the arrow is deleted and drawn again on the canvas. */
export const walk: Walk = {
  lesson: 'lamas',
  does: {
    agent: async ({ workbench }) => workbench.team.agent('Listener').click(),
    read: async ({ workbench, page }) => {
      await page.getByRole('switch', { name: microscopeText.scaffold }).press('Space');
      await workbench.episodes.tokens('listener').first().click();
    },
    delete: async ({ workbench, page }) => {
      await workbench.team.connection('speaker', 'listener').focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Delete');
    },
    'train-apart': { live: (stage) => train(stage, 12) },
    draw: async ({ workbench }) => workbench.team.drag('Speaker', 'Listener'),
    'train-together': { live: (stage) => train(stage, 12) },
    own: async (stage) => {
      const { workbench } = stage;
      await workbench.team.select('Speaker');
      await workbench.editors.replaceText(workbench.editors.prompt('speaker'), 'Name the number.');
      await train(stage, 5);
    },
  },
};
