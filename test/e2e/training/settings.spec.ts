/** Every setting of the training: found by any of its names, explained, marked when changed, and refused when it would be ignored. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, LONG, test } from '../support/test.ts';
import { smallProject } from '../support/projects.ts';
import { TRAINING, type Workbench } from '../support/workbench.ts';

const panelOf = (workbench: Workbench) => workbench.editors.panel('Training');
const search = (workbench: Workbench) => panelOf(workbench).getByRole('searchbox', { name: 'Find a setting' });
const group = (workbench: Workbench, name: string) => panelOf(workbench).getByRole('group', { name: new RegExp(`^${name}`) });

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .setLegacyMode()
    .include('[role="tabpanel"], [role="dialog"], [role="menu"]')
    .analyze();
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`));
}

test('settings are found, explained, changed and reset, for the training and for an agent', async ({ workbench, page }) => {
  await workbench.open();
  await test.step('a setting is found by its name in R1, explained by keyboard, changed, marked and reset', async () => {
    const { editors } = workbench;
    await editors.openTab('Training');
    const panel = panelOf(workbench);
    await search(workbench).fill('--ppo_epoch');
    await expect(panel.getByRole('status')).toHaveText('1 setting');
    await expect(editors.setting('Epochs')).toBeVisible();
    await expect(editors.setting('Iterations')).toBeHidden();

    await panel.getByRole('button', { name: 'About “Epochs”' }).press('Enter');
    const about = page.getByRole('dialog', { name: 'About “Epochs”' });
    await expect(about).toContainText('--ppo_epoch');
    await expect(about).toContainText('training.epochs');
    await expect(about.getByRole('link')).toHaveAttribute('href', /^https:\/\/arxiv\.org/);
    await page.keyboard.press('Escape');
    await expect(about).toBeHidden();

    await editors.setting('Epochs').fill('3');
    await expect(group(workbench, 'Optimisation')).toContainText('1 changed');
    await search(workbench).press('Escape');
    await panel.getByText('Changed only (1)').click();
    await expect(panel.getByRole('status')).toHaveText('1 setting');
    await panel.getByRole('button', { name: /^Changed; the default is 2\. Reset “Epochs”/ }).click();
    await expect(panel).toContainText('Every setting is at its default.');
    await workbench.button('Show all settings').click();
    await editors.setting('Epochs').fill('3');
    await panel.getByText('Changed only (1)').click();
    await panel.getByRole('button', { name: /^Reset the changed settings of “Optimisation/ }).click();
    await expect(panel).toContainText('Every setting is at its default.');
    await workbench.button('Show all settings').click();
    await expect(editors.setting('Epochs')).toHaveValue('2');
    await search(workbench).fill('no setting says this');
    await expect(panel).toContainText('No setting matches “no setting says this”.');
  });

  await test.step('a set of settings takes the place of the present ones, is named, and Undo brings them back', async () => {
    const { editors } = workbench;
    await search(workbench).press('Escape');
    await editors.openTab('Training');
    const presets = panelOf(workbench).getByRole('button', { name: /^Presets/ });
    await expect(presets).toHaveText('Presets: TPPO (default)');
    await presets.click();
    await page.getByRole('menuitem', { name: /^GRPO/ }).click();
    await expect(presets).toHaveText('Presets: GRPO');
    await expect(editors.setting('Group size')).toHaveValue('8');
    await expect(editors.setting('Critic learning rate')).toBeDisabled();
    await editors.setting('Group size').fill('4');
    await expect(presets).toHaveText('Presets: your own');
    await workbench.undo();
    await workbench.undo();
    await expect(presets).toHaveText('Presets: TPPO (default)');
  });

  await test.step('later turns can have connections of their own', async () => {
    const { editors } = workbench;
    await editors.set({ 'Horizon (turns)': 3 });
    const turns = panelOf(workbench).getByRole('group', { name: 'Graphs of later turns' });
    await turns.getByRole('button', { name: 'Add a graph' }).click();
    await expect(turns).toContainText('planner → solver');
    await turns.getByRole('combobox', { name: 'Connections from turn 1 on' }).press('ArrowDown');
    await page.getByRole('option', { name: 'solver → planner' }).click();
    await page.keyboard.press('Escape');
    await expect(turns).toContainText('From turn 1 on: The team waits for itself');
    await turns.getByLabel('From turn', { exact: true }).fill('5');
    await expect(turns).toContainText('The graph from turn 5 on is never used');
    await turns.getByRole('button', { name: 'Remove the graph from turn 5 on' }).click();
    await expect(turns).not.toContainText('planner → solver');
  });

  await test.step('an agent has its own part in the team and in the adapters', async () => {
    const { editors, team } = workbench;
    await workbench.undoAll();
    await team.select('Solver');
    const panel = editors.panel('Agent');
    await panel.getByLabel('Speaks from turn', { exact: true }).fill('2');
    await expect(panel).toContainText('“solver” speaks from turn 2 on, but the last turn is 0');
    await panel.getByLabel('Speaks from turn', { exact: true }).fill('0');
    await panel.getByLabel('Rank', { exact: true }).fill('4');
    await panel.getByLabel('Adapter group', { exact: true }).fill('both');
    await team.select('Planner');
    await panel.getByLabel('Adapter group', { exact: true }).fill('both');
    await team.select('Solver');
    await expect(panel).toContainText('“planner” and “solver” share the adapter “both” but differ in its rank');
    await panel.getByLabel('Rank', { exact: true }).fill('8');
    await expect(panel).not.toContainText('differ in its');
    const rate = panel.getByLabel('Learning rate', { exact: true });
    await rate.fill('1e-3');
    await rate.fill('');
    await rate.blur();
    await expect(rate).toHaveValue('');
  });

  await test.step('what is no number stops a warm start, with the reason at its field, and nothing is used in its stead', async () => {
    await workbench.editors.openTab('Warm start');
    const warm = workbench.editors.panel('Warm start');
    const start = warm.getByRole('button', { name: 'Warm up', exact: true });
    await expect(start).toBeEnabled();
    const tokens = warm.getByLabel('Most tokens', { exact: true });
    await tokens.fill('12');
    await expect(start).toBeDisabled();
    await expect(warm).toContainText('First correct “Most tokens”.');
    await expect(warm).not.toContainText('stays in use');
    await expect(tokens).toHaveAccessibleDescription(/1000/);
    await warm.getByLabel('Layers', { exact: true }).fill('many');
    await expect(warm).toContainText('First correct “Most tokens” and “Layers”.');
    await tokens.fill('6000');
    await warm.getByLabel('Layers', { exact: true }).fill('2');
    await expect(start).toBeEnabled();
  });
});

test('axe finds nothing in what opens beside the settings, nor in their faults, in both colours', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  await workbench.open();
  await workbench.editors.set({ 'Group size': 5 });
  const panel = panelOf(workbench);
  await expect(panel).toContainText('32 episodes do not make whole groups of 5.');
  const about = page.getByRole('dialog', { name: 'About “Clip range ε”' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await workbench.colours(colorScheme);
    await panel.getByRole('button', { name: 'About “Clip range ε”' }).press('Enter');
    await expect(about).toBeVisible();
    expect(await violations(page), `with an explanation, ${colorScheme}`).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(about).toBeHidden();
    await panel.getByRole('button', { name: /^Presets/ }).press('Enter');
    await expect(page.getByRole('menuitem', { name: /^GRPO/ })).toBeVisible();
    expect(await violations(page), `with the presets, ${colorScheme}`).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem', { name: /^GRPO/ })).toBeHidden();
  }
});

test('what the next run takes stands beside Train; what goes wrong in a run is said with what to try; a finished run goes on', {
  tag: LONG,
}, async ({ workbench, page }) => {
  await workbench.open(
    smallProject({ iterations: 6, episodes: 8, learningRate: 0.05, adaptiveLearningRate: { enabled: false, targetKl: 0.003 }, klGate: 0 }),
  );
  await expect(workbench.run, 'before any run').toContainText(/[\d.]+ MB/, TRAINING);
  await workbench.trainToTheEnd();
  await expect(workbench.run, 'its time is known then').toContainText(/about [\d.]+ s, [\d.]+ MB/);

  const warnings = workbench.run.getByRole('region', { name: 'Warnings' });
  await warnings.getByText(/\d warnings?/).click();
  const large = warnings.getByRole('listitem').filter({ hasText: 'Updates too large' }).first();
  await expect(large).toContainText(/moves “\w+” by a KL of [\d.]+ nats/);
  await large.getByRole('button', { name: 'Set “Adaptive learning rate” to on' }).click();
  await workbench.closeMessage();
  await expect(large.getByRole('button', { name: 'Set “Adaptive learning rate” to on' })).toBeHidden();
  await large.getByRole('button', { name: 'Go to “Learning rate”' }).click();
  await expect(workbench.editors.setting('Learning rate')).toBeFocused();
  await expect(workbench.editors.setting('Adaptive learning rate')).toBeChecked();
  await expect(group(workbench, 'Guards')).toContainText('changed');
  await workbench.undo();
  await expect(workbench.editors.setting('Adaptive learning rate')).not.toBeChecked();
  await workbench.run.getByRole('button', { name: 'Dismiss all' }).click();
  await expect(warnings).toBeHidden();

  await workbench.button('3 iterations more').click();
  await expect(workbench.run).toContainText('9 / 9 · finished', TRAINING);
  expect(await workbench.runs(), 'it is the same run').toHaveLength(2);
  await expect(page.getByRole('region', { name: 'Skills' })).toContainText(/plan right\d+ % → \d+ %/);
});

test('what nothing reads is disabled with the reason, keeps its value, and the run says so', { tag: LONG }, async ({ workbench, page }) => {
  const { editors } = workbench;
  await workbench.open(smallProject({ iterations: 1 }));
  await editors.openTab('Training');
  const panel = panelOf(workbench);
  await expect(editors.setting('KL placed in')).toBeDisabled();
  await expect(panel).toContainText('No effect: The KL weight is 0');

  await editors.setting('Value clip').fill('0.2');
  await editors.setting('Algorithm').click();
  await page.getByRole('option', { name: 'REINFORCE' }).click();
  await expect(editors.setting('Value clip')).toBeDisabled();
  await expect(editors.setting('Value clip')).toHaveValue('0.2');
  await expect(panel).toContainText('No effect: No critic is trained');
  await workbench.train();
  await expect(workbench.run).toContainText('“training.critic.valueClip” is 0.2, but nothing reads it');
  await expect(workbench.phase).toHaveText(/^Finished/);

  await editors.openTab('Training');
  await panel.getByRole('button', { name: /Reset “Value clip”/ }).click();
  await expect(editors.setting('Value clip')).toHaveValue('0');
  await workbench.button('Reset all').click();
  await expect(editors.setting('Algorithm')).toHaveValue(/^TPPO/);
  await workbench.undo();
  await expect(editors.setting('Algorithm'), 'one undo brings all of them back').toHaveValue('REINFORCE');
});
