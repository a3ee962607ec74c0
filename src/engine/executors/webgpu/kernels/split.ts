/** How neighbouring lanes share a tile of a product, for real graphics processors: where rows are few, there are more lanes than tiles. */
import { BLOCK } from './kernel.ts';

/** Lanes that a subgroup can have: powers of two, and which it is may differ from kernel to kernel. */
export interface Subgroups {
  readonly least: number;
  readonly most: number;
}

/** Every `lanes`th vector of four is one lane's; the sums meet in workgroup memory, or are exchanged in subgroups. */
export interface Split {
  /** A power of two, at most the smallest subgroup. */
  readonly lanes: number;
  readonly subgroups: boolean;
  /** Lanes of a workgroup of linear layers and of low-rank products. */
  readonly linear: number;
  readonly lowRank: number;
}

/** Lanes that share one tile: through workgroup memory, and where they exchange sums, as far as subgroups are that large. */
const LANES = 8;
const SUBGROUP_LANES = 32;
const LINEAR_LANES = 32;

/** Workgroups hold whole subgroups of any size, so that each lane has an ordinal of its own and none is missing. */
export const splitFor = (subgroups: Subgroups | null): Split => ({
  lanes: subgroups ? Math.min(SUBGROUP_LANES, subgroups.least) : LANES,
  subgroups: subgroups !== null,
  linear: Math.max(LINEAR_LANES, subgroups?.most ?? 0),
  lowRank: Math.max(BLOCK, subgroups?.most ?? 0),
});

/** For the names of kernels. */
export const splitKey = (split: Split | undefined): string =>
  split ? `split ${split.lanes}${split.subgroups ? ' by subgroups' : ''}` : 'whole';

/** WGSL: what numbers the lanes of a workgroup so that those who share a tile are neighbours. */
export const laneOf = (split: Split | undefined): string => (split?.subgroups ? 'ordinal' : 'lane');
