/** A solver that may ask a calculator within its message. */
import type { Preset } from '../../preset.ts';
import { DOCUMENT_VERSION, documentSchema } from '../../schema.ts';

export const CALCULATOR: Preset = {
  environment: 'calculator',
  recorded: 'recorded/calculator',
  project: (environment) =>
    documentSchema.parse({
      version: DOCUMENT_VERSION,
      name: 'A calculator',
      description:
        'Tools: what the solver writes between brackets is a call, and the environment puts its answer into the message. The sums are too long to be done by heart. ' +
        'What to look at: “solver asks the calculator”, a habit that nobody pays for by itself, and an episode: the answers stand apart, because they are not the solver’s and nothing is learnt from them.',
      team: {
        base: 'calculator',
        agents: [
          { role: 'reader', label: 'Reader', prompt: 'Write the sum.', sampling: { temperature: 1, topK: 0, topP: 1, maxNewTokens: 8 } },
          { role: 'solver', label: 'Solver', prompt: 'Say the result.', sampling: { temperature: 1, topK: 0, topP: 1, maxNewTokens: 14 } },
        ],
        edges: [{ from: 'reader', to: 'solver' }],
        tools: { most: 1 },
      },
      environment: { ...environment },
      training: { horizon: 1, iterations: 40, episodes: 64 },
      warmStart: { right: 0.4, tokens: 900_000, target: 1, evaluateEvery: 400 },
      view: { positions: { reader: { x: 0, y: 0 }, solver: { x: 320, y: 0 } } },
    }),
};
