/**
 * Every method on a team of two, three and four agents: what is trained, and the table of docs/results.md. Each method is a named
 * set of settings, as the page has it; nothing is tuned for any of them.
 */
import type { PresetName } from '../../../src/core/document/presets/presets.ts';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import type { SettingsPresetName } from '../../../src/core/editing/settingsPresets.ts';
import { differenceText } from '../../../src/core/lessons/evidenceNumbers.ts';
import { mean, meanWithInterval } from '../../../src/core/statistics/intervals.ts';
import { type PairedDifference, pairedDifference, VERDICTS, type Verdict } from '../../../src/core/statistics/paired.ts';
import { chooseProject } from '../../kit/project.ts';

/** What the others are compared with. */
export const FIRST = 'tppo';
/** In the order in which they are measured: first those that the paper's claim is tested with, last those that play on. */
export const METHODS = [
  FIRST,
  'ippo',
  'mappo',
  'grpo',
  'appo',
  'reinforce',
  'rloo',
  'dr_grpo',
  'gspo',
  'cispo',
  'difference',
  'coma',
  'vineppo',
  'c3',
] as const satisfies readonly SettingsPresetName[];
export type Method = (typeof METHODS)[number];

export const TEAMS = [
  { preset: 'micro', name: 'duo' },
  { preset: 'trio', name: 'trio' },
  { preset: 'quartet', name: 'quartet' },
] as const satisfies readonly { readonly preset: PresetName; readonly name: string }[];
export type Team = (typeof TEAMS)[number];

export const METHOD_SEEDS = [1, 2, 3, 4, 5] as const;
export const ITERATIONS = 25;
export const EPISODES = 32;
/** Iterations after which a run that has not sampled as many tokens as the first method is over all the same. */
export const LONGEST = 2 * ITERATIONS;

/** A method after some iterations. */
export interface Point {
  readonly iteration: number;
  /** Sampled in all iterations until here, in continuations and alternatives too; those of prompts and evaluations are not counted. */
  readonly tokens: number;
  /** Mean of `EVALUATED` episodes of the train split, sampled. */
  readonly reward: number;
}

/** One run. */
export interface MethodRow {
  readonly seed: number;
  /** Of the untrained team. */
  readonly before: number;
  /** After {@link ITERATIONS}. */
  readonly episodes: Point;
  /** After the first iteration by which as many tokens were sampled as by the first method in all; null where `LONGEST` did not suffice. */
  readonly tokens: Point | null;
}

/** Names the rows of a method. */
export const methodId = ({ name }: Team, method: Method): string => `${name}/${method}`;

export function methodDocument({ preset }: Team, method: Method, seed: number): ProjectDocument {
  const document = chooseProject({ preset, settings: method, seed });
  const { critic } = document.training;
  return {
    ...document,
    training: {
      ...document.training,
      critic: method === 'ippo' ? { ...critic, kind: 'shared' } : critic,
      iterations: LONGEST,
      episodes: EPISODES,
      evaluateEvery: 0,
      turned: { ...document.training.turned, every: 0 },
    },
  };
}

type Budget = 'episodes' | 'tokens';

/** What of each row counts at a budget; none of a run that did not reach it. */
const numbersAt = (rows: readonly MethodRow[], budget: Budget) =>
  rows.flatMap(({ seed, [budget]: point }) => (point ? [{ seed, value: point.reward }] : []));

/** A method less the first, by seed; null where no two seeds have both. */
export function methodDifference(rows: ReadonlyMap<string, readonly MethodRow[]>, team: Team, method: Method, budget: Budget) {
  const of = (one: Method) => numbersAt(rows.get(methodId(team, one)) ?? [], budget);
  return pairedDifference(of(method), of(FIRST));
}

export function methodsMarkdown(rows: ReadonlyMap<string, readonly MethodRow[]>, machine: string): string {
  const others = METHODS.filter((method) => method !== FIRST);
  const comparisons = TEAMS.flatMap((team) =>
    others.flatMap((method) => (['episodes', 'tokens'] as const).flatMap((budget) => methodDifference(rows, team, method, budget) ?? [])),
  );
  return `# Methods

Every method on a team of two (\`micro\`), three (\`trio\`) and four (\`quartet\`), seeds ${METHOD_SEEDS.join(', ')}, ${EPISODES} episodes an iteration (${machine}). A method is the named set of settings of that name, as it stands, but for \`ippo\`, which is here with a shared critic (parameter sharing), as it was recorded, where the set gives each agent its own: learning rate, clip and group size were tuned for none of them, and another choice may turn any row. Reward in per cent of 256 sampled episodes of the train split, mean over the seeds ± half the width of its 95 % interval (Student's t), single seeds in brackets.

**At equal episodes** every run has ${ITERATIONS} iterations. **At equal tokens** it has as many as it takes until it has sampled as many tokens as \`${FIRST}\` with the same seed in ${ITERATIONS} iterations: tokens that agents say, in continuations and alternatives too, not those of prompts. It is measured after the iteration that reaches them, so it has up to an iteration more; “tokens” is what it has sampled by then, as a multiple of \`${FIRST}\`'s. A run that has not after ${LONGEST} iterations is left out there.

“Paired” is the mean difference to \`${FIRST}\` seed by seed, in points ± half the width of its 95 % interval, bold where that leaves out 0 and all seeds are measured; where it holds 0 the two were not told apart, which does not say that they are equal. \`mappo\`'s critic reads all that the team was told and said; where each agent hears all that was said before it, as in the duo and the trio, it reads what \`${FIRST}\`'s does, and these are the very same runs. These are ${comparisons.length} intervals: if no method differed from \`${FIRST}\`, about one in twenty would leave out 0 all the same.

${TEAMS.map((team) => section(rows, team)).join('\n\n')}
`;
}

function section(rows: ReadonlyMap<string, readonly MethodRow[]>, team: Team): string {
  const measured = METHODS.filter((method) => (rows.get(methodId(team, method)) ?? []).length > 0);
  const first = rows.get(methodId(team, FIRST)) ?? [];
  const missing = notMeasured(rows, team);
  if (measured.length === 0) return `## ${heading(team)}\n\n${missing}`;
  const lines = measured.map((method) => {
    const own = rows.get(methodId(team, method)) ?? [];
    const cells = (['episodes', 'tokens'] as const).map((budget) => {
      const reached = own.filter((row) => row[budget] !== null);
      const of = reached.map((row) => row[budget]?.reward ?? Number.NaN);
      const ends = reached.length === 0 ? '–' : `${percent(of)} [${of.map((value) => (100 * value).toFixed(0)).join(' ')}]`;
      const spent = times(reached, first, budget);
      const iterations = budget === 'tokens' ? `${reached.map((row) => row.tokens?.iteration).join(' ') || '–'} | ` : '';
      return `${iterations}${spent} | ${ends} | ${method === FIRST ? '–' : paired(methodDifference(rows, team, method, budget), complete(rows, team, method))}`;
    });
    return `| \`${method}\` | ${percent(own.map(({ before }) => before))} | ${cells.join(' | ')} |`;
  });
  return `## ${heading(team)}

| method | untrained | tokens | equal episodes | paired | iterations | tokens | equal tokens | paired |
|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}

${[...(['episodes', 'tokens'] as const).map((budget) => toldApart(rows, team, budget)), missing].filter(Boolean).join(' ')}`;
}

/** Which seeds of which methods are missing; empty where none is. */
function notMeasured(rows: ReadonlyMap<string, readonly MethodRow[]>, team: Team): string {
  const bySeeds = new Map<string, Method[]>();
  for (const method of METHODS) {
    const own = rows.get(methodId(team, method)) ?? [];
    const seeds = METHOD_SEEDS.filter((seed) => !own.some((row) => row.seed === seed)).join(', ');
    if (seeds !== '') bySeeds.set(seeds, [...(bySeeds.get(seeds) ?? []), method]);
  }
  const parts = [...bySeeds].map(([seeds, methods]) =>
    methods.length === METHODS.length
      ? `seeds ${seeds}`
      : `${methods.map((method) => `\`${method}\``).join(', ')} with ${seeds.includes(',') ? 'seeds' : 'seed'} ${seeds}`,
  );
  return parts.length === 0 ? '' : `Not measured yet: ${parts.join('; ')}. Of fewer than ${METHOD_SEEDS.length} seeds nothing is said.`;
}

/** Whether every seed of a method and of the first is there; of fewer, some are soon apart by chance. */
const complete = (rows: ReadonlyMap<string, readonly MethodRow[]>, team: Team, method: Method): boolean =>
  ([method, FIRST] as const).every((one) => rows.get(methodId(team, one))?.length === METHOD_SEEDS.length);

const heading = ({ preset, name }: Team): string => `The ${name} (preset \`${preset}\`)`;

/** “63 ± 4”. */
function percent(values: readonly number[]): string {
  const { mean: centre, half } = meanWithInterval(values);
  return `${(100 * centre).toFixed(0)}${half === null ? '' : ` ± ${(100 * half).toFixed(0)}`}`;
}

/** Tokens as a multiple of the first method's with the same seeds. */
function times(rows: readonly MethodRow[], first: readonly MethodRow[], budget: Budget): string {
  const ratios = rows.flatMap(({ seed, [budget]: point }) => {
    const other = first.find((row) => row.seed === seed);
    return point && other ? [point.tokens / other.episodes.tokens] : [];
  });
  return ratios.length === 0 ? '–' : `${mean(ratios).toFixed(2)} ×`;
}

/** `whole`: of all seeds. */
function paired(difference: PairedDifference | null, whole: boolean): string {
  if (!difference) return '–';
  const text = differenceText(difference, 'share').replace(' points', '');
  return !whole || difference.verdict === 'alike' ? text : `**${text}**`;
}

/** Who was told apart from the first method, and who not: nothing but what the intervals say. */
function toldApart(rows: ReadonlyMap<string, readonly MethodRow[]>, team: Team, budget: Budget): string {
  const found = new Map<Verdict | 'same', string[]>(([...VERDICTS, 'same'] as const).map((verdict) => [verdict, []]));
  for (const method of METHODS) {
    const difference = method === FIRST || !complete(rows, team, method) ? null : methodDifference(rows, team, method, budget);
    if (difference) found.get(isFirst(rows, team, method) ? 'same' : difference.verdict)?.push(`\`${method}\``);
  }
  const list = (verdict: Verdict) => found.get(verdict)?.join(', ') || 'none';
  if ([...found.values()].every((methods) => methods.length === 0)) return '';
  const same = found.get('same')?.join(', ');
  return `At equal ${budget}, higher than \`${FIRST}\`: ${list('higher')}; lower: ${list('lower')}; not told apart: ${list('alike')}${same ? `; the very same runs as \`${FIRST}\`: ${same}` : ''}.`;
}

/** Whether a method was the first one in all its runs, since nothing of what it changes made a difference in that team. */
const isFirst = (rows: ReadonlyMap<string, readonly MethodRow[]>, team: Team, method: Method): boolean =>
  JSON.stringify(rows.get(methodId(team, method))) === JSON.stringify(rows.get(methodId(team, FIRST)));
