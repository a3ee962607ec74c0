/** Where each setting comes from: what to read about it, its name in the original code bases (marft-spec §13), and in other trainers. */
import { spoken } from '../../forms/language.ts';
import { type Source, WORKS } from './works.ts';

interface SourceEntry {
  readonly source: Source;
  /** Names of the knob in R1 and R3, as their users type them. */
  readonly r1?: string;
  readonly r3?: string;
  /** Its names in TRL, verl, AReaL and SkyRL, where they are known. */
  readonly elsewhere?: string;
}

export const sourcesEn = spoken('training/sources', {
  algorithm: { source: WORKS.marft, r1: '--algorithm_name {APPO,TPPO}', r3: 'PPO; GRPO as group reward_norm without critic' },
  seed: { source: WORKS.bookkeeping, r1: '--seed', r3: 'seed' },
  iterations: {
    source: WORKS.ppo,
    r1: '--num_env_steps (÷ episode_length ÷ n_rollout_threads)',
    r3: 'total_train_steps, total_train_epochs',
  },
  episodes: { source: WORKS.ppo, r1: '--n_rollout_threads, --episode_length', r3: 'train_dataset.batch_size, rollout.consumer_batch_size' },
  groupSize: { source: WORKS.grpo, r3: 'gconfig.n_samples' },
  resampleGroups: {
    source: { ...WORKS.dapo, text: 'Dynamic sampling, DAPO, Yu et al. 2025, §3.2' },
    elsewhere: 'verl algorithm.filter_groups.enable, max_num_gen_batches; SkyRL dynamic_sampling.type=replace',
  },
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
  gradNormOver: {
    source: WORKS.gradClip,
    r3: 'one norm over all',
    elsewhere: 'one over all in TRL max_grad_norm, verl actor.grad_clip, AReaL gradient_clipping',
  },
  maxGradNorm: { source: WORKS.gradClip, r1: '--max_grad_norm, --use_max_grad_norm', r3: 'actor.optimizer.gradient_clipping' },

  'rotation.interval': { source: WORKS.happo, r1: '--agent_iteration_interval' },
  'rotation.order': { source: WORKS.r1, r1: 'fixed by algorithm_name (Q5)' },

  policyLoss: {
    source: WORKS.ppo,
    elsewhere:
      'TRL loss_type=cispo, sapo; verl policy_loss.loss_mode=vanilla, cispo, sapo, dppo_tv, dppo_kl, clip_cov, kl_cov; AReaL use_sapo_loss; SkyRL policy_loss_type',
  },
  clip: { source: WORKS.clip, r1: '--clip_param', r3: 'actor.eps_clip', elsewhere: 'TRL epsilon; verl actor.clip_ratio, clip_ratio_low' },
  clipHigher: { source: WORKS.dapo, r3: 'actor.eps_clip_higher', elsewhere: 'TRL epsilon_high; verl actor.clip_ratio_high' },
  dualClip: { source: WORKS.dual, r3: 'actor.c_clip', elsewhere: 'verl actor.clip_ratio_c; TRL delta bounds the ratio itself' },
  'sapo.positive': {
    source: WORKS.sapo,
    elsewhere: 'TRL sapo_temperature_pos; verl actor.tau_pos; AReaL sapo_tau_pos',
  },
  'sapo.negative': {
    source: WORKS.sapo,
    elsewhere: 'TRL sapo_temperature_neg; verl actor.tau_neg; AReaL sapo_tau_neg',
  },
  'covariance.share': { source: WORKS.covariance, elsewhere: 'verl policy_loss.clip_cov_ratio, kl_cov_ratio; SkyRL clip_cov.clip_ratio' },
  'covariance.low': { source: WORKS.covariance, elsewhere: 'verl policy_loss.clip_cov_lb' },
  'covariance.high': { source: WORKS.covariance, elsewhere: 'verl policy_loss.clip_cov_ub' },
  'covariance.klCoef': { source: WORKS.covariance, elsewhere: 'verl policy_loss.ppo_kl_coef' },
  lossAggregation: {
    source: WORKS.drGrpo,
    elsewhere:
      'TRL loss_type=dapo (token), grpo (message mean), luspo (message sum), dr_grpo (constant); verl loss_agg_mode=token-mean, seq-mean-token-mean, seq-mean-token-sum, seq-mean-token-sum-norm; SkyRL loss_reduction',
  },
  lossOver: { source: WORKS.workbench, r3: 'each adapter’s own (shared_lora=false)' },
  topEntropy: { source: WORKS.topEntropy, elsewhere: 'TRL top_entropy_quantile' },
  'adaptiveEntropy.enabled': { source: WORKS.adaptiveEntropy, elsewhere: 'TRL use_adaptive_entropy' },
  'adaptiveEntropy.target': { source: WORKS.adaptiveEntropy, elsewhere: 'TRL entropy_target' },
  'adaptiveEntropy.step': { source: WORKS.adaptiveEntropy, elsewhere: 'TRL entropy_coef_delta' },
  'adaptiveEntropy.max': { source: WORKS.adaptiveEntropy, elsewhere: 'TRL entropy_coef_max' },
  entropyCoef: { source: { ...WORKS.ppo, text: 'PPO, Schulman et al. 2017, eq. 9' }, r1: '--entropy_coef' },
  ratioLevel: {
    source: WORKS.gspo,
    r1: '--algorithm_name',
    r3: 'actor.importance_sampling_level {token,sequence}',
    elsewhere: 'TRL importance_sampling_level; verl policy_loss.loss_mode=gspo (message, with the log-prob by token)',
  },
  logprobNormalization: { source: WORKS.r1, r1: '--normalization_mode {token,word,sum}', elsewhere: 'GSPO: by token' },
  'decoupled.enabled': { source: WORKS.decoupled, r3: 'actor.use_decoupled_loss, recompute_logprob, prox_logp_method' },
  'decoupled.weightCap': { source: WORKS.areal, r3: 'actor.behav_imp_weight_cap' },
  'rolloutCorrection.mode': {
    source: WORKS.tis,
    elsewhere: 'TRL vllm_importance_sampling_correction, _mode; verl rollout_is=token, sequence; AReaL rejection_sampling.level',
  },
  'rolloutCorrection.above': {
    source: WORKS.tis,
    elsewhere: 'TRL vllm_importance_sampling_mode=…_truncate, …_mask; verl rollout_is, rollout_rs; AReaL rejection_sampling.action',
  },
  'rolloutCorrection.cap': {
    source: WORKS.tis,
    elsewhere: 'TRL vllm_importance_sampling_clip_max; verl rollout_is_threshold; AReaL rejection_sampling.upper',
  },
  m2Threshold: { source: WORKS.m2po, elsewhere: 'AReaL actor.m2_threshold' },
  trainThoughts: { source: WORKS.workbench },
  maskTruncated: {
    source: { ...WORKS.dapo, text: 'Overlong filtering, DAPO, Yu et al. 2025' },
    r3: 'actor.mask_no_eos_with_zero',
    elsewhere: 'TRL mask_truncated_completions; SkyRL apply_overlong_filtering',
  },

  klRefEstimator: { source: WORKS.klApprox },
  'distillation.teachers': {
    source: WORKS.distillation,
    elsewhere: 'prime-rl [orchestrator.algo] type=opd, teacher; TRL teacher_model_name_or_path; tinker-cookbook teacher_config',
  },
  'distillation.coef': { source: WORKS.distillation, elsewhere: 'tinker-cookbook kl_penalty_coef; verl distillation_loss_coef' },
  'distillation.signal': { source: WORKS.distillation, elsewhere: 'verl use_task_rewards; prime-rl opd is the teacher alone' },
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
  'overlong.buffer': {
    source: { ...WORKS.dapo, text: 'Soft overlong punishment, DAPO, Yu et al. 2025, eq. 13' },
    r3: 'actor.overlong_*',
    elsewhere: 'TRL get_soft_overlong_punishment(soft_punish_cache); verl overlong_buffer.len; AReaL overlong_tokens',
  },
  'overlong.penalty': {
    source: { ...WORKS.dapo, text: 'Soft overlong punishment, DAPO, Yu et al. 2025, eq. 13' },
    r3: 'actor.overlong_*',
    elsewhere: 'verl overlong_buffer.penalty_factor; AReaL overlong_penalty_factor',
  },
  callCost: { source: WORKS.workbench },
  'credit.strategy': { source: WORKS.r3, r3: 'multi_agent.credit_strategy, step_reward_fn, reward_sharing' },
  'credit.discount': { source: WORKS.r3, r3: 'multi_agent.credit_discount' },
  'credit.ownShare': { source: { text: 'AReaL-MARFT (R2): half own, half team', url: 'https://github.com/jwliao-ai/AReaL-MARFT' } },
  'credit.chain': { source: WORKS.ippo },
  gamma: { source: WORKS.gae, r1: '--gamma', r3: 'actor.discount' },
  lambda: { source: WORKS.gae, r1: '--gae_lambda', r3: 'actor.gae_lambda' },
  gammaToken: { source: WORKS.gae, r1: '--gamma (one for both)', r3: 'actor.discount' },
  lambdaToken: { source: WORKS.gae, r1: '--gae_lambda (one for both)', r3: 'actor.gae_lambda' },
  groupBy: {
    source: WORKS.atGrpo,
    elsewhere: 'PettingLLMs groups by prompt, agent and turn; Dr. MAS algorithm.group_by_agent_id by agent',
    r3: 'team trajectories (GroupedRolloutWorkflow)',
  },
  groupStd: {
    source: WORKS.drGrpo,
    elsewhere:
      'TRL scale_rewards=group, batch, none; verl algorithm.norm_adv_by_std_in_grpo; AReaL adv_norm.std_level. MaxRL (arXiv 2602.02710): its verl adv_estimator=maxrl; prime-rl algo max_rl',
  },
  continuations: { source: WORKS.vineppo },
  alternatives: { source: WORKS.c3, elsewhere: 'C3 --c3_fanout (one more than this: the message itself counts)' },
  baseline: { source: WORKS.reinforce, elsewhere: 'role: SPIRAL use_role_baseline; prime-rl algo rae' },
  baselineDecay: { source: WORKS.spiral, elsewhere: 'SPIRAL role_baseline_ema_gamma; prime-rl rae decay' },

  'normalizeAdvantages.mean': {
    source: WORKS.details,
    r1: 'always over the minibatch',
    r3: 'actor.adv_norm.mean_level',
    elsewhere: 'agent: Dr. MAS (arXiv 2602.08847) algorithm.group_by_agent_id, there within each problem’s group',
  },
  'normalizeAdvantages.std': {
    source: WORKS.details,
    r1: 'always over the minibatch',
    r3: 'actor.adv_norm.std_level',
    elsewhere: 'agent: Dr. MAS (arXiv 2602.08847) algorithm.group_by_agent_id, there within each problem’s group',
  },

  'critic.kind': { source: WORKS.ctde, r1: 'shared', r3: 'multi_agent.independent_critic {null,lora,multi_head}' },
  'critic.reads': { source: WORKS.mappo, r1: 'the prompt', r3: 'the prompt (CTDE)', elsewhere: 'on-policy: share_obs' },
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
  'turned.every': { source: WORKS.signTest },
  'turned.won': { source: WORKS.bookkeeping },
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

  'team.weights': { source: WORKS.qlora },
  'team.kvCache': { source: WORKS.paged },
  'team.context': {
    source: { ...WORKS.marft, text: 'MARFT, Liao et al. 2025: the dependency function 𝒟' },
    r1: 'prefix',
    r3: 'prefix (one transcript)',
  },
  'team.history': { source: WORKS.r1, r1: 'everything' },
  'team.thinking': { source: { text: 'As in apply_chat_template of Qwen3 and others' }, r3: 'enable_thinking' },
  'team.template': { source: WORKS.r3, r1: 'its own blocks', r3: 'tokenizer.apply_chat_template' },
  'team.anonymous': { source: WORKS.r3, r3: 'anonymous role configs' },
  'team.orchestration': { source: WORKS.r3, r3: 'multi_agent.orchestration_mode {static,dynamic}, graph_type' },
  'team.orchestrator.role': { source: WORKS.r3, r3: 'multi_agent.orchestrator_prompt' },
  'team.orchestrator.maxSteps': { source: WORKS.r3, r3: 'multi_agent.max_steps' },
  'team.tools.most': { source: WORKS.toolformer },
  'team.tools.open': { source: WORKS.toolformer },
  'team.tools.close': { source: WORKS.toolformer },
  'team.turns': {
    source: { ...WORKS.marft, text: 'Flex-MG: 𝒟 may change with time (Liao et al. 2025)' },
    r3: 'multi_agent.graph_config (one for all turns)',
  },
} as const satisfies Readonly<Record<string, SourceEntry>>);
