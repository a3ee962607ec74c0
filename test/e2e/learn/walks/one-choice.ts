import type { Locator } from '@playwright/test';
import { explorablesText } from '../../../../src/words/words.ts';
import type { Stage, Walk } from './walk.ts';

const { choice, baseline } = explorablesText;
const slider = ({ page }: Stage, name: string): Locator => page.getByRole('slider', { name, exact: false });
const press = async (stage: Stage, name: string, key: string): Promise<void> => slider(stage, name).press(key);
/** From one end to the other. */
async function ends(stage: Stage, name: string): Promise<void> {
  await press(stage, name, 'Home');
  await press(stage, name, 'End');
}

/** Lesson 0: sliders of both figures, by keyboard. */
export const walk: Walk = {
  lesson: 'one-choice',
  does: {
    advantage: (stage) => ends(stage, choice.advantage),
    steps: async ({ page }) => {
      for (let step = 0; step < 4; step += 1) await page.getByRole('button', { name: choice.take }).click();
    },
    rate: (stage) => ends(stage, choice.rate),
    baseline: (stage) => ends(stage, baseline.baseline),
    own: async (stage) => {
      const { page } = stage;
      await page.getByRole('button', { name: choice.fresh }).first().click();
      await page.getByRole('radio', { name: '7', exact: true }).check();
      await press(stage, choice.advantage, 'Home');
      await page.getByRole('button', { name: choice.take }).click();
    },
  },
};
