/** The bench beside the environment's editor: an episode by hand, what goes wrong in it, and what was promised. */
import type { Locator, Page } from '@playwright/test';
import { editedEnvironment, lineOf, smallProject } from '../support/projects.ts';
import { expect, LONG, test } from '../support/test.ts';

/** Two turns of the built-in environment. */
const endless = editedEnvironment('terminated: true', 'terminated: false');

function bench(page: Page) {
  const episode = page.getByRole('region', { name: 'One problem, step by step' });
  return {
    episode,
    row: (name: RegExp, turn = 0): Locator => episode.getByRole('table').nth(turn).getByRole('row', { name }),
    message: (role: string): Locator => page.getByRole('textbox', { name: `Message of ${role}` }),
    say: async (role: string, text: string): Promise<void> => {
      const field = page.getByRole('textbox', { name: `Message of ${role}` });
      await field.fill(text);
      await field.press('Enter');
    },
    checks: page.getByRole('region', { name: 'Does it keep its promises?' }),
  };
}

test('an episode is stepped through by hand, back and forth, over its turns', { tag: LONG }, async ({ workbench, page }) => {
  const { editors } = workbench;
  const { episode, row, message, say } = bench(page);
  await workbench.open(smallProject({ horizon: 2 }));
  await editors.writeEnvironment(endless);
  await workbench.button('Step by step').click();
  await expect(episode).toContainText('0 of 0 messages');
  await expect(row(/^Observation/)).toContainText('how many?');

  await say('planner', '2+2');
  await expect(row(/^planner says/)).toContainText('2+2');
  await say('solver', '=1');
  await expect(row(/^Reward/)).toContainText('0');
  await expect(message('planner'), 'the second turn').toBeVisible();
  await expect(episode).toContainText('Turn 1');

  await workbench.button('Back one message').click();
  await expect(row(/^Reward/)).toBeHidden();
  await expect(message('solver')).toBeVisible();
  await workbench.button('Forward one message').click();
  await expect(row(/^solver says/)).toContainText('=1');

  await workbench.button('To the beginning').click();
  await page.getByRole('combobox', { name: 'How far the agents speak on their own' }).selectOption('to the end');
  await workbench.button('Demonstrate').click();
  await expect(episode).toContainText('4 of 4 messages · team reward 2 · cut off at the horizon');
  await expect(row(/^planner says/), 'another way from the beginning').not.toContainText('2+2');
  await expect(row(/^Skills/)).toContainText('plan right');
  await expect(episode).toContainText(/Cost of the calls: .*step\(\) [\d,]+/);
  await expect(episode.getByText('expression:')).toBeVisible();
  await episode.getByText('Text', { exact: true }).click();
  await expect(episode.locator('pre').filter({ hasText: '"expression": ' })).toBeVisible();

  await workbench.button('To the beginning').click();
  await workbench.button('Say anything').click();
  await expect(episode).toContainText('4 of 4 messages');
});

test('promises are looked at by themselves, an environment is forked or begun anew, and what goes wrong is said at its line', {
  tag: LONG,
}, async ({ workbench, page }) => {
  await workbench.open();
  await test.step('an environment is forked or begun anew, and undo takes either back', async () => {
    const { editors } = workbench;
    const panel = editors.panel('Environment');
    await editors.openTab('Environment');
    await workbench.button('Fork').click();
    await expect(panel.getByText('arithmetic-copy.env.ts')).toBeVisible();
    await workbench.button('Undo').click();
    await expect(panel.getByText('arithmetic.env.ts')).toBeVisible();

    await workbench.button('New environment').click();
    await expect(panel.getByText('my-environment.env.ts')).toBeVisible();
    await expect(panel.getByRole('status'), 'the template came with the workbench, so it may run').toContainText('loads');
    await workbench.button('Undo').click();
    await expect(panel.getByText('arithmetic.env.ts')).toBeVisible();
  });

  await test.step('promises are looked at by themselves, and a broken one leads to its hook', async () => {
    const { editors } = workbench;
    const { checks } = bench(page);
    await editors.openTab('Environment');
    await expect(checks).toContainText('all 6 kept', { timeout: 60_000 });
    const source = editedEnvironment('export default {', 'let calls = 0;\n\nexport default {').replace(
      'reward: said === state.answer ? 1 : 0',
      'reward: said === state.answer ? 1 : (calls += 1)',
    );
    await editors.writeEnvironment(source);
    await expect(checks).toContainText(/\d of 6 broken/, { timeout: 60_000 });
    const broken = checks.locator('li[data-ok="false"]').first();
    await expect(broken).toContainText('step()');
    await broken.getByRole('button', { name: `Go to line ${lineOf(source, '  step(')}` }).click();
    await expect(editors.environment).toBeFocused();
  });

  await test.step('what goes wrong on the bench is said there and at its line; a slow step is named with its cost', async () => {
    const { editors } = workbench;
    const { episode, message, say } = bench(page);
    const edited = "    if (messages.at(-1)?.text === 'throw') throw new Error('as you wish');";
    const source = editedEnvironment(
      '  step({ state, messages }) {',
      `  step({ state, messages }) {\n${edited}\n    for (let i = 0; i < 3e6; i += 1) if (i < 0) console.log(i);`,
    );
    await editors.writeEnvironment(source);
    await workbench.button('Step by step').click();
    await say('planner', '1+1');
    await say('solver', 'throw');
    const problem = page.getByRole('region', { name: 'Try' }).getByRole('alert', { name: 'Problems' });
    await expect(problem).toContainText('as you wish');
    await expect(problem).toContainText(`Line ${lineOf(source, edited)}`);
    await expect(message('solver'), 'to be mended').toHaveValue('throw');
    await say('solver', '=2');
    await expect(problem).toBeHidden();
    await expect(episode).toContainText(/step\(\) of turn 0 took [\d.]+ million ticks, \d+ % of a call’s limit\./);
  });
});
