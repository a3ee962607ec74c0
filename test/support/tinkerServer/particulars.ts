/**
 * What the two open servers of the Tinker protocol do differently, as one table each: open-rl (https://github.com/gke-labs/open-rl,
 * bfc0f09, sampling by torch) and SkyRL's JAX backend (https://github.com/NovaSky-AI/SkyRL, a956457).
 */
import { LORA_TARGETS, type LoraTarget } from '../../../src/core/document/schema.ts';

export type LossName = 'cross_entropy' | 'importance_sampling' | 'ppo' | 'cispo';

/** As a request says it; what a server does not know of it, it passes over. */
export interface LoraRequest {
  readonly rank?: number;
  readonly seed?: number | null;
  readonly lora_alpha?: number;
  readonly lora_dropout?: number;
  readonly train_attn?: boolean;
  readonly train_mlp?: boolean;
  readonly train_unembed?: boolean;
}

/** Where PPO's ratio is cut, and how much KL to the old policy is taken off. */
export interface LossSettings {
  readonly low: number;
  readonly high: number;
  readonly klCoefficient: number;
}

export interface Particulars {
  /**
   * How a call's losses become one gradient: `sum` over tokens and sequences, or `mean`: Σ loss / Σ weight of each sequence, then the mean over
   * the sequences since the last step.
   */
  readonly reduction: 'sum' | 'mean';
  readonly losses: readonly LossName[];
  readonly lossSettings: (config: Readonly<Record<string, number>>) => LossSettings;
  /** Log-ratios are held within ± this; beyond it a token has no gradient. */
  readonly logRatioLimit: number;
  /** Whether a loss that needs log-probabilities and advantages fails without them; otherwise they are zeros. */
  readonly checksLossInputs: boolean;
  /** The rank of a request that names none, and the highest. */
  readonly rank: number;
  readonly highestRank: number;
  /** Most adapters at once. */
  readonly adapters: number;
  readonly alpha: (request: LoraRequest) => number;
  readonly targets: (request: LoraRequest) => readonly LoraTarget[];
  readonly dropout: (request: LoraRequest) => number;
  /** `pooled`: the norm is that of all adapters' pending gradients, and all of them are scaled. */
  readonly clip: 'pooled' | 'ignored';
  /** Whether betas, epsilon and decay stay those of an adapter's first step. */
  readonly keepsFirstBetas: boolean;
  /** Whether a step without a gradient moves on by its momentum; otherwise nothing happens. */
  readonly stepsWithoutGradient: boolean;
  readonly sampling: {
    /** `slot`: the adapter's one place for training and sampling; naming a version that is not in it overwrites what is trained. `versions`: each as it was published. */
    readonly weights: 'live' | 'slot' | 'versions';
    readonly logprobs: 'tempered' | 'untempered';
    /** Whether a message ends at the request's `stop` ids and nowhere else; otherwise at the base's own end, whatever is asked. */
    readonly endsAtStop: boolean;
    /** Whether `seed`, `top_k` and `top_p` count. */
    readonly readsSeed: boolean;
    /** Whether samples of one request are filled up to the longest. */
    readonly pads: boolean;
    readonly stopReason: 'true' | 'always stop';
  };
  /** How long a poll waits for its future. */
  readonly pollMs: number;
  /** Without a heartbeat for so long a session's models are unloaded. */
  readonly heartbeatMs: number;
}

const ATTENTION: readonly LoraTarget[] = ['q_proj', 'k_proj', 'v_proj', 'o_proj'];
const MLP: readonly LoraTarget[] = ['gate_proj', 'up_proj', 'down_proj'];

export const OPEN_RL_PARTICULARS: Particulars = {
  reduction: 'sum',
  losses: ['cross_entropy', 'importance_sampling', 'ppo'],
  lossSettings: ({ clip_range: range = 0.2, kl_coeff: klCoefficient = 0 }) => ({ low: 1 - range, high: 1 + range, klCoefficient }),
  logRatioLimit: 20,
  checksLossInputs: true,
  rank: 16,
  highestRank: Number.POSITIVE_INFINITY,
  adapters: Number.POSITIVE_INFINITY,
  alpha: ({ lora_alpha: alpha = 16 }) => alpha,
  targets: ({ train_attn: attention = true, train_mlp: mlp = true }) => [...(attention ? ATTENTION : []), ...(mlp ? MLP : [])],
  dropout: ({ lora_dropout: dropout = 0.05 }) => dropout,
  clip: 'pooled',
  keepsFirstBetas: true,
  stepsWithoutGradient: false,
  sampling: {
    weights: 'live',
    logprobs: 'tempered',
    endsAtStop: false,
    readsSeed: false,
    pads: true,
    stopReason: 'always stop',
  },
  pollMs: 60_000,
  heartbeatMs: Number.POSITIVE_INFINITY,
};

export const SKYRL_JAX_PARTICULARS: Particulars = {
  reduction: 'mean',
  losses: ['cross_entropy', 'importance_sampling', 'ppo', 'cispo'],
  lossSettings: ({ clip_low_threshold: low = 0.8, clip_high_threshold: high = 1.2 }) => ({ low, high, klCoefficient: 0 }),
  logRatioLimit: Number.POSITIVE_INFINITY,
  checksLossInputs: false,
  rank: 32,
  highestRank: 32,
  adapters: 31,
  alpha: () => 32,
  targets: () => LORA_TARGETS,
  dropout: () => 0,
  clip: 'ignored',
  keepsFirstBetas: false,
  stepsWithoutGradient: true,
  sampling: {
    weights: 'slot',
    logprobs: 'untempered',
    endsAtStop: true,
    readsSeed: true,
    pads: false,
    stopReason: 'true',
  },
  pollMs: 300_000,
  heartbeatMs: 300_000,
};
