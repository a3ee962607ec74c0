/** Chinese words of the paper in miniature. Numbers of our own are evidence links; those of others stand with their source. */
import type { Claim, miniatureEn } from '../../en/learn/miniature.ts';
import type { Translated } from '../../forms/translated.ts';

const claims: readonly Claim[] = [
  {
    source: '论文第一版的一份摘要',
    says: 'MATH，奖励为 0 或 1。未经训练的；一个智能体，按动作或按词元的 PPO；两个智能体，按动作或按词元的 MARFT。两个智能体的 MARFT 达到约 50%，比基线高约 5 个百分点；词元级起初有振荡。',
    here: '表里有同样的比较：一个智能体，两个智能体，按动作（APPO）和按词元（TPPO）。',
  },
  {
    source: 'alphaxiv.org，第 4 版的概览',
    url: 'https://www.alphaxiv.org/overview/2504.16129',
    says: '按动作的 MARFT 使回报在 MATH 上提高约 18.45%（相对值），在编程上提高 14.75%。',
    here: '相对提高多少，取决于从哪里开始。这里的基座特意做成有很大的提高余地；这样的百分比不能照搬。',
  },
  {
    source: '一位读者对论文的笔记',
    says: 'Solo、Duo（reasoner → actor 或 coder）和 Trio（reasoner → coder → reviewer）。Duo：数学高 3 个百分点，编程高 4 个。Trio：高 2 个百分点。CodeForces 48.74，独立 PPO 约 42；AIME 12.14%，对 10.92%；标准误 0.56，对 1.27；独立 PPO 在约 150 步之后崩溃。',
    here: '这里的各列是单人、双人和三人。独立 PPO 就是「IPPO（共用评论家）」一行：每个智能体只沿自己的消息学习；评论家由所有智能体共用（参数共享），读到的就是这个智能体读到的。这些运行只有 24 次迭代，150 步之后会怎样，在这里看不到。',
  },
  {
    source: 'OpenReview 上的审稿意见',
    says: '数据：MATH、CMATH、GSM8K、CodeForces；模型：Qwen2.5；一到三个智能体；MATH-500 上高约 3 个百分点，CodeForces 上高约 4 个。审稿人要求说明依赖函数在实践中怎样用，要求给出基线、对智能体次序的敏感程度、多轮次的任务，以及多于三个的智能体。',
    here: '其中几项可以在这个工作台里试：在信号游戏里去掉一个箭头，调换次序，用「猜大小」试多个轮次。',
  },
];

const number = (cell: string, what: string): string => `[](evidence:miniature/${cell}/${what})`;

const transfers: readonly string[] = [
  '**所看的量**：[与基座的 KL](term:kl)、[熵](term:entropy)和[裁剪](term:clip)在大规模训练里同样要看，这里的算法也一样。它们取什么数值，不能照搬。',
  '**算法本身**：数学是一样的，并已用原版代码算出的数字核对过。',
  '**组的算术**：回合总数相同，[GRPO](term:grpo) 每组只走一道题；一组全对或全错，就没有可以学习的优势。',
];
const doesNot: readonly string[] = [
  '**任何效应的大小**。一个几十万权重的模型在六类应用题上的表现，说明不了 Qwen2.5 在 MATH 上能提高多少个百分点。',
  `**泛化**。这里看到的是*锐化*：基座在若干次尝试中本来就有几次知道答案，训练使它成为习惯。从未得到过奖励的题目也有提高（在微型基座上，训练之后这类题目答对 [](evidence:transfer/trained/extra.test.sampled)，略低于得到过奖励的题目的 [](evidence:transfer/trained/extra.train.sampled)）：两类题目的样子，基座都见过。这里没有什么能说明学到了基座不会的算术。`,
  '**团队胜过单个智能体**。这里的单个智能体要在一条消息里写下计划、步骤和答案，而基座很少见过这样的消息；单人与双人之间的差距有多少是基座造成的，没有测量。',
  '**长消息**。这里的消息很短：随页面提供的规划者和求解者做这些题的录制运行里，每条有两到九个词元。在这样的消息上，按动作和按词元无法区分。几千个词元时会怎样，这里看不到。',
];

export const miniatureZh: Translated<typeof miniatureEn> = {
  intro:
    '仿照 [MARFT 论文](https://arxiv.org/abs/2504.16129)的实验，用的模型小到可以在你的浏览器里运行：一个、两个和三个智能体，未经训练的，按词元、按动作和按组训练的，团队还有各智能体各自学习的和用集中式评论家的，都用「standard」基座和它的六类应用题。每种五个种子；每个数字都是各种子的平均值及其 95% 区间。',
  caveat:
    '**它不是什么**：它不是复现。模型、题目、长度和设置都不同，论文的全文和表格我们也没有拿到。任何效应的大小都不能照搬；末尾的清单说明什么可以照搬，以及原规模有哪些说法。',
  settings: (iterations, episodes, backend) =>
    `${iterations} 次迭代，每次 ${episodes} 个回合，学习率 3e-3，没有任何自行调整的设置。自带的项目训练得更久，每次迭代的回合多一倍。录制所用：${backend}。`,
  table: '训练之后的奖励',
  recorded: '录制的',
  rows: {
    untrained: '未经训练',
    appo: 'APPO（按动作）',
    tppo: 'TPPO（按词元）',
    grpo: 'GRPO（每组 8 个）',
    ippo: 'IPPO（共用评论家）',
    mappo: 'MAPPO（集中式评论家）',
  },
  teams: {
    solo: { name: '单人', says: '一个智能体包办一切' },
    duo: { name: '双人', says: '规划者 → 求解者' },
    trio: { name: '三人', says: '规划者 → 求解者 → 验证者' },
  },
  columns: { algorithm: '算法', sampled: '采样', greedy: '贪心' },
  how: '「采样」以温度 1 抽取每个词元，与训练时一样；「贪心」取最可能的那个。数字下面是：它比同一团队的 TPPO 高多少或低多少，按种子配对；这个区间若包含 0，两者就无法区分。',
  asFirst: (first) => `一个智能体时就是 ${first}`,
  less: (difference, first) => `${difference}（与 ${first}相比）`,
  read: `**怎么读这张表**：无论哪个团队，按动作和按词元都无法区分：双人团队里，APPO 最后是 ${number('duo-appo', 'after.sampled')}，TPPO 最后是 ${number('duo-tppo', 'after.sampled')}。回合总数相同，GRPO 在双人团队里低于 TPPO（${number('duo-grpo', 'after.sampled.less.duo-tppo')}），在单人时低于 APPO（${number('solo-grpo', 'after.sampled.less.solo-appo')}）；其他地方与这两种无法区分。各自学习（IPPO，共用评论家）与 TPPO 无法区分，双人团队（${number('duo-ippo', 'after.sampled.less.duo-tppo')}）和三人团队（${number('trio-ippo', 'after.sampled.less.trio-tppo')}）都是如此。MAPPO 的评论家读到说过的全部内容；这里每个智能体都听过之前的一切，所以它读到的与 TPPO 的评论家一样，运行也就是 TPPO 的运行。各列之间差别更大：用 TPPO，两个智能体最后高于一个（${number('duo-tppo', 'after.sampled.less.solo-tppo')}），三个低于两个（${number('trio-tppo', 'after.sampled.less.duo-tppo')}）。可见起作用的不只是智能体的个数。三人团队一开始也低于双人团队（${number('trio-tppo', 'before.sampled.less.duo-tppo')}）；它最后为什么停在那里，没有测量。`,
  curves: '训练过程中的奖励',
  claims: '原规模的说法',
  claimsIntro: '都是转述：这些数字没有一个对照 PDF 核实过。列在这里，是为了说明实验仿照的是什么，不是为了与上面的表相比。',
  unverified: '未对照 PDF 核实',
  noAddress: '没有留下地址',
  claimColumns: { source: '出处', says: '它怎么说', here: '在这里' },
  transfers: '什么可以照搬',
  doesNot: '什么不可以',
  transferList: transfers,
  doesNotList: doesNot,
  run: '在这里运行',
  runHelp: '把这些运行加入队列，每种五个种子；结果显示在下面，与录制的分开。',
  runAll: (runs, time) => `全部在这里运行：${runs} 次运行，${time}`,
  runCell: (team, algorithm) => `在这里用 ${algorithm} 运行${team}团队，五个种子`,
  runShort: '运行',
  time: (duration, measured) =>
    measured ? `按本次访问中训练过的运行估计，约需 ${duration}` : `在两个核、没有 GPU 的机器上，约需 ${duration}`,
  queued: (runs) => `队列里有 ${runs} 次运行`,
  notQueued: '没有任何运行加入队列',
  queuedText: '它们会一次接一次地训练，只要这个页面开着。结果显示在表的下面。',
  projectName: (team) => `论文缩影：${team}`,
  sweepName: (team) => `论文缩影：${team}`,
  runName: (cell, seed) => `${cell}，种子 ${seed}`,
  missing: '尚未录制',
  claimList: claims,
};
