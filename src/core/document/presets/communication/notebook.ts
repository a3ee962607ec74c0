/** Two who write notes under keys, and one who reads them a turn later. */
import type { Preset } from '../../preset.ts';
import { DOCUMENT_VERSION, documentSchema } from '../../schema.ts';

const sampling = (maxNewTokens: number) => ({ temperature: 1, topK: 0, topP: 1, maxNewTokens });

export const NOTEBOOK: Preset = {
  environment: 'notebook',
  recorded: 'recorded/notebook',
  project: (environment) =>
    documentSchema.parse({
      version: DOCUMENT_VERSION,
      name: 'A notebook',
      description:
        'Memory over turns: agents write under a key what another reads in the next turn, though neither hears the other. The scout knows, the gossip has only heard something, and the later note counts. ' +
        'What to look at: Inspect › Notes, which plays an episode again without one of its notes and says what that note earned, and “gossip keeps quiet”.',
      team: {
        base: 'notebook',
        agents: [
          { role: 'scout', label: 'Scout', prompt: 'Note what you see.', speaks: { every: 2 }, sampling: sampling(20) },
          { role: 'gossip', label: 'Gossip', prompt: 'Note what you heard.', speaks: { every: 2 }, sampling: sampling(12) },
          { role: 'reader', label: 'Reader', prompt: 'Answer from the notebook.', speaks: { from: 1 }, sampling: sampling(12) },
        ],
        edges: [],
        history: 'own',
        tools: { most: 2 },
      },
      environment: { ...environment },
      training: { horizon: 2, iterations: 40, episodes: 64 },
      warmStart: { right: 0.45, tokens: 900_000, target: 1, evaluateEvery: 400 },
      view: { positions: { scout: { x: 0, y: 0 }, gossip: { x: 0, y: 160 }, reader: { x: 320, y: 80 } } },
    }),
};
