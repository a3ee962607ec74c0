/** Two witnesses who contradict each other, and a judge who has to choose. */
import type { Preset } from '../../preset.ts';
import { DOCUMENT_VERSION, documentSchema } from '../../schema.ts';

const SAMPLING = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 5 };

export const DEBATE: Preset = {
  environment: 'debate',
  recorded: 'recorded/debate',
  project: (environment) =>
    documentSchema.parse({
      version: DOCUMENT_VERSION,
      name: 'Two witnesses and a judge',
      description:
        'Debate: two witnesses answer side by side and never agree, because one of them counted in fog. The judge has nothing but their answers and decides whom to believe; all three are paid when the number is right. ' +
        'What to look at: the bar “splits the difference”, the judge’s way out that never pays, goes first; that leaves one half, which is what any judge earns between two who are equally sure. Then look who admits doubt: one honest witness is enough, and the other may stay as boastful as it was.',
      team: {
        base: 'debate',
        agents: [
          { role: 'left', label: 'Left witness', prompt: 'Say what you saw.', sampling: SAMPLING },
          { role: 'right', label: 'Right witness', prompt: 'Say what you saw.', sampling: SAMPLING },
          { role: 'arbiter', label: 'Judge', prompt: 'Decide.', sampling: SAMPLING },
        ],
        edges: [
          { from: 'left', to: 'arbiter' },
          { from: 'right', to: 'arbiter' },
        ],
        // The witnesses do not hear each other.
        context: 'parents',
      },
      environment: { ...environment },
      training: { horizon: 1, iterations: 40, episodes: 48 },
      warmStart: { right: 0.4, tokens: 700_000, target: 1, evaluateEvery: 0 },
      view: { positions: { left: { x: 0, y: 0 }, right: { x: 0, y: 160 }, arbiter: { x: 320, y: 80 } } },
    }),
};
