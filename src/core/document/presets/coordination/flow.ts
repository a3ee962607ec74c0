/** A flow network: two branches at work at the same time between a source and a last agent. */
import type { Preset } from '../../preset.ts';
import { DOCUMENT_VERSION, documentSchema } from '../../schema.ts';

const SAMPLING = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 6 };
const BRANCHES = [
  ['left', 'Left branch'],
  ['right', 'Right branch'],
] as const;

export const FLOW: Preset = {
  environment: 'flow',
  recorded: 'recorded/flow',
  project: (environment) =>
    documentSchema.parse({
      version: DOCUMENT_VERSION,
      name: 'Flow network',
      description:
        'A fan-out and a fan-in: a source divides parts between two branches, which work at the same time and do not see each other, and the last agent counts what arrives of both. One branch that leaves parts lying spoils the count for all four. ' +
        'What to look at: in the graph of an episode the branches stand side by side and are generated at once; the two middle bars rise together, though the reward never says which branch it was.',
      team: {
        base: 'flow',
        agents: [
          { role: 'source', label: 'Source', prompt: 'Divide the parts.', sampling: SAMPLING },
          ...BRANCHES.map(([role, label]) => ({ role, label, prompt: 'Pass on all parts.', sampling: SAMPLING })),
          { role: 'last', label: 'Last', prompt: 'Count what arrives.', sampling: SAMPLING },
        ],
        edges: BRANCHES.flatMap(([role]) => [
          { from: 'source', to: role },
          { from: role, to: 'last' },
        ]),
        // Who saw the division could count without the branches.
        context: 'parents',
      },
      environment: { ...environment },
      // Source and last agent know their work: at twice this rate they wander.
      training: { horizon: 1, iterations: 40, episodes: 32, learningRate: 1.5e-3 },
      warmStart: { right: 0.47, tokens: 1_200_000, target: 1, evaluateEvery: 0 },
      view: {
        positions: { source: { x: 0, y: 80 }, left: { x: 320, y: 0 }, right: { x: 320, y: 160 }, last: { x: 640, y: 80 } },
      },
    }),
};
