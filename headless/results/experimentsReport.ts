/** The experiments' part of docs/results.md; every number comes from a measured row, every sentence about it stands beside. */
import { peakOf } from '../../src/core/lessons/evidenceNumbers.ts';
import { meanWithInterval } from '../../src/core/statistics/intervals.ts';
import type { Experiment } from './experiments.ts';
import { ALGORITHM_NOTES, COLLAPSE_NOTES, LAZY_NOTES } from './notes.ts';
import { iterationOfGain, type RowResult } from './rows.ts';

type Rows = ReadonlyMap<Experiment, readonly RowResult[]>;

const percent = (value: number) => (100 * value).toFixed(1);
const interval = (values: readonly number[]): string => {
  const { mean, half } = meanWithInterval(values);
  return half === null ? `${percent(mean)} %` : `${percent(mean)} ± ${percent(half)} %`;
};
const list = (values: readonly number[]): string => values.map((value) => (100 * value).toFixed(0)).join(' ');

export function experimentsMarkdown(rows: Rows): string {
  const of = (study: Experiment['study']) => [...rows].filter(([experiment]) => experiment.study === study);
  return `
# Experiments

Each row is trained by the same script with nothing that adapts by itself (no adaptive learning rate, no KL gate) unless the row says so. Accuracy of 256 episodes of the train split, sampled at temperature 1 or greedy; mean over seeds ± half the width of its 95 % interval (Student's t); single seeds in brackets. The last column of numbers compares with what an independent PyTorch prototype gave on bases of its own, which have other habits: agreement means the same order of settings and about the same gain, not the same number.

${algorithms(of('algorithms'))}
${lazy(of('lazy'))}
${collapses(of('collapse'))}
`;
}

/** What the prototype gave (sampled, greedy), by base, team and algorithm. */
const PROTOTYPE: Readonly<Record<string, string>> = {
  'micro-solo-tppo': '14.1 → 94.0 / –',
  'micro-duo-tppo': '30.5 → 93.9 / 99.1',
  'micro-duo-appo': '30.5 → 94.0 / –',
  'micro-duo-grpo': '30.5 → 88.3 / –',
  'standard-solo-tppo': '24.2 → 82.6 / 91.4',
  'standard-solo-appo': '24.2 → 82.9 / 92.3',
  'standard-solo-grpo': '24.2 → 73.0 / 80.4',
  'standard-duo-tppo': '30.5 → 86.4 / 95.2',
  'standard-duo-appo': '30.5 → 85.8 / 93.8',
  'standard-duo-grpo': '30.5 → 78.9 / 87.4',
  'standard-duo-reinforce': '30.5 → 80.7 / 90.4',
};

function algorithms(entries: readonly (readonly [Experiment, readonly RowResult[]])[]): string {
  const lines: string[] = [];
  let above = '';
  for (const [experiment, rows] of entries) {
    const { preset, team, setting, id } = experiment;
    if (`${preset} ${team}` !== above) {
      above = `${preset} ${team}`;
      lines.push(
        `| ${preset} | ${team} | untrained | ${interval(rows.map(({ before }) => before.sampled))} | ${interval(rows.map(({ before }) => before.greedy))} | | |`,
      );
    }
    lines.push(
      `| | | ${setting} | ${interval(rows.map(({ after }) => after.sampled))} [${list(rows.map(({ after }) => after.sampled))}] | ${interval(rows.map(({ after }) => after.greedy))} | ${gains(rows)} | ${PROTOTYPE[id] ?? '–'} |`,
    );
  }
  return `## Which algorithm, alone or in a team

micro: 40 iterations of 32 episodes; standard: 50 of 64. GRPO plays groups of 8 episodes of one problem, so it sees an eighth of the problems.

| base | team | algorithm | sampled | greedy | +30 points at iteration | prototype (sampled / greedy) |
|---|---|---|---|---|---|---|
${lines.join('\n')}

${ALGORITHM_NOTES}
`;
}

const gains = (rows: readonly RowResult[]): string => rows.map((row) => iterationOfGain(row, 0.3) ?? '–').join(', ');

function lazy(entries: readonly (readonly [Experiment, readonly RowResult[]])[]): string {
  const lines = entries.map(([{ setting }, rows]) => {
    const skill = (name: string) => interval(rows.flatMap(({ skills }) => skills[name] ?? []));
    const kl = (role: string) => median(rows.map(({ klRef }) => klRef[role] ?? 0)).toFixed(2);
    return `| ${setting} | ${interval(rows.map(({ after }) => after.sampled))} [${list(rows.map(({ after }) => after.sampled))}] | ${interval(rows.map(({ after }) => after.greedy))} | ${skill('plan right')} | ${kl('planner')} / ${kl('solver')} / ${kl('verifier')} | ${gains(rows)} |`;
  });
  return `## The lazy team: three agents, one reward

Planner → solver → verifier on the standard base, paid by the verifier's last number, learning rate 3e-3 unless said. In the prototype the verifier took over at that rate (54–60 % sampled); rotation (73–82 %), an adaptive rate (79–82 %) and a rate of 1e-3 (73–77 %) kept the others at work.

| setting | sampled | greedy | planner right | KL to base, median: planner / solver / verifier | +30 points at |
|---|---|---|---|---|---|
${lines.join('\n')}

${LAZY_NOTES}
`;
}

/** The middle one: the estimator k3 is the mean of a ratio, and one token can make it thousands. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}

function collapses(entries: readonly (readonly [Experiment, readonly RowResult[]])[]): string {
  const lines = entries.map(([{ preset, setting }, rows]) => {
    const acted = rows.map(({ notices }) =>
      Object.entries(notices)
        .filter(([code]) => code !== 'ratio_clamped')
        .map(([, count]) => count)
        .reduce((a, b) => a + b, 0),
    );
    return `| ${preset} | ${setting} | ${interval(rows.map(({ curve }) => peakOf(curve)))} | ${interval(rows.map(({ after }) => after.sampled))} [${list(rows.map(({ after }) => after.sampled))}] | ${acted.join(' ')} |`;
  });
  return `## Two collapses, and what rescues them

Too large a step (learning rate 1e-2) and a batch used too often (8 epochs without a clip), each with one guard at a time; micro 60 iterations of 32 episodes, standard 45 of 64. "Peak" is the best mean reward of five iterations; the last column counts how often the guard spoke up, per seed.

| base | setting | peak | sampled at the end | guard acted |
|---|---|---|---|---|
${lines.join('\n')}

${COLLAPSE_NOTES}
`;
}
