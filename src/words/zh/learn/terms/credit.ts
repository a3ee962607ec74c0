/** Chinese words about reward and whom it is put down to: returns, values, advantages, groups, counterfactuals. */
import { creditTerms as en } from '../../../en/learn/terms/credit.ts';
import type { TermEntry } from '../../../en/learn/terms/works.ts';
import { termNamesZh as names } from './names.ts';
import { entry, WORKBENCH_ZH } from './works.ts';

export const creditTermsZh: Readonly<Record<keyof typeof en, TermEntry>> = {
  reward: entry(en.reward, names.reward, '环境为一个轮次付出的数值；训练使它提高。', { also: ['得分'] }),
  returns: entry(
    en.returns,
    names.returns,
    '从一个词元起还会得到的奖励，越往后折扣越多；有评论家时，它等于优势加价值，也就是评论家要学会预见的东西。',
    { also: ['后续奖励之和'], near: '折扣和' },
  ),
  discount: entry(
    en.discount,
    names.discount,
    '晚一步得到的奖励算多少：取 1，早晚一样算；小于 1，越早越好。词元之间的步和消息之间的步各有自己的折扣。',
    { also: ['折扣率'] },
  ),
  values: entry(en.values, names.values, '即将采样一个词元时，评论家预期团队还会得到多少。', {
    also: ['状态价值', '价值估计'],
  }),
  critic: entry(en.critic, names.critic, '基座模型上的一个价值头，用来预测回报，好把结果和本来就该预期的相比较。', {
    also: ['价值模型', '价值函数'],
    source: 'MARFT, Liao et al. 2025；actor-critic：Sutton and Barto 2018, §13.5',
  }),
  valueHead: entry(
    en.valueHead,
    names.valueHead,
    '接在基座模型隐藏状态上、输出价值的小网络；可以所有智能体共用一个，可以每个智能体一个输出，也可以每个智能体一个、各带自己的适配器。',
    { also: ['评论家的输出头'], near: '线性 隐藏层', source: 'TRL，这个名称出自它' },
  ),
  valueLoss: entry(en.valueLoss, names.valueLoss, '评论家的价值与回报之差的平方的平均值，再取一半；评论家的更新使它降低。', {
    also: ['评论家损失'],
    near: '平方误差 价值裁剪',
  }),
  ctde: entry(
    en.ctde,
    names.ctde,
    '训练时评论家可以比任何智能体知道得多；使用时，每个智能体只依靠自己看到的。R3 用这个名称指所有智能体共用、读到的与说话者相同的评论家；读得更多的，是集中式评论家。',
    { near: '共享', source: 'Lowe et al. 2017；MAPPO, Yu et al. 2022' },
  ),
  centralCritic: entry(
    en.centralCritic,
    names.centralCritic,
    '读到目前为止团队所听、所说的一切的评论家，还可以把环境的隐藏状态也告诉它；智能体看到的并不因此变多。',
    {
      also: ['特权评论家', '非对称的评论家'],
      near: '隐藏状态 全局状态',
      source: 'MAPPO, Yu et al. 2022；用到历史和状态的：Baisero and Amato 2022',
    },
  ),
  advantages: entry(
    en.advantages,
    names.advantages,
    '从一个词元起，回合比之前的预期好多少；预期来自评论家，或来自与相似回合的比较。训练按归一化之后的优势来强化，而归一化可能使它变号。',
    { also: ['优势估计'] },
  ),
  decomposition: entry(
    en.decomposition,
    names.decomposition,
    '联合动作的优势是一个和，每个智能体一项：在它之前的智能体已经选定之后，它的动作使期望改变多少。',
    {
      also: ['多智能体优势分解'],
      near: 'HAPPO MAT 依次更新',
      source: 'Kuba et al. 2022，引理 1；Multi-Agent Transformer, Wen et al. 2022',
    },
  ),
  credit: entry(en.credit, names.credit, '奖励的哪一部分归于哪个智能体、哪条消息、哪个词元。', {
    also: ['信用分配', '时间上与结构上的信用'],
    source: 'Sutton and Barto 2018, §1.7；关于团队：§15.10',
  }),
  creditStrategy: entry(
    en.creditStrategy,
    names.creditStrategy,
    '团队得到奖励时谁得到奖励：只有这一轮次的最后一条消息，功劳由它往回流给所有人（均等），每条消息按折扣各得一份（步骤折扣），或者由环境评判每一步（逐步）。',
    { near: '奖励塑形 逐步信用', source: 'MARFT, Liao et al. 2025；SII-MARFT（R3）' },
  ),
  lazyAgent: entry(en.lazyAgent, names.lazyAgent, '把活儿留给别人的智能体，因为共同的奖励反正会来：它自己做的事没人需要，也学不到东西。', {
    also: ['偷懒的团队', '搭便车', '最后一个智能体包办'],
  }),
  gae: entry(en.gae, names.gae, '把一个词元自己的意外和之后的意外按 λ 加权求和得到优势：1 取回合余下的全部，0 只取词元自己这一步。', {
    also: ['广义优势估计'],
    near: '反向递推',
  }),
  tdError: entry(en.tdError, names.tdError, '奖励，加上之后状态的折扣价值，减去这里的价值：一步比评论家预期的好多少。', {
    also: ['单步误差'],
    near: '意外 时序差分',
  }),
  trace: entry(en.trace, names.trace, '单步误差往回传多远：取 0，词元只为自己这一步负责；取 1，为之后的一切负责。', {
    also: ['迹衰减参数'],
    near: '资格迹 偏差 方差',
  }),
  baseline: entry(
    en.baseline,
    names.baseline,
    '拿来与回报比较的数，这样只从比平时好或差的部分学习：评论家的价值，或参与比较的各回报的平均值。',
    { also: ['控制变量'], near: '平均值 比较 留一法' },
  ),
  roleConditioned: entry(
    en.roleConditioned,
    names.roleConditioned,
    '每个角色有一个贯穿整次运行的回报滑动平均；智能体说的话，按它的回报高出这个平均值多少来记功。既不需要评论家，也不需要组；轮流输赢的角色也不会互相比较。',
    { near: '滑动平均 回报的移动平均 自我博弈 零和 基线' },
  ),
  maxRl: entry(
    en.maxRl,
    names.maxRl,
    '一组的回报减去平均值，再除以这个平均值：奖励为 0 和 1 时，梯度偏向成功率的对数的梯度，所以很少解出的题目权重最大。',
    { also: ['最大似然 RL', 'p 归一化'], near: '成功率 难题 平均值归一化' },
  ),
  normalizedAdvantage: entry(
    en.normalizedAdvantage,
    names.normalizedAdvantage,
    '优势减去平均值，再除以标准差；范围可以是一个小批量、整个批次、一个智能体（类似 Dr. MAS，Feng et al. 2026）或一组。目标函数里与概率比相乘的就是它。',
    { also: ['白化优势', '标准化优势'], near: '按智能体归一化' },
  ),
  group: entry(
    en.group,
    names.group,
    '同一道题的几个回合，互相比较；得到的奖励都一样时，什么也教不了。像 AT-GRPO（PettingLLMs）那样按智能体和轮次时，比较的是其中同一个智能体在同一轮次的消息。',
    { also: ['样本组', '同一提示词的 n 次采样'], near: '组的大小 离散程度为零' },
  ),
  leaveOneOut: entry(
    en.leaveOneOut,
    names.leaveOneOut,
    '一个回合的回报与同一道题其他回合的平均值比较，自己不算在内，所以基线不取决于它所评判的东西。',
    { also: ['REINFORCE 留一法'], source: 'Kool et al. 2019；RLOO, Ahmadian et al. 2024' },
  ),
  shapley: entry(
    en.shapley,
    names.shapley,
    '一个智能体加入时给团队的奖励增加多少，对智能体加入的所有次序取平均；各份加起来，等于团队比空联盟多挣的奖励。',
    { also: ['公平份额', '信用的份额'], near: '边际贡献 合作博弈' },
  ),
  coalition: entry(en.coalition, names.coalition, '一部分训练过的智能体；不在其中的，用未经训练的基座说话，或者什么也不说。', {
    also: ['智能体的子集'],
    near: '缺席 沉默',
  }),
  counterfactual: entry(
    en.counterfactual,
    names.counterfactual,
    '换一种做法会怎样：改动之后续演一个回合的平均回报，减去同一回合不改动而续演的平均回报。',
    { also: ['如果……会怎样', '编辑后重放'], near: '回报之差 分支' },
  ),
  commonRandomNumbers: entry(
    en.commonRandomNumbers,
    names.commonRandomNumbers,
    '比较的两边使用同样的随机数，这样差别来自改动，而不是运气，次数较少也能看出来。',
    { also: ['成对比较', '相同的种子'], near: '方差缩减' },
  ),
  treeMonteCarlo: entry(
    en.treeMonteCarlo,
    names.treeMonteCarlo,
    '从回合的某条消息起，多次续演这个回合：结果的平均值就是那个状态的价值的估计，不需要评论家。',
    { also: ['蒙特卡洛价值'], near: '采样 分支 继续' },
  ),
  messageLevelCredit: entry(
    en.messageLevelCredit,
    names.messageLevelCredit,
    '把一条消息与同一智能体对同一提示词本来可能说的其他消息相比，每条都用同样的随机数续演：它的信用，是它的奖励高出这些消息平均值的部分。',
    { also: ['上下文反事实信用分配', '消息级信用'], near: '留一法 备选 重放 基线' },
  ),
  differenceRewards: entry(
    en.differenceRewards,
    names.differenceRewards,
    '团队的奖励，减去没有自己这个动作时本来会有的奖励：这里把一条消息换成沉默，再续演这个回合。',
    { also: ['美好生活效用'], near: '空动作 沉默' },
  ),
  coma: entry(
    en.coma,
    names.coma,
    '把一个动作与评论家对这个智能体本来可能采取的各动作的平均价值相比；这里用它本来可能说的若干条消息代表全部。',
    { also: ['反事实基线'], near: '评论家 Q 值 备选' },
  ),
  calibration: entry(en.calibration, names.calibration, '预测平均起来是否与结果相符：校准好的评论家，它的点落在对角线上。', {
    also: ['可靠性'],
    near: '评论家 准确 偏差 对角线',
  }),
  explainedVariance: entry(
    en.explainedVariance,
    names.explainedVariance,
    '评论家预测出回报变化的多大部分：1 是全部，0 是不比一个常数更多。所有价值都偏高或都偏低，这里看不出来。',
    { near: '评论家 质量', source: 'Stable-Baselines3, logger' },
  ),
  creditFidelity: entry(
    en.creditFidelity,
    names.creditFidelity,
    '一种估计量按消息真正的功劳排序排得有多好：它给出的信用与树形蒙特卡洛之间的秩相关，1 表示次序相同，−1 表示次序相反。',
    { also: ['与真值的秩相关'], source: '本工作台自己的用语；秩相关：Spearman 1904' },
  ),
  conservation: entry(
    en.conservation,
    names.conservation,
    '信用分配策略宣称为一个回合付出的，全都送到：各词元上的奖励加起来等于它（减去 KL、长度、调用的惩罚）；有评论家时，每个回报都等于优势加价值。',
    { also: ['守恒检验'], source: WORKBENCH_ZH },
  ),
  independentLearning: entry(
    en.independentLearning,
    names.independentLearning,
    '每个智能体沿着自己的消息组成的链学习，把其他智能体当作世界的一部分：别人挣得的，一点也不会经这条链传到它那里。让每个智能体各得自己的一份（自留比例取 1）不是这回事，因为之后的奖励仍会沿串行的链往回流。',
    { also: ['独立 PPO', '独立学习者'], near: '信用链' },
  ),
  creditChain: entry(
    en.creditChain,
    names.creditChain,
    '信用往回传时，排在一条消息后面的是什么：下一句无论谁说的话，同一个智能体的下一句话，或最先听到它的那个智能体说的话；有几个听者时取平均。',
    { also: ['后继', '顺着依赖的 GAE', '串行的链'], near: '听者 次序 扇出 扇入', source: WORKBENCH_ZH },
  ),
  turned: entry(
    en.turned,
    names.turned,
    '有了一条消息多半会赢、换成别的多半会输的回合，是它挽回的；反过来的，是它搞砸的。用同样的随机数比较，而且只算超出偶然的。',
    { near: '是谁 关键 输 赢 包办', source: WORKBENCH_ZH },
  ),
  lengthPenalty: entry(
    en.lengthPenalty,
    names.lengthPenalty,
    '一条消息写得接近词元上限时，在最后一个词元上付出的代价：起先没有，到上限之前的最后那些词元，每多一个就多付一些。',
    { near: '过长 缓冲 截断' },
  ),
  boundary: entry(en.boundary, names.boundary, '一个智能体的消息结束、下一个的消息开始的地方：信用越过它往回流，并有自己的折扣和迹。', {
    also: ['智能体的交界', '消息的交界'],
    near: '串行次序 跨智能体',
    source: 'MARFT, Liao et al. 2025；MARFT 最初的代码（R1）',
  }),
};
