/** Three runners of a relay, the second of whom is weak: the truth about credit is known. */
import type { Preset } from '../../preset.ts';
import { DOCUMENT_VERSION, documentSchema } from '../../schema.ts';

const SAMPLING = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 4 };
const RUNNERS = [
  ['first', 'First runner'],
  ['second', 'Second runner'],
  ['third', 'Third runner'],
] as const;

export const RELAY: Preset = {
  environment: 'relay',
  recorded: 'recorded/relay',
  project: (environment) =>
    documentSchema.parse({
      version: DOCUMENT_VERSION,
      name: 'Relay with a weak runner',
      description:
        'Credit assignment with a known answer: three agents add a step each and pass on the last digit, and only the second one tends to forget its step. The team is paid for what arrives; the environment knows who earned it (info.earned). ' +
        'What to look at: the three bars (only the second should move), the KL to the base of each agent, and the advantages of one lost relay: does the blame land on the second runner? Then train again with credit per step, which is told the truth.',
      team: {
        base: 'relay',
        agents: RUNNERS.map(([role, label]) => ({ role, label, prompt: 'Add and pass on the last digit.', sampling: SAMPLING })),
        edges: [
          { from: 'first', to: 'second' },
          { from: 'second', to: 'third' },
        ],
        // Who saw the first runner's digit could find out what the second one forgot.
        context: 'parents',
      },
      environment: { ...environment },
      // At twice this rate the runners who have nothing to learn wander too.
      training: { horizon: 1, iterations: 40, episodes: 32, learningRate: 1.5e-3 },
      // The weak runner alone makes mistakes (the environment's `mistake`), so this is how often it runs well.
      warmStart: { right: 0.35, tokens: 1_000_000, target: 1, evaluateEvery: 200 },
      view: { positions: { first: { x: 0, y: 0 }, second: { x: 320, y: 0 }, third: { x: 640, y: 0 } } },
    }),
};
