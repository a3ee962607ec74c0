/**
 * Whether rollback goes back when it should: every shipped project with its own settings, where each rollback is a misfire unless
 * the held-out reward has fallen, and a learning rate of 1e-2, where it must act before the reward has fallen by 20 points.
 */
import { type PresetName, PRESETS } from '../../src/core/document/presets/presets.ts';
import { meanWithInterval } from '../../src/core/statistics/intervals.ts';

/** Problems of the test split that both teams answer once a rollback has happened; the guard itself plays the train split. */
export const HELD_OUT = 256;
export const ROLLBACK_SEEDS = [9001, 9002, 9003, 9004, 9005] as const;
/** Nothing but rollback stands against these steps. */
export const RUINED = { learningRate: 1e-2, iterations: 60, klGate: 0, adaptiveLearningRate: { enabled: false, targetKl: 3e-3 } } as const;

export interface Back {
  readonly iteration: number;
  /** By how much the mean reward of the window lay below the best one. */
  readonly fallen: number;
  /** Rewards of the held-out problems: of the team that was left, and of the one it went back to. */
  readonly present: readonly number[];
  readonly best: readonly number[];
}

export interface RollbackRow {
  readonly seed: number;
  readonly iterations: number;
  readonly rewards: readonly number[];
  /** How often the two teams were compared. */
  readonly checks: number;
  readonly backs: readonly Back[];
}

export interface RollbackStudy {
  readonly preset: PresetName;
  readonly rate: boolean;
}

/** Shipped since it was measured; a name goes from here when its runs are recorded. */
const AWAITED: ReadonlySet<PresetName> = new Set(['quartet', 'octet']);

export const ROLLBACK_STUDIES: readonly RollbackStudy[] = [
  ...(Object.keys(PRESETS) as PresetName[]).filter((preset) => !AWAITED.has(preset)).map((preset) => ({ preset, rate: false })),
  { preset: 'micro', rate: true },
];

/** Names the rows of a study. */
export const rollbackId = ({ preset, rate }: RollbackStudy): string => (rate ? `${preset}-rate` : preset);

/** The held-out reward of the team that was left less that of the one it went back to, paired by problem. */
const change = ({ present, best }: Back) => meanWithInterval(present.map((reward, problem) => reward - (best[problem] ?? Number.NaN)));

/** A rollback although the held-out reward had not fallen beyond its interval. */
export const isMisfire = (back: Back): boolean => {
  const { mean, half } = change(back);
  return half === null || mean + half >= 0;
};

const points = (value: number) => (100 * value).toFixed(0).replace('-', '−');

export function rollbackMarkdown(rows: ReadonlyMap<RollbackStudy, readonly RollbackRow[]>, machine: string): string {
  const healthy = [...rows].filter(([{ rate }]) => !rate);
  const ruined = [...rows].filter(([{ rate }]) => rate).flatMap(([, results]) => results);
  const all = healthy.flatMap(([, results]) => results);
  const sum = (of: (row: RollbackRow) => number, over: readonly RollbackRow[]) => over.reduce((total, row) => total + of(row), 0);
  const misfires = (over: readonly RollbackRow[]) => sum(({ backs }) => backs.filter(isMisfire).length, over);
  return `# Rollback

Seeds ${ROLLBACK_SEEDS.join(', ')} on wasm, one worker (${machine}). A misfire is a rollback while the held-out reward had not fallen beyond its interval: ${HELD_OUT} problems of the test split, sampled, answered by the team that was left and by the one it went back to, paired by problem, 95 % (Student's t). A check is a suspicion that was played out: 256 problems of the train split by the present team, and once for each best team by that.

## The shipped projects, with rollback on and nothing else changed

${all.length} runs: ${sum(({ checks }) => checks, all)} checks, ${sum(({ backs }) => backs.length, all)} rollbacks, of which misfires: ${misfires(all)}.${AWAITED.size > 0 ? ` Not measured yet: ${[...AWAITED].map((preset) => `\`${preset}\``).join(', ')}.` : ''}

| project | checks, per seed | rollbacks, per seed | misfires |
|---|---|---|---|
${healthy.map(([{ preset }, results]) => `| \`${preset}\` | ${results.map(({ checks }) => checks).join(' ')} | ${results.map(({ backs }) => backs.length).join(' ')} | ${misfires(results)} |`).join('\n')}

## Learning rate 1e-2 without another guard (preset \`micro\`, ${RUINED.iterations} iterations)

Where the interval of the held-out change holds 0, that rollback is a misfire by the measure above.

| seed | first rollback in iteration | fall of the mean reward until then, points | held-out change it undid, points | rollbacks | checks | reward of the last five iterations |
|---|---|---|---|---|---|---|
${ruined.map(ruinedLine).join('\n')}
`;
}

function ruinedLine({ seed, backs, checks, rewards }: RollbackRow): string {
  const [first] = backs;
  const end = meanWithInterval(rewards.slice(-5)).mean;
  if (!first) return `| ${seed} | never | – | – | 0 | ${checks} | ${points(end)} % |`;
  const { mean, half } = change(first);
  return `| ${seed} | ${first.iteration} | ${points(first.fallen)} | ${points(mean)} ± ${points(half ?? Number.NaN)} | ${backs.length} | ${checks} | ${points(end)} % |`;
}
