/** Chinese words of the Learn place's part for teachers: links, plans, and what is printed around a lesson's own words. */
import type { Session, teachersEn } from '../../en/learn/teachers.ts';
import type { Translated } from '../../forms/translated.ts';

const sessions: Readonly<Record<keyof typeof teachersEn.course.sessions, Session>> = {
  'one-choice': {
    before: '一枚可以掰弯的硬币：如果每掷一次只告诉你好还是不好，你会怎么掰？',
    together: '找出两个基线，使梯度的平均值相同、方差相差尽可能远。为什么会这样？',
    home: '用数字证明：对三个词元的 softmax，∇ log π 的平均值是 0。',
  },
  lamas: {
    before: '两个人之间只许交换一个词，他们能一起做什么？',
    together: '在说话者和倾听者之间加上第三个智能体。谁必须听到谁，团队才行得通？',
    home: '画出一个你熟悉的团队的图：谁读谁的消息，谁不读？',
  },
  'reward-to-tokens': {
    before: '一个团队只在最后得到一次奖励。它说的哪些词配得上？',
    together: '手算另一个回合最后三个词元的和，再用显微镜核对。',
    home: '同样的六个词元，取 λ = 0 和 λ = 1，列成一张表。各自忘掉了什么？',
  },
  'action-or-token': {
    before: '一条消息是一个决定，还是二十个？',
    together: '用同一个种子训练两种级别，比较两次运行。',
    home: '不看资料，写下 200 个词元的消息在两种级别下各有什么不同。',
  },
  'trust-region': {
    before: '手里有一张小山谷的好地图。走多远就该重画一张？',
    together: '每组用一种不同的防护措施。先把各组的曲线收到黑板上，再一起看录制的曲线。',
    home: '崩溃的哪个征兆最先出现？在奖励下降之前多少次迭代？',
  },
  'lora-per-agent': {
    before: '两个人共用一个笔记本。各有一本之后，会有什么变化？',
    together: '两个智能体共用一个适配器训练一次，各用一个再训练一次；比较它们说的话，不只比较奖励。',
    home: '在 64 × 172 的一层上，秩为 4 的适配器有多少个数？',
  },
  critics: {
    before: '怎么知道一次预报是好的？',
    together: '找一个评论家看错了的回合。它忽略了什么？',
    home: '画出一个总说平均值的评论家的校准图。',
  },
  'lazy-team': {
    before: '三个人合拿一份奖励。谁干活？',
    together: '每组试一种补救办法。先看每个智能体做了什么来评判，再看奖励。',
    home: '描述你自己生活中一个偷懒的团队，它用过哪种补救办法。',
  },
  groups: {
    before: '不许问专家，但可以试八次。能学到什么？',
    together: '在回合列表里数一数，有多少组什么也没教。组更大会有什么变化？',
    home: '一组的回报是 1、0、0、1，分别按 GRPO 和留一法计算优势。',
  },
  counterfactuals: {
    before: '怎样才能查明一个队友是否起了作用？',
    together: '把一条消息换成你自己会写的那条。先预测会差多少。',
    home: '两名参与者，单独一人得 0，两人一起得 1：计算各自的沙普利值。',
  },
  argument: {
    before: '两个人都想帮忙，做了同一件事。什么时候这比其中一个等一等更糟？',
    together: '每组在图里造一个自己的游戏：一个是两个同时走也无妨的，一个是同时走最糟的。',
    home: '改成求解者先走，写出 27 + 15 的两项。什么不变，什么变了？',
  },
  'real-models': {
    before: '换成大一万倍的模型，这一切里有哪些会照旧？',
    together: '导出，在 Python 里加载适配器，让一个智能体用另一个的适配器说话。',
    home: '设计一个实验，把锐化和学到新东西区分开。',
  },
};

const kinds = { show: '阅读', highlight: '观察', do: '动手', predict: '预测', check: '自测' };

const minutes = (count: number): string => `${count} 分钟`;

export const teachersZh: Translated<typeof teachersEn> = {
  intro:
    '每节课都有：一个链接，打开它的项目，只带需要的部分；可以问什么；学生会看到什么；问题的答案。不需要账号、服务器或显卡；学生做的一切都留在他们的浏览器里。',
  language: '课程的语言',
  loading: '正在获取课程……',
  lessons: '课程',
  minutes,
  steps: (count) => `${count} 步`,
  link: {
    title: '给学生的链接',
    help: (title) => `在精简的工作台里，把《${title}》作为单独的项目打开。`,
    copy: (title) => `复制《${title}》的链接`,
    shows: (places) => `显示：${places}。`,
    locks: (parts) => `不能改动：以下各项的全部或一部分：${parts}。`,
    locksNothing: '一切都可以改动。',
    parts: { team: '团队', environment: '环境', training: '训练设置', warmStart: '热启动' },
    preview: '在新标签页里打开',
  },
  asks: '可以问的问题，以及学生会看到什么',
  none: '这节课没有给教师的说明。',
  answers: '答案',
  answerOf: { predict: '实际结果', check: '正确答案' },
  within: (value, within) => `${value}（± ${within}）`,
  plans: '教学计划',
  hour: {
    title: '一小时',
    intro: '适合没有基础的班级。请大家在上课之前就打开第一个链接，免得有人等页面。',
    talk: (count) => `讨论：${minutes(count)}，每节课之后五分钟`,
    total: (count) => `总共约 ${minutes(count)}。`,
    shorter: '时间更少时：只用第 1 课和第 7 课，投在一块屏幕上，全班举手预测。',
    why: {
      lamas: '什么是语言模型的团队，一个箭头值多少',
      'reward-to-tokens': '一个奖励怎样越过智能体，到达每一个词元',
      'trust-region': '为什么训练会毁掉自己建起来的东西，用什么拦住它',
      'lazy-team': '只有团队才会出的问题',
    },
  },
  course: {
    title: '十二次课的课程',
    intro:
      '每次 45 分钟，一次一节课：先问全班一个问题（5 分钟）；再上这节课，每人用自己的电脑；然后一起试一样东西（15 分钟）；最后谈看到了什么，并留一个带回家的问题（10 分钟）。',
    columns: { session: '课次', before: '上课之前', together: '一起做', home: '带回家' },
    sessions,
  },
  practice: {
    title: '课堂上',
    points: [
      '训练任何东西之前，先让每个人预测。页面也会要求预测，预测之前什么结果都不显示。',
      '种子相同、计算后端相同，机器舍入也一样，每个人得到的运行就完全一样；想围绕同一条曲线讨论时，在教师链接里把两者都固定下来。',
      '电脑慢：凡是要训练的步骤，都可以改为显示录制的结果；页面上会标明是录制的。',
      '课里的数字是五个种子的平均值及其 95% 区间。某个学生的运行可能落在区间之外。',
      '教师的视图不是考试模式：学生点击一下就能离开。',
      '想知道一课有没有教会学生，可以用研究链接：课前、课后和一周后各测验一次，见「学习 › 文档 › A study of learning」（英文）。',
    ],
  },
  print: {
    open: '打印视图',
    openOne: (title) => `《${title}》的打印视图`,
    openAll: '全部课程的打印视图',
    title: '打印视图',
    print: '打印',
    close: '关闭打印视图',
    copy: '给谁看',
    copies: { students: '学生', teachers: '教师' },
    hint: '提示',
    after: '之后',
    teacher: '给教师',
    yours: '你的回答：',
    outcomes: '结果如何',
    kinds,
    figure: (title) => `录制：${title}`,
    how: (preset, iterations, episodes, seeds, backend) =>
      `项目 ${preset}，${iterations} 次迭代，每次 ${episodes} 个回合，种子 ${seeds}，计算后端 ${backend}。粗线：平均值；色带：其 95% 区间；细线：各个种子。`,
    variant: '设置',
    before: '之前',
    afterTraining: '之后',
    less: (first) => `与「${first}」之差，按种子配对`,
    sampled: '训练前后：采样时得到的奖励所占的比例，取各种子的平均值及其 95% 区间；随后是每个种子训练之后的数',
    seed: (seed) => `种子 ${seed}`,
    missing: '尚未录制',
    figureMissing: '录制的结果不在这里。',
  },
};
