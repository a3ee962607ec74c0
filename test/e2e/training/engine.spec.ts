/** What the page says of the engine: what computes, why, how fast; and that a live run leaves the page free. */
import { expect, LONG, test } from '../support/test.ts';
import { endlessProject, smallProject } from '../support/projects.ts';
import { TRAINING } from '../support/workbench.ts';

test('the engine’s panel tells what is known, and the last point of a run is drawn after its end', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  await test.step('the engine’s panel tells what is known, and what is not known yet', async () => {
    const { editors } = workbench;
    await workbench.open(smallProject({ iterations: 7 }));
    await editors.openTab('Engine');
    const panel = editors.panel('Engine');
    const fact = (name: string) => panel.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd');
    await expect(fact('Backend')).toHaveText('Not chosen yet: the first run decides.');
    await expect(fact('Speed')).toContainText('Not measured yet');
    await expect(panel.getByRole('region', { name: 'Cost of the next run' })).not.toBeEmpty();

    await workbench.trainToTheEnd();
    await expect(fact('State')).toHaveText('Finished');
    // What it expects of the next run does not read as if it were of the one that is over.
    await expect(workbench.statusLine).toContainText(/next run: about [\d.]+ (s|min) per iteration/);
    await expect(fact('Backend')).toHaveText(/WebAssembly|WebGPU|WebGL|JavaScript/);
    await expect(fact('Why this one')).not.toBeEmpty();
    await expect(fact('Device')).not.toBeEmpty();
    await expect(fact('Speed')).toHaveText(/^[\d.,]+ tokens\/s$/);
    await page.getByRole('button', { name: 'What is Cost of the next run?' }).click();
    await expect(page.getByText('Computed from the model, the agents and the training settings')).toBeVisible();
  });

  await test.step('the last point of a run is drawn after its end', async () => {
    const { charts } = workbench;
    await charts.showTable('Entropy');
    await expect.poll(async () => (await charts.rows('Entropy')).map((row) => row['iteration'])).toEqual([7, 6, 5, 4, 3, 2, 1]);
    await expect(workbench.run).toContainText('7 / 7 · finished');
  });
});

test('while a run goes on what agents do is reported at most about ten times a second', { tag: LONG }, async ({ workbench, page }) => {
  await workbench.open(endlessProject());
  await workbench.train();
  await expect(workbench.team.agent('Planner').getByRole('progressbar')).toBeVisible(TRAINING);
  const changes = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let count = 0;
        const bar = document.querySelector('.react-flow__node[data-id="planner"] [role="progressbar"]');
        new MutationObserver(() => (count += 1)).observe(bar!, { attributes: true, attributeFilter: ['aria-valuenow'] });
        setTimeout(() => resolve(count), 2000);
      }),
  );
  expect(changes).toBeLessThanOrEqual(22);
  await workbench.stop();
});
