/** A small run whose numbers are made up, so that it is written in a moment: every file of it is known before. */
import { PRESETS } from '../../../src/core/document/presets/presets.ts';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import { checkpointFiles, type RunInfo } from '../../../src/core/formats/runs/rundir.ts';
import type { Files } from '../../../src/core/formats/files.ts';

export const ITERATIONS = 6;
/** A checkpoint is due behind every second iteration; the fourth is the best. */
export const EVERY = 2;
export const BEST = { iteration: 4, metric: 'reward/mean', value: 4 / ITERATIONS } as const;

const preset = PRESETS.micro.project({ file: 'e.ts', source: 'export default {};' });
export const DOCUMENT: ProjectDocument = {
  ...preset,
  training: { ...preset.training, iterations: ITERATIONS, checkpointEvery: EVERY },
};

export const INFO = { seed: DOCUMENT.training.seed, backend: 'wasm' } as RunInfo;

export const metricsAt = (iteration: number): Record<string, number> => ({
  iteration,
  'reward/mean': iteration / ITERATIONS,
  'loss/policy': Math.sin(iteration),
});
export const timingAt = (iteration: number): Record<string, number> => ({ iteration, 'timing_s/rollout': 1 });

export const checkpointAt = (iteration: number): Files =>
  checkpointFiles({
    iteration,
    baseName: 'micro',
    adapters: [],
    critic: new Map([['w', { shape: [40], data: new Float32Array(40).fill(iteration) }]]),
    optimizer: new Map([['w', { shape: [200], data: new Float32Array(200).fill(iteration) }]]),
    trainerState: { seed: DOCUMENT.training.seed },
    project: DOCUMENT,
  });

/** The episodes of an iteration, as far as a run folder reads them. */
export const episodesAt = (iteration: number): EpisodeRecord[] =>
  [0, 1].map((episode) => ({
    iteration,
    episode,
    seed: DOCUMENT.training.seed,
    split: 'train',
    problem_index: episode,
    group: episode,
    problem: `Problem ${episode}`,
    reward: 1,
    rewards: { planner: 1, solver: 1 },
    turn_rewards: [1],
    terminated: true,
    truncated: false,
    bootstrap: 0,
    messages: [],
  }));
