/** A solver and a checker on stories of several steps, on the base that was made for them: the step between toy and real model. */
import { DOCUMENT_VERSION, documentSchema, type ProjectDocument } from '../schema.ts';
import type { PresetEnvironment } from './presets.ts';

/** `6 * 23 = 138.` four times and an answer is some fifty tokens. */
const SAMPLING = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 96 };

/** What is not said here is as in *standard*: the schema's defaults, episodes of one turn, 64 an iteration. */
export function storiesDuo(environment: PresetEnvironment): ProjectDocument {
  return documentSchema.parse({
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
    environment: { ...environment },
    // Ten times as large as the base of *standard*: its rate of 3e-3 is taken as too fast for it, which was not measured.
    training: { horizon: 1, iterations: 40, episodes: 64, learningRate: 1e-3 },
    view: { positions: { solver: { x: 0, y: 0 }, checker: { x: 320, y: 0 } } },
  });
}
