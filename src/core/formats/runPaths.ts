/** What the files of a run folder are called. Apart from what reads and writes them, as the page needs the names at its start. */

/** Where everything is, relative to the run folder; n counts completed iterations. */
export const RUN_PATHS = {
  project: 'project.json',
  run: 'run.json',
  metrics: 'metrics.jsonl',
  /** Of the rows of `metrics.jsonl` (`checksums.ts`); runs of earlier versions have none. */
  checksums: 'checksums.jsonl',
  timing: 'timing.jsonl',
  rollout: (iteration: number) => `rollouts/${iteration}.jsonl`,
  checkpoint: (iteration: number) => `checkpoints/steps_${iteration}`,
  /** Adapters after an iteration, so that its team can speak again: one PEFT folder per role and `trainer_state.json`, zipped. */
  adapters: (iteration: number) => `adapters/${iteration}.zip`,
  /** Which checkpoint was best, and by what. */
  best: 'checkpoints/best.json',
  /** Token strings by base, so that its episodes can be read without the base; in the browser and in exports. */
  vocabulary: 'vocabulary.json',
} as const;

/** Folder of the adapters the run started from, where it did not begin with fresh ones; one PEFT folder per role. */
export const START_ADAPTERS = 'adapters-start';

export const ADAPTER_CONFIG = 'adapter_config.json';

/** The complete checkpoints among a run folder's paths, in completed iterations, ascending; 0 is the team as it began. */
export function checkpointsIn(paths: Iterable<string>): number[] {
  return [...paths]
    .flatMap((path) => /^checkpoints\/steps_(\d+)\/trainer_state\.json$/.exec(path)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/** The newest of them; null if there is none. */
export function latestCheckpoint(paths: Iterable<string>): number | null {
  return checkpointsIn(paths).at(-1) ?? null;
}
