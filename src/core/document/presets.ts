/** The projects a person starts from. Their environments are passed in as source: core does not know the built-in ones. */
import { DOCUMENT_VERSION, documentSchema } from './schema.ts';
import type { ProjectDocument } from './schema.ts';

/** The environment of a preset: the display name of its file and its TypeScript. */
export interface PresetEnvironment {
  readonly file?: string;
  readonly source: string;
}

/** Two agents on arithmetic word problems with the micro base: it learns in about a minute without a GPU. */
function micro(environment: PresetEnvironment): ProjectDocument {
  const sampling = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 12 };
  return documentSchema.parse({
    version: DOCUMENT_VERSION,
    name: 'Planner and solver',
    description: 'A planner writes an expression for a word problem, a solver computes it; both are paid when the answer is right.',
    team: {
      base: 'micro',
      agents: [
        { role: 'planner', label: 'Planner', prompt: 'Write only the expression.', sampling },
        { role: 'solver', label: 'Solver', prompt: 'Compute the answer.', sampling },
      ],
      edges: [{ from: 'planner', to: 'solver' }],
    },
    environment: { ...environment },
    // The schema's defaults are the measured ones (all linear layers at rank 8, 32 episodes, 2 epochs, learning rate 3e-3 under adaptive control, λ 0.95).
    training: { iterations: 40, horizon: 1 },
    view: { positions: { planner: { x: 0, y: 0 }, solver: { x: 320, y: 0 } } },
  });
}

/** Every shipped project by the name that `--preset` takes. */
export const presets = { micro } as const;
export type PresetName = keyof typeof presets;

/** Whether `name` is a preset's. */
export function isPresetName(name: string): name is PresetName {
  return Object.hasOwn(presets, name);
}
