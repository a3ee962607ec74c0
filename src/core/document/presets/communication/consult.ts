/** A desk that calls one of three helpers by name: dynamic orchestration, trained. */
import type { Preset } from '../../preset.ts';
import { DOCUMENT_VERSION, documentSchema } from '../../schema.ts';

const SAMPLING = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 12 };
// Four adapters are to stay small, and there is not much to learn.
const ADAPTER = { rank: 4, alpha: 8 };
const HELPERS = [
  ['gardener', 'Gardener'],
  ['baker', 'Baker'],
  ['smith', 'Smith'],
] as const;

export const CONSULT: Preset = {
  environment: 'consult',
  recorded: 'recorded/consult',
  project: (environment) =>
    documentSchema.parse({
      version: DOCUMENT_VERSION,
      name: 'Consult',
      description:
        'Dynamic orchestration: a desk is asked how many there are of a thing and calls helpers by writing <call>name</call>, until it writes <done/>. Each helper knows only its own things, and nobody says which those are; every call after the first costs a tenth of the reward. ' +
        'What to look at: whom the desk calls in iteration 1 (mostly the gardener, whatever is asked) and in the last one, the bar “asks who knows”, and the KL to the base: the desk moves, while the helpers, who knew from the start, stay where they were.',
      team: {
        base: 'consult',
        agents: [
          { role: 'desk', label: 'Desk', prompt: 'Call who knows.', adapter: ADAPTER, sampling: SAMPLING },
          ...HELPERS.map(([role, label]) => ({ role, label, prompt: 'Say what you know.', adapter: ADAPTER, sampling: SAMPLING })),
        ],
        orchestration: 'dynamic',
        orchestrator: { role: 'desk', maxSteps: 4 },
        // A helper reads what it knows and nothing of what others said.
        context: 'parents',
      },
      environment: { ...environment },
      // A helper whom nobody calls wrongly any more has nothing to learn, and at twice this rate it may forget what it knew.
      training: { horizon: 1, iterations: 40, episodes: 48, learningRate: 1.5e-3 },
      warmStart: { right: 0.12, tokens: 400_000, target: 1, evaluateEvery: 200 },
      view: {
        positions: { desk: { x: 0, y: 120 }, ...Object.fromEntries(HELPERS.map(([role], index) => [role, { x: 320, y: 120 * index }])) },
      },
    }),
};
