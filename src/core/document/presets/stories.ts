/** A solver and a checker on stories of several steps, on a base of four million parameters with a chat template. */
import type { Preset } from './presets.ts';
import { DOCUMENT_VERSION, documentSchema } from '../schema.ts';

const SAMPLING = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 96 };

export const STORIES: Preset = {
  environment: 'stories',
  recorded: 'recorded/stories',
  project: (environment) =>
    documentSchema.parse({
      version: DOCUMENT_VERSION,
      name: 'Solver and checker on stories',
      description:
        'The step between the tiny teams and a real model: stories of two to four steps with numbers of up to three digits, a base of four million parameters, English prompts in its own chat template. A solver works the story out, a checker has the last word; both are paid when it is right.',
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
      training: { horizon: 1, iterations: 40, episodes: 64, learningRate: 1e-3 },
      view: { positions: { solver: { x: 0, y: 0 }, checker: { x: 320, y: 0 } } },
    }),
};
