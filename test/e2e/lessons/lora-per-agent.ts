import { expect, type Page } from '@playwright/test';
import { TRAINING } from '../support/workbench.ts';
import type { Walk } from './walk.ts';

/** A number of the selected agent's adapter. */
async function write(page: Page, name: 'Rank' | 'Alpha', value: number): Promise<void> {
  const field = page.getByRole('group', { name: 'Base and adapter' }).getByLabel(name, { exact: true });
  await field.fill(String(value));
  await field.press('Enter');
}

/** Lesson 5: the solver's adapter is made smaller, trained, held against the one it began with, and exported. */
export const walk: Walk = {
  lesson: 'lora-per-agent',
  does: {
    'find-it': ({ workbench }) => workbench.team.agent('Solver').click(),
    rank: async ({ page }) => {
      await write(page, 'Rank', 2);
      await write(page, 'Alpha', 4);
      await expect(
        page.getByRole('group', { name: 'Base and adapter' }).getByText('4,736 weights'),
        'what the learner counted by hand',
      ).toBeVisible(TRAINING);
    },
    own: ({ workbench }) => workbench.train(),
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
