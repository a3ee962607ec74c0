/** Tiny programs judged by unit tests: DeepCoder in miniature. */
import type { Preset, PresetEnvironment } from '../../preset.ts';
import { DOCUMENT_VERSION, documentSchema } from '../../schema.ts';

const sampling = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 12 };

export const PROGRAMS: Preset = {
  environment: 'programs',
  recorded: 'recorded/programs',
  project: (environment: PresetEnvironment) =>
    documentSchema.parse({
      version: DOCUMENT_VERSION,
      name: 'Tiny programs, judged by unit tests',
      description:
        'Two examples show a list before and after. A planner names the operations, a coder writes the program, and both are paid the share of hidden unit tests that it passes. What to look at: the coder’s slip goes first (“follows the plan”), the planner’s more slowly (“plan right”); and rewards between 0 and 1 are programs that pass the short tests only.',
      team: {
        base: 'programs',
        agents: [
          { role: 'planner', label: 'Planner', prompt: 'Name the operations.', sampling },
          { role: 'coder', label: 'Coder', prompt: 'Write the program.', sampling },
        ],
        edges: [{ from: 'planner', to: 'coder' }],
      },
      environment: { ...environment },
      training: { horizon: 1, iterations: 50, episodes: 32 },
      warmStart: {
        trains: 'new_base',
        right: 0.45,
        tokens: 1_200_000,
        target: 1,
        evaluateEvery: 0,
        hiddenSize: 64,
        layers: 2,
        vocabularySize: 512,
      },
      view: { positions: { planner: { x: 0, y: 0 }, coder: { x: 320, y: 0 } } },
    }),
};
