/** docs/results.md from the measurements; every number in it comes from a file under `.results/`. */
import type { PresetName } from '../../src/core/document/presets/presets.ts';
import { mean } from '../../src/core/statistics/intervals.ts';

/** Episodes of one evaluation. */
export const EVALUATED = 512;
export const STUDY_SEEDS = [1, 2, 3, 4, 5] as const;

/** A preset whose learning is measured. */
interface Plan {
  readonly preset: PresetName;
  readonly title: string;
}

export const PLANS: readonly Plan[] = [
  { preset: 'micro', title: 'Planner → solver on arithmetic word problems' },
  { preset: 'standard', title: 'Planner → solver on six types of arithmetic word problems' },
];

export interface Accuracy {
  readonly accuracy: number;
  readonly standard_error: number;
}

export interface SeedResult {
  readonly seed: number;
  readonly before: { readonly train: Accuracy; readonly test: Accuracy; readonly greedy: Accuracy };
  readonly after: { readonly train: Accuracy; readonly test: Accuracy; readonly greedy: Accuracy };
  /** Mean reward of each iteration's rollout. */
  readonly curve: readonly number[];
  /** Seconds in rollout, credit, update and evaluation. */
  readonly seconds: number;
  /** The same, added up to each iteration; entry 0 is the evaluation before training. */
  readonly secondsAt: readonly number[];
}

/** One preset, trained with several seeds. */
export interface Study {
  readonly preset: string;
  readonly title: string;
  readonly results: readonly SeedResult[];
  readonly iterations: number;
  /** Per iteration. */
  readonly episodes: number;
  /** File of the curves, beside the report. */
  readonly curves: string;
}

export interface Report {
  readonly studies: readonly Study[];
  /** Episodes of one evaluation. */
  readonly evaluated: number;
  readonly machine: string;
}

const percent = (value: number) => `${(100 * value).toFixed(1)} %`;

/** First iteration whose mean over five exceeds the start by `gain`, and the seconds it took. */
function reached({ before, curve, secondsAt }: SeedResult, gain: number): string {
  const target = before.train.accuracy + gain;
  const at = curve.findIndex((_, i) => i >= 4 && mean(curve.slice(i - 4, i + 1)) > target);
  return at < 0 ? '–' : `${at + 1} (${(secondsAt[at + 1] ?? 0).toFixed(1)} s)`;
}

export function resultsMarkdown({ studies, evaluated, machine }: Report): string {
  return `# Results

Written by \`npm run results\`; do not edit. Machine: ${machine}. Times are wall-clock and depend on what else the machine is doing.

Token-level PPO with the settings of each preset. Accuracy of ${evaluated} episodes (sampled at temperature 1, or greedy) on problems of either split before and after training; standard error about 2 points. "+30 points at" is the first iteration (and the time until then) at which the mean reward of five iterations exceeds the untrained accuracy by 30 points.

**What the test split means.** Pretraining has seen the problems of both splits; the train split of reinforcement learning leaves a fifth of the expressions out. The test accuracy therefore shows whether behaviour that was sharpened on rewarded problems carries over to problems that were never rewarded. It does not show new arithmetic: reinforcement learning here makes the right one of the base's habits the usual one.

${studies.map((study) => section(study)).join('\n')}`;
}

function section({ preset, title, results, iterations, episodes, curves }: Study): string {
  const row = (result: SeedResult) =>
    `| ${result.seed} | ${percent(result.before.train.accuracy)} | ${percent(result.after.train.accuracy)} | ${percent(result.before.test.accuracy)} | ${percent(result.after.test.accuracy)} | ${percent(result.before.greedy.accuracy)} | ${percent(result.after.greedy.accuracy)} | ${reached(result, 0.3)} | ${reached(result, 0.5)} | ${result.seconds.toFixed(0)} s |`;
  const average = (pick: (result: SeedResult) => Accuracy) => percent(mean(results.map((result) => pick(result).accuracy)));
  return `## ${title} (preset \`${preset}\`)

${iterations} iterations of ${episodes} episodes.

| seed | train before | train after | test before | test after | greedy before | greedy after | +30 points at | +50 points at | time |
|---|---|---|---|---|---|---|---|---|---|
${results.map(row).join('\n')}
| **mean** | ${average((r) => r.before.train)} | ${average((r) => r.after.train)} | ${average((r) => r.before.test)} | ${average((r) => r.after.test)} | ${average((r) => r.before.greedy)} | ${average((r) => r.after.greedy)} | | | ${mean(results.map((r) => r.seconds)).toFixed(0)} s |

![Mean reward per iteration](${curves})
`;
}
