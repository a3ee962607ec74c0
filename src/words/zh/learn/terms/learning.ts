/** Chinese words about how a policy changes: probabilities, objectives, what holds a step back. */
import { learningTerms as en } from '../../../en/learn/terms/learning.ts';
import type { TermEntry } from '../../../en/learn/terms/works.ts';
import { termNamesZh as names } from './names.ts';
import { entry, WORKBENCH_ZH } from './works.ts';

export const learningTermsZh: Readonly<Record<keyof typeof en, TermEntry>> = {
  policy: entry(en.policy, names.policy, '智能体根据读到的内容，选择下一个词元的各种概率。', { also: ['行动者', '行为'] }),
  policyGradient: entry(
    en.policyGradient,
    names.policyGradient,
    '说过的话有多好，就按比例让它变得多可能：它的对数概率的梯度，乘以它的优势。',
    { also: ['得分函数梯度'] },
  ),
  reinforce: entry(en.reinforce, names.reinforce, '最朴素的策略梯度：说过的话变得更可能，变多少与随后得到的奖励减去基线成正比。', {
    also: ['朴素策略梯度', '蒙特卡洛策略梯度'],
  }),
  ppo: entry(en.ppo, names.ppo, '步子小且经过裁剪的策略梯度，于是同一批采样的回合可以用来学习不止一次。', { near: '行动者 评论家' }),
  tppo: entry(en.tppo, names.tppo, '把每个词元当作一个决策的 PPO，每个词元有自己的价值、优势和概率比。', {
    source: 'MARFT 最初的代码（R1），这个名称出自它',
  }),
  appo: entry(en.appo, names.appo, '把整条消息当作一个决策的 PPO：一个价值，一个优势，以及整条消息的概率之比。', {
    also: ['消息级 PPO'],
    source: 'MARFT 最初的代码（R1），这个名称出自它',
  }),
  grpo: entry(en.grpo, names.grpo, '没有评论家的策略梯度：同一道题的几个回合与它们的平均值比较，以标准差为单位。', {
    near: '基线 没有评论家',
  }),
  objective: entry(en.objective, names.objective, '更新要提高的量：每个决策的概率比乘以优势，走得够远的地方就裁剪。', {
    also: ['代理目标', '策略损失（取反号）'],
  }),
  logprobs: entry(en.logprobs, names.logprobs, '智能体说出一个词元时，说它的概率的对数；0 是必然，远低于 0 是出乎意料。', {
    also: ['对数似然'],
  }),
  ref_logprobs: entry(en.ref_logprobs, names.ref_logprobs, '冻结的基座模型的同一个对数：它在那个位置说那个词元有多可能。', {
    also: ['基座的对数概率'],
  }),
  ratio: entry(en.ratio, names.ratio, '一个词元（在消息级则是一条消息）自采样以来变得可能了多少：新概率除以旧概率。', {
    also: ['重要性比'],
  }),
  importanceSampling: entry(
    en.importanceSampling,
    names.importanceSampling,
    '由一个策略的所作所为来学习另一个策略：每个决策的权重，是要学的策略作出这个决策的概率与当时那个策略的概率之比。',
    { also: ['重要性加权', '离策略修正'] },
  ),
  reference_log_ratio: entry(
    en.reference_log_ratio,
    names.reference_log_ratio,
    '采样某个词元的智能体认为它比参考模型认为的可能多少，以 nat 为单位：log π − log π_ref；它在采样词元上的平均值是与参考模型的 KL 的无偏估计。',
    { also: ['k1 估计量'], near: '与参考的 KL' },
  ),
  kl: entry(
    en.kl,
    names.kl,
    '两个策略相距多远，以 nat 为单位：与参考模型的 KL 显示全部训练改变了多少，旧→新的 KL 显示一次迭代改变了多少。',
    { also: ['相对熵', 'Kullback–Leibler 散度'], near: '参考 旧 新 距离' },
  ),
  klPenalty: entry(
    en.klPenalty,
    names.klPenalty,
    '离开基座模型要付的代价：与它的 KL 乘以一个权重，加在损失里，或从每个词元的奖励中扣除。',
    { also: ['KL 权重', 'KL 系数'], near: '自适应 KL 权重' },
  ),
  distillation: entry(
    en.distillation,
    names.distillation,
    '用自己说的话向教师学习：学生说出的每个词元，教师认为它比学生认为的可能多少，就给多少奖励。',
    { near: '教师模型 教师 KL 反向 KL 学生' },
  ),
  entropy: entry(en.entropy, names.entropy, '智能体对下一个词元有多拿不定主意：0 表示它总写同样的东西。', {
    also: ['策略的熵'],
    near: '探索 不确定 崩溃',
  }),
  entropyBonus: entry(
    en.entropyBonus,
    names.entropyBonus,
    '为保持拿不定主意而给的小奖励，使智能体继续探索；给得太多，最后只剩随机的词元。',
    { also: ['熵正则', '熵系数'] },
  ),
  trustRegion: entry(en.trustRegion, names.trustRegion, '策略可以离开采样那批回合的策略多远；再远，那批回合的数字就说明不了它的情况。', {
    also: ['近端步'],
    near: '步长',
  }),
  clip: entry(
    en.clip,
    names.clip,
    '概率比朝优势要求的方向越过 1 ± ε 之后，再往前就不再有所得：这去掉了在一次迭代里大幅改变的理由，但不是界。',
    {
      also: ['裁剪的目标函数', '裁剪范围 ε'],
      near: '裁剪比例 双重裁剪',
    },
  ),
  guard: entry(
    en.guard,
    names.guard,
    '训练让智能体走得太远时起作用的东西：拒绝一步，收回已走的步，或让之后的步子变小。拒绝或收回的步都会报告并标出。',
    {
      also: ['安全网'],
      near: 'KL 门限 提前停止 回滚 跳过 拒绝',
      source: 'MARFT 最初的代码（R1），KL 门限',
    },
  ),
  klGate: entry(en.klGate, names.klGate, '一种防护措施：智能体的策略与采样这些回合的策略相距一旦超过阈值，就拒绝它的这一步。', {
    also: ['KL 阈值'],
    source: 'MARFT 最初的代码（R1）',
  }),
  earlyStop: entry(
    en.earlyStop,
    names.earlyStop,
    '一种防护措施：每一步之前检查旧→新的平均 KL，一旦超过界限，就跳过这一步和本次迭代余下的各步；评论家继续学习。',
    { also: ['目标 KL'], near: '早停' },
  ),
  rollback: entry(
    en.rollback,
    names.rollback,
    '一种防护措施：奖励下降，或与基座的 KL 越界时，如果团队在同样的题目上又输给目前最好的权重，就退回到那些权重，并减小学习率。',
    {
      also: ['恢复最佳快照'],
      source: WORKBENCH_ZH,
    },
  ),
  adaptiveLearningRate: entry(
    en.adaptiveLearningRate,
    names.adaptiveLearningRate,
    '一种学习率：一次迭代让智能体移动得超过目标 KL 的两倍，它就降低；移动得不到目标的一半，它再升高，但绝不超过设定值。',
    { also: ['随 KL 调整的学习率'] },
  ),
  collapse: entry(en.collapse, names.collapse, '策略跌到比开始时还低：步子超出了数据所能支持的范围，而它现在说的话也教不了它更好的东西。', {
    also: ['策略崩溃', '发散'],
    near: '熵崩溃 奖励下降',
  }),
  sharpening: entry(en.sharpening, names.sharpening, '让基座模型本来偶尔就能做到的事变得更可能，而不是教给它什么新东西。', {
    also: ['引出已有能力'],
    near: '泛化 基座',
  }),
  rotation: entry(en.rotation, names.rotation, '一个智能体学习，其他智能体照常说话但保持不变；若干次迭代之后，轮到下一个。', {
    also: ['轮换训练', '顺序更新'],
    source: 'MARFT, Liao et al. 2025；HAPPO, Kuba et al. 2022',
  }),
  nonStationarity: entry(
    en.nonStationarity,
    names.nonStationarity,
    '对每个智能体来说，其他智能体是世界的一部分；它们一学习，世界就变了，昨天的好答案今天不一定还好。',
    { also: ['移动的目标'] },
  ),
  decoupled: entry(
    en.decoupled,
    names.decoupled,
    '用于较旧策略所采样的回合的 PPO：步子从更新开始时的策略量起，每个决策的权重，是那个策略作出这个决策的概率与较旧策略的概率之比。',
    { also: ['解耦 PPO', '异步 PPO'], near: '行为策略 近端策略 滞后 权重上限' },
  ),
  policyLoss: entry(
    en.policyLoss,
    names.policyLoss,
    '由一个决策变得可能了多少，怎样得出损失。PPO 越过裁剪界限就停掉梯度；CISPO 裁剪权重而保留梯度；SAPO 让梯度逐渐淡出；DPPO 在概率本身移动太远的地方停掉梯度。',
    { near: '裁剪 概率比 软门 散度 掩码' },
  ),
  gspo: entry(en.gspo, names.gspo, '整条消息只用一个概率比的 GRPO：各词元概率比的几何平均。在这里就是消息级的 GRPO，对数概率除以词元数。', {
    also: ['组序列策略优化'],
    near: '几何平均 按长度归一化',
  }),
  covariance: entry(
    en.covariance,
    names.covariance,
    '一个词元的优势和对数概率朝同一侧偏离各自平均值多少，两者相乘。在协方差最大的少数词元上走的步，耗去策略大部分的熵；Clip-Cov 略去其中一些，KL-Cov 把它们拉住。',
    { near: '熵的机制 崩溃' },
  ),
  aggregation: entry(
    en.aggregation,
    names.aggregation,
    '各词元的损失怎样合成一个数。对消息取平均，长消息里每个词元的分量比短消息里的小。对全部词元取平均，各词元分量相同，但分量取决于这一批碰巧有多少词元；除以常数，则各词元在每一批里分量都相同。',
    { near: '词元平均 序列平均 长度偏差 归一化 常数' },
  ),
  dynamicSampling: entry(
    en.dynamicSampling,
    names.dynamicSampling,
    '一组的回合得到的都一样，比较起来就什么也教不了；于是改用别的题目来代替这些组。这要花费回合：换掉的那些也算在内。',
    { also: ['组的筛选'], near: '离散程度为零 重新采样 代价' },
  ),
  rolloutCorrection: entry(
    en.rolloutCorrection,
    names.rolloutCorrection,
    '词元由策略的一种计算采样、由另一种计算训练时所用的权重。太大的权重停在上限（TIS），或者把带有这种权重的部分略去（MIS）。',
    { also: ['截断重要性采样', '掩码重要性采样'], near: '训练与推理不一致 上限 二阶矩' },
  ),
  push: entry(
    en.push,
    names.push,
    '一次更新里，目标函数朝哪个方向、用多大力推一个词元的对数概率：损失对它的导数取反号。权重是共用的，所以词元也可能逆着自己的推力移动。',
    { also: ['∂L/∂logprob 取反号'], near: '学习回执 强化 削弱 损失的梯度' },
  ),
  receipt: entry(en.receipt, names.receipt, '一次迭代的每个词元，目标函数怎样推它，它的对数概率怎样移动，以及哪些受到裁剪、拒绝或收回。', {
    also: ['更新做了什么'],
    source: WORKBENCH_ZH,
  }),
  gain: entry(
    en.gain,
    names.gain,
    '从权重所走路径上的梯度来看，一次更新本该让目标函数提高多少；从词元的变化来看，实际提高了多少。两者相差很远，说明步子对它的梯度来说太长了。',
    { also: ['预测的与实际的提高'], near: '一阶 线性 学习回执', source: '步的一阶模型：Nocedal and Wright 2006, §4.1' },
  ),
  cosine: entry(en.cosine, names.cosine, '词元移动的比例是否与受推的比例一致：1 表示完全一致，0 表示没有关系，小于 0 表示方向相反。', {
    also: ['余弦相似度'],
    near: '对齐 学习回执',
    source: '两个梯度之间的：PCGrad, Yu et al. 2020, §2',
  }),
  greedyDecoding: entry(en.greedyDecoding, names.greedyDecoding, '总是取最可能的词元；它显示智能体的习惯，没有采样的随机性。', {
    also: ['温度 0'],
    near: '采样',
  }),
};
