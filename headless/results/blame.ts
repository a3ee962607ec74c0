/**
 * Whether the lab finds the message that lost an episode: single errors that were planted. A won episode of a trained team gets one
 * wrong message and is said anew from there with the recording's own numbers; where that loses it, the right message in its place
 * would, with the same numbers, give the recording, which won. So the counterfactual of every planted episode wins.
 */
import { wilsonInterval } from '../../src/core/statistics/intervals.ts';
import type { RecordedTeam } from './trainedTeam.ts';

export interface BlamedTeam extends RecordedTeam {
  /** How its agents are put together. */
  readonly team: string;
}

/** Projects whose trained teams win often, and two of their teams from early on, which do not. */
export const BLAMED: readonly BlamedTeam[] = [
  { preset: 'micro', team: 'two in a row' },
  { preset: 'relay', team: 'three in a row' },
  { preset: 'flow', team: 'two side by side, between a first and a last' },
  { preset: 'memory', team: 'two turns' },
  { preset: 'consult', team: 'an orchestrator and whom it calls' },
  { preset: 'micro', after: 9, team: 'two in a row' },
  { preset: 'relay', after: 9, team: 'three in a row' },
];

/** Names the rows of a team. */
export const blamedId = ({ preset, after }: BlamedTeam): string => (after === undefined ? preset : `${preset}-${after}`);

/** Each measurement plants so many; four of them make 200 a project. */
export const CHUNKS = [1, 2, 3, 4] as const;
export const PLANTED = 50;
/** Most continuations of every try. */
export const BLAME_ROLLS = 32;

/** An episode that was lost by one planted message, and what was answered. */
export interface PlantedEpisode {
  /** Index of the wrong message, and how many the planted episode has. */
  readonly planted: number;
  readonly of: number;
  /** Whether the wrong text is the environment's own mistake; else what the role said on another problem. */
  readonly mistake: boolean;
  /** The message that was named; null where none was: then `told` says whether the same messages won again, or nothing was told apart. */
  readonly named: number | null;
  readonly told: 'named' | 'luck' | 'open';
  /** Continuations that were played, the proof's included. */
  readonly played: number;
  /** Whether another text in its place was proved to win more often, and whether it is the one that had been said. */
  readonly proved: boolean;
  readonly restored: boolean;
}

export interface BlameRow {
  /** Number of the measurement: other problems. */
  readonly seed: number;
  /** Episodes that were rolled out to find the won ones. */
  readonly rolled: number;
  readonly won: number;
  /** Won episodes of which a message was replaced without losing them. */
  readonly harmless: number;
  readonly episodes: readonly PlantedEpisode[];
}

export function blameMarkdown(rows: ReadonlyMap<string, readonly BlameRow[]>): string {
  const of = (team: BlamedTeam) => rows.get(blamedId(team)) ?? [];
  const last = BLAMED.filter(({ after }) => after === undefined);
  const all = last.flatMap((team) => episodesIn(of(team)));
  const wanted = CHUNKS.length * PLANTED;
  const sizes = BLAMED.map((team) => episodesIn(of(team)).length);
  const short = sizes.some((size) => size < wanted) ? ` Of ${wanted} episodes that are wanted of each, there are ${sizes.join(', ')}.` : '';
  return `# Blame

Single planted errors: an episode that a recorded run's team has won gets one wrong message (the environment's \`mistake\`, or what the same role said on another problem where that is no other text), and is said anew from there with the recording's own numbers. Where that loses it, the lab is asked which message lost it: at most ${BLAME_ROLLS} continuations of every try, error 5 % over all that is compared, stopped at the first look that tells. It knows neither the recording nor what the environment holds for right. The right message in its place would give the recording, which won, so the counterfactual of every episode here wins. Every message of an episode is as likely to be planted; what the team repairs is not asked about, and a text that proves to be better need not be the one that had been said (\`7.\` is as right as \`7\`).${short} Intervals are 95 % (Wilson).

${HEAD}
${last.map((team) => line(team, of(team))).join('\n')}
| **all** | | | ${all.length} | ${cells(all)} |

The same of teams from early in their training, which win less often whatever is said:

${HEAD}
${BLAMED.filter(({ after }) => after !== undefined)
  .map((team) => line(team, of(team)))
  .join('\n')}
`;
}

const HEAD = `| project | agents | the team wins | lost by the planted message | it is named | another is named | none is told | proved by another text, of those named rightly | of these the very text that had been said | continuations, median (most) |
|---|---|---|---|---|---|---|---|---|---|`;

const episodesIn = (rows: readonly BlameRow[]): PlantedEpisode[] => rows.flatMap(({ episodes }) => episodes);

function line({ preset, after, team }: BlamedTeam, rows: readonly BlameRow[]): string {
  const episodes = episodesIn(rows);
  const sum = (count: (row: BlameRow) => number) => rows.reduce((total, row) => total + count(row), 0);
  const name = after === undefined ? `\`${preset}\`` : `\`${preset}\`, after iteration ${after}`;
  const wins = `${((100 * sum(({ won }) => won)) / sum(({ rolled }) => rolled)).toFixed(0)} %`;
  return `| ${name} | ${team} | ${wins} | ${episodes.length} of ${episodes.length + sum(({ harmless }) => harmless)} | ${cells(episodes)} |`;
}

function cells(episodes: readonly PlantedEpisode[]): string {
  const right = episodes.filter(({ named, planted }) => named === planted);
  const other = episodes.filter(({ named, planted }) => named !== null && named !== planted);
  const proved = right.filter((episode) => episode.proved);
  const played = episodes.map((episode) => episode.played).toSorted((a, b) => a - b);
  const middle = played[Math.floor((played.length - 1) / 2)] ?? 0;
  return [
    shareOf(right.length, episodes.length),
    shareOf(other.length, episodes.length),
    String(episodes.length - right.length - other.length),
    `${proved.length} of ${right.length}`,
    `${proved.filter(({ restored }) => restored).length} of ${proved.length}`,
    `${middle} (${played.at(-1) ?? 0})`,
  ].join(' | ');
}

function shareOf(count: number, of: number): string {
  if (of === 0) return '–';
  const percent = (value: number) => (100 * value).toFixed(1);
  const { low, high } = wilsonInterval(count / of, of);
  return `${count} = ${percent(count / of)} % (${percent(low)} to ${percent(high)})`;
}
