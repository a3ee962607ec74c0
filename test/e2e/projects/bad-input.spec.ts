/** Files and graphs that cannot be used: a clear message where the person is looking, and everything else goes on. */
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { goTo } from '../support/places.ts';
import { expect, LONG, test } from '../support/test.ts';
import { smallProject } from '../support/projects.ts';

const microFolder = join(import.meta.dirname, '../../../public/models/micro');

const ggufFile = join(import.meta.dirname, '../../golden/gguf/mixed.gguf');

const unreadable: readonly { readonly what: string; readonly content: string; readonly says: RegExp; readonly code: string }[] = [
  { what: 'a file that is no JSON', content: 'planner, solver', says: /not valid JSON/, code: 'E_DOCUMENT_JSON' },
  { what: 'a JSON file that is no project', content: '{"hello": 1}', says: /does not say its version/, code: 'E_DOCUMENT_VERSION' },
  {
    what: 'a project of a future version',
    content: JSON.stringify({ ...smallProject(), version: 99 }),
    says: /newer workbench \(format 99/,
    code: 'E_DOCUMENT_FUTURE',
  },
  {
    what: 'a project with an unknown field',
    content: JSON.stringify({ ...smallProject(), colour: 'red' }),
    says: /does not know: colour/,
    code: 'E_DOCUMENT_UNKNOWN_FIELD',
  },
  {
    what: 'a project with an impossible value',
    content: JSON.stringify({ ...smallProject(), training: { ...smallProject().training, episodes: -3 } }),
    says: /training\.episodes/,
    code: 'E_DOCUMENT_INVALID',
  },
  {
    what: 'a project with an illegal role',
    content: JSON.stringify(withRole('two words')),
    says: /team\.agents\[0\]\.role/,
    code: 'E_DOCUMENT_INVALID',
  },
];

function withRole(role: string) {
  const project = smallProject();
  return { ...project, team: { ...project.team, agents: [{ ...project.team.agents[0], role }], edges: [] } };
}

test('a file that cannot be opened and a number that cannot be are refused with their reason, and what was good stays', async ({
  workbench,
  page,
}) => {
  await workbench.open();
  await test.step('a number that cannot be is refused where it is typed, and the last good one stays in use', async () => {
    const { editors } = workbench;
    await editors.openTab('Training');
    const panel = editors.panel('Training');
    await editors.setting('Iterations').fill('0');
    await expect(panel).toContainText('At least 1. 40 stays in use.');
    await editors.setting('Learning rate').fill('quick');
    await expect(panel).toContainText('Enter a number. 0.003 stays in use.');
    await expect(workbench.button('Undo')).toBeDisabled();
  });

  await test.step('a file that cannot be opened is refused with its reason, and the old project stays', async () => {
    await workbench.projectName.fill('My old project');
    await workbench.projectName.press('Enter');
    for (const { what, content, says, code } of unreadable) {
      await test.step(what, async () => {
        await workbench.importFile('strange.json', content);
        await expect(workbench.problems).toContainText('“strange.json” could not be read.');
        await expect(workbench.problems).toContainText(says);
        await expect(workbench.problems).toContainText(code);
        await expect(workbench.projectName).toHaveValue('My old project');
        await workbench.closeMessage();
      });
    }
    await goTo(page, 'Team');
    await expect(workbench.team.connection('planner', 'solver')).toBeAttached();
    await workbench.importFile('good.json', JSON.stringify(smallProject()));
    await expect(workbench.projectName, 'a good file still opens').toHaveValue('Small team');
  });
});

test('a project of a newer workbench that was open last is named and left as it is, and another opens', async ({ workbench, page }) => {
  const kept = (name: string, version: number, changed: number) =>
    JSON.stringify({ document: { ...smallProject(), name, version }, changed, revision: null, by: 'a tab' });
  const newer = kept('From the future', 99, 2);
  await page.addInitScript(
    ([future, mine]) => {
      if (localStorage.getItem('marft-workbench.project') !== null) return;
      localStorage.setItem('marft-workbench.project', 'future');
      localStorage.setItem('marft-workbench.document.future', future);
      localStorage.setItem('marft-workbench.document.mine', mine);
    },
    [newer, kept('Mine', smallProject().version, 1)] as const,
  );
  await workbench.open();
  await expect(workbench.projectName).toHaveValue('Mine');
  await expect(workbench.problems).toContainText(/“From the future” was saved by a newer workbench .*a different project is open/);
  expect(await page.evaluate(() => localStorage.getItem('marft-workbench.document.future'))).toBe(newer);
});

test('a project that cannot be trained opens, and says why it cannot', { tag: LONG }, async ({ workbench }) => {
  await test.step('a cyclic team opens with its reason on the canvas, cannot be trained, and is gone in another project', async () => {
    const { team } = workbench;
    const project = smallProject();
    const edges = [...project.team.edges, { from: 'solver', to: 'planner' }];
    await workbench.open({ ...project, name: 'Round and round', team: { ...project.team, edges } });
    await expect(team.canvas.getByRole('status')).toContainText(
      /The team waits for itself: (planner → solver → planner|solver → planner → solver)\./,
    );
    await workbench.train();
    await expect(workbench.run.getByRole('alert', { name: 'Problems' })).toContainText('E_GRAPH_CYCLE');
    await expect(workbench.phase, 'no run was begun').toHaveText(/^Ready\./);

    await workbench.openShipped(/^Planner and solver Sums/);
    await expect(workbench.projectName).toHaveValue('Planner and solver');
    await expect(team.canvas.getByRole('status')).toBeHidden();
    await workbench.closeMessage();
  });

  await test.step('a prompt longer than the context ends the run with a message that says so', async () => {
    const project = smallProject();
    project.team.agents[0]!.prompt = 'think very carefully about it. '.repeat(400);
    await workbench.begin(project);
    await workbench.train();
    await workbench.untilPhase('Failed');
    await expect(workbench.run.getByRole('alert', { name: 'Problems' })).toContainText(/planner.*(context|tokens)/i);
  });

  await test.step('a base model that does not exist is said not to', async () => {
    const project = smallProject();
    await workbench.begin({ ...project, team: { ...project.team, base: 'nowhere' } });
    await workbench.train();
    await workbench.untilPhase('Failed');
    await expect(workbench.run.getByRole('alert', { name: 'Problems' })).toContainText('nowhere');
  });
});

test('a folder chosen as base model is refused with its reason or trains', { tag: LONG }, async ({ workbench, page }, info) => {
  await workbench.open(smallProject({ iterations: 1 }));
  await test.step('it is refused when it is of another architecture, has no tokenizer or pickled weights, or is no model at all', async () => {
    const other = info.outputPath('gpt');
    await cp(microFolder, other, { recursive: true });
    const config = JSON.parse(await readFile(join(microFolder, 'config.json'), 'utf8'));
    await writeFile(join(other, 'config.json'), JSON.stringify({ ...config, architectures: ['GPT2LMHeadModel'], model_type: 'gpt2' }));
    const empty = info.outputPath('holiday');
    await mkdir(empty);
    await writeFile(join(empty, 'notes.txt'), 'sun');

    await workbench.editors.openTab('Training');
    await page.getByLabel('Use a folder…').setInputFiles(empty);
    await expect(workbench.editors.panel('Training')).toContainText('so it holds no model');
    await expect(workbench.editors.setting('Base model')).toHaveValue('micro');

    const refused = async (folder: string, says: RegExp) => {
      await page.getByLabel('Use a folder…').setInputFiles(folder);
      await expect(workbench.editors.panel('Training')).toContainText(says);
      await expect(workbench.editors.setting('Base model')).toHaveValue('micro');
    };
    await refused(other, /gpt2.*E_MODEL_ARCHITECTURE/i);

    const silent = info.outputPath('silent');
    await cp(microFolder, silent, { recursive: true });
    await rm(join(silent, 'tokenizer.json'));
    await refused(silent, /silent has no tokenizer\.json.*AutoTokenizer/);

    const pickled = info.outputPath('pickled');
    await cp(microFolder, pickled, { recursive: true });
    await rename(join(pickled, 'model.safetensors'), join(pickled, 'pytorch_model.bin'));
    await refused(pickled, /pickled has no model\.safetensors.*Save the model as safetensors/);
  });

  await test.step('it is refused when it is chosen, by the name of the file that is cut off, and the shipped model still trains', async () => {
    const folder = info.outputPath('cut-off');
    await cp(microFolder, folder, { recursive: true });
    const weights = await readFile(join(microFolder, 'model.safetensors'));
    await writeFile(join(folder, 'model.safetensors'), weights.subarray(0, weights.length / 2));
    await workbench.editors.openTab('Training');
    await page.getByLabel('Use a folder…').setInputFiles(folder);
    await expect(workbench.editors.panel('Training')).toContainText('cut-off/model.safetensors');
    await expect(workbench.editors.setting('Base model')).toHaveValue('micro');
    await workbench.trainToTheEnd();
  });

  await test.step('it trains when it is whole', async () => {
    const folder = info.outputPath('my-model');
    await cp(microFolder, folder, { recursive: true });
    await workbench.editors.openTab('Training');
    await page.getByLabel('Use a folder…').setInputFiles(folder);
    await expect(workbench.editors.setting('Base model')).toHaveValue('my-model');
    await workbench.trainToTheEnd();
    await workbench.team.select('Planner');
    await expect(workbench.episodes.tokens('planner').first()).toBeVisible();
  });

  await test.step('it trains as one GGUF file, named as it is', async () => {
    await workbench.editors.openTab('Training');
    await page.getByLabel('Use a GGUF file…').setInputFiles(ggufFile);
    await expect(workbench.editors.setting('Base model')).toHaveValue('mixed');
    await workbench.trainToTheEnd();
  });

  await test.step('both are kept, and after a reload read from where they are kept', async () => {
    await page.reload();
    await workbench.editors.openTab('Training');
    await page.getByRole('button', { name: 'Use “my-model”' }).click();
    await expect(page.getByRole('button', { name: 'Delete “mixed” from this browser' })).toBeVisible();
    await workbench.trainToTheEnd();
    await page.getByRole('button', { name: 'Delete “mixed” from this browser' }).click();
    await expect(page.getByRole('button', { name: 'Use “mixed”' })).toHaveCount(0);
  });
});
