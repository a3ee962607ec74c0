/** Runs side by side as plain data: groups with their names, what differs between them, and their curves. */
import { type DiffRow, diffDocuments } from '../../../../core/editing/diff.ts';
import { importInfoOf } from '../../../../core/formats/imports/run/info.ts';
import { withOurNames } from '../../../../core/formats/imports/run/sameMetrics.ts';
import { isTold, isToldBy } from '../../../../core/formats/imports/run/told.ts';
import type { RunParent } from '../../../../core/formats/runs/card.ts';
import { groupBySeed, offsetsOf } from '../../../../core/sweep/groups.ts';
import type { Cell } from '../../../../core/sweep/table.ts';
import type { OneOfManyRuns, RunGroup } from '../../../state/charts/manyRuns.ts';
import type { RunSet } from '../../../state/runs/types.ts';
import { COLON, COMMA, GAP, inBrackets, text } from '../../../../words/words.ts';
import { diffValue, pathLabel } from '../list/labels.ts';
import { type Alignment, positionsOf } from './alignment.ts';

const words = text.runs.compare;

/** Differences that a group's name tells; the table tells the rest. */
const NAMED = 3;

export interface ComparedRun {
  readonly id: string;
  readonly title: string;
  readonly run: RunSet;
  readonly parent: RunParent | null;
}

export interface ComparedGroup {
  /** The same while its first run is the same. */
  readonly id: string;
  readonly name: string;
  /** For sentences: where one choice is all that differs, that choice alone. */
  readonly short: string;
  /** Its place in the palette. */
  readonly slot: number;
  readonly runs: readonly ComparedRun[];
}

/** A row of differences; `unknown` where the settings of a run that was trained elsewhere are. */
export interface ComparedRow extends DiffRow {
  readonly unknown: readonly boolean[];
}

/** Whether a run was trained elsewhere, so that of its project the team alone is known. */
export const isImported = ({ run }: Pick<ComparedRun, 'run'>): boolean => importInfoOf(run.info) !== null;

/**
 * In what the runs' projects differ: our own in everything, imported ones in what their files tell. The rest of an imported
 * project was filled in to make it one, and is compared with nothing.
 */
function rowsOf(runs: readonly ComparedRun[]): ComparedRow[] {
  const documents = runs.map(({ run }) => run.document);
  const imported = runs.map(isImported);
  if (!imported.includes(true)) return diffDocuments(documents).map((row) => ({ ...row, unknown: imported }));
  const own = diffDocuments(documents.filter((_, at) => !imported[at]));
  const unknownOf = (path: string): boolean[] =>
    runs.map(({ run }) => {
      const info = importInfoOf(run.info);
      return info !== null && !isToldBy(info, run.document, path);
    });
  return [
    ...diffDocuments(documents).flatMap((row) => (isTold(row.path) ? [{ ...row, unknown: unknownOf(row.path) }] : [])),
    ...own.flatMap((row): ComparedRow[] => {
      if (isTold(row.path)) return [];
      const values = row.values.values();
      return [{ ...row, values: imported.map((elsewhere) => (elsewhere ? undefined : values.next().value)), unknown: imported }];
    }),
  ];
}

/** Runs that differ in nothing but the seed are one group; one that was trained elsewhere, whose settings are unknown, is alone. */
function bySeed(runs: readonly ComparedRun[]): readonly (readonly ComparedRun[])[] {
  const own = groupBySeed(runs.filter((run) => !isImported(run)).map((compared) => ({ ...compared, document: compared.run.document })));
  const groups = [...own, ...runs.filter(isImported).map((run) => [run])];
  const place = ([first]: readonly ComparedRun[]): number => runs.findIndex(({ id }) => id === first?.id);
  return groups.toSorted((a, b) => place(a) - place(b));
}

/** Groups of runs that differ in nothing but the seed, or one group for each run. */
export function groupsOf(runs: readonly ComparedRun[], grouped: boolean): readonly ComparedGroup[] {
  if (!grouped) return runs.map((run, slot) => ({ id: run.id, name: run.title, short: run.title, slot, runs: [run] }));
  const groups = bySeed(runs);
  const firsts = groups.flatMap(([first]) => first ?? []);
  // By what differs among our own: of one that was trained elsewhere hardly anything could be told.
  const ours = firsts.filter((first) => !isImported(first));
  const rows = diffDocuments(ours.map(({ run }) => run.document)).filter(notSeed);
  const names = firsts.map((first) =>
    isImported(first) ? first.title : nameOf(rows, ours.indexOf(first), first.parent) || first.run.document.name,
  );
  const [row] = rows;
  // A number says nothing without its setting.
  const choices = rows.length === 1 && row?.kind !== 'text' && row?.values.every((value) => typeof value === 'string') ? row : null;
  return groups.map((own, at) => {
    const twice = names.filter((name) => name === names[at]).length > 1;
    // Groups that no row tells apart are told by their runs.
    const name = twice ? `${names[at]}${GAP}${inBrackets(own[0]?.title ?? '')}` : (names[at] ?? '');
    return {
      id: own[0]?.id ?? '',
      name,
      short:
        choices && own[0] && ours.includes(own[0]) && !twice && !own[0].parent
          ? diffValue(choices, choices.values[ours.indexOf(own[0])])
          : name,
      slot: at,
      runs: own,
    };
  });
}

function nameOf(rows: readonly DiffRow[], at: number, parent: RunParent | null): string {
  const parts = rows.slice(0, NAMED).map((row) => `${pathLabel(row.path)}${COLON}${short(diffValue(row, row.values[at]))}`);
  const more = rows.length > NAMED ? [words.more(rows.length - NAMED)] : [];
  return [...parts, ...more, ...(parent ? [words.fork(parent.iteration)] : [])].join(COMMA);
}

function short(value: string): string {
  return value.length > 40 ? `${value.slice(0, 39)}…` : value;
}

const notSeed = ({ path }: DiffRow): boolean => path !== 'training.seed';

/** The rows of the table of differences, one value per group; of single runs the seed too. */
export function differencesOf(groups: readonly ComparedGroup[], grouped: boolean): ComparedRow[] {
  const rows = rowsOf(groups.flatMap(({ runs: [first] }) => first ?? []));
  return grouped ? rows.filter(notSeed) : rows;
}

/** The groups as curves; a fork begins where its parent stood. `left`: titles of runs whose place on the axis is unknown. */
export function curvesOf(
  groups: readonly ComparedGroup[],
  by: Alignment = 'iterations',
): { readonly curves: readonly RunGroup[]; readonly left: readonly string[] } {
  const left: string[] = [];
  const all = groups.flatMap(({ runs }) => runs);
  const offsets = offsetsOf(all.map(({ id, parent, run }) => ({ id, parent, firstIteration: run.metrics[0]?.iteration ?? null })));
  const curves = groups.map(({ id, name, slot, runs }) => ({
    id,
    label: name,
    slot,
    runs: runs.flatMap((compared): OneOfManyRuns[] => {
      const { id: own, title, run } = compared;
      const curve = { id: own, label: title, seed: seedOf(compared), metrics: metricsOf(compared).rows, offset: offsets.get(own) ?? 0 };
      if (by === 'iterations') return [curve];
      const positions = positionsOf(run, by, curve.offset);
      if (!positions) left.push(title);
      return positions ? [{ ...curve, positions }] : [];
    }),
  }));
  return { curves, left };
}

/** Null where the run's files do not tell it. */
export function seedOf(compared: ComparedRun): number | null {
  return isImported(compared) ? null : compared.run.document.training.seed;
}

/** A run's rows; of one that was trained elsewhere what means the same as a metric of ours stands under our name, too. */
function metricsOf(compared: ComparedRun): ReturnType<typeof withOurNames> {
  const { metrics } = compared.run;
  return isImported(compared) ? withOurNames(metrics) : { rows: metrics, matched: new Map() };
}

/** Which metrics of which runs were taken for one of ours, for a sentence. */
export function matchesOf(
  runs: readonly ComparedRun[],
): readonly { readonly title: string; readonly theirs: string; readonly ours: string }[] {
  return runs.flatMap((compared) => [...metricsOf(compared).matched].map(([ours, theirs]) => ({ title: compared.title, theirs, ours })));
}

/** The groups as cells of a results table. */
export function cellsOf(groups: readonly ComparedGroup[]): readonly Cell[] {
  return groups.map(({ name, runs }) => ({
    name,
    runs: runs.map((compared) => ({ id: compared.id, seed: seedOf(compared), rows: metricsOf(compared).rows })),
  }));
}

/** What is drawn when nobody chose: the reward, greedy and sampled evaluations, and how far and how varied each agent is. */
export function usualMetrics(runs: readonly ComparedRun[], measured: readonly string[]): string[] {
  const roles = runs[0]?.run.document.team.agents.map(({ role }) => role).slice(0, 3) ?? [];
  const wanted = [
    'reward/mean',
    'reward/greedy',
    'eval/test/mean',
    ...roles.map((role) => `actor/${role}/kl_ref`),
    ...roles.map((role) => `actor/${role}/entropy`),
  ];
  return wanted.filter((metric) => measured.includes(metric));
}
