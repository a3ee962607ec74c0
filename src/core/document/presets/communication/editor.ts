/** A writer who slips, a reflector who says where, and an editor who mends it. */
import type { Preset } from '../../preset.ts';
import { DOCUMENT_VERSION, documentSchema } from '../../schema.ts';

const SAMPLING = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 6 };

export const EDITOR: Preset = {
  environment: 'editor',
  recorded: 'recorded/editor',
  project: (environment) =>
    documentSchema.parse({
      version: DOCUMENT_VERSION,
      name: 'Writer, reflector and editor',
      description:
        'Reflection: a writer adds one to each of three digits and always forgets one of them. The reflector compares draft and task and names the place; the editor, who does not know the task, mends the draft. The writer is frozen, so all that can be learnt is to find the slip and to do something about it. ' +
        'What to look at: the two bars “reflector finds the slip” and “editor does what it is told”. A remark earns nothing by itself: while the editor leaves the draft as it is, the best remark is worth as little as the worst.',
      team: {
        base: 'editor',
        agents: [
          { role: 'writer', label: 'Writer (frozen)', prompt: 'Add one to each.', adapter: { frozen: true }, sampling: SAMPLING },
          { role: 'reflector', label: 'Reflector', prompt: 'Where is the slip?', sampling: SAMPLING },
          { role: 'editor', label: 'Editor', prompt: 'Mend the draft.', sampling: SAMPLING },
        ],
        edges: [
          { from: 'writer', to: 'reflector' },
          { from: 'writer', to: 'editor' },
          { from: 'reflector', to: 'editor' },
        ],
      },
      environment: { ...environment },
      training: { horizon: 1, iterations: 40, episodes: 48 },
      warmStart: { right: 0.4, tokens: 1_500_000, target: 1, evaluateEvery: 0 },
      view: { positions: { writer: { x: 0, y: 0 }, reflector: { x: 320, y: 0 }, editor: { x: 640, y: 0 } } },
    }),
};
