/** A run's metrics as columns, with the running means and medians the checks are made of. */
import type { ProjectDocument } from '../document/schema.ts';
import type { TrainingSettings } from '../document/trainingSchema.ts';
import type { Known } from './types.ts';

/** One line of `metrics.jsonl`. */
export type Row = Readonly<Record<string, number>>;

/** Iterations a check looks over, so that one odd batch raises nothing. */
export const WINDOW = 5;

export class Course {
  /** Rows of trained iterations, ascending. */
  readonly rows: readonly Row[];
  readonly training: TrainingSettings;
  readonly roles: readonly string[];
  readonly known: Known;
  readonly #team: ProjectDocument['team'];
  readonly #columns = new Map<string, readonly number[]>();
  readonly #rolled = new Map<string, readonly number[]>();

  constructor(rows: readonly Row[], { training, team }: Pick<ProjectDocument, 'training' | 'team'>, known: Known) {
    this.known = known;
    this.rows = rows.filter((row) => (row['iteration'] ?? 0) > 0);
    this.training = training;
    this.#team = team;
    this.roles = team.agents.map(({ role }) => role);
  }

  get length(): number {
    return this.rows.length;
  }

  iteration(index: number): number {
    return this.rows[index]?.['iteration'] ?? 0;
  }

  /** The base most of its agents stand on. */
  get base(): string {
    return this.#team.base;
  }

  /** Whether an agent opens connections by names, with no tags around them. */
  get routed(): boolean {
    return this.#team.orchestration === 'routed';
  }

  /** The learning rate set for an agent, schedule and guards left out. */
  learningRate(role: string): number {
    return this.#team.agents.find((agent) => agent.role === role)?.adapter.learningRate ?? this.training.learningRate;
  }

  /** Names of the metrics that begin with `prefix`, the prefix left out. */
  names(prefix: string): readonly string[] {
    const names = this.rows.flatMap((row) => Object.keys(row)).filter((name) => name.startsWith(prefix));
    return [...new Set(names)].map((name) => name.slice(prefix.length));
  }

  /** A metric row by row; NaN where a row lacks it. */
  column(name: string): readonly number[] {
    return this.#kept(this.#columns, name, () => this.rows.map((row) => row[name] ?? Number.NaN));
  }

  /** Mean over the `window` iterations that end at each; NaN where not all of them have the metric. */
  mean(name: string, window = WINDOW): readonly number[] {
    return this.#kept(this.#rolled, `mean ${window} ${name}`, () =>
      rolled(this.column(name), window, (values) => values.reduce((sum, value) => sum + value, 0) / values.length),
    );
  }

  /** Median over the `window` iterations that end at each (the upper one of an even number); NaN as in {@link mean}. */
  median(name: string, window = WINDOW): readonly number[] {
    return this.#kept(this.#rolled, `median ${window} ${name}`, () =>
      rolled(this.column(name), window, (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN),
    );
  }

  /** The smallest of the `window` iterations that end at each. */
  least(name: string, window = WINDOW): readonly number[] {
    return this.#kept(this.#rolled, `least ${window} ${name}`, () => rolled(this.column(name), window, (values) => Math.min(...values)));
  }

  #kept(known: Map<string, readonly number[]>, name: string, make: () => readonly number[]): readonly number[] {
    const found = known.get(name);
    if (found) return found;
    const made = make();
    known.set(name, made);
    return made;
  }
}

/** What `of` makes of each full window of values; NaN before the first and where a value is missing. */
function rolled(values: readonly number[], window: number, of: (values: readonly number[]) => number): number[] {
  return values.map((_, index) => {
    if (index + 1 < window) return Number.NaN;
    const within = values.slice(index + 1 - window, index + 1);
    return within.some(Number.isNaN) ? Number.NaN : of(within);
  });
}
