/** A task that needs several turns: one number among seven, found by the hints between guesses. */
import type { Preset, PresetEnvironment } from '../../preset.ts';
import { DOCUMENT_VERSION, documentSchema } from '../../schema.ts';

const sampling = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 8 };

export const HIGHER_LOWER: Preset = {
  environment: 'higher-lower',
  recorded: 'recorded/higher-lower',
  project: (environment: PresetEnvironment) =>
    documentSchema.parse({
      version: DOCUMENT_VERSION,
      name: 'Higher or lower',
      description:
        'A tracker says which numbers are left, a guesser names one of them, and the environment answers “higher” or “lower”; after three guesses it is over. One turn cannot do better than chance, so what is learnt is to use the hints. What to look at: open an episode and follow the range from turn to turn; “guesses the middle” rises as the guesser takes up what it is told, while “range right” says how far the hints can be followed on this base.',
      team: {
        base: 'higher-lower',
        agents: [
          { role: 'tracker', label: 'Tracker', prompt: 'Say which numbers are left.', sampling },
          { role: 'guesser', label: 'Guesser', prompt: 'Guess the number.', sampling },
        ],
        edges: [{ from: 'tracker', to: 'guesser' }],
      },
      environment: { ...environment },
      training: { horizon: 3, iterations: 50, episodes: 64 },
      warmStart: {
        trains: 'new_base',
        right: 0.45,
        tokens: 700_000,
        target: 1,
        evaluateEvery: 0,
        hiddenSize: 64,
        layers: 2,
        vocabularySize: 512,
      },
      view: { positions: { tracker: { x: 0, y: 0 }, guesser: { x: 320, y: 0 } } },
    }),
};
