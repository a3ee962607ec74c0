/**
 * A server's particulars, as far as they are known. Null everywhere means unknown: what it answers did not tell, and nothing is
 * assumed of a name.
 */

/**
 * How a call's losses become one gradient: `sum` of tokens and sequences, or `mean` over the tokens of each sequence and then over the
 * sequences since the last step.
 */
export type Reduction = 'sum' | 'mean';

/** ΔW = (α / rank) · B · A: α as the adapter asks it, or always the same. */
export type Alpha = { readonly is: 'asked' } | { readonly is: 'fixed'; readonly value: number };

export interface Capabilities {
  /** Names of the base models that are served. */
  readonly bases: readonly string[];
  readonly reduction: Reduction | null;
  /** Whether a step's norm is told. */
  readonly norms: boolean | null;
  /** Whether another adapter's pending gradients count in a step's norm and clip: finish one adapter before the next. */
  readonly pooledClip: boolean | null;
  readonly alpha: Alpha | null;
  /** Whether attention and MLP can be left out of an adapter; otherwise all seven modules have one. */
  readonly choosesTargets: boolean | null;
  /** Whether adapters of one base may differ in rank. */
  readonly ranks: 'any' | 'one' | null;
  /** In whose words it refused a second adapter that is like the first; null where it took one, or was not asked. */
  readonly full: string | null;
  /** Whether sampling ends at the given ids; otherwise at the base's own, and messages are cut here. */
  readonly stopsAtIds: boolean | null;
  /** Of which distribution the log-probabilities of sampled tokens are, at a temperature that is not 1. */
  readonly sampledLogprobs: 'tempered' | 'untempered' | null;
  /** Whether the same request sent again, with the same `seq_id`, is done once. */
  readonly resendable: boolean | null;
  readonly hasForward: boolean;
  readonly hasUnload: boolean;
  readonly hasArchive: boolean;
  /** Whether weights can be loaded only into an adapter that was just created. */
  readonly loadsFirstOnly: boolean | null;
  /** Whether a version published earlier can still be sampled from; otherwise the newest alone. */
  readonly keepsVersions: boolean | null;
  /** Whether naming an older version overwrites the weights that are trained. */
  readonly sharedSlot: boolean | null;
}

/** What is known of a server that was asked for its bases alone. */
export const UNKNOWN: Omit<Capabilities, 'bases' | 'hasForward' | 'hasUnload' | 'hasArchive'> = {
  reduction: null,
  norms: null,
  pooledClip: null,
  alpha: null,
  choosesTargets: null,
  ranks: null,
  full: null,
  stopsAtIds: null,
  sampledLogprobs: null,
  resendable: null,
  loadsFirstOnly: null,
  keepsVersions: null,
  sharedSlot: null,
};
