/** A task that needs several turns: the number is found by its hints. */
import type { Preset, PresetEnvironment } from '../presets.ts';
import { DOCUMENT_VERSION, documentSchema } from '../schema.ts';

const sampling = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 8 };

export const HIGHER_LOWER: Preset = {
  environment: 'higher-lower',
  recorded: 'recorded/higher-lower',
  project: (environment: PresetEnvironment) =>
    documentSchema.parse({
      version: DOCUMENT_VERSION,
      name: 'Tiny higher-lower',
      description: 'x',
      team: {
        base: 'higher-lower',
        agents: [
          { role: 'tracker', label: 'Tracker', prompt: 'Say which numbers are left.', sampling },
          { role: 'guesser', label: 'Guesser', prompt: 'Guess the number.', sampling },
        ],
        edges: [{ from: 'tracker', to: 'guesser' }],
      },
      environment: { ...environment },
      training: { horizon: 3, iterations: 40, episodes: 32 },
      warmStart: { trains: 'new_base', right: 0.45, tokens: 600_000, target: 1, hiddenSize: 64, layers: 2, vocabularySize: 512 },
      view: { positions: { tracker: { x: 0, y: 0 }, guesser: { x: 320, y: 0 } } },
    }),
};
