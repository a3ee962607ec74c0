/** What the run will take on a GPU, from the operations of an iteration; every assumption is written beside the number. */
import { clusterText } from '../../../../words/words.ts';
import { usesAlternatives, usesTree } from '../../../document/derived.ts';
import { markdownText } from '../markdownText.ts';
import type { JobInput } from './input.ts';

/** One iteration, evaluations left out. */
export interface JobCost {
  /** Numbers in the bases. */
  readonly parameters: number;
  /** Floating-point operations of rollout, scoring and updates. */
  readonly flopsPerIteration: number;
  /** The same where an orchestrator calls, and an episode lasts, as long as it may; null where that is not open. */
  readonly flopsAtMost: number | null;
  /** Tokens of prompts and messages; null where no episode was played yet. */
  readonly tokensPerIteration: number | null;
}

/** Source: NVIDIA H100 Tensor Core GPU data sheet, SXM5, BF16 without sparsity. */
export const NAMED_GPU = { name: 'NVIDIA H100 SXM', flopsPerSecond: 989e12 } as const;

/**
 * Share of the peak that is assumed to be reached, sampling and training together. Not measured: sampling is bound by memory and far below
 * it, training of large batches above it; so the estimate has a range of a factor of 3 either way.
 */
export const ASSUMED_UTILISATION = 0.15;
const RANGE = 3;

/** Hours on one GPU of the kind that `NAMED_GPU` names. */
export const gpuHours = (flops: number): number => flops / (NAMED_GPU.flopsPerSecond * ASSUMED_UTILISATION) / 3600;

/** The most tokens that one iteration's messages may have, prompts left out; null where nobody knows how many messages there will be. */
export function mostSampledTokens({ team, training }: JobInput['document']): number | null {
  if (team.orchestration === 'dynamic' || usesTree(training) || usesAlternatives(training)) return null;
  const perTurn = Array.from({ length: training.horizon }, (_, turn) =>
    team.agents
      .filter(({ speaks }) => turn >= speaks.from && (turn - speaks.from) % speaks.every === 0)
      .reduce((sum, { sampling }) => sum + sampling.maxNewTokens, 0),
  );
  return training.episodes * perTurn.reduce((a, b) => a + b, 0);
}

export function costFile({ document, cost }: JobInput): string {
  const { iterations } = document.training;
  const most = mostSampledTokens(document);
  const words = clusterText.cost;
  const rows: readonly (readonly [string, string])[] = [
    [words.iterations, `${iterations}`],
    [words.sampled, most === null ? words.unknown : `${words.atMost} ${count(most * iterations)}`],
    [words.tokens, cost?.tokensPerIteration ? count(cost.tokensPerIteration * iterations) : words.unknown],
    [words.parameters, cost ? count(cost.parameters) : words.unknown],
    [words.flops, cost ? flopsText(cost, iterations) : words.unknown],
    [words.hours(NAMED_GPU.name), cost ? hoursText(cost, iterations) : words.unknown],
  ];
  const table = rows.map(([name, value]) => `| ${name} | ${value} |`).join('\n');
  const assumed = words.assumed(NAMED_GPU.name, NAMED_GPU.flopsPerSecond / 1e12, ASSUMED_UTILISATION * 100, RANGE);
  return `# ${words.title(markdownText(document.name))}\n\n| ${words.quantity} | ${words.wholeRun} |\n| --- | --- |\n${table}\n\n${assumed}\n`;
}

function flopsText({ flopsPerIteration, flopsAtMost }: JobCost, iterations: number): string {
  const typical = (flopsPerIteration * iterations).toExponential(1);
  return flopsAtMost === null ? typical : `${typical}; ${clusterText.cost.atMost} ${(flopsAtMost * iterations).toExponential(1)}`;
}

function hoursText({ flopsPerIteration, flopsAtMost }: JobCost, iterations: number): string {
  const typical = gpuHours(flopsPerIteration * iterations);
  const most = gpuHours((flopsAtMost ?? flopsPerIteration) * iterations);
  return `${hours(typical)} (${hours(typical / RANGE)} – ${hours(most * RANGE)})`;
}

const hours = (value: number): string => (value < 0.01 ? '< 0.01' : value < 10 ? value.toPrecision(2) : value.toFixed(0));

/** `1.3 M`, and as it is below a thousand. */
const count = (value: number): string => {
  const units: readonly (readonly [number, string])[] = [
    [1e12, 'T'],
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ];
  const [size, unit] = units.find(([least]) => value >= least) ?? [1, ''];
  return size === 1 ? `${Math.round(value)}` : `${(value / size).toPrecision(3)} ${unit}`;
};
