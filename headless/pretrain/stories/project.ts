/** A solver and a checker on stories of several steps: whose prompts the base of stories is made with, and on which it is measured. */
import { readFileSync } from 'node:fs';
import { DOCUMENT_VERSION, documentSchema, type ProjectDocument } from '../../../src/core/document/schema.ts';

/** The environment's TypeScript. */
export const storiesSource = (): string => readFileSync(new URL('stories.env.ts', import.meta.url), 'utf8');

const SAMPLING = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 96 };

export const storiesProject = (): ProjectDocument =>
  documentSchema.parse({
    version: DOCUMENT_VERSION,
    name: 'Solver and checker on stories',
    description:
      'Stories of two to four steps with numbers of up to three digits, English prompts in the chat template of a base of four million parameters. A solver works the story out, a checker has the last word; both are paid when it is right.',
    team: {
      base: 'stories',
      template: 'model',
      agents: [
        { role: 'solver', label: 'Solver', prompt: 'You solve problems. Show each step.', sampling: SAMPLING },
        { role: 'checker', label: 'Checker', prompt: 'You check the solution of others. Give the final answer.', sampling: SAMPLING },
      ],
      edges: [{ from: 'solver', to: 'checker' }],
    },
    environment: { file: 'stories.env.ts', source: storiesSource() },
    training: { horizon: 1, iterations: 40, episodes: 64, learningRate: 1e-3 },
    view: { positions: { solver: { x: 0, y: 0 }, checker: { x: 320, y: 0 } } },
  });
