/** Which layers of the bases lie in which of several memories. */
import type { BufferName } from '../../contracts/plan.ts';

export interface Ranges {
  /** How many there are; layers rise from one to the next. */
  readonly count: number;
  /** Where a parameter of a base is read: a table that is the head too in the first and in the last, any other in one. */
  readonly of: (parameter: BufferName) => readonly number[];
}

/** One base over as many ranges as it has `starts`. */
export interface SplitBase {
  /** Prefix of its parameters' names (model/scope.ts). */
  readonly scope: string;
  /** Whether its embeddings are its head. */
  readonly tied: boolean;
  /** The layer that each range begins with, the first 0. */
  readonly starts: readonly number[];
}

const LAYER = /^(.*?)model\.layers\.(\d+)\./;
const TABLE = /^(.*?)model\.embed_tokens\./;

/** Layers as `bases` say; embeddings lie in the first range, and what is above the layers (norm, heads) in the last. */
export function layerRanges(count: number, bases: readonly SplitBase[]): Ranges {
  const found = new Map<BufferName, readonly number[]>();
  const last = count - 1;
  const baseOf = (scope: string | undefined): SplitBase | undefined => bases.find((base) => base.scope === scope);
  const rangesOf = (name: BufferName): readonly number[] => {
    const [, scope, layer] = LAYER.exec(name) ?? [];
    if (layer !== undefined) return [Math.max(0, (baseOf(scope)?.starts.filter((start) => start <= Number(layer)).length ?? 1) - 1)];
    const table = TABLE.exec(name);
    if (table) return (baseOf(table[1])?.tied ?? true) ? [0, last] : [0];
    return [last];
  };
  return {
    count,
    of: (name) => {
      const known = found.get(name) ?? rangesOf(name);
      found.set(name, known);
      return known;
    },
  };
}
