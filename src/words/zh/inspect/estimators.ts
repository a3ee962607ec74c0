/** Chinese words of “one batch, many estimators”. */
import type { estimatorsText } from '../../en/inspect/estimators.ts';
import type { Translated } from '../../forms/translated.ts';
import { labZh } from './lab.ts';

export const estimatorsZh = (en: typeof estimatorsText): Translated<typeof estimatorsText> => ({
  estimators: {
    gae_token: { name: 'GAE，词元', what: 'γ 和 λ 沿词元和消息作用；取消息内各词元的平均值。', term: en.estimators.gae_token.term },
    gae_message: {
      name: 'GAE，消息',
      what: '一条消息是一个决策。如果评论家给每个词元都估了价值，消息取它第一个词元处的价值。',
      term: en.estimators.gae_message.term,
    },
    grpo: { name: 'GRPO，团队', what: '比较同一道题的整条轨迹，再除以标准差。', term: en.estimators.grpo.term },
    grpo_agent_turn: {
      name: 'GRPO，智能体与轮次',
      what: '在同一道题的各个回合之间，比较同一个智能体在同一轮次的消息。',
      term: en.estimators.grpo_agent_turn.term,
    },
    maxrl: { name: 'MaxRL', what: '比较同一道题的整条轨迹，再除以平均值：很少解对的题分量最重。', term: en.estimators.maxrl.term },
    rloo: { name: '留一法', what: '回报减去同一道题其他回合的平均值。', term: en.estimators.rloo.term },
    reinforce: { name: 'REINFORCE，批次', what: '回报减去整个批次的平均值。', term: en.estimators.reinforce.term },
    rae: { name: 'RAE', what: '智能体的回报减去它的角色在这次运行中回报的滑动平均值。', term: en.estimators.rae.term },
    c3: {
      name: 'C3',
      what: '用这条消息的奖励，减去换成它的智能体可能会说的其他消息时的平均奖励，由续演得出。',
      term: en.estimators.c3.term,
    },
    difference: { name: '差分奖励', what: '用这条消息的奖励，减去换成沉默时的奖励，由续演得出。', term: en.estimators.difference.term },
    coma: {
      name: 'COMA',
      what: '评论家对这条消息的价值，减去对它的智能体可能会说的其他消息的平均价值：用 COMA 训练的运行，用它自己的评论家；否则用求真值时拟合的评论家，它对冻结基座从文本得出的特征是线性的。',
      term: en.estimators.coma.term,
    },
    shapley: {
      name: '沙普利值',
      what: '智能体在团队平均奖励中的份额，平均分给它的各条消息；每个回合都一样。',
      term: en.estimators.shapley.term,
    },
    tree: {
      name: '树形蒙特卡洛',
      what: '消息之后各次续演的平均奖励，减去消息之前的：这是用来与其他估计量比较的真值。',
      term: en.estimators.tree.term,
    },
  },
  missing: {
    no_critic: '这次运行没有评论家，所以没有价值可用。',
    message_values: '评论家评的是整条消息，所以单个词元没有价值。',
    not_whole: '未知：它要比较这次迭代的回合，而这些回合不全在这里。',
    no_groups: '每道题只试了一次：没有别的回合可以比较。请把组的大小设为 2 或更大，再训练一次。',
    no_pairs: '从这次运行的文件看，这一步没有两个回合回答同一道题：没有可以比较的。',
    no_rewards: '未知：这次运行的文件没有说明它的全部回合各得到多少。',
    no_values: '未知：这次运行的文件里没有评论家的价值，或不是每条消息都有。',
    no_likes: '没有哪条消息在同一道题的另一个回合里有对应的消息（同一智能体、同一轮次）。',
    no_running_means: '只有用 RAE 训练的运行，才保留每个角色回报的滑动平均值。',
    below_zero: '它要除以平均回报，也就是成功率，而这里有些回报小于 0。',
    others_not_asked: '还没有问：替换上的其他消息，要在下面求真值时才有。',
    values_not_asked: '还没有问：请在下面求真值。',
    shares_not_asked: '还没有问：要在下面求真值时才有。',
  },
  scope: (iteration, episodes, messages) =>
    `第 ${iteration} 次迭代：${episodes} 个回合，${messages} 条消息，保持采样时的原样。变的只是估计量、γ 和 λ；不会重新推演。奖励按这次运行的设置发放。一条消息的信用，是它归一化之前的平均优势。`,
  scopeImported: (iteration, episodes, messages) =>
    `第 ${iteration} 步：${episodes} 个回合，${messages} 条消息，保持采样时的原样。这是重新计算的，不是它的训练器所用的，那里的设置未知：在你移动之前，γ 和 λ 取本工作台通常的值，奖励在回合结束时发放，之后再也得不到什么。一条消息的信用，是它归一化之前的平均优势。`,
  sliders: {
    legend: '折扣与迹',
    gamma: 'γ，消息',
    lambda: 'λ，消息',
    gammaToken: 'γ，词元',
    lambdaToken: 'λ，词元',
    reset: '按训练时',
    resetImported: '按通常值',
    noTokensImported: '这次运行的文件没有给出词元，所以一条消息是一个决策。',
    noValues: '这次运行的文件里没有评论家的价值，所以没有迹。',
    noTrace: '没有评论家，就没有迹。',
    noTokens: '这次运行以消息为决策单位，所以消息内部没有折扣。',
  },
  discounts: (gamma, tokens) => `${gamma}；词元 ${tokens}`,
  note: (run, iteration, imported, discounts) =>
    imported ? `${run}，第 ${iteration} 步 · 按 ${discounts} 重新计算；训练器自己的未知` : `${run}，第 ${iteration} 次迭代 · ${discounts}`,
  computing: '正在计算这个批次的信用……',
  chosen: '估计量',
  table: {
    title: '这个回合各条消息的信用',
    estimator: '估计量',
    message: (position, name) => `${position + 1} · ${name}`,
    goTo: (position, name) => `${name} 的消息 ${position + 1}：阅读`,
    fidelity: '保真度',
    variance: '方差',
    interval: (low, high) => `${low} 至 ${high}`,
    notJudged: '未知',
    notThisEpisode: '没有问过这个回合',
    hint: '单位不同，所以每一行各有自己的颜色尺度；颜色和正负是这个回合的，保真度和方差是整个批次的。',
    fidelityHelp: (judged) =>
      judged > 0
        ? `在问过的 ${judged} 条消息上，与树形蒙特卡洛的秩相关；下面是按回合自助抽样的 95% 区间。`
        : '与树形蒙特卡洛的秩相关；求过真值之后才知道。',
    varianceHelp: '在批次的所有消息上计算，单位是估计量自身单位的平方。',
  },
  curve: {
    title: '保真度随 λ 的变化',
    unit: '与树形蒙特卡洛的秩相关',
    note: '消息的 λ 与词元的 λ（如果有词元）取同一个值；γ 按滑块',
    none: '求过真值之后才知道。',
    noCritic: '这次运行没有评论家，所以没有 λ。',
    lambda: 'λ',
    computing: (done, of) => `已计算 ${done} / ${of}`,
    summary: (name, best, fidelity) => `${name}：λ = ${best} 时最高，为 ${fidelity}`,
  },
  matrix: {
    title: '它们一致吗？',
    unit: '估计量之间的秩相关',
    note: '在批次的所有消息上计算，或在两者都知道的消息上计算',
    tooFew: '至少需要两个有值的估计量。',
  },
  truth: {
    heading: '由续演得出的真值',
    what: '从每条消息之前的状态，以及最后一条之后，团队续演很多次。一条消息使这些续演的平均奖励改变多少，除去偶然性，就是它真正挣来的。',
    episodes: '回合数',
    rolls: '续演次数',
    cost: (rollouts, states, others, fit, time) =>
      `从 ${states} 个状态出发的 ${rollouts} 次续演，换上其他消息之后的 ${others} 次（C3、差分奖励），以及拟合 COMA 的评论家所用的另外 ${fit} 个回合${time ? `，大约 ${time}` : ''}；然后是各智能体的份额。`,
    estimatedThere: '按录制这次运行的机器的速度估计',
    ask: '求真值',
    asking: { values: '续演', others: '其他消息', shares: '各智能体的份额' },
    team: (version, spoke) =>
      version === spoke
        ? `由采样这些回合的团队作答（${labZh.after(version)}）。`
        : `由${labZh.inSentence(version)}作答；采样这些回合的团队（${labZh.after(spoke)}）没有保留。`,
    imported: '导入的运行在「评论家检验」里求真值，那里会先把它的回合按录下的原样重放。',
    noTeam: '这次运行在这里读不了，所以不能求真值。',
    known: (episodes, messages, rolls, version) =>
      `已求得 ${episodes} 个回合（${messages} 条消息）的真值，每个状态 ${rolls} 次续演，${labZh.inSentence(version)}。`,
    reliability: (value) => `真值与自身的一致性为 ${value}（偶数次与奇数次续演相比）；它自身的随机性会压低每个保真度。`,
    noReliability: '续演或回合这么少，真值与自身都不一致：请先增加，再用它来判断。',
    shares: (parts) => `各智能体的份额：${parts}。`,
  },
  files: { table: '各估计量的信用', curve: '保真度随 λ 的变化', matrix: '估计量的一致性' },
});
