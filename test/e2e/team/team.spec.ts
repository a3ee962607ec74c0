/** Wiring the team on the canvas. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SPARK_LEAST } from '../../../src/page/features/team/model/sparklines.ts';
import { expect, LONG, test } from '../support/test.ts';
import { smallProject } from '../support/projects.ts';
import { TRAINING } from '../support/workbench.ts';

test('a person wires the team with mouse and keyboard', async ({ workbench, page, context }) => {
  await workbench.open();
  await test.step('is told while dragging what a drop would do: a refused cycle, or a new agent on the empty canvas', async () => {
    const { team } = workbench;
    const reason = 'planner → solver';
    const hint = team.canvas.getByRole('status').filter({ hasText: /\S/ });
    await expect(team.agent('Solver').getByRole('img', { name: /^Reward: / }), 'the view has found its place').toBeVisible();
    await team.out('Solver').hover();
    await page.mouse.down();
    await team.into('Planner').hover();
    await expect(hint).toContainText('Within one turn no agent can wait for itself.');
    await page.mouse.up();
    const refusal = page.getByRole('alert').filter({ hasText: 'Not connected' });
    await expect(refusal).toContainText(reason);
    await expect(team.connections).toHaveCount(1);
    await workbench.closeMessage();

    await team.select('Planner');
    await team.toggleHearing('Solver');
    await expect(refusal, 'whichever way it is drawn').toContainText(reason);
    await expect(workbench.button('Undo'), 'nothing was changed, so there is nothing to undo').toBeDisabled();
    await workbench.closeMessage();

    await team.canvas.getByRole('button', { name: 'Fit View' }).click();
    const box = (await team.agent('Solver').boundingBox())!;
    await team.out('Solver').hover();
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height + 70, { steps: 4 });
    await expect(hint).toContainText('empty canvas');
    await page.mouse.up();
    await page.getByRole('menuitem', { name: 'New agent here that hears solver' }).click();
    await expect(team.connection('solver', 'agent')).toBeAttached();
    await workbench.undo();
    await expect(team.agents, 'agent and connection are one step').toHaveCount(2);
  });

  await test.step('adds an agent, connects it by dragging and in “Hears from”, deletes, undoes and redoes', async () => {
    await workbench.undoAll();
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
    await expect(team.connection('solver', 'agent')).toBeAttached();
    await expect(workbench.button('Redo')).toBeDisabled();

    await team.toggleHearing('Planner');
    await expect(team.connection('planner', 'agent')).toBeAttached();
    await team.toggleHearing('Planner');
    await expect(team.connection('planner', 'agent')).not.toBeAttached();

    await team.connection('planner', 'solver').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Delete');
    await expect(team.connections, 'a connection alone').toHaveCount(1);
    await expect(team.agents).toHaveCount(3);
    await team.select('Solver');
    await page.keyboard.press('Delete');
    await expect(team.agents, 'an agent with its connections').toHaveCount(2);
    await expect(team.connections).toHaveCount(0);
    await team.select('Planner');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await expect(page.getByRole('alert').filter({ hasText: 'A team needs an agent' })).toBeVisible();
    await expect(team.agents, 'never the last one').toHaveCount(2);
  });

  await test.step('works on several agents at once: selects, duplicates, copies, pastes, moves and deletes', async () => {
    await workbench.undoAll();
    const { team } = workbench;
    await team.select('Planner');
    await page.keyboard.press('ControlOrMeta+a');
    await expect(team.selected).toHaveCount(2);
    await page.keyboard.press('ControlOrMeta+d');
    await expect(team.agents).toHaveCount(4);
    await expect(team.selected, 'the copies').toHaveCount(2);
    await expect(team.connection('planner2', 'solver2')).toBeAttached();
    await expect(team.connections).toHaveCount(2);

    await team.agent('Planner').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+c');
    await page.keyboard.press('ControlOrMeta+v');
    await expect(team.agents).toHaveCount(8);
    await expect(team.connection('planner3', 'solver3')).toBeAttached();
    await expect(team.canvas.getByRole('img', { name: 'Show the whole team' }), 'the small map of a large team').toBeVisible();
    await page.keyboard.press('Delete');
    await expect(team.agents, 'what was pasted was selected').toHaveCount(4);
    await workbench.undo();
    await expect(team.agents, 'one step').toHaveCount(8);
    await workbench.undo();
    await workbench.undo();
    await expect(team.agents).toHaveCount(2);
    await expect(workbench.button('Undo')).toBeDisabled();

    await team.select('Planner');
    const transform = () => team.agent('Planner').evaluate((node: HTMLElement) => node.style.transform);
    const before = await transform();
    for (let count = 0; count < 3; count += 1) await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(transform).not.toBe(before);
    await workbench.undo();
    await expect.poll(transform, 'a row of keys is one step').toBe(before);

    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('Write only the expression.'));
    await team.agent('Planner').focus();
    await page.keyboard.press('ControlOrMeta+v');
    await expect(page.getByRole('alert').filter({ hasText: 'Not pasted' })).toContainText(
      'other text (“Write only the expression.”), not agents',
    );
    await expect(team.agents).toHaveCount(2);
  });
});

test('a person sees every connection and renames agents, whose team leaves and comes back as role profiles', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  await workbench.open();
  await test.step('renames an agent; its connections and its prompt follow', async () => {
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

    await team.select('Solver');
    await page.keyboard.press('F2');
    const field = team.canvas.getByRole('textbox', { name: 'New role of solver' });
    await expect(field).toBeFocused();
    await field.fill('judge-2');
    await field.press('Enter');
    await expect(team.connection('planner', 'judge-2')).toBeAttached();
  });

  await test.step('sees every connection: it leads around agents in its way, and new agents cover nobody', async () => {
    await workbench.begin();
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
    const [here, there] = await pane.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const free: { x: number; y: number }[] = [];
      for (let y = 20; y < height - 20; y += 10)
        for (let x = 20; x < width - 20; x += 10) if (document.elementFromPoint(left + x, top + y) === element) free.push({ x, y });
      // The lowest, and one a little above it: an agent is larger than what lies between.
      const lowest = free.at(-1);
      return [lowest, free.findLast(({ y }) => y < (lowest?.y ?? 0) - 30)];
    });
    await pane.dblclick({ position: here! });
    await pane.dblclick({ position: there! });
    await expect(team.agents).toHaveCount(5);
    const boxes = await team.agents.evaluateAll((agents) => agents.map((agent) => agent.getBoundingClientRect().toJSON() as DOMRect));
    for (const [index, a] of boxes.entries()) {
      for (const b of boxes.slice(index + 1)) {
        expect(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom, 'two agents overlap').toBe(false);
      }
    }
  });

  await test.step('the team leaves as role profiles that make the same team again', async () => {
    const { team } = workbench;
    await workbench.begin();
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
    await expect(page.getByText('The team now comes from the file (3 agents)')).toBeVisible();
    await expect(team.connection('planner', 'agent')).toBeAttached();
    await expect(team.connections).toHaveCount(2);
  });
});

test('a team of a file or built by hand trains, and its faults lead to their field', { tag: LONG }, async ({ workbench, page }) => {
  await test.step('finds what is wrong with an agent on it and in a list, which leads to the field', async () => {
    const { team } = workbench;
    const project = smallProject();
    project.team.agents[1] = { ...project.team.agents[1]!, speaks: { from: 3, every: 1 } };
    await workbench.open(project);
    const message = '“solver” speaks from turn 3 on';
    await expect(team.agent('Solver').getByRole('button', { name: '1 problem: show' })).toBeVisible();
    await team.canvas.getByRole('button', { name: '1 problem', exact: true }).click();
    await page.getByRole('dialog', { name: '1 problem' }).getByRole('button', { name: message }).click();
    await expect(team.role).toHaveValue('solver');
    await expect(page.getByRole('textbox', { name: 'Speaks from turn' })).toBeFocused();
  });

  await test.step('a chain of three agents built by hand trains, each hearing those before it', async () => {
    const { team, episodes } = workbench;
    await workbench.begin(smallProject({ iterations: SPARK_LEAST }));
    await team.add();
    await team.role.fill('checker');
    await team.role.press('Enter');
    await team.toggleHearing('Solver');
    await expect(team.connection('solver', 'checker')).toBeAttached();

    await workbench.trainToTheEnd();
    await expect(episodes.message('checker')).toContainText('sees planner (message 1), solver (message 2)', TRAINING);
    await expect(episodes.tokens('checker').first()).toBeVisible();
    await expect(team.agent('checker').getByRole('img', { name: /^Reward: / }), 'its curves stand on the agent').toBeVisible();
    await team.agent('checker').getByRole('button', { name: 'What checker saw and said' }).click();
    const exchange = workbench.page.getByRole('dialog', { name: 'What checker saw and said' });
    await expect(exchange).toContainText('Saw: solver');
    await exchange.getByRole('button', { name: 'Read this episode' }).click();
    await workbench.page.keyboard.press('Escape');
    const marks = team.canvas.getByRole('button', { name: /saw from planner/ });
    await expect(marks, 'of solver’s connection, and what checker saw without one').toHaveCount(2);
    await workbench.charts.showTable('KL to reference');
    const [row] = await workbench.charts.rows('KL to reference');
    expect(Object.keys(row ?? {}).sort()).toEqual(['checker', 'iteration', 'planner', 'solver']);
  });

  await test.step('role profiles of the original MARFT become a team, a chain in their order, and train', async () => {
    const { team, episodes } = workbench;
    const text = await readFile(join(import.meta.dirname, '../../golden/profiles/math_trio.json'), 'utf8');
    const roles = (JSON.parse(text) as { role: string }[]).map(({ role }) => role);
    await workbench.begin(smallProject({ iterations: 1 }));
    await workbench.importFile('math_trio.json', text);
    await workbench.closeMessage();
    await expect(team.agents).toHaveCount(roles.length);
    for (const [index, role] of roles.slice(1).entries()) await expect(team.connection(roles[index]!, role)).toBeAttached();
    await workbench.trainToTheEnd();
    for (const role of roles) await expect(episodes.message(role)).toBeVisible();
  });
});
