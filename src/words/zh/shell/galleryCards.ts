/** What the cards of `gallery/` say in Chinese, by project. Names of skills, curves and replies stay as the project has them. */
import type { CardWords } from '../../en/shell/gallery.ts';

export const galleryCardsZh = {
  'stories-duo': {
    title: '应用题双人组',
    shows: '一个求解者和一个检查者做好几步的应用题，用平常的英文和对话模板，基座模型有四百万个参数：介于微型团队和真实模型之间。',
    look: '「first answer right」旁边的「check mends what is wrong」：检查者真的自己做了一遍，还是只会附和？',
  },
  'gsm8k-duo': {
    title: 'GSM8K 双人组',
    shows: '规划者和求解者用真实的模型（SmolLM2-135M，或你自己的文件夹），做你自己文件里的 GSM8K 题目。',
    look: '一个回合：计划说了什么，求解者有没有照做；一次迭代要几分钟，写在「开始训练」旁边。',
  },
  enough: {
    title: '够了就停',
    shows: '停下来也是一种决定：前台听园丁找到了什么，可以结束搜寻；每条消息都有代价。',
    look: '每回合的调用次数和奖励，以及前台什么时候说「enough」。',
  },
  switchboard: {
    title: '电话总机',
    shows: '依赖图由一个智能体在回合进行中选定：接线员点名一个文员，柜员只听得到这一个。',
    look: '接线员在第一次和最后一次迭代里接通了谁，以及「检视」里每个轮次的图。',
  },
  dispatch: {
    title: '限时调派',
    shows: '有时钟的智能体：侦察员说话要花时间，调派员最多等三秒，而每一秒都有代价。',
    look: '消息什么时候到达（图表「到达时间」，以及「检视」里一个轮次的时间），再看侦察员的消息有多长。',
  },
  micro: {
    title: '规划者与求解者',
    shows: '加、减、乘，用最小的基座模型。几秒钟就能学会，没有 GPU 也行。',
    look: '前十次迭代的奖励，再把第一次迭代的一个回合与最后一次的放在一起看。',
  },
  standard: {
    title: '规划者与求解者，六类题目',
    shows: '六类题目，有些要算两步，用较大的基座模型。',
    look: '那些条形：求解者学会写出步骤，也学会按计划说的去算。',
  },
  trio: {
    title: '规划者、求解者与验证者',
    shows: '最后由验证者说了算：一个互相配合的团队，和一个偷懒的团队。',
    look: '「verifier overrides」和「plan right」：先看这里的，再看用「偷懒的团队」那组设置的。',
  },
  signalling: {
    title: '信号游戏',
    shows: '隐藏信息：两个智能体渐渐依靠一套信号；基座模型对它一知半解，提示词里也没有解释。',
    look: '一个回合的提示词：只有说话者看得到颜色。',
  },
  programs: {
    title: '由单元测试评判的小程序',
    shows: '奖励是程序通过的隐藏单元测试所占的比例。',
    look: '0 与 1 之间的奖励：只通过了简短测试的程序。',
  },
  puzzles: {
    title: '数字谜题',
    shows: '从三个数里任选两个凑出目标，怎么算都行。',
    look: '两个条形：数选对了，运算选对了。',
  },
  relay: {
    title: '有一个弱选手的接力',
    shows: '答案已知的信用分配：三个选手里有一个偏弱。',
    look: '一次失败的接力里的优势：责任落到第二个选手身上了吗？',
  },
  consult: {
    title: '咨询',
    shows: '动态调度：前台自己选择调用哪个助手。',
    look: '前台在第一次和最后一次迭代里调用了谁。',
  },
  'higher-lower': {
    title: '猜大小',
    shows: '多个轮次：每次猜完都有一个提示，下一次可以用上它。',
    look: '一个回合里范围怎样一轮一轮缩小，以及「guesses the middle」。',
  },
  memory: {
    title: '留给以后的便条',
    shows: '两个轮次：一个智能体写下另一个以后要用的东西。',
    look: '「note is complete」和「reader finds it in a complete note」。',
  },
  flow: {
    title: '流网络',
    shows: '两条分支同时工作；最后一个智能体数两边一共到了多少。',
    look: '图里的两条分支，它们并排生成。',
  },
  debate: {
    title: '两个证人和一个法官',
    shows: '两个证人说法相反，法官必须说出该信谁。',
    look: '「splits the difference」，那是法官的退路；再看谁承认自己没有把握。',
  },
  editor: {
    title: '写作者、反思者与编辑者',
    shows: '反思者指出写作者的一处笔误；它的价值只在于由此带来的改正。',
    look: '「reflector finds the slip」和「editor does what it is told」。',
  },
  quartet: {
    title: '四重奏',
    shows: '四个智能体排成一棵树，每一个都可能让大家的总数出错。',
    look: '「counters right」那个条形，和加法者、文员的条形放在一起看。',
  },
  octet: {
    title: '八重奏',
    shows: '八个智能体分成四层，每一个都可能把事情搞砸；其中两个会忘事。',
    look: '一个回合的图，一层一层地看；「检视」里的「沙普利值」：八个智能体各值多少。',
  },
  calculator: {
    title: '计算器',
    shows: '消息里的工具：求解者提问，环境回答。',
    look: '「solver asks the calculator」，以及一个回合里那些单独标出的回答。',
  },
  notebook: {
    title: '笔记本',
    shows: '跨轮次的记忆：一些智能体用键名记下笔记，另一个智能体以后翻开。',
    look: '「检视」›「笔记」，那里说每条笔记挣来了多少；还有「gossip keeps quiet」。',
  },
  posts: {
    title: '三个岗哨和一个检查员',
    shows: '分散执行的行动者：谁也听不到谁，大家共享一份奖励，只有评论家知道隐藏状态。',
    look: '评论家读到了什么（「检视」里提示词的下方），以及「检视」›「评论家检验」，那里把各种评论家并列比较。',
  },
} as const satisfies Readonly<Record<string, CardWords>>;
