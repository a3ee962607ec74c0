/** Chinese words of edit and replay. */
import type { replayText } from '../../en/inspect/replay.ts';
import type { Translated } from '../../forms/translated.ts';

const tokensOf = (count: number): string => `${count} 个词元`;
const teamAfter = (iteration: number): string => (iteration === 0 ? '初始团队' : `第 ${iteration} 次迭代之后的团队`);

export const replayZh: Translated<typeof replayText> = {
  title: '修改与重放',

  tree: {
    label: '这个回合的分支',
    recording: '录下的原样',
    none: '在下面改动一样东西，再续演：每次尝试都会成为这里的一个分支，并随运行一起保留。',
    reward: (reward) => `回报 ${reward}`,
    under: (continuation) => `在第 ${continuation} 次续演之下`,
    entry: (name, difference) => `${name}，回报 ${difference}`,
    remove: (name) => `删除分支「${name}」`,
    removed: (count) => (count === 1 ? '已删除分支' : `已删除 ${count} 个分支`),
    undo: '撤销',
  },

  names: {
    message: (agent, text) => `${agent} 说「${text}」`,
    prompt: (agent) => `${agent}：换提示词`,
    temperature: (agent, value) => `${agent}：温度 ${value}`,
    adapter: (agent, iteration) => `${agent}：${iteration === 0 ? '初始时的适配器' : `第 ${iteration} 次迭代之后的适配器`}`,
    base: (agent) => `${agent}：不带适配器`,
    nothing: '无',
  },

  change: {
    heading: '改动什么',
    of: {
      recording: '录下的回合',
      continuation: (continuation, name) => `「${name}」的第 ${continuation} 次续演`,
    },
    back: '改为修改录下的回合',
    messages: '要改动的消息',
    message: (agent, turn, call) => `${agent}，轮次 ${turn}${call > 0 ? `，它的第 ${call + 1} 条消息` : ''}`,
    pin: '保持原样',
    pinHint: '固定的消息不会重新生成：两边都用它现在的原话。',
    kind: '改动它的哪一样',
    kinds: { message: '消息', prompt: '提示词', temperature: '温度', adapter: '适配器' },
    hint: {
      message: '让智能体说另一段话；它之后的所有智能体都重新说。',
      prompt: '从这条消息起，智能体读另一段提示词；它和之后的所有智能体都重新说。',
      temperature: '从这条消息起，智能体用另一个温度采样。',
      adapter: '从这条消息起，智能体用另一次迭代的适配器来说。',
    },
    text: (agent) => `${agent} 改说的话`,
    prompt: (agent) => `${agent} 的提示词`,
    temperature: (agent) => `${agent} 的温度`,
    adapter: (agent) => `${agent} 的适配器`,
    base: '无：只用基座模型',
    restore: '改回原样',
    counting: '正在数词元……',
    uncounted: '词元数未知：读不了它的基座模型的分词器。',
    tokens: (tokens, prompt, context) =>
      `${tokensOf(tokens)}；加上提示词的 ${prompt} 个共 ${tokens + prompt} 个，基座模型最多读 ${context} 个`,
    promptTokens: (tokens, context) => `${tokensOf(tokens)}，基座模型最多读 ${context} 个`,
    tooLong: '超过了基座模型能读的长度。',
    longer: (most) => `比这个智能体能写的更长：最多 ${tokensOf(most)}。`,
  },

  stale: {
    badge: '过时',
    fresh: '固定',
    seen: (names) => `它回应的是 ${names.join('；')}，而那里已经变了。`,
    self: '它自己的提示词变了。',
    turn: '它之前的一个轮次已经变了，环境的回应也可能不同。',
    found: (changed, of) => `${of} 次续演中，它的提示词有 ${changed} 次不同。`,
  },

  ask: {
    rolls: '续演次数',
    rollsHint: (most) => `每一边续演多少次，最多 ${most} 次：分支会保留每一次续演。编号相同的续演，两边使用同样的随机数。`,
    run: '续演',
    nobody: '这次运行在这里读不了，所以它的团队不能开口。',
    training: '有一次训练正在进行：这期间两边都会变慢。',
    very: (iteration) => `正是说出它的那些适配器：第 ${iteration} 次迭代之后的。`,
    veryBegan: '正是说出它的那支团队：初始团队。',
    other: (spoke, speaks) => `它是由${teamAfter(spoke)}说的；现在由${teamAfter(speaks)}来说，所以即使消息没有改动，回应也可能不同。`,
    backend: (recorded, here) => `这次运行是在 ${recorded} 上做的，这里用 ${here} 计算：舍入不同，词也就可能不同。`,
  },

  result: {
    heading: '结果如何',
    difference: 'Δ 回报',
    interval: (low, high) => `95% 区间 ${low} 至 ${high}`,
    noInterval: '只有一次续演，没有区间',
    tells: {
      better: '这个改动有帮助。',
      worse: '这个改动有害处。',
      nothing: '没有显出差别：区间包含 0。增加续演次数会让区间变窄。',
      same: '每次续演得到的奖励都一样。',
    },
    means: (original, edited) => `平均回报 ${original} → ${edited}`,
    tally: (better, same, worse) => `${better} 次更好，${same} 次相同，${worse} 次更差`,
    team: (version, backend) => `续演的团队：${version}${backend ? `；计算后端：${backend}` : ''}`,
    figure: '有改动与无改动的回报',
    figureNote: (name, project, iteration, episode) => `${project}，第 ${iteration} 次迭代，回合 ${episode}：${name}`,
    figureFile: (iteration, episode) => `重放 ${iteration} ${episode}`,
    original: '无改动',
    edited: '有改动',
    meansKey: '平均值',
    summary: (count, original, edited) => `${count} 对回报；平均而言，无改动为 ${original}，有改动为 ${edited}`,
    continuation: '续演',
    earlier: '上一次续演',
    later: '下一次续演',
    pair: (continuation, original, edited) => `第 ${continuation} 次续演：${original} → ${edited}`,
    again: '修改这次续演',
    without: '无改动',
    with: '有改动',
    fates: { before: '保持原样', changed: '替换上的', pinned: '固定', anew: '重新说的' },
    same: '说的一样',
    silent: '无：回合已经结束',
    empty: '（空）',
    cut: '已截断',
    before: (count) => (count === 1 ? '前面的一条消息保持原样。' : `前面的 ${count} 条消息保持原样。`),
    return: (reward) => `回报 ${reward}`,
  },
};
