/** A team of another framework is opened: its graph, what is left behind and assumed are shown first, and only then is it taken over. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { violations } from '../support/axe.ts';
import { smallProject } from '../support/projects.ts';
import { expect, LONG, test } from '../support/test.ts';

const golden = (name: string): Promise<string> => readFile(join(import.meta.dirname, '../../golden/teams', name), 'utf8');

test('a graph of LangGraph and a crew are looked at, taken over and taken back; a broken file changes nothing', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  const dialogue = page.getByRole('dialog', { name: 'A team from elsewhere' });
  const graph = dialogue.getByRole('region', { name: 'The team as it will be' }).getByRole('img');
  await workbench.open(smallProject());
  const before = await workbench.team.agents.count();

  await test.step('what is no agent is taken out, and the links through it stay', async () => {
    await workbench.importFile('graph.json', await golden('langgraph-retrieval.json'));
    await expect(dialogue.getByText('4 agents of 4 nodes')).toBeVisible();
    await expect(graph).toHaveAccessibleName(/retrieve → answer.*In the next turn: rewrite_question → ask_or_answer/);
    await dialogue.getByRole('checkbox', { name: 'retrieve becomes an agent' }).uncheck();
    await expect(graph).toHaveAccessibleName(/ask_or_answer → answer/);
    await expect(dialogue.getByRole('list', { name: /without a counterpart/ })).toContainText('set Horizon to 2 or more');
    expect(await violations(page, '[role=dialog]')).toEqual([]);
  });

  await test.step('it replaces the team in one step, which Undo takes back', async () => {
    await dialogue.getByRole('button', { name: 'Use this team' }).click();
    await expect(dialogue).toBeHidden();
    await expect(workbench.team.agents).toHaveCount(3);
    await expect(workbench.team.connection('ask_or_answer', 'answer')).toBeVisible();
    await workbench.undo();
    await expect(workbench.team.agents).toHaveCount(before);
  });

  await test.step('a configuration of the second MARFT code base is shown as the chain that it plays', async () => {
    await workbench.importFile('math_3agent.yaml', await golden('../profiles/sii_math_3agent.yaml'));
    await expect(graph).toHaveAccessibleName(/planner → solver, solver → verifier/);
    await dialogue.getByRole('button', { name: 'Use this team' }).click();
    // A straight line has no height, so that a browser's box of it is empty.
    await expect(workbench.team.connection('solver', 'verifier')).toBeAttached();
    await workbench.undo();
  });

  await test.step('agents and tasks of a crew come one after the other, and begin a project', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await workbench.importFile('agents.yaml', await golden('crewai-report/agents.yaml'));
    await expect(dialogue.getByText('open tasks.yaml together with this file', { exact: false })).toBeVisible();
    const choosing = page.waitForEvent('filechooser');
    await dialogue.getByRole('button', { name: 'Add a file…' }).click();
    const tasks = Buffer.from(await golden('crewai-report/tasks.yaml'));
    await (await choosing).setFiles({ name: 'tasks.yaml', mimeType: 'application/yaml', buffer: tasks });
    await expect(graph).toHaveAccessibleName(/researcher → reporting_analyst/);
    const { scrollWidth, clientWidth } = await dialogue.evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    await dialogue.getByRole('button', { name: 'Begin a new project with it' }).click();
    await expect(dialogue).toBeHidden();
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(workbench.projectName).toHaveValue(/^crewAI \(/);
    await expect(workbench.team.agents).toHaveCount(2);
  });

  await test.step('a broken file says what is wrong with it, and nothing else happens', async () => {
    await workbench.importFile('agents.yaml', `a: &a {${Array.from({ length: 101 }, (_, at) => `k${at}: *a`).join(', ')}}`);
    await expect(workbench.problems).toContainText('repeats its parts');
    await expect(dialogue).toBeHidden();
    await expect(workbench.team.agents).toHaveCount(2);
    await expect(workbench.button('Undo')).toBeDisabled();
  });
});
