/**
 * Small curves beside an agent: what it earns, how far it has moved from its base, how sure it is of what it says. Everything
 * is computed here, once for each new row, so that a node on the canvas draws a path it is given.
 */
import { bucketSize, column, decimate, withoutHoles } from '../../../state/runs/series.ts';
import type { MetricsRow } from '../../../state/runs/types.ts';

/** Size of a curve in its own units, and most points of it: half a unit each. */
export const SPARK = { width: 22, height: 14, points: 48 } as const;
/** Fewest measured values that are drawn: stretched over the box, two would always be its diagonal. */
export const SPARK_LEAST = 5;
/** Free space above and below, so that the line is drawn whole. */
const MARGIN = 1;

export interface Sparkline {
  readonly metric: string;
  /** SVG path in a box of `SPARK`; a break where a value is missing. */
  readonly path: string;
  /** Where the curve ends. */
  readonly end: { readonly x: number; readonly y: number };
  readonly last: number;
  readonly least: number;
  readonly most: number;
  /** Iterations measured. */
  readonly count: number;
}

/** The curves of one agent; null where too little was measured to draw. */
export interface AgentSparks {
  readonly reward: Sparkline | null;
  /** Whether the reward is the agent's own, not the whole team's. */
  readonly ownReward: boolean;
  readonly kl: Sparkline | null;
  /** Whether updates were made, and none of this agent: how far it would have moved is unknown, and no line at 0 says otherwise. */
  readonly neverTrained: boolean;
  readonly entropy: Sparkline | null;
}

const known = new WeakMap<readonly MetricsRow[], Map<string, AgentSparks>>();

/** The curves of `role`; the same object for the same rows, which are never changed in place. */
export function agentSparks(rows: readonly MetricsRow[], role: string): AgentSparks {
  let byRole = known.get(rows);
  if (!byRole) known.set(rows, (byRole = new Map()));
  let sparks = byRole.get(role);
  if (!sparks) {
    const own = `reward/${role}/mean`;
    const ownReward = rows.some((row) => row[own] !== undefined && row[own] !== row['reward/mean']);
    // What only an update writes, and of the agents it changes.
    const neverTrained = rows.some(isUpdated) && rows.every((row) => row[`actor/${role}/lr`] === undefined);
    sparks = {
      reward: sparkline(rows, ownReward ? own : 'reward/mean'),
      ownReward,
      kl: neverTrained ? null : sparkline(rows, `actor/${role}/kl_ref`),
      neverTrained,
      entropy: sparkline(rows, `actor/${role}/entropy`),
    };
    byRole.set(role, sparks);
  }
  return sparks;
}

const isUpdated = (row: MetricsRow): boolean => Object.keys(row).some((metric) => /^actor\/[^/]+\/lr$/.test(metric));

/** The curve of one metric over all rows: its peaks kept, thinned to what can be seen. Null with fewer values than `SPARK_LEAST`. */
export function sparkline(rows: readonly MetricsRow[], metric: string): Sparkline | null {
  const all = column(rows, metric);
  const measured = all.filter((value) => !Number.isNaN(value));
  const last = measured.at(-1);
  if (last === undefined || measured.length < SPARK_LEAST) return null;
  const first = all.findIndex((value) => !Number.isNaN(value));
  const values = all.slice(first);
  const size = bucketSize(values.length, SPARK.points);
  const drawn = withoutHoles(decimate(values, size), size);
  const least = measured.reduce((low, value) => Math.min(low, value));
  const most = measured.reduce((high, value) => Math.max(high, value));
  const range = most - least;
  const x = (index: number) => (index / (drawn.length - 1)) * SPARK.width;
  const y = (value: number) => (range > 0 ? MARGIN + ((most - value) / range) * (SPARK.height - 2 * MARGIN) : SPARK.height / 2);
  let path = '';
  let pen = false;
  let end = { x: 0, y: 0 };
  drawn.forEach((value, index) => {
    if (Number.isNaN(value)) {
      pen = false;
      return;
    }
    end = { x: round(x(index)), y: round(y(value)) };
    path += `${pen ? 'L' : 'M'}${end.x} ${end.y}`;
    pen = true;
  });
  return { metric, path, end, last, least, most, count: measured.length };
}

const round = (value: number): number => Math.round(value * 10) / 10;
