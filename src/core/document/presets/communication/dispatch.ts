/** A dispatcher who pays for every second, and a scout who takes time to speak: agents with clocks. */
import { DOCUMENT_VERSION, documentSchema } from '../../schema.ts';
import type { ModelProject } from '../../preset.ts';

const ADAPTER = { rank: 4, alpha: 8 };

export const DISPATCH: ModelProject = {
  environment: 'dispatch',
  project: (environment) =>
    documentSchema.parse({
      version: DOCUMENT_VERSION,
      name: 'Dispatch',
      description:
        'Agents with clocks: a scout knows which of two streets is meant but needs a second a token to say so; a dispatcher sends for one of them after 3 seconds at the latest, with what has arrived by then. The right street pays 1, less a tenth for every second. ' +
        'What to look at: when each agent’s message arrives (chart Arrival), how long the scout’s messages are, and in Inspect the times of a turn. Other timeouts: Agent › Clock of the dispatcher; empty it waits for all.',
      team: {
        base: 'dispatch',
        agents: [
          {
            role: 'scout',
            label: 'Scout',
            prompt: 'Report the street.',
            adapter: ADAPTER,
            sampling: { maxNewTokens: 24 },
            clock: { timeToFirstToken: 0.5, timePerOutputToken: 1, jitter: 0.3 },
          },
          {
            role: 'dispatcher',
            label: 'Dispatcher',
            prompt: 'Send for one street.',
            adapter: ADAPTER,
            sampling: { maxNewTokens: 8 },
            clock: { timeToFirstToken: 0.2, timePerOutputToken: 0.1, timeout: 3 },
          },
        ],
        edges: [{ from: 'scout', to: 'dispatcher' }],
      },
      environment: { ...environment },
      training: { horizon: 1, iterations: 40, episodes: 48 },
      warmStart: { right: 0.5, tokens: 500_000, target: 1, evaluateEvery: 200 },
      view: { positions: { scout: { x: 0, y: 0 }, dispatcher: { x: 320, y: 0 } } },
    }),
};
