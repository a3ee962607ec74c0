/** An operator whose message is the graph of the next turn: 𝒟 chosen by an agent that is trained. */
import { DOCUMENT_VERSION, documentSchema } from '../../schema.ts';
import type { ModelProject } from '../../preset.ts';

const SAMPLING = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 8 };
const ADAPTER = { rank: 4, alpha: 8 };
const CLERKS = [
  ['gardener', 'Gardener'],
  ['baker', 'Baker'],
  ['smith', 'Smith'],
] as const;

export const SWITCHBOARD: ModelProject = {
  environment: 'switchboard',
  project: (environment) =>
    documentSchema.parse({
      version: DOCUMENT_VERSION,
      name: 'Switchboard',
      description:
        'A graph chosen while the episode runs: an operator hears what is asked for and names a clerk; in the next turn this clerk alone speaks, to the teller, who repeats what it hears. The connections on the canvas are those of the team’s own graph, in which the teller hears all three; the environment chooses one of them each time. ' +
        'What to look at: whom the operator connects in the first iteration and in the last one (the bar “operator connects who knows”), and the graph of each turn in an episode of Inspect.',
      team: {
        base: 'switchboard',
        agents: [
          { role: 'operator', label: 'Operator', prompt: 'Connect who knows.', adapter: ADAPTER, sampling: SAMPLING },
          ...CLERKS.map(([role, label]) => ({ role, label, prompt: 'Read your note.', adapter: ADAPTER, sampling: SAMPLING })),
          { role: 'teller', label: 'Teller', prompt: 'Repeat it.', adapter: ADAPTER, sampling: SAMPLING },
        ],
        edges: CLERKS.map(([from]) => ({ from, to: 'teller' })),
        // Who is connected is told by the connection alone.
        history: 'own',
      },
      environment: { ...environment },
      training: { horizon: 2, iterations: 40, episodes: 48, learningRate: 1.5e-3 },
      warmStart: { right: 0.4, tokens: 500_000, target: 1, evaluateEvery: 200 },
      view: {
        positions: {
          operator: { x: 0, y: 120 },
          ...Object.fromEntries(CLERKS.map(([role], index) => [role, { x: 320, y: 120 * index }])),
          teller: { x: 640, y: 120 },
        },
      },
    }),
};
