/** Chinese words about teams and what they do: agents, the graph, problems, what is said. */
import { teamTerms as en } from '../../../en/learn/terms/team.ts';
import type { TermEntry } from '../../../en/learn/terms/works.ts';
import { termNamesZh as names } from './names.ts';
import { entry, WORKBENCH_ZH } from './works.ts';

export const teamTermsZh: Readonly<Record<keyof typeof en, TermEntry>> = {
  marft: entry(en.marft, names.marft, '多智能体强化微调：用团队共同挣得的奖励，训练团队里所有智能体的语言模型。'),
  lamas: entry(en.lamas, names.lamas, '由若干智能体组成的系统：每个智能体是一个有角色的语言模型，它们互相写消息，一起解题。', {
    also: ['大模型多智能体系统', '智能体系统'],
  }),
  flexMg: entry(
    en.flexMg,
    names.flexMg,
    'MARFT 为工作中的团队建立的模型：各智能体共享一个奖励的马尔可夫博弈，外加一个函数 𝒟，说明每个智能体读过谁的消息；𝒟 每一步都可以不同。',
    { source: 'MARFT, Liao et al. 2025（第 4、5 版）' },
  ),
  flexPomdp: entry(
    en.flexPomdp,
    names.flexPomdp,
    '论文早期版本对 Flex-MG 的叫法：在分散式部分可观测问题上加进依赖函数 𝒟；𝒟 恒为 0 时，就是普通的 DEC-POMDP。',
    { also: ['Flex-MG 的早期名称'], source: 'MARFT, Liao et al. 2025（第 3 版）' },
  ),
  decPomdp: entry(en.decPomdp, names.decPomdp, '几个智能体共享一个奖励，各自只凭自己的观测行动，听不到别人刚刚作了什么决定。', {
    near: '合作博弈 部分可观测',
  }),
  markovGame: entry(
    en.markovGame,
    names.markovGame,
    '一个有状态的世界，几个智能体在其中行动，各自得到奖励；只有一个智能体时，就是马尔可夫决策过程（MDP）。',
    { also: ['随机博弈'], near: '马尔可夫决策过程' },
  ),
  partialObservability: entry(
    en.partialObservability,
    names.partialObservability,
    '智能体看不到、结果却取决于它的东西；要知道它，也许只能靠另一个智能体的消息。',
    { also: ['私有观测'], near: '信号 说话者 倾听者 秘密' },
  ),
  agent: entry(en.agent, names.agent, '团队图上的一个节点：一个角色，连同它的提示词、适配器、采样方式和基座模型。', {
    also: ['节点', '参与者'],
  }),
  role: entry(en.role, names.role, '智能体的唯一名称，用在图、文件和导出里：以一个字母开头，后面最多 31 个字母、数字、连字符或下划线。', {
    also: ['智能体名称'],
  }),
  label: entry(en.label, names.label, '写在智能体角色旁边的任意文字：页面上显示的就是它；训练和导出都不用它来称呼智能体。', {
    also: ['显示名称'],
    source: WORKBENCH_ZH,
  }),
  team: entry(en.team, names.team, '全体智能体，连同谁看到谁的消息的那张图，以及它们所用的基座模型（智能体自己另指定的除外）。', {
    also: ['多智能体系统', '工作流'],
    near: '图 拓扑',
  }),
  dependency: entry(
    en.dependency,
    names.dependency,
    '谁看到谁的消息：对于两条消息，如果写第二条时看得到第一条，𝒟 就是 1。它可以每一轮次都相同，可以随时间变化，也可以在回合进行中由调度者、路由器或环境（`dependencies`）来选定。',
    { also: ['边', '通信结构'], near: '图 连接 箭头 听到 看到 有向无环图', source: 'MARFT, Liao et al. 2025（Flex-MG）' },
  ),
  orchestrator: entry(
    en.orchestrator,
    names.orchestrator,
    '用自己的消息决定下一个由谁说话的智能体；于是谁看到谁的消息，要到回合进行中才定下来。路由器每一轮只决定一次，而且在其他智能体之前：图中哪些连线在这一轮有效。',
    { near: '路由器 动态 路由', source: 'MARFT, Liao et al. 2025；其协议：SII-MARFT（R3）' },
  ),
  prompt: entry(en.prompt, names.prompt, '在题目之前告诉智能体的话；智能体只读它，它从不参与训练。', {
    also: ['系统消息', '指令'],
  }),
  environment: entry(en.environment, names.environment, '出题、听取消息、发放奖励的那段代码。', { also: ['任务', '世界'] }),
  observation: entry(en.observation, names.observation, '一个轮次开始时，环境给智能体看的东西。', { near: '题目 状态' }),
  episode: entry(en.episode, names.episode, '一道题从第一次观测到结束的全过程；何时结束由环境、时限，或者（在允许的地方）由智能体决定。', {
    also: ['一局'],
    near: '采样 题目',
  }),
  turn: entry(
    en.turn,
    names.turn,
    '从环境的一次观测到它的下一步；轮到的智能体都可以在其中说话。从 0 数起，文件和环境代码里也一样；回合也从 0 数起。',
    { also: ['环境步'] },
  ),
  message: entry(
    en.message,
    names.message,
    '一个智能体一次生成的内容；MARFT 称之为动作。页面上的消息在所属回合里从 1 数起，词元在所属消息里从 1 数起；A₅ 这样的符号，下标是词元在整个回合里的编号。',
    { also: ['动作（MARFT 的叫法）', '回复'] },
  ),
  clock: entry(
    en.clock,
    names.clock,
    '一个智能体的消息花多长时间（到第一个词元的时间，再加上每个词元的时间），以及它等别人等多久：过了等待上限，它就用已经到达的消息开始。这是对 MARFT 的扩展，以模拟秒计。',
    { near: '延迟 等待上限 异步 时间 等待 打断', source: 'DistServe，Zhong 等 2024（度量的名称）' },
  ),
  tool: entry(
    en.tool,
    names.tool,
    '消息里一段带标记的文字，环境在它写出的当时就作答。答案的词元，这个智能体和听到它的智能体都读得到，但不进入损失：它们不是智能体自己写的。',
    { also: ['工具调用'], near: '函数 计算器 答案 标记' },
  ),
  notebook: entry(
    en.notebook,
    names.notebook,
    '智能体跨几个轮次以键名写入和读出的存储。一条笔记挣来多少，就是同一条消息去掉这条笔记之后，用同样的随机数，团队少得多少。',
    { also: ['团队的共享记忆'], near: '记忆 写 读 键 存储', source: WORKBENCH_ZH },
  ),
  stopping: entry(
    en.stopping,
    names.stopping,
    '智能体说出某段文字就作出的决定：这一轮次就是这个回合的最后一轮。它和别的决定一样学习；每次调用的代价，使它值得去学。',
    { also: ['提前结束'], near: '停止 调用 费用', source: WORKBENCH_ZH },
  ),
  token: entry(en.token, names.token, '模型一次读入或写出的一小段文字：一个字符、一个词，或词的一部分。', {
    also: ['子词'],
    near: '词表 分词器',
  }),
  segment: entry(
    en.segment,
    names.segment,
    '一串同类的词元：脚手架（scaffold）是模板、提示词和别人写的内容；采样（sampled）是智能体自己写的，只有这部分参与训练。',
    { near: '脚手架 采样 模板', source: WORKBENCH_ZH },
  ),
  response_mask: entry(en.response_mask, names.response_mask, '标出智能体自己采样的词元；只有它们进入损失。', {
    also: ['损失掩码', '动作掩码'],
    source: 'verl，这个名称出自它',
  }),
  trajectory: entry(en.trajectory, names.trajectory, '一个回合，连同每个词元的编号、对数概率、价值和奖励。', {
    also: ['采样记录', '经验'],
    near: '转移',
  }),
  rollout: entry(en.rollout, names.rollout, '让团队把回合走完，并把一切记下来；这期间什么也不学。', {
    also: ['采样阶段', '收集经验'],
    near: '生成',
  }),
  horizon: entry(en.horizon, names.horizon, '一个回合最多可以有多少轮次；到了时限的回合是截断（truncated），不是结束。', {
    also: ['时间上限'],
    near: '截断 终止 轮次',
    source: 'Gymnasium，terminated 与 truncated',
  }),
  bootstrap: entry(en.bootstrap, names.bootstrap, '回合里没有的后半段，用评论家的价值来代替：在下一步之后，或在回合截断的那个轮次之后。', {
    also: ['自举价值'],
    near: '截断',
  }),
  temperature: entry(
    en.temperature,
    names.temperature,
    '抽取词元之前，logits 先除以它：小于 1 更集中，大于 1 更多样；贪心则总是取最可能的词元。',
    { also: ['采样温度'], near: '随机性' },
  ),
  truncation: entry(en.truncation, names.truncation, '只在最可能的 k 个词元里抽取，或只在最可能的、概率合计达到 p 的那些词元里抽取。', {
    also: ['核采样'],
    near: '保留集合',
    source: 'Holtzman et al. 2020, §3.2（top-k）、§3.1（top-p）',
  }),
  logits: entry(en.logits, names.logits, '词表里每个词元一个数，softmax 由它们算出概率：数越大，越可能。', {
    also: ['softmax 之前的分数'],
  }),
  convention: entry(
    en.convention,
    names.convention,
    '两个智能体渐渐让一条消息具有的含义，因为听懂了双方都有奖励；换任何一种对应方式，本来也一样行。',
    {
      also: ['涌现的通信', '暗号'],
      near: '信号游戏 说话者 倾听者',
      source: 'Lewis 1969, Convention；神经网络之间的约定：Lazaridou et al. 2017',
    },
  ),
  skill: entry(en.skill, names.skill, '环境在奖励之外观察的东西，比如计划对不对；它有助于看出是哪个智能体拖了团队的后腿。', {
    also: ['技能条', '子任务指标'],
    source: WORKBENCH_ZH,
  }),
};
