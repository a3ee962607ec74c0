/** What the prompts are worth, untrained and after training with them: the project's own, the wrong ones and none. */
import type { PresetName } from '../../src/core/document/presets/presets.ts';
import { type EvidenceRow, UNGUARDED } from './row.ts';

const PLANNER = 'Write only the expression.';
const SOLVER = 'Compute the answer.';

const told = (planner: string, solver: string) => ({ 'team.agents.planner.prompt': planner, 'team.agents.solver.prompt': solver });

const rowOf = (id: string, preset: PresetName): EvidenceRow => ({
  id,
  title: `What the prompts are worth, on the ${preset} base`,
  preset,
  ...(preset === 'standard' && { docsOnly: true }),
  changes: UNGUARDED,
  variants: [
    { id: 'own', name: 'Own prompts', changes: told(PLANNER, SOLVER) },
    { id: 'none', name: 'No prompts', changes: told('', '') },
    { id: 'both-solver', name: 'The planner has the solver’s', changes: told(SOLVER, SOLVER) },
    { id: 'swapped', name: 'Swapped prompts', changes: told(SOLVER, PLANNER) },
  ],
  without: ['actor/planner/entropy', 'actor/solver/entropy'],
});

export const PROMPT_ROWS: readonly EvidenceRow[] = [rowOf('prompts', 'micro'), rowOf('prompts-standard', 'standard')];
