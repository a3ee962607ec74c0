/** The projects a person starts from. Their environments are passed in as source: core does not know the built-in ones. */
import type { Preset, PresetEnvironment } from '../preset.ts';
import { DOCUMENT_VERSION, documentSchema } from '../schema.ts';
import type { ProjectDocument } from '../schema.ts';
import { CONSULT } from './communication/consult.ts';
import { DEBATE } from './communication/debate.ts';
import { EDITOR } from './communication/editor.ts';
import { FLOW } from './coordination/flow.ts';
import { HIGHER_LOWER } from './problems/higherLower.ts';
import { MEMORY } from './communication/memory.ts';
import { PROGRAMS } from './problems/programs.ts';
import { PUZZLES } from './problems/puzzles.ts';
import { RELAY } from './coordination/relay.ts';
import { SIGNALLING } from './communication/signalling.ts';
import { OCTET, QUARTET } from './coordination/tally.ts';
import { TRIO } from './problems/trio.ts';

/** What a preset adds to the planner and the solver. */
interface Differences {
  readonly name: string;
  readonly base: string;
  readonly maxNewTokens: number;
  readonly training: Partial<ProjectDocument['training']>;
}

/** A planner and a solver, paid alike. The schema's training defaults are the measured ones (all linear layers at rank 8, 2 epochs, learning rate 3e-3 under adaptive control, λ 0.95). */
function plannerAndSolver(environment: PresetEnvironment, { name, base, maxNewTokens, training }: Differences): ProjectDocument {
  const sampling = { temperature: 1, topK: 0, topP: 1, maxNewTokens };
  return documentSchema.parse({
    version: DOCUMENT_VERSION,
    name,
    description: 'A planner writes an expression for a word problem, a solver computes it; both are paid when the answer is right.',
    team: {
      base,
      agents: [
        { role: 'planner', label: 'Planner', prompt: 'Write only the expression.', sampling },
        { role: 'solver', label: 'Solver', prompt: 'Compute the answer.', sampling },
      ],
      edges: [{ from: 'planner', to: 'solver' }],
    },
    environment: { ...environment },
    training: { horizon: 1, ...training },
    view: { positions: { planner: { x: 0, y: 0 }, solver: { x: 320, y: 0 } } },
  });
}

/** On sums, differences and products with the micro base: it learns in seconds without a GPU. */
function micro(environment: PresetEnvironment): ProjectDocument {
  return plannerAndSolver(environment, { name: 'Planner and solver', base: 'micro', maxNewTokens: 12, training: { iterations: 40 } });
}

/** On six types of problems, two operations among them, with the standard base: more to learn, and more room above greedy decoding. */
function standard(environment: PresetEnvironment): ProjectDocument {
  return plannerAndSolver(environment, {
    name: 'Planner and solver, six problem types',
    base: 'standard',
    maxNewTokens: 16,
    training: { iterations: 50, episodes: 64 },
  });
}

/** Every shipped project by the name that `--preset` takes, in the order they are offered. */
export const PRESETS = {
  micro: { environment: 'arithmetic', recorded: 'recorded/planner-solver', project: micro },
  standard: { environment: 'arithmetic-six', recorded: 'recorded/planner-solver-six', project: standard },
  signalling: SIGNALLING,
  trio: TRIO,
  programs: PROGRAMS,
  'higher-lower': HIGHER_LOWER,
  relay: RELAY,
  consult: CONSULT,
  memory: MEMORY,
  puzzles: PUZZLES,
  flow: FLOW,
  debate: DEBATE,
  editor: EDITOR,
  quartet: QUARTET,
  octet: OCTET,
} satisfies Readonly<Record<string, Preset>>;
export type PresetName = keyof typeof PRESETS;

/** Whether `name` is a preset's. */
export function isPresetName(name: string): name is PresetName {
  return Object.hasOwn(PRESETS, name);
}
