/** Three agents, one reward: the lazy team, and the credit that keeps everybody at work. */
import type { Preset, PresetEnvironment } from '../../preset.ts';
import { DOCUMENT_VERSION, documentSchema } from '../../schema.ts';

const sampling = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 12 };

export const TRIO: Preset = {
  environment: 'verifier',
  recorded: 'recorded/trio',
  project: (environment: PresetEnvironment) =>
    documentSchema.parse({
      version: DOCUMENT_VERSION,
      name: 'Planner, solver and verifier',
      description:
        'A verifier behind planner and solver has the last word, and all three are paid when what stands in the end is right. With per-step credit, as set here, planner and solver also learn from their own work. Put the settings “Lazy team” in its place and the verifier does everything alone. What to look at: the reward rises either way; “verifier overrides” and “plan right” tell a team that works together from a lazy one, and so does whose KL to the base grows.',
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
      warmStart: {
        trains: 'new_base',
        right: 0.45,
        tokens: 1_500_000,
        target: 1,
        evaluateEvery: 0,
        hiddenSize: 64,
        layers: 2,
        vocabularySize: 512,
      },
      view: { positions: { planner: { x: 0, y: 0 }, solver: { x: 320, y: 0 }, verifier: { x: 640, y: 0 } } },
    }),
};
