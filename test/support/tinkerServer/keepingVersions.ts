/**
 * SkyRL's dialogue over engines that sample beside the trainer and keep what was published, with gradients that add up: as its source and
 * vLLM's have it. Nobody has held it against a running one.
 */
import type { Flavour } from './flavour.ts';
import { SKYRL_JAX } from './skyrlJax.ts';

const { particulars, open } = SKYRL_JAX;

export const KEEPING_VERSIONS: Flavour = {
  name: 'keeping versions',
  particulars: { ...particulars, reduction: 'sum', sampling: { ...particulars.sampling, weights: 'versions' } },
  open,
};
