/** Chinese names of the sets of settings, and what each is for. */
import type { presetsEn } from '../../en/training/presets.ts';
import type { Translated } from '../../forms/translated.ts';

export const presetsZh: Translated<typeof presetsEn> = {
  menu: '预设',
  menuHelp: '成套的设置：算法、原版代码的取值、崩溃与防护措施',
  own: '自定义',
  appliedTitle: '设置已更改',
  applied: (name) =>
    `现在的设置是「${name}」。迭代次数、回合数、时限、评估，以及各智能体自己的采样方式和适配器都保持不变，除非这套预设另有设定。撤销会恢复先前的设置。`,
  sections: {
    algorithms: '算法',
    originals: '原版代码的取值',
    team: '团队信用',
    rate: '崩溃：学习率过大',
    reuse: '崩溃：回合重复使用过多',
  },
  presets: {
    tppo: { label: 'TPPO（默认）', help: '逐词元的 MARFT，有评论家：经过测量的默认值。' },
    appo: { label: 'APPO', help: '逐消息的 MARFT，有评论家。' },
    ippo: {
      label: 'IPPO（独立学习）',
      help: '每个智能体各学各的：PPO 只沿自己的消息进行，奖励是团队或其角色所得的奖励，评论家也是自己的（每个智能体一个 LoRA）。论文拿 MARFT 与它比较。',
    },
    mappo: {
      label: 'MAPPO（集中式评论家）',
      help: '一个评论家，读取团队得知和说过的全部内容，以及环境的隐藏状态（如果环境提供）；智能体读到的与原来一样。',
    },
    mappo_decentralised: {
      label: 'MAPPO，分散执行',
      help: '同样的评论家，但智能体互相听不到：去掉连接以及对他人的记忆，每个智能体只读自己的观测和自己说过的话。',
    },
    grpo: { label: 'GRPO', help: '没有评论家：比较同一道题目的 8 个回合构成的组。' },
    dr_grpo: {
      label: 'Dr. GRPO',
      help: '去掉两处偏差的 GRPO：优势不除以组的标准差，损失也不除以消息的长度。',
    },
    maxrl: {
      label: 'MaxRL',
      help: '除以组的平均奖励（即成功率）的 GRPO：越少解出的题目，分量越重。用于 0 和 1 的奖励。',
    },
    dapo: {
      label: 'DAPO',
      help: '裁剪上界更高的 GRPO：没有差异的组最多更换三次，并对上限之前的最后 4 个词元施加软惩罚。',
    },
    gspo: { label: 'GSPO', help: '每条消息一个概率比的 GRPO，取各词元概率比的几何平均，并采用论文中很窄的裁剪。' },
    cispo: { label: 'CISPO', help: '裁剪权重（到 5）的 GRPO，每个词元都保留自己的梯度。' },
    sapo: { label: 'SAPO', help: '以软门代替裁剪的 GRPO；每条消息同等计入。' },
    dppo: { label: 'DPPO', help: '词元的概率移动 0.15 就停下的 GRPO，不论概率比是多少。' },
    reinforce: { label: 'REINFORCE', help: '最基本的策略梯度，以批次的平均回报为基线；只训练一遍。' },
    rae: {
      label: 'RAE（SPIRAL）',
      help: '最基本的策略梯度，以各角色回报的滑动平均为基线，沿各智能体自己的消息进行；只训练一遍。',
    },
    rloo: { label: 'RLOO', help: '最基本的策略梯度，以组内其他 7 个的均值为基线；只训练一遍。' },
    vineppo: {
      label: '树形蒙特卡洛（VinePPO）',
      help: '没有评论家：团队从每条消息之前续演 4 次；消息使平均奖励改变多少，就得多少信用。采样要花几倍的时间。',
    },
    c3: {
      label: 'C3（与其他消息相比）',
      help: '没有评论家：在每条消息的位置上，其智能体另说 4 条消息，都用同样的随机数续演；消息的奖励高出它们的均值多少，就得多少信用。',
    },
    difference: {
      label: '差分奖励',
      help: '没有评论家：把每条消息换成沉默，用同样的随机数续演这个回合；少了多少奖励，这条消息就得多少信用。',
    },
    coma: {
      label: 'COMA',
      help: '有评论家：在每条消息的位置上，其智能体另说 4 条消息，但不续演；消息的价值高出它们的均值多少，就得多少信用。',
    },
    r1: {
      label: 'R1：APPO',
      help: '最初的代码所用的取值、采样方式和适配器；它的学习率是 5e-7，小模型几乎不动。',
    },
    r1_tppo: { label: 'R1：TPPO', help: '同样的设置，用其词元级算法，KL 门限为 1.7e-6。' },
    r1_defects: { label: 'R1：APPO 及其缺陷', help: '并加上它在这个项目中会表现出来的所有缺陷。' },
    r3: { label: 'R3', help: 'SII-MARFT 发布时的设置：所有智能体共用一个适配器，解耦损失，滞后 2，奖励中 KL 权重 0.1。' },
    r3_defects: { label: 'R3 及其缺陷', help: '并加上它在这个项目中会表现出来的所有缺陷。' },
    rotation: {
      label: '轮换，每个 5 次迭代',
      help: '逐个智能体训练：一个学习时其他不变，因此每个智能体都分到一份迭代次数。',
    },
    per_step: { label: '逐步信用', help: '每一步按环境的 stepReward 发放奖励；环境必须提供它。' },
    lazy_team: {
      label: '偷懒的团队',
      help: '同时训练全部智能体，学习率 3e-3，没有防护措施，奖励均等：在三人团队中，验证者逐渐把其他智能体的活也干了。',
    },
    collapse_learning_rate: { label: '崩溃', help: '学习率 1e-2，没有防护措施：奖励先上升，然后垮掉。' },
    collapse_learning_rate_adaptive: {
      label: '＋ 自适应学习率',
      help: '策略一旦移动过远，就缩小步子。',
    },
    collapse_learning_rate_gate: { label: '＋ KL 门限', help: '每一步之前检查，但一个批次的第一步，KL 总是 0。' },
    collapse_learning_rate_penalty: { label: '＋ KL 惩罚 0.05', help: '把团队拉向它的基座。' },
    collapse_learning_rate_rollback: { label: '＋ 回滚', help: '退回最好的快照，学习率减半。' },
    collapse_reuse: { label: '崩溃', help: '8 轮（epoch），裁剪几乎关闭：奖励垮掉。' },
    collapse_reuse_adaptive: { label: '＋ 自适应学习率', help: '策略一旦移动过远，就缩小步子。' },
    collapse_reuse_gate: { label: '＋ KL 门限', help: '正适合这种情形：KL 超过 0.01 就不再走下一步。' },
    collapse_reuse_penalty: { label: '＋ KL 惩罚 0.05', help: '把团队拉向它的基座。' },
    collapse_reuse_rollback: { label: '＋ 回滚', help: '退回最好的快照，学习率减半。' },
  },
};
