import { expect } from '@playwright/test';
import { agentText, replayText } from '../../../../src/words/words.ts';
import { TRAINING } from '../../support/workbench.ts';
import { writeAdapter, type Walk } from './walk.ts';

/** Lesson 5: the solver's adapter is made smaller, trained, held against the one it began with, and exported. */
export const walk: Walk = {
  lesson: 'lora-per-agent',
  does: {
    'find-it': ({ workbench }) => workbench.team.agent('Solver').click(),
    rank: async ({ page }) => {
      await writeAdapter(page, 'rank', 2);
      await writeAdapter(page, 'alpha', 4);
      await expect(
        page.getByRole('group', { name: agentText.groups.adapter }).getByText(/^4,736 /),
        'what the learner counted by hand',
      ).toBeVisible(TRAINING);
    },
    own: async ({ workbench, page }) => {
      await writeAdapter(page, 'rank', 4);
      await writeAdapter(page, 'alpha', 8);
      await workbench.train();
    },
    versions: async ({ workbench, page }) => {
      await page
        .getByRole('radiogroup', { name: replayText.change.kind })
        .getByText(replayText.change.kinds.adapter, { exact: true })
        .click();
      await page.getByRole('combobox', { name: replayText.change.adapter('Solver') }).click();
      await page.getByRole('option', { name: replayText.change.base, exact: true }).click();
      await workbench.button(replayText.ask.run).click();
      await expect(page.getByRole('region', { name: replayText.result.heading })).toContainText(replayText.result.difference, TRAINING);
    },
    export: async ({ workbench }) => {
      await workbench.export();
    },
  },
};
