/** What holding a run's bases in fewer bits changes: measured beside the run, kept with it, taken away with it. */
import { parseWeightDifference } from '../../../src/core/formats/runs/weightDifference.ts';
import { formatNumber } from '../../../src/page/kit/figures/format.ts';
import { readExported } from '../support/exported.ts';
import { goTo } from '../support/places.ts';
import { smallProject } from '../support/projects.ts';
import { expect, LONG, test } from '../support/test.ts';

test('what fewer bits change is measured on a run’s own messages, and is there when the run is looked at again', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  const project = smallProject({ iterations: 1, episodes: 2 });
  project.team.weights = 'q4';
  await workbench.open(project);
  await workbench.trainToTheEnd();
  const told = page.getByRole('region', { name: 'What fewer bits change' });

  await workbench.editors.openTab('Training');
  await told.getByRole('button', { name: 'Measure what fewer bits change' }).click();
  const found = told.getByRole('group', { name: 'micro in q4' });
  await expect(found).toContainText(/Over [\d,]+ tokens of rollouts\/1\.jsonl, computed on wasm/, { timeout: 60_000 });
  const numbers = (await found.textContent()) ?? '';

  await page.reload();
  await expect(workbench.run, 'the run that was on screen').toContainText('1 / 1 · finished');
  await goTo(page, 'Runs');
  await page
    .getByRole('treegrid', { name: 'Runs' })
    .getByRole('row', { name: /Small team/ })
    .click();
  await expect(found).toHaveText(numbers);

  const downloading = page.waitForEvent('download');
  await page.getByRole('region', { name: 'About the run' }).getByRole('button', { name: 'Export', exact: true }).click();
  const { files } = await readExported(await (await downloading).path());
  const [compared] = parseWeightDifference(files['weight_difference.json']!);
  expect(compared).toMatchObject({ base: 'micro', form: 'q4', source: 'rollouts/1.jsonl' });
  expect(compared!.kl_max).toBeGreaterThan(compared!.kl_mean);
  for (const number of [
    `${formatNumber(compared!.kl_mean)} nats`,
    `${formatNumber(compared!.kl_max)} at most`,
    `${compared!.tokens} tokens`,
  ])
    expect(numbers).toContain(number);
});
