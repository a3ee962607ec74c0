/** A solver and a checker on stories of several steps, on the base that was made for them: the step between toy and real model. */
import { DOCUMENT_VERSION, documentSchema, type ProjectDocument } from '../../schema.ts';
import type { PresetEnvironment } from '../../preset.ts';

/** `120 + 25 = 145.` three times and an answer is some fifty tokens. */
const SAMPLING = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 96 };

/** What is not said here is the schema's default. */
export function storiesDuo(environment: PresetEnvironment): ProjectDocument {
  return documentSchema.parse({
    version: DOCUMENT_VERSION,
    name: 'Solver and checker on stories',
    description:
      'Stories of two or three steps with numbers of up to three digits, in fives; English prompts in the chat template of a base of four million parameters. A solver works the story out, a checker has the last word; both are paid when it is right.',
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
    // What decides a message is said early in it: at λ 0.95 a token twenty tokens before the reward has a third of its weight, the
    // solver's first one a tenth. The rate is half the schema's, at which the KL gate refused the first iteration's second step.
    training: { horizon: 1, iterations: 20, episodes: 32, learningRate: 1.5e-3, lambdaToken: 1 },
    view: { positions: { solver: { x: 0, y: 0 }, checker: { x: 320, y: 0 } } },
  });
}
