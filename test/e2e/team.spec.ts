/** Wiring the team on the canvas. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './support/test.ts';
import { smallProject } from './support/projects.ts';
import { TRAINING } from './support/workbench.ts';

test.describe('a person wiring the team', () => {
  test.beforeEach(({ workbench }) => workbench.open());

  test('adds an agent, drags a connection to it, undoes both and brings them back', async ({ workbench }) => {
    const { team } = workbench;
    await team.add();
    await expect(team.agents).toHaveCount(3);
    await expect(team.role, 'the new agent is selected for editing').toHaveValue('agent');
    await team.drag('Solver', 'agent');
    await expect(team.connection('solver', 'agent')).toBeAttached();

    await workbench.undo();
    await expect(team.connection('solver', 'agent')).not.toBeAttached();
    await workbench.undo();
    await expect(team.agents).toHaveCount(2);
    await workbench.redo();
    await workbench.redo();
    await expect(team.agents).toHaveCount(3);
    await expect(team.connection('solver', 'agent')).toBeAttached();
    await expect(workbench.button('Redo')).toBeDisabled();
  });

  test('connects agents without dragging, in the field “Hears from”', async ({ workbench }) => {
    const { team } = workbench;
    await team.add();
    await team.toggleHearing('Planner');
    await expect(team.connection('planner', 'agent')).toBeAttached();
    await team.toggleHearing('Planner');
    await expect(team.connection('planner', 'agent')).not.toBeAttached();
  });

  test('sees every connection: it leads around agents in its way, and new agents cover nobody', async ({ workbench, page }) => {
    const { team } = workbench;
    await team.add();
    await team.toggleHearing('Planner');
    await team.select('Planner'); // leaves the view alone
    const path = team.connection('planner', 'agent').locator('path.react-flow__edge-path');
    await expect(path).toBeAttached();
    const hidden = await path.evaluate((line: SVGPathElement) => {
      const box = document.querySelector('.react-flow__node[data-id="solver"]')!.getBoundingClientRect();
      const matrix = line.getScreenCTM()!;
      return Array.from({ length: 101 }, (_, index) =>
        line.getPointAtLength((line.getTotalLength() * index) / 100).matrixTransform(matrix),
      ).some(({ x, y }) => x > box.left && x < box.right && y > box.top && y < box.bottom);
    });
    expect(hidden).toBe(false);

    const pane = page.locator('.react-flow__pane');
    await pane.dblclick({ position: { x: 250, y: 250 } });
    await pane.dblclick({ position: { x: 252, y: 200 } });
    await expect(team.agents).toHaveCount(5);
    const boxes = await team.agents.evaluateAll((agents) => agents.map((agent) => agent.getBoundingClientRect().toJSON() as DOMRect));
    for (const [index, a] of boxes.entries()) {
      for (const b of boxes.slice(index + 1)) {
        expect(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom, 'two agents overlap').toBe(false);
      }
    }
  });

  test('is refused a cycle, with its reason, whichever way it is drawn', async ({ workbench, page }) => {
    const { team } = workbench;
    const reason = 'planner → solver';
    await team.drag('Solver', 'Planner');
    const refusal = page.getByRole('alert').filter({ hasText: 'Not connected' });
    await expect(refusal).toContainText(reason);
    await expect(refusal).toContainText('Within one turn nobody can wait for themselves.');
    await expect(team.connections).toHaveCount(1);
    await workbench.closeMessage();

    await team.select('Planner');
    await team.toggleHearing('Solver');
    await expect(refusal).toContainText(reason);
    await expect(team.connections).toHaveCount(1);
    await expect(workbench.button('Undo'), 'nothing was changed, so there is nothing to undo').toBeDisabled();
  });

  test('renames an agent; its connections and its prompt follow', async ({ workbench, page }) => {
    const { team, editors } = workbench;
    await team.select('Planner');
    await team.role.fill('architect');
    await team.role.press('Enter');
    await expect(team.connection('architect', 'solver')).toBeAttached();
    await expect(team.connection('planner', 'solver')).not.toBeAttached();
    await expect(editors.prompt('architect')).toBeVisible();

    await team.role.fill('Solver');
    await expect(page.getByText('Another agent is called “Solver” already.')).toBeVisible();
    await team.role.press('Enter');
    await expect(team.role, 'a refused role is put back').toHaveValue('architect');

    await workbench.undo();
    await expect(team.connection('planner', 'solver')).toBeAttached();
  });

  test('renames on the canvas with F2', async ({ workbench, page }) => {
    const { team } = workbench;
    await team.select('Solver');
    await page.keyboard.press('F2');
    const field = team.canvas.getByRole('textbox', { name: 'New role of solver' });
    await expect(field).toBeFocused();
    await field.fill('judge-2');
    await field.press('Enter');
    await expect(team.connection('planner', 'judge-2')).toBeAttached();
  });

  test('deletes an agent with its connections, but never the last one', async ({ workbench, page }) => {
    const { team } = workbench;
    await team.select('Planner');
    await page.keyboard.press('Delete');
    await expect(team.agents).toHaveCount(1);
    await expect(team.connections).toHaveCount(0);

    await team.select('Solver');
    await page.keyboard.press('Delete');
    await expect(page.getByRole('alert').filter({ hasText: 'A team needs an agent' })).toBeVisible();
    await expect(team.agents).toHaveCount(1);

    await workbench.undo();
    await expect(team.connection('planner', 'solver')).toBeAttached();
  });

  test('deletes a connection alone', async ({ workbench, page }) => {
    const { team } = workbench;
    await team.connection('planner', 'solver').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Delete');
    await expect(team.connections).toHaveCount(0);
    await expect(team.agents).toHaveCount(2);
  });
});

test('a chain of three agents built by hand trains, each hearing those before it', async ({ workbench }) => {
  const { team, episodes } = workbench;
  await workbench.open(smallProject({ iterations: 1 }));
  await team.add();
  await team.role.fill('checker');
  await team.role.press('Enter');
  await team.toggleHearing('Solver');
  await expect(team.connection('solver', 'checker')).toBeAttached();

  await workbench.trainToTheEnd();
  await expect(episodes.message('checker')).toContainText('sees planner (message 1), solver (message 2)', TRAINING);
  await expect(episodes.tokens('checker').first()).toBeVisible();
  await expect(team.agent('checker'), 'the newest message stands on the agent').toContainText(/\S/);
  await workbench.charts.showTable('KL to reference');
  const [row] = await workbench.charts.rows('KL to reference');
  expect(Object.keys(row ?? {}).sort()).toEqual(['checker', 'iteration', 'planner', 'solver']);
});

test('role profiles of the original MARFT become a team, a chain in their order, and train', async ({ workbench }) => {
  const { team, episodes } = workbench;
  const text = await readFile(join(import.meta.dirname, '../golden/profiles/math_trio.json'), 'utf8');
  const roles = (JSON.parse(text) as { role: string }[]).map(({ role }) => role);
  await workbench.open(smallProject({ iterations: 1 }));
  await workbench.importFile('math_trio.json', text);
  await workbench.closeMessage();
  await expect(team.agents).toHaveCount(roles.length);
  for (const [index, role] of roles.slice(1).entries()) await expect(team.connection(roles[index]!, role)).toBeAttached();
  await workbench.trainToTheEnd();
  for (const role of roles) await expect(episodes.message(role)).toBeVisible();
});

test('the team leaves as role profiles that make the same team again', async ({ workbench, page }) => {
  const { team } = workbench;
  await workbench.open();
  await team.add();
  await team.toggleHearing('Planner'); // a fork, which R1's plain list cannot say
  await workbench.projectMenu(/^Profiles…/);
  const downloading = page.waitForEvent('download');
  await workbench.button('Save this team').click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('planner-and-solver-profiles.json');
  const text = await readFile(await download.path(), 'utf8');
  const depends = (JSON.parse(text) as { role: string; depends_on: string[] }[]).map((entry) => [entry.role, entry.depends_on]);
  expect(Object.fromEntries(depends)).toEqual({ planner: [], solver: ['planner'], agent: ['planner'] });

  await workbench.undo();
  await workbench.undo();
  await expect(team.agents).toHaveCount(2);
  await workbench.importFile('profiles.json', text);
  await expect(page.getByText('The team is now that of the file, 3 agents')).toBeVisible();
  await expect(team.connection('planner', 'agent')).toBeAttached();
  await expect(team.connections).toHaveCount(2);
});
