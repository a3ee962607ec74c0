/** What the operations of one run share. */
import type { BufferName, Plan } from '../../contracts/plan.ts';
import type { AdapterGroup } from './adapters.ts';
import type { WasmCache } from './cache.ts';
import type { Kernels } from './kernels.ts';
import type { AdaptedAxis } from './layout.ts';
import type { ParameterStore } from './parameters.ts';

/** What an operation may use; addresses are in bytes, 0 means "none" to a kernel. */
export interface OperationContext {
  /** With the shapes of this run (layout.ts, `viewOf`). */
  readonly plan: Plan;
  readonly kernels: Kernels;
  readonly parameters: ParameterStore;
  readonly cache: WasmCache | undefined;
  /** Rows along each axis that adapters act on, by adapter. */
  readonly grouped: Readonly<Record<AdaptedAxis, GroupedRows>>;
  readonly rotary: RotaryTable;
  readonly localRotary: RotaryTable;
  readonly scratch: number;
  readonly address: (name: BufferName) => number;
  /** How many numbers a buffer holds. */
  readonly count: (name: BufferName) => number;
}

/** Addresses of cosines and sines. */
export interface RotaryTable {
  readonly cosines: number;
  readonly sines: number;
}

/** Rows by adapter, and the address of the list of all of them in the groups' order. */
export interface GroupedRows {
  readonly groups: readonly AdapterGroup[];
  readonly order: number;
}

export const shapeOf = (plan: Plan, name: BufferName): readonly number[] => plan.shapes.get(name) ?? plan.parameters.get(name) ?? [];
export const sizeOf = (plan: Plan, name: BufferName): number => shapeOf(plan, name).reduce((a, b) => a * b, 1);
export const widthOf = (plan: Plan, name: BufferName): number => shapeOf(plan, name).at(-1) ?? 1;
