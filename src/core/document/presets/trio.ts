/** Three agents, one reward: the lazy team. */
import type { Preset, PresetEnvironment } from '../presets.ts';
import { DOCUMENT_VERSION, documentSchema } from '../schema.ts';

const sampling = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 12 };

export const TRIO: Preset = {
  environment: 'verifier',
  recorded: 'recorded/trio',
  project: (environment: PresetEnvironment) =>
    documentSchema.parse({
      version: DOCUMENT_VERSION,
      name: 'Planner, solver and verifier',
      description:
        'Two examples show a list before and after; a planner names the operations, a coder writes the program, and both are paid the share of hidden unit tests that it passes. Short tests let a nearly right program through, so the reward is seldom all or nothing.',
      team: {
        base: 'trio',
        agents: [
          { role: 'planner', label: 'Planner', prompt: 'Write the expression.', sampling },
          { role: 'solver', label: 'Solver', prompt: 'Compute the answer.', sampling },
          { role: 'verifier', label: 'Verifier', prompt: 'Check the answer.', sampling },
        ],
        edges: [
          { from: 'planner', to: 'solver' },
          { from: 'solver', to: 'verifier' },
        ],
      },
      environment: { ...environment },
      training: { horizon: 1, iterations: 40, episodes: 32, credit: { strategy: 'per_step' } },
      warmStart: { trains: 'new_base', right: 0.45, tokens: 1_000_000, target: 1, hiddenSize: 64, layers: 2, vocabularySize: 512 },
      view: { positions: { planner: { x: 0, y: 0 }, solver: { x: 320, y: 0 }, verifier: { x: 640, y: 0 } } },
    }),
};
