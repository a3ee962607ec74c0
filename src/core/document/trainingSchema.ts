/**
 * How a team is trained: every knob of the algorithms, with its limits, its default and one sentence. Defaults are the
 * measured ones of the shipped projects; R1's and R3's own values are presets (`settingsPresets.ts`). What may not be
 * combined is refused by `check.ts`, and what nothing reads beside the other settings is told.
 */
import { z } from 'zod';
import { fraction, loraShape, nonNegative, positive } from './limits.ts';
import { teacherSchema } from './teacherSchema.ts';

/**
 * TPPO and APPO: MARFT at token and at message level; GRPO, REINFORCE and RLOO without a critic unless a baseline asks for one;
 * VinePPO: the clipped ratio with values by playing on (tree Monte-Carlo). The last three hold a message against others in its place: C3
 * against more that its agent says, each played on; difference rewards against silence, played on; COMA against more that its agent says, by the critic.
 */
export const ALGORITHMS = ['tppo', 'appo', 'grpo', 'reinforce', 'rloo', 'vineppo', 'c3', 'difference', 'coma'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** By what a decision's log-probability and advantage make its part of the loss, where the algorithm has a ratio (`objectives/surrogate.ts`). */
export const POLICY_LOSSES = ['clip', 'cispo', 'sapo', 'dppo_tv', 'dppo_kl', 'clip_cov', 'kl_cov'] as const;
export type PolicyLoss = (typeof POLICY_LOSSES)[number];

/**
 * Over which numbers a mean or a deviation is taken; `agent`: over an agent's own, `group`: over the episodes of one problem; `auto`: what
 * belongs to the algorithm (`derived.ts`).
 */
export const ADVANTAGE_SCOPES = ['auto', 'none', 'minibatch', 'batch', 'agent', 'group'] as const;
export const REWARD_SCOPES = ['none', 'batch', 'group'] as const;

export const CREDIT_CHAINS = ['serial', 'agent', 'listener'] as const;

/**
 * Defects of the original code bases that change what is learnt, by number in the specification (marft-spec §4, §12).
 * Off by default; docs/compat.md says what each does. Those that only crashed or logged wrongly are described there.
 */
export const COMPAT = [
  'r1_previous_turn_mask',
  'r1_stale_advantages',
  'r1_skip_exact_zeros',
  'r1_huber_sign',
  'r1_half_precision_adam',
  'r1_raw_bootstrap',
  'r1_drop_leftover',
  'r1_untempered_logprobs',
  'r1_row_weighted_chunks',
  'r3_first_system_prompt',
  'r3_linear_transcript',
  'r3_linear_training',
  'r3_lost_token_rewards',
  'r3_lone_group',
  'r3_unstitched_first_tokens',
  'r3_untrained_orchestrator',
] as const;
export type Compat = (typeof COMPAT)[number];

/** What the critic reads of a state: what the agent who speaks reads, what the whole team was told and said, or the hidden state with it. */
export const CRITIC_READS = ['speaker', 'transcript', 'state'] as const;
export type CriticReads = (typeof CRITIC_READS)[number];

export const criticSchema = z.strictObject({
  /** One value head for all agents (CTDE), one output per agent, or a LoRA and head per agent on the shared backbone. */
  kind: z.enum(['shared', 'multi_head', 'lora']).default('shared'),
  /**
   * `speaker`: the prompt of whoever speaks; `transcript`: the joint transcript (`episode/criticPrompt.ts`); `state`: with it the environment's
   * hidden state, where it tells one.
   */
  reads: z.enum(CRITIC_READS).default('speaker'),
  head: z.enum(['mlp', 'linear']).default('mlp'),
  /** Width of the hidden layer of an MLP head. */
  hidden: z.int().min(1).max(4096).default(128),
  learningRate: positive.max(1).default(3e-3),
  /** Optimiser steps on the value loss per minibatch. */
  steps: z.int().min(1).max(100).default(2),
  /** Initial iterations in which only the critic learns. */
  warmup: z.int().min(0).max(1_000_000).default(0),
  /** Half-width of the clip around the rollout's value; 0 switches it off. */
  valueClip: nonNegative.default(0),
  /** Where the value loss turns from square to straight (Huber); 0 for the square alone. */
  huberDelta: nonNegative.default(0),
  /** Weight of the value loss: scales its gradient before the norm is limited. */
  coef: positive.max(1000).default(1),
  /** Shape of the critic's own adapters, with kind `lora`. */
  ...loraShape,
});

export const trainingSchema = z.strictObject({
  algorithm: z.enum(ALGORITHMS).default('tppo'),
  seed: z.int().min(0).max(4_294_967_295).default(1),
  iterations: z.int().min(1).max(1_000_000).default(40),
  /** Episodes per iteration. */
  episodes: z.int().min(1).max(4096).default(32),
  /** Episodes of the same problem, which form a group. */
  groupSize: z.int().min(1).max(1024).default(1),
  /** Times that the groups without spread are played anew, each with another problem, before an update; 0 keeps them. */
  resampleGroups: z.int().min(0).max(16).default(0),
  /** Maximum number of turns in an episode. */
  horizon: z.int().min(1).max(64).default(1),
  /** Updates by which the policy that plays is behind the one that learns; 0 trains in step. */
  lag: z.int().min(0).max(16).default(0),

  epochs: z.int().min(1).max(64).default(2),
  minibatches: z.int().min(1).max(256).default(1),
  /** Parts of a minibatch whose gradients are added before the optimiser steps: less memory, the same step. */
  accumulation: z.int().min(1).max(256).default(1),
  learningRate: positive.max(1).default(3e-3),
  schedule: z
    .strictObject({
      kind: z.enum(['constant', 'linear', 'cosine']).default('constant'),
      /** Iterations over which the rate rises from 0 to its full value. */
      warmup: z.int().min(0).max(1_000_000).default(0),
      /** Last rate as a share of the full one. */
      final: fraction.default(0),
    })
    .prefault({}),
  optimizer: z
    .strictObject({
      beta1: z.number().min(0).lt(1).default(0.9),
      beta2: z.number().min(0).lt(1).default(0.999),
      epsilon: positive.max(1).default(1e-5),
      weightDecay: nonNegative.max(10).default(0),
    })
    .prefault({}),
  /** Gradient-norm limit; 0 switches clipping off. */
  maxGradNorm: nonNegative.default(1),
  /** Whether that norm is each adapter's own, or one over the gradients of all adapters that step together. */
  gradNormOver: z.enum(['adapter', 'all']).default('adapter'),
  /** Agent-by-agent training: one agent learns for `interval` iterations, then the next; 0 trains all at once. */
  rotation: z
    .strictObject({
      interval: z.int().min(0).max(1_000_000).default(0),
      /** R1's APPO trains agent ⌊i/K⌋ mod N after iteration i, its TPPO one further; `in_order` gives the first agent its full K. */
      order: z.enum(['in_order', 'r1_appo', 'r1_tppo', 'reverse', 'random']).default('in_order'),
    })
    .prefault({}),

  /**
   * What is made of the ratio: PPO's clip; CISPO's clipped weight of the plain gradient; SAPO's soft gate; DPPO's mask by divergence (total
   * variation or KL); PPO's clip without some of the tokens whose covariance is large; or no clip, and a KL penalty on these.
   */
  policyLoss: z.enum(POLICY_LOSSES).default('clip'),
  /** Half-width of the ratio's clip; below 1. */
  clip: positive.max(10).default(0.2),
  /** Half-width above 1, when it is to differ (asymmetric clip); 0 takes `clip`. */
  clipHigher: nonNegative.max(10).default(0),
  /** For negative advantages the loss is at most this many times |A| (dual clip); 0 switches it off. */
  dualClip: z.union([z.literal(0), z.number().gt(1).max(1000)]).default(0),
  /** How steep SAPO's gate is about ratio 1, for advantages above 0 and for others. */
  sapo: z.strictObject({ positive: positive.max(100).default(1), negative: positive.max(100).default(1.05) }).prefault({}),
  /** Tokens whose advantage and log-probability covary most, as `clip_cov` and `kl_cov` pick them. */
  covariance: z
    .strictObject({
      /** Share of the tokens that is picked; at least one token. */
      share: z.number().gt(0).max(1).default(2e-4),
      /** `clip_cov` draws them from those between `low` and `high`. */
      low: z.number().finite().default(1),
      high: z.number().finite().default(5),
      /** `kl_cov`: weight of |log ratio| on those with the largest. */
      klCoef: nonNegative.default(1),
    })
    .prefault({}),
  /** How a loss is made of its tokens'; what a message is, is one sequence elsewhere. */
  lossAggregation: z.enum(['token', 'message_mean', 'message_sum', 'constant']).default('token'),
  /** Whether the loss is one mean over all that learn, or each adapter's own. */
  lossOver: z.enum(['all', 'adapter']).default('all'),
  /** Share of the tokens, those with the largest entropy, that the surrogate is taken of; 1 takes all. */
  topEntropy: z.number().gt(0).max(1).default(1),
  entropyCoef: z.number().finite().default(0),
  /** Moves that weight by `step` an iteration: up while the entropy is below the target, down above it, where no bonus is paid. */
  adaptiveEntropy: z
    .strictObject({
      enabled: z.boolean().default(false),
      /** Nats per token. */
      target: positive.max(100).default(0.2),
      step: positive.max(1).default(0.005),
      /** Largest weight; the smallest is 0. */
      max: positive.max(100).default(1),
    })
    .prefault({}),
  /** Whether a token or a message is one decision of the ratio; TPPO and APPO say it by name. */
  ratioLevel: z.enum(['token', 'message']).default('token'),
  /** Message level: the log-probability of a message is the sum over its tokens, or that divided by its tokens or words. */
  logprobNormalization: z.enum(['sum', 'token', 'word']).default('sum'),
  /** Decoupled PPO: ratio to a proximal policy computed when the update starts, weighted by proximal ÷ behaviour. */
  decoupled: z
    .strictObject({
      enabled: z.boolean().default(false),
      /** Decisions with a larger weight are left out; 0 keeps all. */
      weightCap: nonNegative.default(5),
    })
    .prefault({}),

  /**
   * Importance sampling between sampler and trainer: each token's part of the policy loss is weighted by the trainer's probability before
   * the first step ÷ the sampler's, of the token or of its whole message.
   */
  rolloutCorrection: z
    .strictObject({
      mode: z.enum(['off', 'token', 'message']).default('off'),
      /** Whether a weight above the cap is held there (TIS), or its part is left out (MIS). */
      above: z.enum(['truncate', 'mask']).default('truncate'),
      /** Largest weight. */
      cap: z.number().min(1).max(1000).default(2),
    })
    .prefault({}),
  /**
   * Leaves out the tokens with the largest squared log-ratio between trainer and sampler, until the mean of the others is below this
   * (M2PO); 0 keeps all.
   */
  m2Threshold: nonNegative.default(0),

  /** Leaves messages that ran into their token limit out of the policy's loss; their credit stays what it is. */
  maskTruncated: z.boolean().default(false),

  /** Whether what a thinking model thinks is trained like what it answers; otherwise its tokens have no weight in the policy's loss. */
  trainThoughts: z.boolean().default(true),

  /**
   * By which `kl_ref`, the KL to the frozen base, is measured: what charts show and rollback and the adaptive KL weight read.
   * k1 by default: under k3 one rare token that the base finds likely can outweigh all others.
   */
  klRefEstimator: z.enum(['k1', 'k2', 'k3']).default('k1'),
  /** Weight of the KL to the frozen base. */
  klCoef: nonNegative.default(0),
  /** By which the KL that is in the loss or the reward is estimated. */
  klEstimator: z.enum(['k1', 'k2', 'k3']).default('k3'),
  /** Whether the KL to the base is a term of the loss or taken off each token's reward. */
  klPlacement: z.enum(['loss', 'reward']).default('loss'),
  /** Moves the weight so that the KL to the base tends to the target (Ziegler et al. 2019). */
  adaptiveKl: z
    .strictObject({
      enabled: z.boolean().default(false),
      target: positive.max(100).default(0.1),
      /** Episodes over which the weight changes by the KL’s relative distance from its target, at most ±20 % (ibid., §2.2). */
      horizon: positive.max(1e9).default(10_000),
    })
    .prefault({}),

  /** On-policy distillation: each sampled token is paid coef · (log p_teacher − log p_student) as advantage. */
  distillation: z
    .strictObject({
      /** Who teaches: at most one names an agent, and one may teach all others. */
      teachers: z.array(teacherSchema).max(32).default([]),
      coef: positive.max(1000).default(1),
      /** Whether that is added to the reward's advantage, once this is normalised, or stands in its place. */
      signal: z.enum(['added', 'alone']).default('added'),
    })
    .prefault({}),

  /** Divides the learning rate by 1.5 when the measured KL old→new exceeds 2·target, multiplies by 1.1 below target/2. */
  adaptiveLearningRate: z.strictObject({ enabled: z.boolean().default(true), targetKl: positive.default(3e-3) }).prefault({}),
  /** KL old→new beyond which an agent's step is refused; 0 switches the gate off. */
  klGate: nonNegative.default(0.01),
  /** `skip` looks before each step, as R1; `undo` after the iteration's last one, and takes all of them back. */
  klGateAction: z.enum(['skip', 'undo']).default('skip'),
  /** Mean KL old→new of the trained agents, before a step, beyond which no adapter steps any more in the iteration; 0 switches it off. */
  earlyStopKl: nonNegative.default(0),
  /**
   * Goes back to the best snapshot (iteration 0 is one) when the reward falls or an agent's KL to the base runs away, and the
   * present team then earns less than the best on problems that both play.
   */
  rollback: z
    .strictObject({
      enabled: z.boolean().default(false),
      /** Fall of the mean reward below the best that calls for the comparison. */
      drop: positive.max(1e6).default(0.15),
      /** Iterations of that mean. */
      window: z.int().min(1).max(1000).default(3),
      /** KL of an agent to the base beyond which the two are compared too; 0 leaves it out. */
      maxKl: nonNegative.default(0.9),
      /** What the learning rate is multiplied with each time. */
      learningRateFactor: z.number().gt(0).max(1).default(0.5),
    })
    .prefault({}),

  reward: z
    .strictObject({
      /** (reward + bias) · scale, then held within ±clip. */
      scale: z.number().finite().default(1),
      bias: z.number().finite().default(0),
      /** 0 switches it off. */
      clip: nonNegative.default(0),
      mean: z.enum(REWARD_SCOPES).default('none'),
      std: z.enum(REWARD_SCOPES).default('none'),
    })
    .prefault({}),
  /** What a message pays at its last token for running towards its token limit (DAPO's soft overlong punishment). */
  overlong: z
    .strictObject({
      /** Last tokens before the limit over which the penalty grows linearly; 0 switches it off. */
      buffer: z.int().min(0).max(4096).default(0),
      /** What a message pays that takes all of them. */
      penalty: positive.max(1000).default(1),
    })
    .prefault({}),
  /** What every message pays at its last token for having been said. */
  callCost: nonNegative.max(1000).default(0),
  credit: z
    .strictObject({
      /**
       * `equal`: the turn's reward at the last token of its last message; `step_discount`: R·d^(N−1−k) at the end of the
       * k-th of N messages; `per_step`: what the environment's `stepReward` says at the end of each message.
       */
      strategy: z.enum(['equal', 'step_discount', 'per_step']).default('equal'),
      /** d of `step_discount`. */
      discount: fraction.default(1),
      /** Share of a role's own reward where the environment pays per role; the rest is the team's mean. */
      ownShare: fraction.default(1),
      /**
       * Along what credit flows from message to message: the whole team's in speaking order (MARFT), each agent's own (independent
       * learning, IPPO), or from a message to whoever hears it first (𝒟).
       */
      chain: z.enum(CREDIT_CHAINS).default('serial'),
    })
    .prefault({}),
  /** Discount and trace inside a message, per token. */
  gammaToken: fraction.default(1),
  lambdaToken: fraction.default(0.95),
  /** Discount and trace from one message to the next. */
  gamma: fraction.default(1),
  lambda: fraction.default(0.95),
  /** Group methods: whole-team trajectories, or the messages of one agent at one turn, make the group. */
  groupBy: z.enum(['team', 'agent_turn']).default('team'),
  /** VinePPO: how often the team plays on from the state before every message; C3 and difference rewards: behind a message and each in its place. */
  continuations: z.int().min(1).max(256).default(4),
  /** C3 and COMA: how many other messages an agent says in the place of each. */
  alternatives: z.int().min(1).max(64).default(4),
  /** What GRPO divides by: the deviation of the group, of the whole batch, nothing (Dr. GRPO), or the group's mean (MaxRL). */
  groupStd: z.enum(['group', 'batch', 'none', 'mean']).default('group'),
  /** What REINFORCE subtracts from the return; `role`: a running mean of the role's returns (RAE). */
  baseline: z.enum(['none', 'batch', 'group', 'critic', 'role']).default('batch'),
  /** How much of a role's running mean an episode leaves as it was. */
  baselineDecay: z.number().min(0).lt(1).default(0.95),
  /** (A − mean) / deviation, each over its own scope. */
  normalizeAdvantages: z
    .strictObject({
      mean: z.enum(ADVANTAGE_SCOPES).default('auto'),
      std: z.enum(ADVANTAGE_SCOPES).default('auto'),
    })
    .prefault({}),
  critic: criticSchema.prefault({}),

  /** Iterations between evaluations on either split; 0 switches them off. */
  evaluateEvery: z.int().min(0).max(1_000_000).default(5),
  evaluateEpisodes: z.int().min(1).max(4096).default(32),
  evaluateGreedy: z.boolean().default(true),
  /** Sampled answers per problem, for the mean and pass@k; 0 leaves them out. */
  evaluateSamples: z.int().min(0).max(256).default(0),
  /** Who saved and who spoiled episodes, asked of a few of them while training goes on (`counterfactual/turned/live.ts`). */
  turned: z
    .strictObject({
      /** It costs no more than one rollout's messages in so many iterations; 0 asks nothing. */
      every: z.int().min(0).max(1_000_000).default(10),
      /** Least reward of an episode that counts as won. */
      won: z.number().finite().default(1),
    })
    .prefault({}),
  /** Iterations between checkpoints; the last iteration always makes one. */
  checkpointEvery: z.int().min(1).max(1_000_000).default(10),

  compat: z.array(z.enum(COMPAT)).max(COMPAT.length).default([]),
});

export type TrainingSettings = z.infer<typeof trainingSchema>;
export type CriticSettings = z.infer<typeof criticSchema>;
