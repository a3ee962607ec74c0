/**
 * Projects without a recorded run. Two are for a larger model: a run would be too large to come with the page, or whose model it would be
 * of is for a person to choose; where the model does not ship, they open without it and say what to do. Three show one thing each, and their
 * evidence (docs/results.md) stands for a run.
 */
import { DISPATCH } from './communication/dispatch.ts';
import { ENOUGH } from './communication/enough.ts';
import { storiesDuo } from './problems/storiesDuo.ts';
import { SWITCHBOARD } from './communication/switchboard.ts';
import { DOCUMENT_VERSION, documentSchema, type ProjectDocument } from '../schema.ts';
import type { ModelProject, PresetEnvironment } from '../preset.ts';

/** A model of the Hub; a folder may take its place. */
const MODEL = 'HuggingFaceTB/SmolLM2-135M-Instruct';

/**
 * Planner and solver with settings that a model of 135 M parameters takes on a computer without a GPU: weights in eight bits, a cache
 * in sixteen, adapters on the projections of attention alone, two groups of eight answers to one problem, short messages, one pass.
 * That activations are computed again instead of kept is no setting: the engine does it for batches of this size.
 */
function gsm8kDuo(environment: PresetEnvironment): ProjectDocument {
  const agent = (role: string, label: string, prompt: string, maxNewTokens: number) => ({
    role,
    label,
    prompt,
    adapter: { rank: 8, targets: ['q_proj', 'k_proj', 'v_proj', 'o_proj'] },
    sampling: { temperature: 1, maxNewTokens },
  });
  return documentSchema.parse({
    version: DOCUMENT_VERSION,
    name: 'GSM8K duo',
    description:
      'A planner says how to solve a word problem, a solver works it out and gives the number; both are paid when it is right. It needs a real model and, beyond the five problems of the sample, a file of your own with GSM8K’s rows (question, answer). ' +
      'Fetch or choose the model under Training → Base model, attach the file in Environment. With 16 episodes an iteration takes minutes on a CPU.',
    team: {
      base: MODEL,
      weights: 'q8',
      kvCache: 'f16',
      template: 'model',
      agents: [
        agent('planner', 'Planner', 'Say in one or two short steps how to solve the problem. Do not give the answer.', 64),
        agent('solver', 'Solver', 'Follow the plan and work the problem out step by step. End with #### and the number.', 96),
      ],
      edges: [{ from: 'planner', to: 'solver' }],
    },
    environment: { ...environment },
    training: {
      algorithm: 'grpo',
      horizon: 1,
      iterations: 100,
      episodes: 16,
      groupSize: 8,
      // Half of what a right answer pays, as in DAPO, whose rewards are 1 and −1.
      overlong: { buffer: 16, penalty: 0.5 },
      epochs: 1,
      learningRate: 1e-4,
      evaluateEvery: 0,
      checkpointEvery: 5,
    },
    view: { positions: { planner: { x: 0, y: 0 }, solver: { x: 320, y: 0 } } },
  });
}

/** By the name that `--preset` takes. */
export const MODEL_PROJECTS = {
  'stories-duo': { environment: 'stories', project: storiesDuo },
  'gsm8k-duo': { environment: 'gsm8k', project: gsm8kDuo },
  enough: ENOUGH,
  switchboard: SWITCHBOARD,
  dispatch: DISPATCH,
} satisfies Readonly<Record<string, ModelProject>>;
export type ModelProjectName = keyof typeof MODEL_PROJECTS;

export const isModelProject = (name: string): name is ModelProjectName => Object.hasOwn(MODEL_PROJECTS, name);
