/**
 * The paper in miniature: teams of one to three agents × the algorithms, all on the standard base and its six types of problems.
 * From this come the recorded runs (headless/evidence/miniature.ts) and those that the page puts into the queue.
 */
import type { TeamName } from '../document/presets/teams.ts';
import type { Changes } from './exhibits.ts';

export const MINIATURE_PRESET = 'standard';
export const MINIATURE_TEAMS = ['solo', 'duo', 'trio'] as const satisfies readonly TeamName[];
export type MiniatureTeam = (typeof MINIATURE_TEAMS)[number];
/** The first is what the others are compared with, in each team. */
export const MINIATURE_ALGORITHMS = ['tppo', 'appo', 'grpo', 'ippo', 'mappo'] as const;
export type MiniatureAlgorithm = (typeof MINIATURE_ALGORITHMS)[number];
/** What makes no difference to an agent alone: whose messages credit follows, and what others were told. */
const OF_TEAMS: readonly MiniatureAlgorithm[] = ['ippo', 'mappo'];

/** Plain settings for all, with nothing that adapts by itself, so that cells differ in team and algorithm alone. */
export const MINIATURE_CHANGES: Changes = {
  'training.iterations': 24,
  'training.episodes': 32,
  'training.adaptiveLearningRate.enabled': false,
  'training.klGate': 0,
};

const ALGORITHMS: Readonly<Record<MiniatureAlgorithm, Changes>> = {
  appo: { 'training.algorithm': 'appo' },
  tppo: { 'training.algorithm': 'tppo' },
  grpo: {
    'training.algorithm': 'grpo',
    'training.groupSize': 8,
    'training.normalizeAdvantages.mean': 'none',
    'training.normalizeAdvantages.std': 'none',
  },
  // With one critic for all, as it was recorded; the set of settings of that name gives each agent its own.
  ippo: { 'training.algorithm': 'tppo', 'training.credit.chain': 'agent' },
  mappo: { 'training.algorithm': 'tppo', 'training.critic.reads': 'state' },
};

export interface Cell {
  /** `duo-tppo`: the evidence's variant. */
  readonly id: Exclude<`${MiniatureTeam}-${MiniatureAlgorithm}`, 'solo-ippo' | 'solo-mappo'>;
  readonly team: MiniatureTeam;
  readonly algorithm: MiniatureAlgorithm;
  readonly changes: Changes;
  /** What it is compared with, seed by seed: the team's first algorithm, which itself stands against the team one smaller. */
  readonly against?: string;
}

const [FIRST] = MINIATURE_ALGORITHMS;

export const CELLS: readonly Cell[] = MINIATURE_TEAMS.flatMap((team, size) =>
  MINIATURE_ALGORITHMS.filter((algorithm) => team !== 'solo' || !OF_TEAMS.includes(algorithm)).map((algorithm) => ({
    id: `${team}-${algorithm}` as Cell['id'], // those of an agent alone are filtered out
    team,
    algorithm,
    changes: ALGORITHMS[algorithm],
    ...against(algorithm === FIRST ? MINIATURE_TEAMS[size - 1] : team),
  })),
);

function against(team: MiniatureTeam | undefined): Pick<Cell, 'against'> {
  return team ? { against: `${team}-${FIRST}` } : {};
}

/** Seconds of one run: the fastest of those recorded, which shared 2 CPU cores with other work (wasm, evaluations left out). */
export const RECORDED_SECONDS: Readonly<Record<MiniatureTeam, number>> = { solo: 6, duo: 10, trio: 16 };
