/** A writer whose note a reader needs one turn later. */
import type { Preset } from '../../preset.ts';
import { DOCUMENT_VERSION, documentSchema } from '../../schema.ts';

const SAMPLING = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 8 };

export const MEMORY: Preset = {
  environment: 'memory',
  recorded: 'recorded/memory',
  project: (environment) =>
    documentSchema.parse({
      version: DOCUMENT_VERSION,
      name: 'A note for later',
      description:
        'Memory: in the first turn the writer sees three things and leaves a note, in the second the reader is asked for one of them and has nothing but the note. The writer is not there when the team is paid, so its credit comes from a turn later. ' +
        'What to look at: the length of the note, which grows from one word to three though nobody pays for length, and the two bars: reading can only be learnt from notes that are complete.',
      team: {
        base: 'memory',
        agents: [
          { role: 'writer', label: 'Writer', prompt: 'Leave a note.', speaks: { every: 2 }, sampling: SAMPLING },
          { role: 'reader', label: 'Reader', prompt: 'Answer from the note.', speaks: { from: 1 }, sampling: SAMPLING },
        ],
        edges: [{ from: 'writer', to: 'reader' }],
      },
      environment: { ...environment },
      training: { horizon: 2, iterations: 40, episodes: 64 },
      warmStart: { right: 0.45, tokens: 1_200_000, target: 1, evaluateEvery: 200 },
      view: { positions: { writer: { x: 0, y: 0 }, reader: { x: 320, y: 0 } } },
    }),
};
