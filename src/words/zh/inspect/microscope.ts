/** Chinese words of the advantage microscope and of the conservation lights. */
import type { microscopeText } from '../../en/inspect/microscope.ts';
import type { Translated } from '../../forms/translated.ts';

const tokensChecked = (count: number): string => `检查了 ${count} 个词元`;
const episodesChecked = (count: number): string => `检查了 ${count} 个回合`;

export const microscopeZh = (en: typeof microscopeText): Translated<typeof microscopeText> => ({
  label: '优势显微镜',
  none: '它的优势从哪里来，会在这里写出来。',
  scaffold: '显示各智能体读到了什么',
  scaffoldHint: '脚手架：模板、题目和其他智能体的话。它们是给定的，不是采样的，也不用于训练。',
  figure: {
    title: '这个回合的词元，以及一个优势的来源',
    note: (run, iteration, episode, channel, advantage) =>
      [run, `第 ${iteration} 次迭代`, `回合 ${episode}`, `柱：${channel}`, advantage && `弧线：A${advantage.t} = ${advantage.sum} 的各项`]
        .filter(Boolean)
        .join(' · '),
    file: (iteration, episode) => `显微镜 ${iteration} ${episode}`,
  },
  transcript: {
    title: '这个回合的对话记录，逐个词元',
    note: (run, iteration, episode, channel) => [run, `第 ${iteration} 次迭代`, `回合 ${episode}`, `颜色：${channel}`].join(' · '),
    scale: (range, unit) => `与无色处相差 ${range}${unit ? ` ${unit}` : ''} 或更多时，颜色最深。`,
    file: (iteration, episode, channel) => `对话记录 ${iteration} ${episode} ${channel}`,
  },
  strip: (count) => `这个回合采样的 ${count} 个词元，从左到右，弧线连向优势所来自的词元`,
  stripHint: '弧线从这个词元连向它的优势所来自的词元：越粗，来自那里的越多。有颜色的弧线越到另一个智能体；虚线是负的。',
  heading: '它的优势从哪里来',
  estimator: {
    gae: '广义优势估计',
    grpo: 'GRPO',
    rloo: 'RLOO',
    reinforce: 'REINFORCE',
    vineppo: 'VinePPO（树形蒙特卡洛）',
    c3: 'C3',
    difference: '差分奖励',
    coma: 'COMA',
  },
  perMessage: '这里一条消息是一个决策：它的所有词元优势相同。',
  scale: 's 是用来比较的各回报的标准差，再加 1e-5。',
  sum: '各项之和',
  recorded: '录下的',
  difference: '差',
  trained: '归一化后',
  taught: {
    heading: '教师添加了什么',
    added: '它的智能体有一位教师，教师的份额在归一化之后加上。训练所用的是：',
    alone: '它的智能体只向教师学习：上面的优势不用于学习。训练所用的是：',
    logprob: 'log p',
    sub: { teacher: '教师', student: '学生' },
    share: '教师的份额',
    sum: '和',
    untold: '未知',
    recorded: '训练所用',
    held: (limit) => `对数概率之差限制在 ±${limit} 之内。`,
    differs: '两者合起来，与更新所记录的训练所用的值不一致。',
  },
  turned: (up) =>
    up
      ? '小于 0，归一化后却大于 0：归一化要减去一个平均值，而这个平均值还要更低。'
      : '大于 0，归一化后却小于 0：归一化要减去一个平均值，而这个平均值还要更高。',
  differs: (tolerance) => `各项之和不等于录下的优势（容差 ${tolerance}）：这里解释的不是训练所用的。`,
  differsPart: (here, all) => `这次迭代的 ${all} 个回合中只有 ${here} 个在这里，而这个估计量要比较全部回合：无法从其余的算出平均值。`,
  terms: '最大的几项',
  symbols: { delta: 'δ 一步误差', reward: 'r 奖励', gamma: 'γ 折扣', value: 'V 价值' },
  columns: { token: '词元', amount: '增添' },
  allZero: (count) => (count === 1 ? '它唯一的一项' : `全部 ${count} 项`),
  others: (count) => `其余 ${count} 项`,
  baseline: (count) => (count === 0 ? '该角色回报的滑动平均值' : `${count} 个回报的平均值`),
  tree: { behind: '消息之后', before: '消息之前' },
  worth: {
    own: '这条消息',
    others: (count) => `换上 ${count} 条其他消息的平均值`,
    sub: { own: '原话', others: '其他' },
  },
  go: (t) => `前往这个回合的词元 ${t}`,
  goEpisode: (episode, score) => `阅读回合 ${episode}，回报 ${score}`,
  compared: '用来比较的各回报',
  thisOne: '这一个',
  recursion: {
    heading: '反向递推，一步一步',
    none: '这个估计量不在词元之间往回传递任何东西：如上所写，它比较的是整个回报、状态或消息。',
    first: '到起点，即最后一个词元',
    back: '退回一步',
    forward: '前进一步，到前一个词元',
    last: '到终点，即第一个词元',
    play: '自动走',
    pause: '停下',
    begin: '最后一个词元之后什么都没有，所以递推从那里的 A = δ 开始。',
    crosses: (from, to) => `在这里，信用从 ${from} 越回到 ${to}。`,
    step: (step, of) => `第 ${step} 步，共 ${of} 步`,
    also: `${en.recursion.also} 优势 调试 递推 反向 单步 显微镜`,
    noRecursion: '这次运行的估计量不在词元之间往回传递任何东西，所以没有可以一步步走的递推。',
    noFurther: '递推在这个方向上到头了。',
    commands: {
      first: '递推：到起点，即最后一个词元',
      back: '递推：退回一步',
      forward: '递推：前进一步',
      last: '递推：到终点，即第一个词元',
    },
    noEpisode: '还没有可以一步步走的回合。',
  },
  lights: {
    label: '守恒',
    says: (holding, broken, untold) => {
      const parts = [
        broken > 0 && `${broken} 个等式不成立`,
        holding > 0 && `${holding} 个等式成立`,
        untold > 0 && `${untold} 个无法判断或不适用`,
      ];
      return `在这次迭代里，${parts.filter(Boolean).join('，')}。`;
    },
    checking: '正在检查这次迭代……',
    green: '成立',
    grey: '未判断',
    entries: {
      paid: { name: '付出的奖励', says: '一个回合的词元得到的奖励之和，等于信用分配策略所付的减去 KL 惩罚。' },
      returns: { name: '回报', says: '在每个词元处，回报都等于优势加价值。' },
      toGo: { name: '余下的奖励', says: '所有 γ 和 λ 都为 1 时，一个词元的回报就是以后还会得到的奖励。' },
      zeroSum: { name: '和为零', says: '相互比较的各回合，优势之和为 0。' },
      playedOn: { name: '续演', says: '各消息的优势之和，等于奖励减去一开始的预期。' },
      masks: {
        name: '掩码',
        says: '算作采样的，恰好就是智能体采样的：各片段无间隙地覆盖提示词和回复，每个数组对每个采样的词元都有一个数。',
      },
      ratio: {
        name: '开始时概率比为 1',
        says: '在这次迭代的第一步之前，每个采样的词元在学习的策略下，与采样时的可能性相同。在训练期间测量，取每个智能体最大的 |概率比 − 1|；超过舍入误差时，列出它的消息。',
      },
    },
    unknown: {
      noCritic: '没有评论家，所以回报不是优势与价值之和。',
      notOfReturns: 'COMA 的优势是消息价值之差；回报是它的评论家所学的，不是两者之和。',
      discounted: '只有所有折扣和迹都为 1 时才成立；这里不是。',
      notCompared: '这个估计量不作比较，所以没有什么之和必须为 0。',
      notPlayedOn: '只有 VinePPO 从每个状态续演；这次运行不是。',
      imported: '未知：这次运行来自其他训练器，文件里没有它的设置。',
      notCentred: '未知：有些组的优势之和不为 0，而这个训练器是否比较回合，文件里没有说明。',
      noTreeValues: '未知：录制这个回合时，没有记下用来与它的消息比较的值。',
      paidByRole: '在这里不成立：各角色分别得到奖励，每条消息按说话者的奖励来评判。',
      notWhole: '未知：这次迭代的回合不全在这里，而它取决于全部回合。',
      notRecorded: '未知：训练这次运行时没有记录第一遍的结果。用这个版本训练的运行会记录。',
      lag: '在这里不成立：训练有滞后，学习的团队已经不是演这些回合的团队。',
      untold: '还不知道：这次迭代的更新还没有报告。',
    },
    arrays: '文件里的每个数组，对每个采样的词元都有一个数，或对整条消息有一个数。',
    imported: '其他等式需要训练器的设置（怎样发放奖励、γ、λ、评论家和 KL 惩罚），而它的文件里都没有。',
    checked: {
      groups: (count) => `检查了 ${count} 个组`,
      paid: episodesChecked,
      returns: tokensChecked,
      toGo: tokensChecked,
      zeroSum: episodesChecked,
      playedOn: episodesChecked,
      masks: tokensChecked,
      ratio: (count) => `检查了 ${count} 个智能体`,
    },
    broken: (count) => `有 ${count} 处不成立`,
    place: (episode, message, role) =>
      message === null ? `回合 ${episode}` : `回合 ${episode}，消息 ${message + 1}${role ? `（${role}）` : ''}`,
    expected: (expected, actual) => `应为 ${expected}，实为 ${actual}`,
    defects: {
      prompt: '各片段没有无间隙地覆盖提示词',
      sampled: '采样的片段不是回复',
      lengths: '有数组没有做到每个采样的词元一个数',
    },
    agent: (role, deviation) => `${role}：最大的 |概率比 − 1| 为 ${deviation}`,
    more: (count) => `另有 ${count} 处`,
  },
});
