/** A desk that may end the search, and pays for every message: stopping, trained. */
import { DOCUMENT_VERSION, documentSchema } from '../../schema.ts';
import type { ModelProject } from '../../preset.ts';

const SAMPLING = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 8 };
const ADAPTER = { rank: 4, alpha: 8 };

export const ENOUGH: ModelProject = {
  environment: 'enough',
  project: (environment) =>
    documentSchema.parse({
      version: DOCUMENT_VERSION,
      name: 'Enough',
      description:
        'Stopping: a gardener looks at one bed a turn for what is asked for, and a desk says “go on” or “enough”, which ends the episode. The team is paid for the right number; every message costs 0.03, which the reward does not show. ' +
        'What to look at: the calls per episode, which fall while the desk stops too early and rise as it learns when to go on, and the bars “desk goes on” and “desk stops in time”. Without the word that ends the episode (Agent → Ends the episode by) all five beds are looked at.',
      team: {
        base: 'enough',
        agents: [
          { role: 'gardener', label: 'Gardener', prompt: 'Say what you see.', adapter: ADAPTER, sampling: SAMPLING },
          { role: 'desk', label: 'Desk', prompt: 'Is it enough?', adapter: ADAPTER, sampling: SAMPLING, stops: 'enough' },
        ],
        edges: [{ from: 'gardener', to: 'desk' }],
      },
      environment: { ...environment },
      training: { horizon: 5, iterations: 40, episodes: 48, learningRate: 1.5e-3, callCost: 0.03 },
      warmStart: { right: 0.5, tokens: 500_000, target: 1, evaluateEvery: 200 },
      view: { positions: { gardener: { x: 0, y: 0 }, desk: { x: 320, y: 0 } } },
    }),
};
