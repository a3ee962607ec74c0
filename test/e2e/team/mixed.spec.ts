/** A team on two bases with vocabularies of their own: it trains, can be read, and is exported with both. */
import { SHIPPED_BASES } from '../../../src/core/document/bases.ts';
import { baseFolder, readFolder } from '../../../headless/kit/folders.ts';
import { loadBase } from '../../../src/session/team/base.ts';
import { formatNumber } from '../../../src/page/kit/figures/format.ts';
import { expect, LONG, test } from '../support/test.ts';
import { readExported } from '../support/exported.ts';
import { smallProject } from '../support/projects.ts';

/** The small team with the planner on micro and the solver on standard. */
function mixedProject() {
  const project = smallProject({ iterations: 2, episodes: 2, evaluateEvery: 1, evaluateEpisodes: 2 });
  const [planner, solver] = project.team.agents;
  return { ...project, name: 'Mixed team', team: { ...project.team, agents: [planner!, { ...solver!, base: 'standard' }] } };
}

test('a micro and a standard agent train in one team, are taken away, and their bases are chosen', { tag: LONG }, async ({ workbench }) => {
  await workbench.open(mixedProject());
  await test.step('a micro and a standard agent train in one team, and both can be read and taken away', async () => {
    const { episodes } = workbench;
    await workbench.trainToTheEnd();
    const exported = await readExported(await (await workbench.export()).path());

    await test.step('every token is written as its agent’s own base writes it', async () => {
      for (const [name, role, base] of [
        ['Planner', 'planner', 'micro'],
        ['Solver', 'solver', 'standard'],
      ] as const) {
        const { tokenizer } = loadBase(base, readFolder(baseFolder(base)));
        const message = exported.episodes[0]!.messages.find((said) => said.role === role)!;
        const written = tokenizer.vocabulary();
        const plain = message.response_ids.map((id) => written[id] ?? '').filter((token) => /^[\w +*=.-]*\S$/.test(token));
        const shown = await episodes.tokens(role).allTextContents();
        expect(shown).toHaveLength(message.response_ids.length);
        expect(
          shown.filter((token) => /^[\w +*=.-]*\S$/.test(token)),
          role,
        ).toEqual(plain);
        expect(await episodes.promptOf(name), `${role}’s prompt`).toContain(exported.episodes[0]!.problem.split(' ')[0]!);
      }
    });

    await test.step('the export holds both bases, and each adapter fits its own', async () => {
      expect([...exported.bases.keys()]).toEqual(['micro', 'standard']);
      expect(Object.keys(exported.files).some((path) => path.startsWith('base/'))).toBe(false);
      expect([...exported.adapters].map(([role, { baseName }]) => [role, baseName])).toEqual([
        // As others load them, from the export's own folder.
        ['planner', 'bases/micro'],
        ['solver', 'bases/standard'],
      ]);
      expect(new TextDecoder().decode(exported.files['README.md'])).toContain('| solver | `adapters/solver/` | `bases/standard/` |');
      expect(exported.metrics.map((row) => row['iteration'])).toEqual([0, 1, 2]);
    });

    await test.step('the best checkpoint is named, and exported beside the newest where it is another', async () => {
      const greedy = exported.metrics.slice(1).map((row) => row['reward/greedy'] ?? Number.NaN);
      const value = Math.max(...greedy);
      const iteration = 1 + greedy.indexOf(value); // of equals the first
      await expect(workbench.run.getByText(`best: iteration ${iteration}, greedy ${formatNumber(value)}`, { exact: true })).toBeVisible();
      expect(exported.run).toMatchObject({ checkpoint: 2, best: { iteration, metric: 'reward/greedy', value } });
      const beside = Object.keys(exported.files).filter((path) => path.startsWith('adapters-best/'));
      // Of each agent its weights, their configuration and a model card.
      expect(beside).toHaveLength(iteration === 2 ? 0 : 6);
      for (const path of beside.filter((name) => name.endsWith('.safetensors')))
        expect(exported.files[path], path).not.toEqual(exported.files[path.replace('adapters-best', 'adapters')]);
    });
  });

  await test.step('an agent’s base is chosen from those there are', async () => {
    const { page, team } = workbench;
    await team.select('Solver');
    const base = page.getByRole('combobox', { name: 'Base model', exact: true });
    await expect(base).toHaveValue('standard');
    await base.click();
    const options = page.getByRole('listbox', { name: /^Base model/ }).getByRole('option');
    await expect(options).toHaveText(['team’s: micro', ...SHIPPED_BASES]);
    await options.first().click();
    await expect(base).toHaveValue('team’s: micro');
    await workbench.undo();
    await expect(base).toHaveValue('standard');
  });
});
