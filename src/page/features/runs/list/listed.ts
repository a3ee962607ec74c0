/** The rows of the table of runs: what the browser keeps and what only this page has, filtered, as a tree of forks. */
import { importInfoOf } from '../../../../core/formats/imports/run/info.ts';
import type { KeptPhase, RunCard } from '../../../state/library/types.ts';
import type { RunFilters } from '../../../state/runsView/runsView.ts';
import type { RunSet } from '../../../state/runs/types.ts';
import { text } from '../../../../words/words.ts';

/** A run as it is listed. */
export interface ListedRun extends RunCard {
  /** Whether the browser keeps it; the recorded runs, and those of a page without storage, go when the tab closes. */
  readonly kept: boolean;
  readonly recorded: boolean;
  /** Left under way by a page that closed or crashed, and trained nowhere now. */
  readonly interrupted: boolean;
}

export interface RunNode {
  readonly run: ListedRun;
  readonly forks: readonly RunNode[];
}

/**
 * Runs by their cards, and those of this page that have none; `names` are what the page calls these. `underWay`: runs that are
 * trained in this tab or in another.
 */
export function listRuns(
  cards: readonly RunCard[],
  runs: Readonly<Record<string, RunSet>>,
  names: ReadonlyMap<string, string>,
  underWay: readonly string[] = [],
): ListedRun[] {
  const kept = new Set(cards.map(({ id }) => id));
  const here = Object.values(runs).filter(({ id }) => !kept.has(id));
  return [
    ...cards.map(
      (card): ListedRun => ({
        ...card,
        kept: true,
        recorded: false,
        interrupted: card.phase === 'running' && !underWay.includes(card.id),
      }),
    ),
    ...here.map((run) => fromPage(run, names.get(run.id) ?? run.document.name)).reverse(),
  ];
}

function fromPage(run: RunSet, name: string): ListedRun {
  const { id, document, metrics, origin, info } = run;
  const imported = importInfoOf(info);
  return {
    id,
    name,
    tags: [],
    notes: '',
    parent: null,
    sweep: null,
    project: document.name,
    began: run.began ?? 0,
    phase: phaseOf(run),
    iteration: run.iteration,
    iterations: imported ? run.iteration : document.training.iterations,
    seed: imported ? null : document.training.seed,
    ...(imported ? { imported: imported.source } : {}),
    last: metrics.at(-1) ?? {},
    first: metrics[0]?.iteration === 0 ? metrics[0] : null,
    checkpoints: [run.checkpoint ?? run.shipped].flatMap((checkpoint) => checkpoint?.iteration ?? []),
    bytes: 0,
    kept: false,
    recorded: origin === 'recorded',
    interrupted: false,
  };
}

function phaseOf({ phase, origin }: RunSet): KeptPhase {
  if (origin === 'recorded') return 'finished';
  return phase === 'finished' || phase === 'stopped' || phase === 'failed' ? phase : 'running';
}

/** How far a run is: of one that was trained elsewhere how far its files go, since how far it was to go is unknown. */
export function progressOf({ iteration, iterations, imported }: Pick<RunCard, 'iteration' | 'iterations' | 'imported'>): string {
  return imported === undefined ? `${iteration} / ${iterations}` : text.runs.list.toStep(iteration);
}

/** What a run is called in lists; one that nobody named by its project, and its seed where it is known. */
export function runTitle({ name, project, seed }: Pick<RunCard, 'name' | 'project' | 'seed'>): string {
  if (name.trim() !== '') return name;
  return seed === null ? project : text.runs.queue.ofProject(project, seed);
}

export function filterRuns(runs: readonly ListedRun[], { search, project, tag, sweep }: RunFilters): ListedRun[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return runs.filter((run) => {
    if (project !== null && run.project !== project) return false;
    if (tag !== null && !run.tags.includes(tag)) return false;
    if (sweep !== null && run.sweep?.id !== sweep) return false;
    if (words.length === 0) return true;
    const said = [runTitle(run), run.project, run.phase, run.notes, run.sweep?.name ?? '', ...run.tags].join('\n').toLowerCase();
    return words.every((word) => said.includes(word));
  });
}

/** Forks under the nearest of their parents that is listed; in the order given among brothers. */
export function forestOf(runs: readonly ListedRun[], all: readonly ListedRun[]): RunNode[] {
  const listed = new Set(runs.map(({ id }) => id));
  const byId = new Map(all.map((run) => [run.id, run]));
  const parentOf = (run: ListedRun): string | null => {
    const seen = new Set([run.id]);
    for (let at = run.parent?.run; at !== undefined && !seen.has(at); at = byId.get(at)?.parent?.run) {
      if (listed.has(at)) return at;
      seen.add(at);
    }
    return null;
  };
  const children = new Map<string | null, ListedRun[]>();
  for (const run of runs) {
    const parent = parentOf(run);
    children.set(parent, [...(children.get(parent) ?? []), run]);
  }
  const node = (run: ListedRun): RunNode => ({ run, forks: (children.get(run.id) ?? []).map(node) });
  return (children.get(null) ?? []).map(node);
}

/** What there is to filter by. */
export function choicesOf(runs: readonly ListedRun[]) {
  const sweeps = new Map(runs.flatMap(({ sweep }) => (sweep ? [[sweep.id, sweep.name] as const] : [])));
  return {
    projects: [...new Set(runs.map(({ project }) => project))].toSorted(),
    tags: [...new Set(runs.flatMap(({ tags }) => tags))].toSorted(),
    sweeps: [...sweeps].map(([value, label]) => ({ value, label })),
  };
}

/** A number of a run's newest row; undefined where it has none, which sorts last. */
export function lastOf({ last }: Pick<RunCard, 'last'>, metric: string): number | undefined {
  const value = last[metric];
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

/** The finished runs of the sweep begun last, the oldest first; none where fewer than two of it are finished. */
export function newestSweep(runs: readonly ListedRun[]): readonly ListedRun[] {
  const finished = runs.filter(({ sweep, phase }) => sweep !== null && phase === 'finished').toSorted((a, b) => a.began - b.began);
  const ids = [...new Set(finished.map(({ sweep }) => sweep?.id))];
  const of = (id: string | undefined): ListedRun[] => finished.filter(({ sweep }) => sweep?.id === id);
  return ids.map(of).findLast((own) => own.length > 1) ?? [];
}
