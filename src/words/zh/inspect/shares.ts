/** Chinese words of the Shapley view. */
import type { sharesEn, NamedShare } from '../../en/inspect/shares.ts';
import type { Translated } from '../../forms/translated.ts';

const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join('、')} 和 ${names.at(-1)}`;

const told = ({ name, value, interval }: NamedShare): string => `${name}（φ = ${value}${interval === null ? '' : `，95%：${interval}`}）`;

const problemsOf = (count: number): string => `${count} 道题`;

const splits: Readonly<Record<string, string>> = { train: '训练集', test: '测试集' };
const splitNamed = (split: string): string => splits[split] ?? split;

export const sharesZh = (en: typeof sharesEn): Translated<typeof sharesEn> => ({
  split: '题目来自',
  splits: { train: '训练集', test: '测试集' },
  problems: '题数',
  problemsHelp: '每个联盟把每道题各演一次，使用同样的随机数。',
  absence: '不在联盟里的智能体',
  absences: { base: '用基座模型说', silent: '什么也不说' },
  orders: '加入次序数',
  ordersHelp: '智能体超过六个时，联盟太多：改用随机的次序。',
  cost: (coalitions, problems, exact) =>
    `${exact ? '' : '最多 '}${coalitions} 个联盟 × ${problemsOf(problems)} = ${exact ? '' : '最多 '}${coalitions * problems} 个回合`,
  start: '计算份额',
  meaning: {
    base: '这里的份额是训练的功劳：智能体训练后的适配器比它未训练的基座模型多挣多少。如果基座模型本来就能做好自己那一份，那么不管团队多需要这个智能体，它在这里也几乎挣不到什么。',
    silent:
      '这里的份额是开口说话的功劳：这个智能体说话时，团队比它什么也不说时多挣多少。如果少了谁说话都不成，那么不管谁弱，大家的份额都一样。',
  },
  nothingBrought: '基座模型不带适配器参加，所以没有适配器能挣到什么。请自备适配器，或让不在联盟里的智能体什么也不说。',
  nothingTrained: '初始团队只有基座模型，所以还没有适配器能挣到什么。请选择以后的团队，或让不在联盟里的智能体什么也不说。',
  empty: '奖励是谁挣来的？',
  emptyHint: '实验室让智能体的每个联盟做同样的题；每个智能体平均增添的，就是它的沙普利值。',
  said: (team, problems, split, absence, method, orders) =>
    `${team}，${splitNamed(split)}的 ${problemsOf(problems)}，不在联盟里的智能体${absence === 'base' ? '用基座模型说' : '什么也不说'}；${method === 'exact' ? '全部联盟' : `${orders} 种加入次序`}。`,
  fewer: (split, asked, problems) => `${splitNamed(split)}只有 ${problemsOf(problems)}，所以每道题只演一次，没有演满 ${asked} 道。`,
  outdated: (newest) => `已过时：这次运行现在有更新的团队，即第 ${newest} 次迭代之后的。`,
  verdict: {
    base: (whole, empty, gain) => `带适配器时团队平均挣 ${whole}，只用基座模型时挣 ${empty}：训练值 ${gain}。`,
    silent: (whole, empty, gain) => `全体说话时团队平均挣 ${whole}，谁也不说时挣 ${empty}：说话值 ${gain}。`,
    lone: (share) => `唯一的智能体挣得了全部：${told(share)}。`,
    mostBase: (share) => `训练 ${told(share)}带来的最多，按加入次序平均，多于训练任何其他智能体。`,
    mostSilent: (share) => `${told(share)}说的话最值钱，多于任何其他智能体说的。`,
    leastSilent: (share) => `按加入次序平均，${told(share)}说的话最不值钱：要么它会出错，要么别人用不着它。`,
    leastBase: (share) => `训练 ${told(share)}带来的最少：要么它的基座模型本来就能做好自己那一份，要么它没有学会。请比较各基座模型挣多少。`,
    harms: (names, absence) =>
      absence === 'base'
        ? `按加入次序平均，训练 ${list(names)} 让团队少挣：${names.length === 1 ? '区间' : '各区间都'}在 0 以下。`
        : `按加入次序平均，${list(names)} 说的话让团队少挣：${names.length === 1 ? '区间' : '各区间都'}在 0 以下。`,
    untold: (problems) => `凭 ${problemsOf(problems)}分不出谁挣得最多：区间互相重叠。增加题数会让区间变窄。`,
    untoldLeast: (problems) => `凭 ${problemsOf(problems)}分不出谁增添得最少：区间互相重叠。`,
    gains: (names, absence) =>
      absence === 'base'
        ? `训练 ${list(names)} 确实带来了东西：${names.length === 1 ? '区间' : '各区间都'}在 0 以上。`
        : `${list(names)} 说的话有价值：${names.length === 1 ? '区间' : '各区间都'}在 0 以上。`,
    open: (names, problems) =>
      `凭 ${problemsOf(problems)}看不出 ${list(names)} 有没有挣到什么：${names.length === 1 ? '区间' : '各区间都'}包含 0。`,
  },
  alike: (problems) => `如果一个智能体每次增添的都一样，它的区间就没有宽度：比 ${problemsOf(problems)}里出现一次还少见的情况，没有见到。`,
  figure: '沙普利值',
  figureNote: (said) => `横条：φ；线段：95% 区间。${said}`,
  bar: told,
  efficiency: '加起来对吗？',
  efficiencyHelp: '有效性：所有智能体一起挣得的，就是整个团队比空联盟多挣的。',
  equation: (terms, sum, whole, empty, gain) => en.equation(terms, sum, whole, empty, gain),
  coalitions: '联盟',
  coalitionsHelp: '只有这些智能体在内时，团队平均挣多少。',
  members: '谁在内',
  nobody: '无（∅）',
  everybody: (names) => `${names}（全体）`,
  size: '智能体数',
  reward: '平均奖励',
  sortBy: (column) => `按「${column}」排序`,
  joinings: '按加入次序',
  joiningsHelp: '每个智能体加入前面那些时增添了多少。一列的平均值就是这个智能体的份额。',
  order: '次序',
  mean: '平均 = φ',
  csv: en.csv,
});
