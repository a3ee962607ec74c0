/**
 * What is expected of each kind of server before one can be asked. Expectations, not capabilities: they are of one commit each
 * (src/core/formats/exports/cluster/servers.ts), from exchanges with open-rl and SkyRL JAX, and of Megatron from its source alone. What a
 * server can is what the probe finds (probe.ts); nothing here is used once one answers.
 */
import type { ServerKind } from '../core/formats/exports/cluster/servers.ts';
import { type Capabilities, UNKNOWN } from './capabilities.ts';

/** Everything but the bases, which are whichever it is started with. */
export const EXPECTED: Readonly<Record<ServerKind, Omit<Capabilities, 'bases'>>> = {
  'open-rl': {
    reduction: 'sum',
    norms: true,
    pooledClip: true,
    alpha: { is: 'asked' },
    choosesTargets: true,
    ranks: 'any',
    full: null,
    stopsAtIds: false,
    sampledLogprobs: 'tempered',
    resendable: false,
    hasForward: false,
    hasUnload: false,
    hasArchive: false,
    loadsFirstOnly: false,
    keepsVersions: false,
    sharedSlot: false,
  },
  'skyrl-jax': {
    reduction: 'mean',
    norms: true,
    pooledClip: false,
    alpha: { is: 'fixed', value: 32 },
    choosesTargets: false,
    ranks: 'any',
    full: null,
    stopsAtIds: true,
    sampledLogprobs: 'untempered',
    resendable: true,
    hasForward: true,
    hasUnload: true,
    hasArchive: true,
    loadsFirstOnly: true,
    keepsVersions: false,
    sharedSlot: true,
  },
  'skyrl-megatron': {
    // What nobody has read stays unknown, lag among it: vLLM may or may not keep the versions that a run asks for.
    ...UNKNOWN,
    reduction: 'sum',
    alpha: { is: 'fixed', value: 32 },
    choosesTargets: false,
    ranks: 'one',
    resendable: true,
    hasForward: true,
    hasUnload: true,
    hasArchive: true,
    loadsFirstOnly: true,
  },
};
