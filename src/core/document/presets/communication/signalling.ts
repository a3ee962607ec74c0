/** A speaker and a listener who have to agree on signals for eight colours. */
import type { Preset } from '../../preset.ts';
import { DOCUMENT_VERSION, documentSchema } from '../../schema.ts';

const SAMPLING = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 3 };

export const SIGNALLING: Preset = {
  environment: 'signalling',
  recorded: 'recorded/signalling',
  project: (environment) =>
    documentSchema.parse({
      version: DOCUMENT_VERSION,
      name: 'Signalling game',
      description:
        'Hidden information: the speaker sees a colour, the listener only what the speaker says of it. Nobody is told what a signal means; both are paid when the colour is named, so they have to agree. ' +
        'What to look at: the prompts of one episode (the target is in the speaker’s alone), the two bars of the convention, which may rise together or fall while the reward rises, and the KL to the base, which is large for the agent that had to change most.',
      team: {
        base: 'signalling',
        agents: [
          { role: 'speaker', label: 'Speaker', prompt: 'Send a signal.', sampling: SAMPLING },
          { role: 'listener', label: 'Listener', prompt: 'Name the number.', sampling: SAMPLING },
        ],
        edges: [{ from: 'speaker', to: 'listener' }],
      },
      environment: { ...environment },
      training: { horizon: 1, iterations: 50, episodes: 64 },
      // A weak convention: enough to grow from, too little to understand each other by.
      warmStart: { right: 0.25, tokens: 300_000, target: 1, evaluateEvery: 200 },
      view: { positions: { speaker: { x: 0, y: 0 }, listener: { x: 320, y: 0 } } },
    }),
};
