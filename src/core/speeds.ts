/**
 * How fast whole iterations were on this machine, by the backend that was asked for and the size of the base: so that a time can be
 * told before a run. A large model computes more in a second than a tiny one, so the run whose base is nearest in size counts.
 * Operations are those that the cost of a run is computed in.
 */
import { BACKENDS, type BackendChoice } from './backend.ts';

export interface Speed {
  /** Floating-point operations a second. */
  readonly perSecond: number;
  /** Numbers in the bases of the run it was measured in. */
  readonly parameters: number;
}

export type Speeds = Readonly<Partial<Record<BackendChoice, readonly Speed[]>>>;

/** What was kept; nothing where the text is none of ours. */
export function speedsFrom(text: string | null): Speeds {
  try {
    const kept: unknown = JSON.parse(text ?? '');
    if (typeof kept !== 'object' || kept === null) return {};
    const known = Object.entries(kept).filter(([name]) => BACKENDS.some((backend) => backend === name));
    return Object.fromEntries(known.map(([name, list]) => [name, Array.isArray(list) ? list.filter(isSpeed) : []]));
  } catch {
    return {};
  }
}

const isSpeed = (value: unknown): value is Speed => {
  const { perSecond, parameters } = (value ?? {}) as Partial<Record<keyof Speed, unknown>>;
  return typeof perSecond === 'number' && perSecond > 0 && typeof parameters === 'number' && parameters > 0;
};

/** With a newer measurement, in place of the one of a base about as large: within a factor of two. */
export function withSpeed(speeds: Speeds, backend: BackendChoice, speed: Speed): Speeds {
  if (!isSpeed(speed)) return speeds;
  const others = (speeds[backend] ?? []).filter(({ parameters }) => apart(parameters, speed.parameters) > Math.LN2);
  return { ...speeds, [backend]: [...others, speed] };
}

/** The one measured with a base nearest in size to `parameters`; null where nothing was measured on `backend`. */
export function nearestSpeed(speeds: Speeds, backend: BackendChoice, parameters: number): Speed | null {
  const [nearest = null] = (speeds[backend] ?? []).toSorted((a, b) => apart(a.parameters, parameters) - apart(b.parameters, parameters));
  return nearest;
}

const apart = (a: number, b: number): number => Math.abs(Math.log(a / b));
