/** Chinese words of the challenges under Learn. */
import type { challengesEn } from '../../en/learn/challenges.ts';
import type { Translated } from '../../forms/translated.ts';

const replays = (count: number): string => `${count} 次重放`;
const percent = (share: number): string => `${Math.round(100 * share)}%`;

export const challengesZh: Translated<typeof challengesEn> = {
  title: '挑战',
  intro:
    '一个训练好的团队里，有一个智能体开始出错。请用尽可能少的重放找出它：靠读出功劳与过失，而不是靠猜。一次重放就是团队把一个回合续演到底，从头开始，或从其中一条消息开始；工具演过的每一个回合都计数。',
  list: '挑战',
  names: {
    row: '三个排成一列',
    sides: '两个并排',
    witnesses: '两个证人和一个法官',
    tally: '四个人的计数',
    tree: '八个人的树',
  },
  says: {
    row: '每个选手把自己的步长加到接到的数字上，再传下去。前面错了，就一路错到底。',
    sides: '源点把零件分成两份，两个分支同时工作，最后一个智能体相加。两个分支互相看不见。',
    witnesses: '两个证人数了同样的东西，其中一个在雾里；什么都没看到的法官说出数目。',
    tally: '两个计数者，一个什么都看不到的加法者，和一个最后说话的文员。',
    tree: '四个计数者，上面三个加法者排成一棵树，再加一个文员。智能体多，重放少，不可能对每个都多问。',
  },
  agents: (count) => `${count} 个智能体`,
  done: (right, cases) => `${cases} 案中 ${right} 案说对`,
  notTried: '还没试过',

  caseTitle: (name, number) => `${name}，第 ${number} 案`,
  opening: '团队正在演，直到输得够多……',
  begin: '开始这一案',
  beginText: '把录制的运行里的团队载入这个标签页的工作线程，让它演。什么都不会发送出去。',
  known: (rate, played, lost) =>
    `其中一个智能体有 ${percent(rate)} 的消息说的是它对别的题目说过的话；其余的都和训练好时一样，它们自己偶尔也会出错。团队演了 ${played} 个回合，才输掉这 ${lost} 个。出错的是谁由这一案的编号决定，所以每个人遇到的都一样。`,
  covered: '在你指认之前，话都遮着：这些消息太短，一读就知道；而真实的团队，没有人会去读一千个回合。',
  lost: '输掉的回合',
  episode: (number) => `第 ${number} 个回合`,
  message: (number, role) => `第 ${number} 条消息，${role}`,
  choose: '选一个输掉的回合里的一条消息，就可以问它。',

  budget: (spent, budget) => `${budget} 次重放，已用 ${spent} 次`,
  tools: '工具',
  continuations: '每一边续演几次',
  tool: {
    value: {
      name: '它之前的价值',
      says: '从这条消息之前续演（树形蒙特卡洛）：从这里开始，团队还能赢多少次？',
    },
    again: {
      name: '重说一遍',
      says: '这条消息重新说，与它原来的样子对照：重放的反事实。',
    },
    difference: {
      name: '差分奖励',
      says: '用沉默代替它，与它原来的样子对照：团队从它得到了什么。',
    },
    coma: {
      name: 'COMA',
      says: '一个用新回合拟合的评论家，把输掉的回合里每条消息与同一智能体对同一提示词会说的其他消息比较。没有谁续演；评论家知道多少，它就知道多少。',
    },
    shapley: {
      name: '沙普利值',
      says: '每个联盟演同样的题目，其余的只用自己的基座模型：谁挣了多少？超过六个智能体时只演一部分联盟。',
    },
  },
  price: (most) => replays(most),
  priceUp: (most) => `最多 ${replays(most)}`,
  ask: '问',
  asking: '正在演……',
  cancel: '取消',
  refused: {
    noMessage: '请先选一条消息。',
    asked: '已经问过了，再问答案也一样。',
    budget: (cost, left) => `它可能要 ${cost} 次，而只剩 ${left} 次。`,
  },

  answers: '你问过的',
  noAnswers: '还什么都没问。',
  answer: {
    value: (where, wins, of) => `${where}：从它之前续演，${of} 次中赢 ${wins} 次。`,
    again: (where, wins, of, kept) => `${where}：重新说，${of} 次中赢 ${wins} 次；照原样，赢 ${kept} 次。`,
    difference: (where, wins, of, kept) => `${where}：换成沉默，${of} 次中赢 ${wins} 次；照原样，赢 ${kept} 次。`,
    coma: (agents) => `COMA，各自消息的平均优势：${agents}。`,
    shapley: (agents) => `沙普利值与 95% 区间：${agents}。`,
  },
  where: (episode, message, role) => `第 ${episode} 个回合，第 ${message} 条消息（${role}）`,
  agentValue: (role, value) => `${role} ${value}`,
  agentInterval: (role, value, low, high) => `${role} ${value} [${low}, ${high}]`,
  unknown: '未知',
  cost: (count) => replays(count),

  name: '是谁？',
  nameText: (proof) =>
    `你指认一个智能体。验证时把输掉的 ${proof} 个回合用同样的随机数再演一遍，让这个智能体像出错之前那样说话；这算 ${replays(proof)}。`,
  nameButton: (role) => `指认 ${role}`,
  nameNobody: '请选一个',
  proving: '正在验证……',

  right: (role) => `说对了：是 ${role}。`,
  wrong: (named, culprit) => `不是 ${named}，而是 ${culprit}。`,
  proof: (saved, of, named) => `让 ${named} 像出错之前那样说话，这 ${of} 个回合中有 ${saved} 个赢了。`,
  spent: (count) => `这一案用了 ${replays(count)}。`,
  uncovered: '说了什么',
  columns: { episode: '回合', said: '消息', struck: '这里出了错', saved: '验证时赢了' },
  yes: '是',
  no: '否',
  next: (number) => `第 ${number} 案`,
  elsewise: '固定的办法对这一案会怎么说？',
  elsewiseText: '它把一种工具能问的都问一遍，每一边续演四次，然后指认最可疑的那个。现在就在这个标签页里演。',
  strategySaid: (strategy, role, right, count) => `${strategy}：${role}，${right ? '对' : '错'}，用了 ${replays(count)}。`,

  score: '得分',
  scoreText: (cases) =>
    `每 100 次重放说对几次，验证的重放也算在内。「校正后」扣除猜对的部分：说错一次扣 1 /（智能体数 − 1），所以随便指认的平均得分是 0。固定的办法是在前 ${cases} 案上测的。`,
  scoreColumns: { who: '谁', right: '说对', replays: '每案重放', rate: '每 100 次重放说对', corrected: '校正后' },
  you: '你',
  nothingYet: '还没有结案',
  strategies: {
    guess: '猜',
    again: '每条消息都重说一遍',
    value: '每条消息的树形价值',
    difference: '每条消息的差分奖励',
    coma: 'COMA',
    shapley: '沙普利值',
  },
  rightOf: (right, cases) => `${cases} 案中 ${right} 案`,
  oneOf: (agents) => `平均 ${agents} 案中 1 案`,
  noScores: '取不到固定的办法得了多少分。',
  notKept: '这个浏览器什么都不保存：你的案子只留到页面关闭。',
  again: '从头开始这个挑战',
  againSure: '忘掉它的各案，从第一案重新开始？',
  forget: '忘掉',
  keep: '保留',
};
