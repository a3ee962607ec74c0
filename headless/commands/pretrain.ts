/**
 * `npm run make-base -- --preset micro|standard|stories [--seed S] [--tokens N] [--backend …] [--workers N] [--from DIR] [--out DIR]`:
 * rebuilds a base model from its corpus with the project's own engine. Writes a plain Hugging Face folder with a card that says
 * what it was made of. Without further flags it repeats the recipe of the shipped base, on the backend its weights were made on.
 * The numbers of micro and standard differ in their last digits from the shipped ones, which were made before the optimiser
 * moved into the kernels. What was trained is kept beside the folder every few minutes, and the same command goes on from there.
 * `--from` begins with what this command wrote to DIR before: the stages of the recipe that it has not had are trained, and it is
 * brought into the form in which the base ships and measured again.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fault, FaultError } from '../../src/core/faults.ts';
import { startEngine } from '../../src/session/team/backend.ts';
import { commandFaults, flagFaults } from '../../src/words/words.ts';
import { main, ProgressLine } from '../kit/console.ts';
import { backendFlag } from '../kit/engineFlags.ts';
import { BACKEND_FILES } from '../kit/host.ts';
import { wholeNumber } from '../kit/project.ts';
import { projectRoot, writeFolderWhole } from '../kit/folders.ts';
import { madeBefore } from '../pretrain/madeBefore.ts';
import { type Recipe, RECIPES } from '../pretrain/recipe.ts';
import { shippedFolder } from '../pretrain/ship.ts';
import { trainBase } from '../pretrain/trainBase.ts';

await main(async () => {
  const { values } = parseArgs({
    options: {
      preset: { type: 'string', default: 'micro' },
      seed: { type: 'string' },
      tokens: { type: 'string' },
      backend: { type: 'string' },
      workers: { type: 'string' },
      from: { type: 'string' },
      out: { type: 'string' },
    },
  });
  const recipe = recipeOf(values.preset);
  if (values.from !== undefined) refuseWithFrom({ seed: values.seed });
  const budget = wholeNumber(values.tokens, '--tokens', 1);
  const out = values.out ?? join(projectRoot, 'public', 'models', recipe.name);
  const before = values.from === undefined ? null : madeBefore(recipe.name, values.from);
  const seed = before?.facts.seed ?? wholeNumber(values.seed, '--seed') ?? recipe.seed;

  const { engine, report } = await startEngine(backendFlag(values.backend ?? recipe.backend), BACKEND_FILES, {
    workers: wholeNumber(values.workers, '--workers', 1) ?? 1,
  });
  const line = new ProgressLine();
  line.print(`On ${report.backend} (${report.device}).`);
  const kept = `${out}.training`;
  const made = await trainBase(recipe, { seed, budget, backend: report.backend, kept }, engine, line, before);
  line.print(`Measuring ${recipe.name}: ${recipe.measured} episodes of each kind.`);
  await writeFolderWhole(out, await shippedFolder(recipe, made, engine));
  rmSync(kept, { recursive: true, force: true });
  line.print(`Wrote ${out}`);
});

function recipeOf(preset: string): Recipe {
  const recipe = Object.values(RECIPES).find(({ name }) => name === preset);
  if (recipe) return recipe;
  throw new FaultError(fault(flagFaults, 'E_PRESET', { preset, of: 'pretraining', presets: Object.keys(RECIPES) }));
}

/** A base that was made has its seed already; what would contradict them is refused, not ignored. */
function refuseWithFrom(given: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(given))
    if (value !== undefined)
      throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'make-base', wrong: 'with from', flag: `--${name}` }));
}
