/** What a plan becomes before it meets a device: dispatches of kernels over named buffers. */
import type { WeightForm } from '../../../core/weights/packed.ts';
import { type AdapterSlot, type BufferName, loraA, loraB, type Plan, type Stage } from '../../contracts/plan.ts';
import type { LoweredInput } from './inputs.ts';
import type { Kernel } from './kernels/kernel.ts';
import type { Subgroups } from './kernels/split.ts';

/** Modules whose adapters lie in one bank; undefined where a layer has none. */
export type Modules = readonly (string | undefined)[];

/** What a binding refers to. Activations live in the recording; the rest is shared or comes with a run. */
export type Ref =
  | { readonly at: 'activation'; readonly name: BufferName }
  | { readonly at: 'input'; readonly name: BufferName }
  /** Parameters, one after another in one buffer. */
  | { readonly at: 'parameters'; readonly names: readonly BufferName[] }
  /** All adapters' A [Σ ranks, in] or Bᵀ [Σ ranks, out], module after module. */
  | { readonly at: 'bank'; readonly modules: Modules; readonly which: 'A' | 'B' }
  | { readonly at: 'slots'; readonly modules: Modules; readonly which: 'A' | 'B' }
  /** Cosines and sines; `local`: by the plan's local frequencies. */
  | { readonly at: 'turns'; readonly local?: boolean }
  | { readonly at: 'past'; readonly layer: number; readonly which: 'keys' | 'values'; readonly half: boolean }
  /** Inputs that repetitions change, whole. */
  | { readonly at: 'state' }
  /** Draws of all repetitions: [repetition, token · log-probability · entropy, row]. */
  | { readonly at: 'drawn' };

export type Grid = readonly [number, number, number];

/** Rows in use, by LIVE_AXES. */
export type LiveCounts = readonly number[];

export interface Dispatch {
  readonly kernel: Kernel;
  readonly refs: readonly Ref[];
  readonly uniforms: Readonly<Record<string, number>>;
  /** Inputs whose offset in the state is a uniform, by the uniform's name. */
  readonly state?: Readonly<Record<string, BufferName>>;
  readonly grid: (live: LiveCounts) => Grid;
}

/** Part of an activation that is an output of its own, in floats; `width` floats for each row in use of `axis`, or for one row. */
export interface View {
  readonly buffer: BufferName;
  readonly offset: number;
  readonly width: number;
  readonly axis: number | undefined;
}

/** Where an output is found: a view, or the draws. */
export type Output = { readonly name: BufferName } & (View | { readonly drawn: 0 | 1 | 2 });

export interface Lowered {
  readonly dispatches: { readonly [S in Stage]: readonly Dispatch[] };
  readonly inputs: { readonly [S in Stage]: readonly LoweredInput[] };
  /** Inputs that repetitions change. */
  readonly state: readonly LoweredInput[];
  /** Most rows of a draw, and which of LIVE_AXES they run along. */
  readonly drawn: { readonly rows: number; readonly axis: number } | undefined;
  /** Floats of each activation. */
  readonly sizes: ReadonlyMap<BufferName, number>;
  readonly outputs: { readonly [S in Stage]: readonly Output[] };
}

/** How a plan is run, which changes its kernels. */
export interface LowerOptions {
  /** Every sequence brings one token, as in decoding. */
  readonly single: boolean;
  /** Kernels that share work through workgroup memory, which real graphics processors want and software ones do not. */
  readonly wide: boolean;
  /** Where wide kernels shall use subgroup operations: the device's subgroups. */
  readonly subgroups: Subgroups | null;
  /** How a parameter is held; all in f32 when absent. */
  readonly formOf?: (parameter: BufferName) => WeightForm;
}

/** Name of what counts the repetitions of each row. */
export const STEPS = 'steps';

/** Where each slot's matrices lie in the bank, in floats; rank 0 where the slot does not change the module. Slots of the first module, then of the next. */
export function slotTable(plan: Plan, modules: Modules, which: 'A' | 'B'): { offset: number; rank: number; scale: number }[] {
  let offset = 0;
  return modules.flatMap((module) =>
    plan.adapters.map((slot) => {
      const rank = module !== undefined && slot.modules.has(module) ? slot.rank : 0;
      const entry = { offset, rank, scale: slot.scale };
      if (module !== undefined && rank > 0) offset += rank * widthOf(plan, slot, module, which);
      return entry;
    }),
  );
}

/** Columns of A, or rows of B. */
function widthOf(plan: Plan, slot: AdapterSlot, module: string, which: 'A' | 'B'): number {
  const shape = plan.parameters.get((which === 'A' ? loraA : loraB)(slot.name, module)) ?? [];
  return shape[which === 'A' ? 1 : 0] ?? 0;
}
