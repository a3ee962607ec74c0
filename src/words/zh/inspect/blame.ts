/** Chinese words of the view that asks which message lost an episode. */
import type { blameText, SaidComparison } from '../../en/inspect/blame.ts';
import type { Translated } from '../../forms/translated.ts';

const continuations = (count: number): string => `${count} 次续演`;
const difference = ({ difference: points, low, high }: SaidComparison): string => `${points} 个百分点（95%：${low} 至 ${high}）`;
const compared = (it: SaidComparison): string =>
  `${continuations(it.of)}中赢了 ${it.wins} 次，仍用原消息时赢 ${it.controlWins} 次：相差 ${difference(it)}。`;

export const blameZh: Translated<typeof blameText> = {
  title: '输在哪条消息？',
  intro: '每条消息都重新说一遍，或换一种说法，再从那里把回合续演下去；旁边是它的对照，即仍用原消息。两边使用同样的随机数。',
  start: '输在哪条消息？',
  won: '算赢的奖励',
  wonHelp: '回合的奖励至少达到多少才算赢；留空则取这次迭代里最好的。',
  wonUsual: (reward) => `${reward}（这里最好的）`,
  rolls: '续演次数',
  rollsHelp: (most) => `每种尝试最多续演多少次，验证找到的结果时也是如此，最多 ${most} 次。能更早判断时就提前结束。`,
  other: '也问问别人',
  otherHelp: '换上另一次迭代的适配器，或只用基座模型，这个智能体会怎么说。团队的其余部分保持不变。',
  others: { nobody: '不问', base: '只用它的基座模型' },
  edit: '也试试你的文字',
  editHelp: '你本来会换一种说法的那条消息。',
  noEdit: '不试',
  editText: (agent) => `${agent} 本来应该说的话`,
  message: (number, agent) => `${number}. ${agent}`,
  budget: (most, messages, rolls) =>
    `最多 ${continuations(most)}：${messages} 条消息，每种尝试最多 ${rolls} 次，外加一次验证。在这类提问中，点错消息的至多占 5%。`,
  refused: {
    noGoal: '这次迭代里没有更好的回合。请指定奖励达到多少才算赢。',
    won: (reward) => `这个回合得到 ${reward}，已经算赢。请选一个输了的回合，或提高算赢的奖励。`,
    empty: '你的文字就是原来的消息：请改动它。',
  },
  played: (played, budget) => `最多 ${continuations(budget)}，已演 ${played} 次。`,
  looking: (played, budget) => `正在查找：最多 ${continuations(budget)}，已演 ${played} 次`,
  round: '这一轮',
  proving: '正在验证换上的一段文字……',
  calledOff: '没有全部演完就结束了：这里是到那时为止所知道的。',
  empty: '还没有问过这个回合输在哪条消息。',
  emptyHint: '只有换一种说法比仍说原话赢得更多，并且超出偶然，回答才会点出一条消息。',
  team: (team) => `由${team}推演`,

  verdict: {
    own: (number, agent, it) => `输在第 ${number} 条消息：${agent} 重新说这一条时，${compared(it)}`,
    base: (number, agent, it) => `输在第 ${number} 条消息：由 ${agent} 的基座模型来说时，${compared(it)}`,
    other: (number, agent, iteration, it) =>
      `输在第 ${number} 条消息：由${iteration === 0 ? '初始时' : `第 ${iteration} 次迭代之后`}的 ${agent} 来说时，${compared(it)}`,
    text: (number, agent, text, it) => `输在第 ${number} 条消息：${agent} 说「${text}」时，${compared(it)}`,
    proof: (text, it) => `换成「${text}」，在专为此而演的续演里，${compared(it)}`,
    noProof: (text, it) => `换成「${text}」，在专为此而演的续演里，${compared(it)}区间包含 0：没有证明这段文字能挽回。`,
    noText: '没有用别的文字替换它，所以没有可以保留的。',
    luck: (wins, of) => `没有哪条消息导致了失败：所有消息保持原样，${continuations(of)}中赢了 ${wins} 次。输在环境的随机性。`,
    open: (played) => `${continuations(played)}没有分出任何差别：没有哪条消息换一种说法之后，比仍用原消息赢得更多，并且超出偶然。`,
    hopeless: (wins, of) => `一切都重新说时，${of} 次里赢了 ${wins} 次：这支团队几乎赢不了这道题。请也问问别人，或自己写一段文字。`,
    also: (numbers) => `第 ${numbers.join('、')} 条消息换一种说法也能挽回，只是差别更小。`,
    intervals: '差别指获胜概率之差。所有区间以 95% 的置信度同时成立，无论在什么时候查看。',
  },
  table: {
    label: '各条消息，以及本来可以换成的说法',
    message: '消息',
    candidate: '换成',
    won: '赢',
    control: '仍用原消息',
    difference: '差别，百分点',
    told: '赢得更多',
    none: '没有演',
    candidates: {
      own: '重新说',
      base: '由基座模型来说',
      other: (iteration) => (iteration === 0 ? '初始时的说法' : `第 ${iteration} 次迭代之后的说法`),
      text: '你的文字',
    },
    range: (points, low, high) => `${points}（${low} 至 ${high}）`,
    of: (wins, of) => `${wins} / ${of}`,
  },
  correction: {
    label: '改正后的消息',
    said: '原话',
    better: '证明更好的',
    tried: '试过的替换',
    nothing: '（无）',
    keep: '留作示范',
    keepHelp: '把这段文字赢下的一个回合保留在本浏览器里，供这个环境热启动时使用（训练 → 热启动）。',
    keptTitle: '已留作示范',
    kept: (count) => `这个环境有 ${count} 条示范；热启动可以从中学习。`,
    keptForVisit: (count) => `这个环境有 ${count} 条示范，仅限本次访问：本浏览器无法再保存更多。`,
    had: '这条示范已经保留过了。',
    silentTurn: '它有一个轮次没有人说话，示范无法表达这一点。',
    copy: '复制为测试用例',
    copyHelp: '供 `npm run check-environment -- --cases` 使用的两行：原来说了什么、得到多少，以及换上这段文字之后的同样内容。',
    copiedTitle: '测试用例已复制',
    copied: '请把这些行放进用例文件。',
    notCopied: '测试用例没有复制：浏览器不允许。',
  },
};
