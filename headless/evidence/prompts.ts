/** What the prompts are worth, untrained and after training with them: the project's own, the wrong ones and none. */
import type { PresetName } from '../../src/core/document/presets/presets.ts';
import { evidenceNamesText } from '../../src/words/words.ts';
import { type EvidenceRow, UNGUARDED } from './row.ts';

const { title, variants } = evidenceNamesText.results.prompts;

const PLANNER = 'Write only the expression.';
const SOLVER = 'Compute the answer.';

const told = (planner: string, solver: string) => ({ 'team.agents.planner.prompt': planner, 'team.agents.solver.prompt': solver });

const rowOf = (id: string, preset: PresetName): EvidenceRow => ({
  id,
  title: preset === 'micro' ? title : `What the prompts are worth, on the ${preset} base`,
  preset,
  ...(preset === 'standard' && { docsOnly: true }),
  changes: UNGUARDED,
  variants: [
    { id: 'own', name: variants.own, changes: told(PLANNER, SOLVER) },
    { id: 'none', name: variants.none, changes: told('', '') },
    { id: 'both-solver', name: variants['both-solver'], changes: told(SOLVER, SOLVER) },
    { id: 'swapped', name: variants.swapped, changes: told(SOLVER, PLANNER) },
  ],
  without: ['actor/planner/entropy', 'actor/solver/entropy'],
});

export const PROMPT_ROWS: readonly EvidenceRow[] = [rowOf('prompts', 'micro'), rowOf('prompts-standard', 'standard')];
