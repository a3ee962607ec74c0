/**
 * Whether the measure of who spoiled finds an agent that was made to err: a fault is planted into one agent of a recorded run's team,
 * at a known rate, and a random sample of that team's episodes is asked about. The same episodes are played without the fault, by
 * the same random numbers: that is the truth the answers are held against, of which the measure knows nothing.
 */
import type { PresetName } from '../../../src/core/document/presets/presets.ts';
import { type Interval, wilsonInterval } from '../../../src/core/statistics/intervals.ts';

export interface TurnedCase {
  readonly preset: PresetName;
  /** Chance that a message of the faulty agent is struck. */
  readonly rate: number;
  /** Who stands in for a message: its agent as it is, fault and all, or as it was before it had the fault. */
  readonly standIn: 'own' | 'before';
}

export const TURNED_PRESETS = ['micro', 'relay', 'flow', 'memory', 'consult'] as const satisfies readonly PresetName[];
/** At the second rate its agent itself would err more often than not. */
const CONDITIONS = [
  { rate: 0.25, standIn: 'own' },
  { rate: 0.6, standIn: 'own' },
  { rate: 0.6, standIn: 'before' },
] as const;

export const TURNED: readonly TurnedCase[] = CONDITIONS.flatMap((condition) => TURNED_PRESETS.map((preset) => ({ preset, ...condition })));

/** Names the rows of a case. */
export const turnedId = ({ preset, rate, standIn }: TurnedCase): string => `${preset}-${100 * rate}-${standIn}`;

export const TURNED_SEEDS = [1, 2, 3, 4, 5] as const;
/** Episodes of a measurement, and most continuations of every try. */
export const TURNED_SAMPLE = 64;
export const TURNED_ROLLS = 32;

/** An episode of the team with the fault. */
export interface FaultyEpisode {
  readonly won: boolean;
  /** Whether the fault struck one of its messages. */
  readonly struck: boolean;
  /** Whether it is won without the fault, by the same numbers. */
  readonly cleanWon: boolean;
  /** Who is said to have spoiled and saved it. */
  readonly spoiled: readonly string[];
  readonly saved: readonly string[];
}

export interface TurnedRow {
  readonly seed: number;
  /** The faulty agent: another one with every seed. */
  readonly role: string;
  /** Continuations that were played, and how many there can be at most. */
  readonly played: number;
  readonly budget: number;
  readonly episodes: readonly FaultyEpisode[];
}

/** Episodes lost by the planted error: it struck, and without it the episode is won. */
export const lostByFault = (episodes: readonly FaultyEpisode[]): FaultyEpisode[] =>
  episodes.filter(({ won, struck, cleanWon }) => !won && struck && cleanWon);

/** Counts over rows that may have different faulty agents. */
export function blamedIn(rows: readonly TurnedRow[]): { readonly lost: number; readonly right: number; readonly innocent: number } {
  let [lost, right, innocent] = [0, 0, 0];
  for (const { role, episodes } of rows)
    for (const { spoiled } of lostByFault(episodes)) {
      lost += 1;
      if (spoiled.includes(role)) right += 1;
      if (spoiled.some((other) => other !== role)) innocent += 1;
    }
  return { lost, right, innocent };
}

export function turnedMarkdown(rows: ReadonlyMap<string, readonly TurnedRow[]>): string {
  const tables = CONDITIONS.map(({ rate, standIn }) => {
    const cases = TURNED.filter((one) => one.rate === rate && one.standIn === standIn);
    const of = (one: TurnedCase) => rows.get(turnedId(one)) ?? [];
    const lines = cases.map((one) => line(`\`${one.preset}\``, of(one)));
    return `## ${TITLES[standIn](100 * rate)}\n\n${HEAD}\n${lines.join('\n')}\n${line('**all**', cases.flatMap(of))}`;
  });
  const wanted = TURNED_SEEDS.length * TURNED_SAMPLE;
  const sizes = TURNED.map((one) => (rows.get(turnedId(one)) ?? []).reduce((sum, { episodes }) => sum + episodes.length, 0));
  const short = sizes.some((size) => size < wanted) ? ` Of ${wanted} episodes that are wanted of each, there are ${sizes.join(', ')}.` : '';
  return `# Who spoiled

One agent of a recorded run's team is made to err: at a known rate its message is replaced by one that it said to another problem. With every of ${TURNED_SEEDS.length} seeds it is the team's next agent, on other problems. ${TURNED_SAMPLE} episodes of each such team, as they came, are asked about: who spoiled them, who saved them ([the measure](credit.md#who-spoiled-and-who-saved)), with ${TURNED_ROLLS} continuations of every try. The measure knows neither who errs nor what is right. Looked at are the lost episodes that the error struck and that the team wins without it, by the same random numbers: in how many the faulty agent is blamed, and in how many another one is (both may be). Beside them, over all episodes, the share that the error truly turned from won to lost, and the share of which the measure says so, which also holds what the agent spoils without the fault.${short} Intervals are 95 % (Wilson).

What bounds it: asked again as it is, an agent that errs more often than not is blamed rarely, because before it speaks the episode is mostly lost already; asked as it was before, it is. Of one that speaks several times in an episode, as the desk of \`consult\` does, only one message at a time is said by who stands in, and the faulty agent may err again in the others.

${tables.join('\n\n')}
`;
}

const TITLES = {
  own: (rate: number) => `It errs in ${rate} % of its messages, and is asked again as it is`,
  before: (rate: number) => `It errs in ${rate} % of its messages, and is asked as it was before it had the fault`,
} as const;

const HEAD = `| project | lost by the error | the faulty agent is blamed | another is blamed | error turned it, of all | measured | continuations an episode |
|---|---|---|---|---|---|---|`;

function line(name: string, rows: readonly TurnedRow[]): string {
  const { lost, right, innocent } = blamedIn(rows);
  const all = rows.reduce((sum, { episodes }) => sum + episodes.length, 0);
  const measured = rows.reduce((sum, { role, episodes }) => sum + episodes.filter(({ spoiled }) => spoiled.includes(role)).length, 0);
  const played = rows.reduce((sum, row) => sum + row.played, 0);
  return `| ${name} | ${lost} of ${all} | ${said(right, lost)} | ${said(innocent, lost)} | ${said(lost, all)} | ${said(measured, all)} | ${all === 0 ? '–' : (played / all).toFixed(0)} |`;
}

function said(count: number, of: number): string {
  if (of === 0) return '–';
  const { low, high }: Interval = wilsonInterval(count / of, of);
  const percent = (value: number) => (100 * value).toFixed(1);
  return `${count} = ${percent(count / of)} % (${percent(low)} to ${percent(high)})`;
}
