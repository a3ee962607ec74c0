/** Runs of one seed are one observation: the second tells nothing of what another seed would have given. */
import { mean } from './intervals.ts';

export interface Seeded {
  /** Null where it is unknown: of a run that was trained elsewhere. */
  readonly seed: number | null;
  readonly value: number;
}

/** One value for each seed, the mean of its runs', in the order the seeds were first seen; runs of unknown seeds stand alone. */
export function overSeeds(values: readonly Seeded[]): Seeded[] {
  const seeds: { readonly seed: number | null; readonly of: number[] }[] = [];
  for (const { seed, value } of values) {
    const known = seed === null ? undefined : seeds.find((other) => other.seed === seed);
    if (known) known.of.push(value);
    else seeds.push({ seed, of: [value] });
  }
  return seeds.map(({ seed, of }) => ({ seed, value: mean(of) }));
}
