/** What the bench reports: ratios, each with its target, kept in docs/performance.json between runs. */

export interface Row {
  /** What computes: `wasm, one thread`. */
  readonly path: string;
  /** What is compared, with the sizes: `update, D=128, against PyTorch, one thread`. */
  readonly measure: string;
  readonly value: number;
  /** `×`, `ms`, `µs`, `GFLOP/s`, `s`. */
  readonly unit: string;
  /** The target, as words: `≤ 1.7`. Absent where a figure is only reported. */
  readonly target?: string;
  /** The two times behind a ratio, or how it was counted. */
  readonly detail: string;
  /** The part of a section that measured it, and the load then: only of sections whose parts are run one by one. */
  readonly part?: string;
  readonly load?: number;
}

/** A section's rows after `part` was measured again: the others stay, and parts keep their order. */
export function withPart(rows: readonly Row[], parts: readonly string[], part: string, fresh: readonly Row[]): Row[] {
  return parts.flatMap((name) => (name === part ? fresh : rows.filter((row) => row.part === name)));
}

/** Whether a value keeps its target; undefined when there is none. */
export function keeps({ value, target }: Row): boolean | undefined {
  const bound = /^([≤≥]) ([\d.]+)/.exec(target ?? '');
  if (!bound) return undefined;
  return bound[1] === '≤' ? value <= Number(bound[2]) : value >= Number(bound[2]);
}

/** A section's child process hands its rows over on its last line. */
export function report(rows: readonly Row[]): void {
  process.stdout.write(`${ROWS_MARK}${JSON.stringify(rows)}\n`);
}

export const ROWS_MARK = 'rows: ';

/** Three significant digits. */
export const shown = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value >= 1 ? value.toFixed(2) : value.toPrecision(2);

export const ms = (value: number): string => `${shown(value)} ms`;
