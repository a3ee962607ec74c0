/** A run as trackers take it: rows of numbers by iteration, what it was set to, and the episodes that are kept. */
import type { ProjectDocument } from '../../../document/schema.ts';
import type { EpisodeRecord } from '../../../episode/records.ts';
import { importInfoOf } from '../../imports/run/info.ts';
import { toldOf } from '../../imports/run/told.ts';
import type { MetricsRow } from '../../../metricsRow.ts';
import { sha256 } from '../../../sha256.ts';

export interface TrackedRun {
  readonly document: ProjectDocument;
  /** As a person calls it; empty for the project's name. */
  readonly name: string;
  readonly metrics: readonly MetricsRow[];
  readonly timing: readonly MetricsRow[];
  /** When it began, seconds since 1970; undefined where that is not known. */
  readonly began?: number | undefined;
  /** What its `run.json` says; of a run that was imported no settings are known. */
  readonly info?: unknown;
  /** Kept episodes by iteration. */
  readonly episodes: ReadonlyMap<number, readonly EpisodeRecord[]>;
}

/** One row per iteration, metrics and timing together, ascending; without `iteration`, which is the step. */
export function stepsOf({
  metrics,
  timing,
}: Pick<TrackedRun, 'metrics' | 'timing'>): { readonly step: number; readonly values: MetricsRow }[] {
  const rows = new Map<number, Record<string, number>>();
  for (const { iteration = 0, ...values } of [...metrics, ...timing]) rows.set(iteration, { ...rows.get(iteration), ...values });
  return [...rows].toSorted(([a], [b]) => a - b).map(([step, values]) => ({ step, values }));
}

/** What a tracker filters and groups by: the settings, without the source of the environment; of an imported run what its files told. */
export function configOf({ document, info }: Pick<TrackedRun, 'document' | 'info'>): Readonly<Record<string, unknown>> {
  const { name, team, training, environment } = document;
  const imported = importInfoOf(info);
  if (imported) {
    return { project: name, imported_from: imported.source, team: toldOf(document).team };
  }
  return { project: name, environment: environment.file, team, training };
}

/** The same for the same run, so that what is taken to a tracker twice is one run there: 16 letters and digits. */
export const trackedId = ({ document, began, name }: TrackedRun): string =>
  sha256(JSON.stringify([document, began ?? null, name])).slice(0, 16);

/** What nobody told of an imported run is NaN in its episodes, and null for a tracker. */
export function unknownAsNull(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** As trackers call it. */
export const trackedName = ({ document, name, info }: Pick<TrackedRun, 'document' | 'name' | 'info'>): string =>
  `${name || document.name}${importInfoOf(info) ? '' : ` seed ${document.training.seed}`}`;

/** The name of a project: letters, digits, dashes and points; what is left of the project's name, or `marft`. */
export const trackedProject = ({ document }: Pick<TrackedRun, 'document'>): string =>
  document.name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9.]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, 60) || 'marft';
