import { criticCheckText, explorablesText, settingsText } from '../../../../src/words/words.ts';
import { TRAINING } from '../../support/workbench.ts';
import { expect, type Stage, type Walk } from './walk.ts';

const { argument } = explorablesText;
const press = ({ page }: Stage, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const line = ({ page }: Stage, says: RegExp) => page.locator('[data-explorable="argument"]').getByRole('status').getByText(says);

/** Lesson 10: the figure of two agents, the terms of a recorded episode, and a team that learns one agent at a time. */
export const walk: Walk = {
  lesson: 'argument',
  does: {
    sum: async (stage) => {
      const cell = stage.page.getByRole('button', { name: new RegExp(`^${argument.joint(argument.actions[0], argument.actions[1])}`) });
      await cell.focus();
      await cell.press('Enter');
      await expect(line(stage, /A¹ \+ A² = 0\.48 \+ \(0\.20\) = 0\.68 = r − V = 1\.00 − 0\.32/)).toBeVisible();
    },
    together: async (stage) => {
      await press(stage, argument.together);
      await expect(line(stage, /0\.38.*0\.38.*0\.76.*−0\.04/)).toBeVisible();
    },
    'in-turn': async (stage) => {
      await press(stage, argument.fresh);
      await press(stage, argument.inTurn);
      await expect(line(stage, /0\.38.*0\.13.*0\.51/)).toBeVisible();
    },
    arrow: async (stage) => {
      await stage.page.getByRole('checkbox', { name: argument.hears }).check();
      await press(stage, argument.fresh);
      await press(stage, argument.together);
      await expect(line(stage, /[:：] ?0\.6\d*[.。]$/)).toBeVisible();
    },
    terms: async ({ workbench, page }) => {
      await page.getByRole('radiogroup', { name: criticCheckText.scope }).getByText(criticCheckText.scopes.episode).click();
      await workbench.button(criticCheckText.start).click();
      const guess = page.getByRole('table', { name: criticCheckText.tree(13) }).getByRole('row', { name: /Gardener/ });
      await expect(guess).toContainText('1', TRAINING);
    },
    rotate: {
      live: async ({ workbench }) => {
        await workbench.editors.setting(settingsText.fields['rotation.interval'].label).fill('2');
        await workbench.train();
      },
    },
  },
};
