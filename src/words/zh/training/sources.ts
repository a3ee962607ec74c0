/** Where each setting comes from, in Chinese: names in other code and titles of works are the English ones, what is said of them is not. */
import type { sourcesEn } from '../../en/training/sources.ts';
import type { Translated } from '../../forms/translated.ts';
import { worksZh as works } from './works.ts';

const AGENT_GROUPS = 'agent：Dr. MAS（arXiv 2602.08847）algorithm.group_by_agent_id，在那里是在每道题目的组内';

export const sourcesZh = (en: typeof sourcesEn): Translated<typeof sourcesEn> => ({
  ...en,
  algorithm: { ...en.algorithm, r3: 'PPO；GRPO 即不带评论家、用组的 reward_norm' },
  seed: { ...en.seed, source: works.bookkeeping },
  resampleGroups: {
    source: { ...en.resampleGroups.source, text: '动态采样：DAPO, Yu et al. 2025, §3.2' },
    elsewhere: 'verl algorithm.filter_groups.enable、max_num_gen_batches；SkyRL dynamic_sampling.type=replace',
  },
  horizon: { ...en.horizon, source: works.gymnasium },

  accumulation: { ...en.accumulation, source: works.bookkeeping },
  'schedule.kind': { ...en['schedule.kind'], r1: '--use_linear_lr_decay（那里从未读取）' },
  'schedule.warmup': { ...en['schedule.warmup'], source: works.bookkeeping },
  'optimizer.epsilon': { ...en['optimizer.epsilon'], r1: '--opti_eps（固定为 1e-5）' },
  'optimizer.weightDecay': { ...en['optimizer.weightDecay'], r1: '--weight_decay（那里从未读取）' },
  gradNormOver: {
    ...en.gradNormOver,
    r3: '全部合成一个范数',
    elsewhere: '全部合成一个：TRL max_grad_norm、verl actor.grad_clip、AReaL gradient_clipping',
  },

  'rotation.interval': { ...en['rotation.interval'], source: works.happo },
  'rotation.order': { source: works.r1, r1: '由 algorithm_name 决定（Q5）' },

  policyLoss: {
    ...en.policyLoss,
    elsewhere:
      'TRL loss_type=cispo、sapo；verl policy_loss.loss_mode=vanilla、cispo、sapo、dppo_tv、dppo_kl、clip_cov、kl_cov；AReaL use_sapo_loss；SkyRL policy_loss_type',
  },
  clip: { ...en.clip, elsewhere: 'TRL epsilon；verl actor.clip_ratio、clip_ratio_low' },
  clipHigher: { ...en.clipHigher, elsewhere: 'TRL epsilon_high；verl actor.clip_ratio_high' },
  dualClip: { ...en.dualClip, elsewhere: 'verl actor.clip_ratio_c；TRL delta 限制的是概率比本身' },
  'sapo.positive': { ...en['sapo.positive'], elsewhere: 'TRL sapo_temperature_pos；verl actor.tau_pos；AReaL sapo_tau_pos' },
  'sapo.negative': { ...en['sapo.negative'], elsewhere: 'TRL sapo_temperature_neg；verl actor.tau_neg；AReaL sapo_tau_neg' },
  'covariance.share': {
    ...en['covariance.share'],
    elsewhere: 'verl policy_loss.clip_cov_ratio、kl_cov_ratio；SkyRL clip_cov.clip_ratio',
  },
  lossAggregation: {
    ...en.lossAggregation,
    elsewhere:
      'TRL loss_type=dapo（词元）、grpo（消息均值）、luspo（消息求和）、dr_grpo（恒定）；verl loss_agg_mode=token-mean、seq-mean-token-mean、seq-mean-token-sum、seq-mean-token-sum-norm；SkyRL loss_reduction',
  },
  lossOver: { source: works.workbench, r3: '每个适配器各取各的（shared_lora=false）' },
  ratioLevel: {
    ...en.ratioLevel,
    elsewhere: 'TRL importance_sampling_level；verl policy_loss.loss_mode=gspo（消息，对数概率除以词元数）',
  },
  logprobNormalization: { ...en.logprobNormalization, source: works.r1, elsewhere: 'GSPO：除以词元数' },
  'rolloutCorrection.mode': {
    ...en['rolloutCorrection.mode'],
    elsewhere: 'TRL vllm_importance_sampling_correction、_mode；verl rollout_is=token、sequence；AReaL rejection_sampling.level',
  },
  'rolloutCorrection.above': {
    ...en['rolloutCorrection.above'],
    elsewhere: 'TRL vllm_importance_sampling_mode=…_truncate、…_mask；verl rollout_is、rollout_rs；AReaL rejection_sampling.action',
  },
  'rolloutCorrection.cap': {
    ...en['rolloutCorrection.cap'],
    elsewhere: 'TRL vllm_importance_sampling_clip_max；verl rollout_is_threshold；AReaL rejection_sampling.upper',
  },
  trainThoughts: { source: works.workbench },
  maskTruncated: {
    ...en.maskTruncated,
    source: { ...en.maskTruncated.source, text: '过滤过长的消息：DAPO, Yu et al. 2025' },
    elsewhere: 'TRL mask_truncated_completions；SkyRL apply_overlong_filtering',
  },

  'distillation.teachers': {
    ...en['distillation.teachers'],
    elsewhere: 'prime-rl [orchestrator.algo] type=opd、teacher；TRL teacher_model_name_or_path；tinker-cookbook teacher_config',
  },
  'distillation.coef': { ...en['distillation.coef'], elsewhere: 'tinker-cookbook kl_penalty_coef；verl distillation_loss_coef' },
  'distillation.signal': { ...en['distillation.signal'], elsewhere: 'verl use_task_rewards；prime-rl opd 只用教师' },
  klPlacement: { ...en.klPlacement, r3: '在奖励中' },

  'adaptiveLearningRate.enabled': { source: works.adaptiveRate },
  'adaptiveLearningRate.targetKl': { source: works.adaptiveRate },
  klGate: { source: works.r1, r1: '固定：1e-3（APPO）、1.7e-6（TPPO）' },
  klGateAction: { source: works.workbench, r1: '跳过策略（actor）的这一步' },
  earlyStopKl: { source: { ...en.earlyStopKl.source, text: 'Spinning Up 的 PPO 中的 target_kl' } },
  'rollback.enabled': { source: works.workbench, r1: '手动：--load_path' },
  'rollback.drop': { source: works.workbench },
  'rollback.window': { source: works.workbench },
  'rollback.maxKl': { source: works.workbench },
  'rollback.learningRateFactor': { source: works.workbench },

  'overlong.buffer': {
    ...en['overlong.buffer'],
    source: { ...en['overlong.buffer'].source, text: '过长的软惩罚：DAPO, Yu et al. 2025, eq. 13' },
    elsewhere: 'TRL get_soft_overlong_punishment(soft_punish_cache)；verl overlong_buffer.len；AReaL overlong_tokens',
  },
  'overlong.penalty': {
    ...en['overlong.penalty'],
    source: { ...en['overlong.penalty'].source, text: '过长的软惩罚：DAPO, Yu et al. 2025, eq. 13' },
    elsewhere: 'verl overlong_buffer.penalty_factor；AReaL overlong_penalty_factor',
  },
  callCost: { source: works.workbench },
  'credit.ownShare': { source: { ...en['credit.ownShare'].source, text: 'AReaL-MARFT（R2）：一半归自己，一半归团队' } },
  'credit.chain': { source: works.ippo },
  gammaToken: { ...en.gammaToken, r1: '--gamma（两者共用一个）' },
  lambdaToken: { ...en.lambdaToken, r1: '--gae_lambda（两者共用一个）' },
  groupBy: {
    ...en.groupBy,
    elsewhere: 'PettingLLMs 按提示词、智能体和轮次分组；Dr. MAS algorithm.group_by_agent_id 按智能体分组',
    r3: '团队轨迹（GroupedRolloutWorkflow）',
  },
  groupStd: {
    ...en.groupStd,
    elsewhere:
      'TRL scale_rewards=group、batch、none；verl algorithm.norm_adv_by_std_in_grpo；AReaL adv_norm.std_level。MaxRL（arXiv 2602.02710）：它的 verl adv_estimator=maxrl；prime-rl algo max_rl',
  },
  alternatives: { ...en.alternatives, elsewhere: 'C3 --c3_fanout（比这里多一：消息本身也计入）' },
  baseline: { ...en.baseline, elsewhere: 'role：SPIRAL use_role_baseline；prime-rl algo rae' },
  baselineDecay: { ...en.baselineDecay, elsewhere: 'SPIRAL role_baseline_ema_gamma；prime-rl rae decay' },

  'normalizeAdvantages.mean': { ...en['normalizeAdvantages.mean'], r1: '总是在小批量上', elsewhere: AGENT_GROUPS },
  'normalizeAdvantages.std': { ...en['normalizeAdvantages.std'], r1: '总是在小批量上', elsewhere: AGENT_GROUPS },

  'critic.kind': { ...en['critic.kind'], r1: '共用' },
  'critic.reads': { source: works.mappo, r1: '提示词', r3: '提示词（CTDE）', elsewhere: 'on-policy：share_obs' },
  'critic.head': { source: works.r1, r1: 'v_head（一个 MLP）', r3: 'score（线性）' },
  'critic.hidden': { source: works.r1, r1: '先 1024 再 512；--hidden_size 从未读取' },
  'critic.steps': { ...en['critic.steps'], source: works.workbench, r1: '每个小批量一步' },
  'critic.warmup': { source: works.r1, r1: '--warmup_steps（以环境步数计）' },
  'critic.valueClip': { ...en['critic.valueClip'], r1: '--clip_param、--use_clipped_value_loss（从未读取）' },

  evaluateEvery: { ...en.evaluateEvery, source: works.bookkeeping },
  evaluateEpisodes: { ...en.evaluateEpisodes, source: works.bookkeeping },
  evaluateGreedy: { ...en.evaluateGreedy, source: works.bookkeeping, r1: '--do_sample（评估）' },
  'turned.every': { source: works.signTest },
  'turned.won': { source: works.bookkeeping },
  checkpointEvery: { ...en.checkpointEvery, source: works.bookkeeping },

  'compat.r1_previous_turn_mask': { ...en['compat.r1_previous_turn_mask'], source: works.r1 },
  'compat.r1_stale_advantages': { ...en['compat.r1_stale_advantages'], source: works.r1 },
  'compat.r1_skip_exact_zeros': { source: works.r1, r1: 'Q3，优势归一化' },
  'compat.r1_huber_sign': { ...en['compat.r1_huber_sign'], source: works.r1 },
  'compat.r1_half_precision_adam': { ...en['compat.r1_half_precision_adam'], source: works.r1 },
  'compat.r1_raw_bootstrap': { source: works.r1, r1: 'Q13，自举价值' },
  'compat.r1_drop_leftover': { ...en['compat.r1_drop_leftover'], source: works.r1 },
  'compat.r1_untempered_logprobs': { source: works.r1, r1: '旧对数概率' },
  'compat.r1_row_weighted_chunks': { ...en['compat.r1_row_weighted_chunks'], source: works.r1 },
  'compat.r3_first_system_prompt': { ...en['compat.r3_first_system_prompt'], r3: 'role_configs 的 system_prompt' },
  'compat.r3_linear_transcript': { ...en['compat.r3_linear_transcript'], r3: '一个不断增长的序列' },
  'compat.r3_linear_training': { ...en['compat.r3_linear_training'], r3: '并行的同级智能体' },

  'team.weights': { source: works.qlora },
  'team.context': {
    source: { ...en['team.context'].source, text: 'MARFT, Liao et al. 2025：依赖函数 𝒟' },
    r1: '前缀',
    r3: '前缀（一份记录）',
  },
  'team.history': { source: works.r1, r1: '全部' },
  'team.thinking': { ...en['team.thinking'], source: { text: '同 Qwen3 等模型的 apply_chat_template' } },
  'team.template': { ...en['team.template'], r1: '它自己的文本块' },
  'team.anonymous': { ...en['team.anonymous'], r3: '匿名的角色配置' },
  'team.turns': {
    source: { ...en['team.turns'].source, text: 'Flex-MG：𝒟 可以随时间变化（Liao et al. 2025）' },
    r3: 'multi_agent.graph_config（所有轮次共用一个）',
  },
});
