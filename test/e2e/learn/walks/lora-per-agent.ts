import { expect } from '@playwright/test';
import { TRAINING } from '../../support/workbench.ts';
import { writeAdapter, type Walk } from './walk.ts';

/** Lesson 5: the solver's adapter is made smaller, trained, held against the one it began with, and exported. */
export const walk: Walk = {
  lesson: 'lora-per-agent',
  does: {
    'find-it': ({ workbench }) => workbench.team.agent('Solver').click(),
    rank: async ({ page }) => {
      await writeAdapter(page, 'Rank', 2);
      await writeAdapter(page, 'Alpha', 4);
      await expect(
        page.getByRole('group', { name: 'Base and adapter' }).getByText('4,736 weights'),
        'what the learner counted by hand',
      ).toBeVisible(TRAINING);
    },
    own: async ({ workbench, page }) => {
      await writeAdapter(page, 'Rank', 4);
      await writeAdapter(page, 'Alpha', 8);
      await workbench.train();
    },
    versions: async ({ workbench, page }) => {
      await page.getByRole('radiogroup', { name: 'What to change about it' }).getByText('Adapter', { exact: true }).click();
      await page.getByRole('combobox', { name: 'Adapter of Solver' }).click();
      await page.getByRole('option', { name: 'None: the base alone', exact: true }).click();
      await workbench.button('Play on').click();
      await expect(page.getByRole('region', { name: 'What came of it' })).toContainText('Δ return', TRAINING);
    },
    export: async ({ workbench }) => {
      await workbench.export();
    },
  },
};
