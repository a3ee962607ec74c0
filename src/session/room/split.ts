/** Layers of the bases over several memories, cut so that none of these holds more than need be. */
import { look } from '../../core/at.ts';
import { modelTensorShapes } from '../../core/formats/models/model-config.ts';
import { layerRanges, type Ranges } from '../../engine/executors/split/ranges.ts';
import { type BaseOutline, scopeAmong } from '../team/base.ts';
import { baseBytes } from './memory.ts';

/** More would make each of them do little, and an activation wait for many. */
export const MOST_MEMORIES = 8;

type SplitOutline = Pick<BaseOutline, 'name' | 'config' | 'form'>;

export interface Split {
  readonly count: number;
  /** By base, whose parameters are named as in its file. */
  readonly ranges: ReadonlyMap<string, Ranges>;
  /** Of all bases, by the names on an engine. */
  readonly together: Ranges;
}

/** What of a plan lies in one of the memories. */
export interface SplitPart {
  readonly split: Split;
  readonly index: number;
}

/** `bases` over `count` memories; `rest`: bytes that all layers need about alike beside their weights. */
export function splitOver(count: number, bases: readonly SplitOutline[], rest: number): Split {
  const all = bases.reduce((sum, { config }) => sum + config.layers, 0);
  const cut = bases.map((base) => ({ ...base, starts: startsOf(base, count, rest / all) }));
  const names = bases.map(({ name }) => name);
  const split = (scopeOf: (name: string) => string, which: typeof cut) =>
    layerRanges(
      count,
      which.map(({ name, config, starts }) => ({ scope: scopeOf(name), tied: config.tieWordEmbeddings, starts })),
    );
  return {
    count,
    ranges: new Map(cut.map((base) => [base.name, split(() => '', [base])])),
    together: split((name) => scopeAmong(names, name), cut),
  };
}

/** The share of the base's layers that the part holds. */
export function layerShare({ split, index }: SplitPart, { name, config }: SplitOutline): number {
  const ranges = look(split.ranges, name, 'base');
  const own = Array.from({ length: config.layers }, (_, layer) => ranges.of(`model.layers.${layer}.`)).filter(([range]) => range === index);
  return own.length / config.layers;
}

function startsOf({ config, form }: SplitOutline, count: number, rest: number): readonly number[] {
  const shapes = [...modelTensorShapes(config)];
  const bytesOf = (which: (name: string) => boolean, tied = config.tieWordEmbeddings): number =>
    baseBytes({ ...config, tieWordEmbeddings: tied }, form, new Map(shapes.filter(([name]) => which(name))));
  const isTable = (name: string): boolean => name.startsWith('model.embed_tokens.');
  const layer = bytesOf((name) => name.startsWith('model.layers.0.')) + rest;
  const above = bytesOf((name) => !name.startsWith('model.layers.') && (config.tieWordEmbeddings || !isTable(name)));
  const pieces = [bytesOf(isTable, false), ...new Array<number>(config.layers).fill(layer), above];
  const starts = evenly(pieces, count);
  // Pieces are the table, the layers, and what is above them.
  return Array.from({ length: count }, (_, range) => Math.max(0, (starts[range] ?? pieces.length - 1) - 1));
}

/** The piece that each of at most `count` runs of neighbours begins with, where the largest run is as small as can be. */
export function evenly(pieces: readonly number[], count: number): readonly number[] {
  const within = (most: number): number[] => {
    const starts = [0];
    let held = 0;
    pieces.forEach((bytes, index) => {
      if (held + bytes > most && index > 0) {
        starts.push(index);
        held = 0;
      }
      held += bytes;
    });
    return starts;
  };
  let low = Math.max(...pieces);
  let high = pieces.reduce((a, b) => a + b, 0);
  // To a thousandth: nobody knows bytes to more.
  while (high - low > low / 1000) {
    const middle = (low + high) / 2;
    if (within(middle).length <= count) high = middle;
    else low = middle;
  }
  return within(high);
}
