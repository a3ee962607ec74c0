/** Number puzzles: a target to be made of given numbers. DeepScaleR in miniature. */
import type { Preset } from '../../preset.ts';
import { DOCUMENT_VERSION, documentSchema } from '../../schema.ts';

const SAMPLING = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 8 };

export const PUZZLES: Preset = {
  environment: 'puzzles',
  recorded: 'recorded/puzzles',
  project: (environment) =>
    documentSchema.parse({
      version: DOCUMENT_VERSION,
      name: 'Number puzzles',
      description:
        'A target is to be made of two of three numbers. A proposer names the two, a solver puts +, - or * between them, and both are paid when the value is right, whichever way they found. ' +
        'What to look at: the proposer begins by taking the first two numbers and the solver by adding them, and the two bars say which of the habits goes first.',
      team: {
        base: 'puzzles',
        agents: [
          { role: 'proposer', label: 'Proposer', prompt: 'Name two numbers.', sampling: SAMPLING },
          { role: 'solver', label: 'Solver', prompt: 'Write the expression.', sampling: SAMPLING },
        ],
        edges: [{ from: 'proposer', to: 'solver' }],
      },
      environment: { ...environment },
      training: { horizon: 1, iterations: 50, episodes: 64 },
      warmStart: { right: 0.5, tokens: 3_000_000, target: 1, evaluateEvery: 0 },
      view: { positions: { proposer: { x: 0, y: 0 }, solver: { x: 320, y: 0 } } },
    }),
};
