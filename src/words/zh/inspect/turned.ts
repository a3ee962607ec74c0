/** Chinese words of the view that asks who spoiled and who saved an iteration's episodes. */
import type { turnedText } from '../../en/inspect/turned.ts';
import type { Translated } from '../../forms/translated.ts';

const episodes = (count: number): string => `${count} 个回合`;
const continuations = (count: number): string => `${count} 次续演`;

export const turnedZh: Translated<typeof turnedText> = {
  title: '谁挽回，谁搞砸',
  intro:
    '从这次迭代的回合中抽取一些，把每条消息分别保持原样和换成别的，用同样的随机数续演。如果换成别的多半会赢，用原消息却多半会输，这条消息就搞砸了这个回合；反过来就是挽回了它。只有超出偶然的才算。',
  start: '谁挽回，谁搞砸？',
  won: '算赢的奖励',
  wonHelp: '回合的奖励至少达到多少才算赢；留空则取这次迭代里最好的。',
  wonUsual: (reward) => `${reward}（这里最好的）`,
  sample: '回合数',
  sampleHelp: '同一组的回合只取第一个：同一道题出现两次会算成两道。',
  rolls: '续演次数',
  rollsHelp: (most) => `每种尝试最多续演多少次，最多 ${most} 次。再演也改变不了答案时，这个回合就提前结束。`,
  standIn: '换成',
  standIns: { own: '再问一次这个智能体', base: '只用它的基座模型', elsewhere: '它对另一道题说的话' },
  meaning: {
    own: '是这条消息的缘故，还是这个智能体反正都会这么说？错多于对的智能体，按它自己的标准什么也没有搞砸：请也问问它的基座模型。',
    base: '与这个智能体的基座模型会说的相比：训练把它变成了什么样。',
    elsewhere: '这个智能体说什么，要紧吗？算作挽回的，是成败取决于它的话的回合。',
  },
  refused: {
    alike: '这里所有回合的奖励都一样。请指定奖励达到多少才算赢。',
    none: '没有含消息的回合。',
  },
  budget: (most, sample) =>
    `${episodes(sample)}，最多 ${continuations(most)}。如果一个回合里换什么都改变不了结果，点出某个智能体的概率至多为 5%。`,
  looking: (done, of, played, budget) => `${episodes(of)}中已完成 ${done} 个；最多 ${continuations(budget)}，已演 ${played} 次`,
  round: '这一轮',
  calledOff: (done, of) => `没有全部演完就结束了：这里是 ${episodes(of)}中 ${done} 个的结果。`,
  played: (played, budget) => `最多 ${continuations(budget)}，已演 ${played} 次。`,
  about: (iteration, team) => `第 ${iteration} 次迭代的回合，由${team}续演。`,
  empty: '还没有问过这次迭代的回合由谁挽回、由谁搞砸。',
  emptyHint: '回答是每个智能体所占的回合比例，并附区间：它把多少个从输变成赢，又把多少个从赢变成输。',
  untold: '分不出的不算在任何智能体头上，所以这些比例宁可偏小，不会偏大。',
  nobody: (count) => `${episodes(count)}中，看不出有谁改变了任何一个的胜负。`,
  spoiled: (agent, count, of, range) => `${agent} 搞砸了 ${episodes(of)}中的 ${count} 个（95%：${range}）。`,
  saved: (agent, count, of, range) => `${agent} 挽回了 ${episodes(of)}中的 ${count} 个（95%：${range}）。`,
  overrides: (agent, count, of, next, nextCount, nextOf) =>
    `${agent} 盖过了其他智能体：它换成对另一道题说的话时，${of} 个赢了的回合输掉 ${count} 个；而 ${next} 这样换时，${nextOf} 个里只输掉 ${nextCount} 个。`,
  bypassed: (agent, count, of) => `几乎没有什么取决于 ${agent} 说的话：它换成对另一道题说的话时，${of} 个赢了的回合输掉 ${count} 个。`,
  noOverride: '看不出有哪个智能体盖过了其他智能体。',
  live: {
    title: '谁挽回，谁搞砸',
    help: '在部分采样之后，由采样的那支团队续演几个回合：每条消息由它的智能体再说一遍；赢了的回合还换上各智能体对另一道题说的话。这不改变所学的任何东西，开销以「每隔多久问谁挽回」所允许的为限。横条是 95% 区间（Wilson），标记是比例；分不出的不算在任何智能体头上。「检视」里的「挽回与搞砸」可以对一次迭代问更多回合。',
    about: (count, won) => `最近问过的 ${episodes(count)}中，赢了 ${won} 个。`,
    shares: { saved: '挽回', spoiled: '搞砸', decides: '赢了且取决于它的话的' },
  },
  range: (low, high) => `${low} 至 ${high}`,
  table: {
    label: '各智能体改变了胜负的回合',
    agent: '智能体',
    saved: '挽回',
    spoiled: '搞砸',
    chance: '环境的随机性',
    unknown: '未知',
    share: (percent, range) => `${percent}（${range}）`,
    which: (numbers) => `回合 ${numbers.join('、')}`,
  },
};
