/** Chinese words of a team that comes from another project: its dialogue, its command, and what was left behind or assumed. */
import type { teamInText } from '../../en/team/teamIn.ts';
import type { Translated } from '../../forms/translated.ts';

const named = (name: string): string => (name.length > 80 ? `${name.slice(0, 80)}…` : name);
const list = (names: readonly string[]): string =>
  names.length > 8 ? `${names.slice(0, 8).map(named).join('、')} 等 ${names.length} 个` : names.map(named).join('、');
const short = (text: string): string => (text.length > 400 ? `${text.slice(0, 400)}…` : text);

/** When a graph stops, as its file says it. */
const stops: Readonly<Record<string, string>> = { before: '之前', after: '之后' };
const stopping = (when: string): string =>
  when
    .split(',')
    .map((part) => stops[part.trim()] ?? part.trim())
    .join('和');

export const teamInZh = (en: typeof teamInText): Translated<typeof teamInText> => ({
  sources: en.sources,
  kinds: { agent: '智能体', step: '步骤', tools: '工具', human: '人', data: '数据', start: '起点', end: '终点' },

  notes: {
    noPrompts: () => ({
      what: '没有提示词',
      why: 'LangGraph 的图不含各步骤对模型说的话。请在这里写每个智能体的提示词。',
    }),
    steps: ({ steps }) => ({
      guess: true,
      what: '步骤',
      why: `文件没有说明哪些步骤会询问模型：${list(steps) || '无'}。每个都当作智能体，除非不选它。`,
    }),
    toolNode: ({ guess }) => ({
      guess,
      what: '工具',
      why: guess
        ? '从名称看，它运行工具，而这里的智能体没有工具；除非选中它，否则它不是智能体。'
        : '它运行工具，而这里的智能体没有工具；除非选中它，否则它不是智能体。',
    }),
    interrupt: ({ when }) => ({
      what: '停下来等人',
      why: `图会在它${stopping(when)}停下。这里的回合会自己继续。`,
    }),
    defer: () => ({ what: '推迟执行', why: '它等待其他所有分支。在这里，智能体等待它所读的那些智能体。' }),
    fields: ({ fields }) => ({ what: '其他设置', why: `${list(fields)}：没有带入。` }),
    subgraph: () => ({
      what: '图中的图',
      why: '它的节点直接放在团队里；它们同属一组这一点没有保留。',
    }),
    reads: () => ({
      guess: true,
      what: '谁读什么',
      why: '连线只说明谁在谁之后。这里假定智能体读通向它的路上的各个智能体，别的都不读（context: ancestors）。',
    }),
    hub: () => ({
      guess: true,
      what: '它决定谁发言',
      why: '其他智能体都向它汇报，由它在其中选择；所以它是调度者，在原来由它自己的代码决定的地方改为写 <call>name</call> 或 <done/>。',
    }),
    condition: ({ ends }) => ({
      what: '有多条路可选',
      why: `它接着去 ${ends.map(({ to, label }) => `${to ?? '终点'}${label === null ? '' : `（「${short(label)}」）`}`).join('，或 ')}。在这里连线始终有效：它们在每一轮都发言。`,
    }),
    circle: ({ from, to, horizon }) => ({
      what: '往回的连线',
      why: `它形成了一个环，而在同一轮里谁也不能等待自己。${to} 在下一轮读到 ${from} 在这一轮说的话；这个项目的回合${horizon === 1 ? '只有一轮，所以永远读不到：请把时限设为 2 或更多' : `最多有 ${horizon} 轮（时限）`}。`,
    }),
    selfLink: () => ({
      what: '连到自己的连线',
      why: '在那里它可以接着发言。在这里它每轮发言一次；到下一轮，它读到自己说过的话。',
    }),
    toolLoop: ({ through }) => ({
      what: '循环',
      why: `它询问 ${list(through)}，然后再次发言。在这里它每轮发言一次。`,
    }),
    joined: ({ through }) => ({
      guess: true,
      what: '经过未选节点的连线',
      why: `原来的路经过 ${list(through)}；现在两个智能体直接相连。`,
    }),
    leftOut: () => ({ what: '没有带入', why: '你选择不把它当作智能体。' }),
    history: () => ({
      what: '历史',
      why: '项目的历史改为「all」：完整显示之前的轮次，和这类团队一样。',
    }),
    role: ({ role }) => ({
      what: '另一个名字',
      why: `作为角色，它叫「${role}」；文件里的名字是它的显示名。`,
    }),
    braces: () => ({
      what: '花括号',
      why: '它的提示词里看似本工作台占位符的内容在那里只是文字，已改为双花括号。',
    }),
    termination: ({ parts }) => ({
      what: '何时结束',
      why: `${list(parts)}：在这里由环境结束回合，最迟在时限规定的轮数之后。`,
    }),
    models: ({ models }) => ({
      what: '模型',
      why: `${list(models)}：智能体使用这个项目的基座模型。`,
    }),
    selector: ({ magentic }) => ({
      guess: true,
      what: '它决定谁发言',
      why: `${magentic ? '在那里，由一个负责规划的调度者选择下一个发言者。' : '在那里，由团队之外的一个模型选择下一个发言者。'}在这里它是一个智能体，参加训练，写 <call>name</call> 或 <done/>；所有智能体都读到全部内容。`,
    }),
    selectorPrompt: ({ prompt }) => ({
      what: '它的提示词',
      why: `它只要求一个名字，所以换成了本工作台的说明。原文是：${short(prompt)}`,
    }),
    repeated: () => ({
      what: '谁也不连续两次',
      why: '在那里，同一个智能体不会连续发言两次。在这里可以再次调用它。',
    }),
    handoffs: () => ({
      what: '移交',
      why: '在那里，发言者移交给另一个智能体。在这里，所有智能体每轮都沿连线发言。',
    }),
    activation: () => ({
      what: '等到任意一个就够',
      why: '在那里，它之前的任意一个完成就够了（activation: any）。在这里，它等待它所读的全部智能体。',
    }),
    startNode: () => ({
      what: '从哪里开始',
      why: '在那里，图从这里开始。在这里，凡是不必等别人的智能体都可以开始。',
    }),
    filter: ({ sources }) => ({
      what: '给它看什么',
      why: `在那里，它只读 ${list(sources)}。在这里，它读所有上游；可以用「context: parents」和它的连接来表达。`,
    }),
    human: () => ({ what: '人', why: '训练团队时不会询问任何人；除非选中它，否则它不是智能体。' }),
    review: () => ({ what: '由人过目', why: '训练团队时不会询问任何人。' }),
    code: ({ writes }) => ({
      what: '运行代码',
      why: writes
        ? '它在这里发言，但它写的内容不会运行，除非环境去运行。'
        : '它运行别人写的内容，而在这里只有环境能这样做；除非选中它，否则它不是智能体。',
    }),
    innerTeam: ({ members }) => ({
      what: '团队中的团队',
      why: `它代表 ${list(members)} 发言，这些成员没有带入。请单独保存那个团队。`,
    }),
    tools: ({ tools }) => ({
      what: '工具',
      why: `${list(tools)}：这里的智能体没有工具。环境可以在轮次之间做它们所做的事。`,
    }),
    special: ({ kind }) => ({
      what: '特殊类型的智能体',
      why: `${kind} 的能力和提示词在它的代码里。在这里它是一个智能体，内容以文件所写的为准。`,
    }),
    memory: ({ kind }) => ({
      what: '它记得什么',
      why: `${kind}：在这里，由团队的历史设置决定显示之前轮次的哪些内容。`,
    }),
    task: ({ task }) => ({
      what: '任务',
      why: `在这里由环境出题。原文是：${short(task)}`,
    }),
    noAgents: ({ agents }) => ({
      what: '不存在的智能体',
      why: `${list(agents)}：请把含有它们文字的文件与这个文件一起打开。`,
    }),
    noTasks: () => ({
      what: '没有任务',
      why: '谁在谁之后工作写在任务里。没有任务，就没有任何连线：请把 tasks.yaml 与这个文件一起打开。',
    }),
    idle: () => ({ what: '没有任务', why: '没有任务提到它。它没有带入。' }),
    noAgent: () => ({ what: '没有归属的任务', why: '没有为它指定智能体。它单独成为一个智能体，只得知这个任务。' }),
    group: ({ times }) => ({
      guess: true,
      what: '一个智能体，几个任务',
      why: `它有 ${times} 个任务，每个任务在这里是一个智能体。它们共用一个适配器，所以作为一个来学习。`,
    }),
    manager: ({ prompt }) => ({
      guess: true,
      what: '它分派任务',
      why: `它在这里是调度者，写 <call>name</call> 或 <done/>。${prompt ? `它自己的说明换成了本工作台的：${short(prompt)}` : ''}`,
    }),
    delegation: () => ({ what: '委托', why: '在那里，它工作时可以询问别人。在这里，轮到它时它才发言。' }),
    conditionalTask: () => ({
      what: '可以跳过的任务',
      why: '在那里由代码决定做不做。在这里，它的智能体每轮都发言。',
    }),
    inputs: ({ inputs }) => ({
      what: '没有值的输入',
      why: `文件没有给出 ${list(inputs)} 的值；它的智能体会照原样读到花括号。`,
    }),
    transition: ({ transition }) => ({
      what: '在它的消息之前',
      why: `在那里写着「${short(transition)}」。在这里是它的消息头。`,
    }),
    firstPrompt: () => ({
      what: '谁的提示词会读到',
      why: '在 R3 里，只有第一个角色的提示词会到达模型。在这里，每个智能体读自己的；兼容开关 r3_first_system_prompt 可以像 R3 那样做。',
    }),
    transcript: () => ({
      what: '同一份对话记录',
      why: '在 R3 里，无论图怎么画，所有智能体都读到之前说过的全部内容。在这里，缺了连线就看不到；兼容开关 r3_linear_transcript 可以像 R3 那样做。',
    }),
    training: ({ fields }) => ({
      what: '训练的设置',
      why: `${list(fields)}：只带入团队。`,
    }),
  },

  dialogue: {
    found: (source, file) => `${source}，来自 ${file}`,
    which: '哪个团队',
    nodes: (agents, nodes) => `${nodes} 个节点中的 ${agents} 个智能体`,
    pick: '勾选的节点成为智能体。',
    takes: (id) => `${id} 成为智能体`,
    becomes: (role) => `作为 ${role}`,
    orchestrator: '调度者',
    noPrompt: '文件里没有提示词',
    ours: '由工作台告诉它怎样调用其他智能体',
    graph: '团队将会是这样',
    graphLabel: (agents, edges, back) =>
      `${agents.join('、')}。${edges.length > 0 ? edges.join('，') : '没有连接'}。${back.length > 0 ? `在下一轮：${back.join('，')}。` : ''}`,
    back: '虚线：在下一轮读到。',
    calls: '点线：由调度者调用。',
    unmatched: (count) => (count === 0 ? '没有遗漏' : `${count} 项没有对应物`),
    guesses: (count) => `${count} 项假定`,
    add: '添加文件……',
    addHelp: 'crewAI 把智能体和任务放在两个文件里。',
    use: '使用这个团队',
    begin: '用它新建项目',
    keeps: (project) => `「使用这个团队」会替换「${project}」的团队，撤销可以找回原来的。环境、数据、基座模型和训练保持不变。`,
    newName: (team, project) => `${team}（${project}）`.slice(0, 200),
    used: '已替换团队',
    usedText: (agents, unmatched) =>
      `团队现在有 ${agents} 个智能体。${unmatched === 0 ? '' : `文件中有 ${unmatched} 项没有对应物。`}撤销可找回原来的团队。`,
    gone: '文件已不在手边。请重新打开它。',
  },

  terminal: {
    read: (source, team) => `${source}${team === null ? '' : `：${team}`}`,
    graph: (edges) => (edges.length === 0 ? '没有连接。' : edges.join('，')),
    back: (edges) => `在下一轮：${edges.join('，')}。`,
    led: (role) => `${role} 决定谁发言。`,
    note: (what, where, why) => `${where === '' ? '' : `${where}：`}${what}。${why}`,
    unmatched: '没有对应物：',
    guesses: '假定：',
    wrote: (path) => `已写入 ${path}`,
  },
});
