/** Chinese words of the view that asks what a note in the notebook earned. */
import type { notesText } from '../../en/inspect/notes.ts';
import type { Translated } from '../../forms/translated.ts';

export const notesZh: Translated<typeof notesText> = {
  title: '笔记挣来了多少',
  intro:
    '笔记是智能体写在某个键下的内容，例如 [colour=red]，供以后打开笔记本的智能体阅读。从写笔记的那条消息起续演这个回合，一边保持原样，一边去掉笔记，使用同样的随机数：差别就是这条笔记挣来的。直接听到那条消息的智能体，听到的也是去掉笔记的。',
  start: '笔记挣来了多少？',
  instead: '用什么代替笔记',
  insteads: { nothing: '什么也不写', other: '另一个智能体写的' },
  rolls: '续演次数',
  rollsHelp: (most) => `每条笔记续演多少对，最多 ${most} 对。`,
  cost: (notes, plays) => `${notes} 条笔记，${plays} 次续演`,
  refused: { none: '这个回合里没有智能体写过笔记。', nobodyElse: '这个回合里没有两个智能体写过同一个键。' },
  part: (nth, of) => `第 ${nth} 条笔记，共 ${of} 条`,
  empty: '还没有问过这个回合的笔记挣来了多少。',
  emptyHint: '回答是每条笔记的平均奖励之差，并附区间。',
  about: (iteration, episode, team) => `第 ${iteration} 次迭代的回合 ${episode}，由${team}续演。`,
  untold: '与 0 无法区分',
  notAsked: '',
  nobodyElse: '没有别人写过这里',
  table: {
    label: '这个回合的笔记',
    note: '笔记',
    by: '作者',
    turn: '轮次',
    readers: '读者',
    nobody: '无',
    earned: '挣来',
    means: '有它，没有它',
    meansOther: '用它，用别人的',
  },
  reader: (agent, message) => `${agent}（消息 ${message}）`,
  written: (key, value) => `${key} = ${value}`,
  by: (agent, message) => `${agent}（消息 ${message}）`,
  worth: (earned, range) => (range === null ? earned : `${earned}（95%：${range}）`),
  range: (low, high) => `${low} 至 ${high}`,
  means: (written, instead, pairs) => `${written}，${instead}（${pairs} 对）`,
};
