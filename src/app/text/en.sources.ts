/** Where each setting comes from: what to read about it, and its name in the original code bases (marft-spec §13). */

/** Works that several settings cite. */
export const WORKS = {
  marft: { text: 'MARFT, Liao et al. 2025', url: 'https://arxiv.org/abs/2504.16129' },
  ppo: { text: 'PPO, Schulman et al. 2017', url: 'https://arxiv.org/abs/1707.06347' },
  clip: { text: 'PPO, Schulman et al. 2017, eq. 7', url: 'https://arxiv.org/abs/1707.06347' },
  gae: { text: 'GAE, Schulman et al. 2016, eq. 16', url: 'https://arxiv.org/abs/1506.02438' },
  grpo: { text: 'GRPO, Shao et al. 2024 (DeepSeekMath, §4.1)', url: 'https://arxiv.org/abs/2402.03300' },
  rloo: { text: 'RLOO, Ahmadian et al. 2024', url: 'https://arxiv.org/abs/2402.14740' },
  reinforce: { text: 'REINFORCE, Williams 1992', url: 'https://doi.org/10.1007/BF00992696' },
  dual: { text: 'Dual clip, Ye et al. 2020', url: 'https://arxiv.org/abs/1912.09729' },
  dapo: { text: 'Clip-higher, DAPO, Yu et al. 2025', url: 'https://arxiv.org/abs/2503.14476' },
  decoupled: { text: 'Decoupled PPO, Hilton et al. 2022', url: 'https://arxiv.org/abs/2110.00641' },
  areal: { text: 'AReaL, Fu et al. 2025', url: 'https://arxiv.org/abs/2505.24298' },
  klApprox: { text: 'Approximating KL divergence, Schulman 2020', url: 'http://joschu.net/blog/kl-approx.html' },
  ziegler: { text: 'Ziegler et al. 2019, §2', url: 'https://arxiv.org/abs/1909.08593' },
  adaptiveKl: { text: 'Ziegler et al. 2019, §2.2', url: 'https://arxiv.org/abs/1909.08593' },
  adam: { text: 'Adam, Kingma and Ba 2015', url: 'https://arxiv.org/abs/1412.6980' },
  adamw: { text: 'AdamW, Loshchilov and Hutter 2019', url: 'https://arxiv.org/abs/1711.05101' },
  cosine: { text: 'SGDR, Loshchilov and Hutter 2017', url: 'https://arxiv.org/abs/1608.03983' },
  gradClip: { text: 'Pascanu et al. 2013', url: 'https://arxiv.org/abs/1211.5063' },
  adaptiveRate: { text: 'Adaptive rate on KL, after rsl_rl', url: 'https://github.com/leggedrobotics/rsl_rl' },
  valueClip: { text: 'Implementation Matters, Engstrom et al. 2020', url: 'https://arxiv.org/abs/2005.12729' },
  details: {
    text: 'The 37 Implementation Details of PPO, Huang et al. 2022',
    url: 'https://iclr-blog-track.github.io/2022/03/25/ppo-implementation-details/',
  },
  ctde: { text: 'MAPPO (CTDE), Yu et al. 2022', url: 'https://arxiv.org/abs/2103.01955' },
  lora: { text: 'LoRA, Hu et al. 2022', url: 'https://arxiv.org/abs/2106.09685' },
  huber: { text: 'Huber 1964', url: 'https://doi.org/10.1214/aoms/1177703732' },
  happo: { text: 'Sequential updates, HAPPO, Kuba et al. 2022', url: 'https://arxiv.org/abs/2109.11251' },
  passk: { text: 'pass@k, Chen et al. 2021, eq. 1', url: 'https://arxiv.org/abs/2107.03374' },
  drMas: { text: 'Groups per agent: AReaL issue 1114', url: 'https://github.com/areal-project/AReaL/issues/1114' },
  r1: { text: 'The original MARFT code (R1)', url: 'https://github.com/jwliao-ai/MARFT' },
  r3: { text: 'SII-MARFT (R3)', url: 'https://github.com/SII-MARFT/MARFT' },
  workbench: { text: 'This workbench’s own' },
  gymnasium: { text: 'As in Gymnasium', url: 'https://gymnasium.farama.org/' },
  bookkeeping: { text: 'Bookkeeping, as in most trainers' },
} as const satisfies Readonly<Record<string, { readonly text: string; readonly url?: string }>>;

export interface Source {
  readonly text: string;
  readonly url?: string;
}

interface SourceEntry {
  readonly source: Source;
  /** Names of the knob in R1 and R3, as their users type them. */
  readonly r1?: string;
  readonly r3?: string;
}

export const sourcesEn = {
  algorithm: { source: WORKS.marft, r1: '--algorithm_name {APPO,TPPO}', r3: 'PPO; GRPO as group reward_norm without critic' },
  seed: { source: WORKS.bookkeeping, r1: '--seed', r3: 'seed' },
  iterations: {
    source: WORKS.ppo,
    r1: '--num_env_steps (÷ episode_length ÷ n_rollout_threads)',
    r3: 'total_train_steps, total_train_epochs',
  },
  episodes: { source: WORKS.ppo, r1: '--n_rollout_threads, --episode_length', r3: 'train_dataset.batch_size, rollout.consumer_batch_size' },
  groupSize: { source: WORKS.grpo, r3: 'gconfig.n_samples' },
  horizon: { source: WORKS.gymnasium, r1: '--horizon' },
  lag: { source: { ...WORKS.areal, text: 'AReaL, Fu et al. 2025, §5.1' }, r3: 'rollout.max_head_offpolicyness' },

  epochs: { source: WORKS.ppo, r1: '--ppo_epoch' },
  minibatches: { source: WORKS.ppo, r1: '--num_mini_batch', r3: 'actor.ppo_n_minibatches' },
  accumulation: { source: WORKS.bookkeeping, r1: '--gradient_cp_steps', r3: 'actor.mb_spec, dynamic_bs' },
  learningRate: { source: WORKS.adam, r1: '--lr', r3: 'actor.optimizer.lr' },
  'schedule.kind': { source: WORKS.cosine, r1: '--use_linear_lr_decay (never read there)', r3: 'actor.optimizer.lr_scheduler_type' },
  'schedule.warmup': { source: WORKS.bookkeeping, r3: 'actor.optimizer.warmup_steps_proportion' },
  'schedule.final': { source: WORKS.cosine, r3: 'actor.optimizer.min_lr_ratio' },
  'optimizer.beta1': { source: WORKS.adam, r3: 'actor.optimizer.beta1' },
  'optimizer.beta2': { source: WORKS.adam, r3: 'actor.optimizer.beta2' },
  'optimizer.epsilon': { source: WORKS.adam, r1: '--opti_eps (fixed at 1e-5)', r3: 'actor.optimizer.eps' },
  'optimizer.weightDecay': { source: WORKS.adamw, r1: '--weight_decay (never read there)', r3: 'actor.optimizer.weight_decay' },
  maxGradNorm: { source: WORKS.gradClip, r1: '--max_grad_norm, --use_max_grad_norm', r3: 'actor.optimizer.gradient_clipping' },

  'rotation.interval': { source: WORKS.happo, r1: '--agent_iteration_interval' },
  'rotation.order': { source: WORKS.r1, r1: 'fixed by algorithm_name (Q5)' },

  clip: { source: WORKS.clip, r1: '--clip_param', r3: 'actor.eps_clip' },
  clipHigher: { source: WORKS.dapo, r3: 'actor.eps_clip_higher' },
  dualClip: { source: WORKS.dual, r3: 'actor.c_clip' },
  entropyCoef: { source: { ...WORKS.ppo, text: 'PPO, Schulman et al. 2017, eq. 9' }, r1: '--entropy_coef' },
  ratioLevel: { source: WORKS.r1, r1: '--algorithm_name', r3: 'actor.importance_sampling_level {token,sequence}' },
  logprobNormalization: { source: WORKS.r1, r1: '--normalization_mode {token,word,sum}' },
  'decoupled.enabled': { source: WORKS.decoupled, r3: 'actor.use_decoupled_loss, recompute_logprob, prox_logp_method' },
  'decoupled.weightCap': { source: WORKS.areal, r3: 'actor.behav_imp_weight_cap' },

  klCoef: { source: WORKS.ziegler, r3: 'actor.kl_ctl' },
  klEstimator: { source: WORKS.klApprox, r3: 'actor.kl_estimator' },
  klPlacement: { source: WORKS.grpo, r3: 'in the reward' },
  'adaptiveKl.enabled': { source: WORKS.adaptiveKl },
  'adaptiveKl.target': { source: WORKS.adaptiveKl },
  'adaptiveKl.horizon': { source: WORKS.adaptiveKl },

  'adaptiveLearningRate.enabled': { source: WORKS.adaptiveRate },
  'adaptiveLearningRate.targetKl': { source: WORKS.adaptiveRate },
  klGate: { source: WORKS.r1, r1: 'fixed: 1e-3 (APPO), 1.7e-6 (TPPO)' },
  klGateAction: { source: WORKS.workbench, r1: 'skips the actor’s step' },
  earlyStopKl: { source: { text: 'target_kl of Spinning Up’s PPO', url: 'https://spinningup.openai.com/en/latest/algorithms/ppo.html' } },
  'rollback.enabled': { source: WORKS.workbench, r1: 'by hand: --load_path' },
  'rollback.drop': { source: WORKS.workbench },
  'rollback.window': { source: WORKS.workbench },
  'rollback.maxKl': { source: WORKS.workbench },
  'rollback.learningRateFactor': { source: WORKS.workbench },

  'reward.scale': { source: WORKS.r3, r3: 'actor.reward_scaling' },
  'reward.bias': { source: WORKS.r3, r3: 'actor.reward_bias' },
  'reward.clip': { source: WORKS.r3, r3: 'actor.reward_clip' },
  'reward.mean': { source: WORKS.grpo, r3: 'actor.reward_norm.mean_level' },
  'reward.std': { source: WORKS.grpo, r3: 'actor.reward_norm.std_level' },
  'credit.strategy': { source: WORKS.r3, r3: 'multi_agent.credit_strategy, step_reward_fn, reward_sharing' },
  'credit.discount': { source: WORKS.r3, r3: 'multi_agent.credit_discount' },
  'credit.ownShare': { source: { text: 'AReaL-MARFT (R2): half own, half team', url: 'https://github.com/jwliao-ai/AReaL-MARFT' } },
  gamma: { source: WORKS.gae, r1: '--gamma', r3: 'actor.discount' },
  lambda: { source: WORKS.gae, r1: '--gae_lambda', r3: 'actor.gae_lambda' },
  gammaToken: { source: WORKS.gae, r1: '--gamma (one for both)', r3: 'actor.discount' },
  lambdaToken: { source: WORKS.gae, r1: '--gae_lambda (one for both)', r3: 'actor.gae_lambda' },
  groupBy: { source: WORKS.drMas, r3: 'team trajectories (GroupedRolloutWorkflow)' },
  baseline: { source: WORKS.reinforce },

  'normalizeAdvantages.mean': { source: WORKS.details, r1: 'always over the minibatch', r3: 'actor.adv_norm.mean_level' },
  'normalizeAdvantages.std': { source: WORKS.details, r1: 'always over the minibatch', r3: 'actor.adv_norm.std_level' },

  'critic.kind': { source: WORKS.ctde, r1: 'shared', r3: 'multi_agent.independent_critic {null,lora,multi_head}' },
  'critic.head': { source: WORKS.r1, r1: 'v_head (an MLP)', r3: 'score (linear)' },
  'critic.hidden': { source: WORKS.r1, r1: '1024 then 512; --hidden_size is never read' },
  'critic.learningRate': { source: WORKS.adam, r1: '--critic_lr', r3: 'critic.optimizer.lr' },
  'critic.steps': { source: WORKS.workbench, r1: 'one per minibatch', r3: 'critic.ppo_n_minibatches' },
  'critic.warmup': { source: WORKS.r1, r1: '--warmup_steps (in environment steps)' },
  'critic.valueClip': { source: WORKS.valueClip, r1: '--clip_param, --use_clipped_value_loss (never read)', r3: 'critic.eps_clip' },
  'critic.huberDelta': { source: WORKS.huber, r1: '--huber_delta, --use_huber_loss' },
  'critic.coef': { source: { ...WORKS.ppo, text: 'PPO, Schulman et al. 2017, eq. 9' }, r1: '--value_loss_coef' },
  'critic.rank': { source: WORKS.lora, r3: 'critic.lora_rank' },
  'critic.alpha': { source: WORKS.lora, r3: 'critic.lora_alpha' },
  'critic.targets': { source: WORKS.lora, r3: 'critic.target_modules' },

  evaluateEvery: { source: WORKS.bookkeeping, r1: '--use_eval, --eval_interval', r3: 'evaluator.freq_steps, freq_epochs, freq_secs' },
  evaluateEpisodes: { source: WORKS.bookkeeping, r1: '--eval_episodes', r3: 'valid_dataset.batch_size' },
  evaluateGreedy: { source: WORKS.bookkeeping, r1: '--do_sample (evaluation)', r3: 'eval_gconfig.greedy' },
  evaluateSamples: { source: WORKS.passk, r3: 'eval_gconfig.n_samples' },
  checkpointEvery: { source: WORKS.bookkeeping, r1: '--save_interval', r3: 'saver.freq_steps, freq_epochs, freq_secs' },

  'compat.r1_previous_turn_mask': { source: WORKS.r1, r1: 'Q1, action_level_buffer, token_level_buffer' },
  'compat.r1_stale_advantages': { source: WORKS.r1, r1: 'Q2, token_level_buffer' },
  'compat.r1_skip_exact_zeros': { source: WORKS.r1, r1: 'Q3, advantage normalisation' },
  'compat.r1_huber_sign': { source: WORKS.r1, r1: 'Q4, huber_loss' },
  'compat.r1_half_precision_adam': { source: WORKS.r1, r1: 'Q8, fp16 AdamW' },
  'compat.r1_raw_bootstrap': { source: WORKS.r1, r1: 'Q13, bootstrap value' },
  'compat.r1_drop_leftover': { source: WORKS.r1, r1: 'Q17, num_mini_batch' },
  'compat.r1_untempered_logprobs': { source: WORKS.r1, r1: 'old log-probs' },
  'compat.r1_row_weighted_chunks': { source: WORKS.r1, r1: '--gradient_cp_steps' },
  'compat.r3_first_system_prompt': { source: WORKS.r3, r3: 'system_prompt of role_configs' },
  'compat.r3_linear_transcript': { source: WORKS.r3, r3: 'one growing sequence' },
  'compat.r3_linear_training': { source: WORKS.r3, r3: 'parallel siblings' },
  'compat.r3_lost_token_rewards': { source: WORKS.r3, r3: 'reward_sharing=false' },
  'compat.r3_lone_group': { source: WORKS.r3, r3: 'reward_norm=group' },
  'compat.r3_unstitched_first_tokens': { source: WORKS.r3, r3: 'agent_ids' },
  'compat.r3_untrained_orchestrator': { source: WORKS.r3, r3: 'shared_lora=false' },

  'team.context': {
    source: { ...WORKS.marft, text: 'MARFT, Liao et al. 2025: the dependency function 𝒟' },
    r1: 'prefix',
    r3: 'prefix (one transcript)',
  },
  'team.history': { source: WORKS.r1, r1: 'everything' },
  'team.anonymous': { source: WORKS.r3, r3: 'anonymous role configs' },
  'team.orchestration': { source: WORKS.r3, r3: 'multi_agent.orchestration_mode {static,dynamic}, graph_type' },
  'team.orchestrator.role': { source: WORKS.r3, r3: 'multi_agent.orchestrator_prompt' },
  'team.orchestrator.maxSteps': { source: WORKS.r3, r3: 'multi_agent.max_steps' },
  'team.turns': {
    source: { ...WORKS.marft, text: 'Flex-MG: 𝒟 may change with time (Liao et al. 2025)' },
    r3: 'multi_agent.graph_config (one for all turns)',
  },
} as const satisfies Readonly<Record<string, SourceEntry>>;
