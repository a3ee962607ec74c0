/** Three agents who act apart, each on its own observation, under a critic that is told what none of them sees. */
import type { Preset } from '../../preset.ts';
import { DOCUMENT_VERSION, documentSchema } from '../../schema.ts';

const SAMPLING = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 4 };
const POSTS = [
  ['hill', 'On the hill'],
  ['harbour', 'At the harbour'],
  ['mill', 'At the mill'],
] as const;

export const POSTS_PROJECT: Preset = {
  environment: 'posts',
  recorded: 'recorded/posts',
  project: (environment) =>
    documentSchema.parse({
      version: DOCUMENT_VERSION,
      name: 'Three posts and an inspector',
      description:
        'Decentralised actors: three agents, none of whom hears another, each read by what it sees alone. An inspector visits one of them, nobody knows whom, and all are paid by what is found. The critic reads what everybody saw and where the inspector went; no agent ever does. ' +
        'What to look at: what the critic reads, below a prompt in Inspect; the three bars; and in Inspect › Critic check how far a critic that is told more is off.',
      team: {
        base: 'posts',
        agents: POSTS.map(([role, label]) => ({ role, label, prompt: 'Add, and report the last digit.', sampling: SAMPLING })),
        edges: [],
      },
      environment: { ...environment },
      // The set of settings `mappo_decentralised`, with a critic that can learn to read: the frozen base was never shown a hidden state.
      training: { horizon: 1, iterations: 40, episodes: 64, critic: { reads: 'state', kind: 'lora', steps: 4 } },
      warmStart: { right: 0.2, tokens: 600_000, target: 1, evaluateEvery: 200 },
      view: { positions: { hill: { x: 0, y: 0 }, harbour: { x: 0, y: 160 }, mill: { x: 0, y: 320 } } },
    }),
};
