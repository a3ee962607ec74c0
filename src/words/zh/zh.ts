/** Every text of the page in Chinese, by the part that shows it. */

import type { en } from '../en/en.ts';
import type { Translated } from '../forms/translated.ts';
import { benchZh } from './environment/bench.ts';
import { consentZh } from './environment/consent.ts';
import { datasetZh } from './environment/dataset.ts';
import { learnZh } from './learn/learn.ts';
import { teachZh } from './learn/teach.ts';
import { chartsZh } from './runs/charts.ts';
import { elsewhereZh } from './runs/elsewhere.ts';
import { healthZh } from './runs/health.ts';
import { runsZh } from './runs/runs.ts';
import { projectsZh } from './shell/projects.ts';
import { shellZh } from './shell/shell.ts';
import { agentZh } from './team/agent.ts';
import { teamZh } from './team/team.ts';
import { engineZh } from './training/engine.ts';
import { keptZh } from './training/kept.ts';
import { warmStartZh } from './training/warmStart.ts';

export const zh: Translated<typeof en> = {
  runs: runsZh,
  elsewhere: elsewhereZh,
  agentSettings: agentZh,
  engine: engineZh,
  kept: keptZh,
  charts: chartsZh,
  consent: consentZh,
  warmStart: warmStartZh,
  bench: benchZh,
  dataset: datasetZh,
  projects: projectsZh,
  teach: teachZh,
  health: healthZh,

  product: {
    name: 'MARFT Workbench',
    paused: '已暂停',
    skip: '跳到运行',
    overlays: '提示与消息',
    closeMessage: '关闭这条消息',
    closeDialogue: '关闭',
  },

  header: {
    label: '项目',
    search: '查找或执行……',
    searchHelp: '查找命令、设置、智能体或术语',
    or: '或',
    projectName: '项目名称',
    undo: '撤销',
    redo: '重做',
    toDark: '切换到深色',
    toLight: '切换到浅色',
    project: '项目',
    about: '关于这个项目',
    runGoesOn: (name) => `「${name}」的运行继续进行，并留在屏幕上。`,
    importedTeam: (agents) => `团队现在取自文件（${agents} 个智能体）；项目的其余部分没有变。撤销会恢复先前的团队。`,
    importedTitle: '已导入',
    unreadableFile: (name) => `「${name}」读不出来。`,
    notSaved: '未保存：这个浏览器不保存任何内容',
  },

  storage: {
    unavailable: '这个浏览器不为这个页面保存任何内容，标签页一关闭，你的项目就会丢失。请下载它，以便保留。',
    unreadable: '这个浏览器中保存的一个项目读不出来，因此打开了另一个。',
    unreadableHint: (key) => `什么也没有丢失：未能读出的文本以「${key}」之名保存在这个浏览器的存储中，可以在这里下载。`,
    unreadableDownload: '下载未能读出的项目',
    anotherIsOpen: '上次在这里打开的是它；现在打开的是另一个项目。',
    keptHint: '它没有改动：它在项目列表中，可以从那里存为文件。',
    futureHint: '它没有改动：它在这个浏览器中，与较新的工作台留下时一样，在那里仍能打开。',
  },

  fault: {
    label: '问题',
    close: '关闭这条消息',
    byEnvironment: '来自环境的代码',
    line: (line, column) => (column === undefined ? `第 ${line} 行` : `第 ${line} 行，第 ${column} 列`),
    details: '详情',
    count: (count) => `${count} 个问题`,
    crashed: '页面的这一部分停止工作了。',
    crashedHint: '你的项目安然无恙，其他部分也照常工作。请试着重新打开这一部分。',
    reopen: '重新打开',
    report: '发生了什么',
  },

  shell: shellZh,
  learn: learnZh,

  team: teamZh,

  agent: {
    role: '角色',
    label: '显示名',
    prompt: '提示词',
    promptHelp: '这个智能体在题目之前读到的内容。下一次运行生效。',
    promptAria: (role) => `${role} 的提示词`,
  },

  editor: {
    loading: '正在载入编辑器……',
    failed: '编辑器没能载入；请改用这个纯文本框。',
    tabLeaves: 'Tab 离开编辑器',
    tabIndents: 'Tab 缩进；先按 Esc 再按 Tab 离开编辑器',
    retry: '再试一次',
  },

  environment: {
    aria: (file) => `环境的 TypeScript 源代码，${file}`,
    intro: '团队要完成的任务。它在工作线程的沙箱中运行；改动在下一次运行生效。',
    revert: '恢复为自带版本',
    notFetched: '环境保持原样',
    checking: '正在检查……',
    ok: (name, skills) => `「${name}」可以加载${skills > 0 ? ` · ${skills} 项技能` : ''}。`,
    markerSource: '沙箱',
  },

  training: {
    label: '运行控制',
    train: '开始训练',
    trainHelp: '在工作线程中开始这个项目的一次运行',
    pause: '暂停',
    pauseHelp: '暂停：正在写的消息会写完；然后一切停住，即使在一次迭代的中途',
    resume: '恢复',
    step: '单步',
    stepHelp: '单步：运行一次迭代，然后暂停',
    stop: '停止',
    stopHelp: '停止：在此结束运行；之后可以从它的最后一个检查点继续',
    continueFrom: (iteration) => `从 ${iteration} 继续`,
    continue: '继续',
    continueHelp: (iteration) => `从第 ${iteration} 次迭代的检查点继续这次运行，使用它开始时的项目`,
    skills: {
      title: '技能',
      help: '环境所看到的智能体的表现，以看得到该表现的回合中的比例计：横条是最近五次看得到它的迭代的均值，标记是最初五次的均值。奖励属于团队；技能则把各部分区分开。技能判断什么，由环境的代码决定：在另一个团队中，它判断的可能是另一个智能体的话。如果技能的名称含有某个智能体的角色，横条就用那个智能体的颜色。',
      of: (skill, agent) => `${skill}，${agent}`,
      course: (start, now) => `${start} → ${now}`,
    },
    commands: {
      findAlso: 'search settings hyper-parameters 搜索 查找 设置 超参数',
      changed: '显示改动过的设置',
      resetAll: '把所有设置重置为默认值',
      more: '让已完成的运行接着训练',
      moreAlso: 'more iterations extend longer 更多 迭代 延长 接着 继续',
      busy: '一次运行或热启动正在进行。',
      notFinished: '屏幕上的运行不是在这里完成的。',
    },
    more: (iterations) => `再训练 ${iterations} 次迭代`,
    moreHelp: (iterations) => `从这次运行的结尾再继续 ${iterations} 次迭代，使用它开始时的项目；如果学习率会下降，就按新的长度分配`,
    progress: (done, total) => `第 ${done} 次迭代，共 ${total} 次`,
    backend: '计算后端',
    backendHelp: '模型在哪里运行。「自动」会测量并说明理由；这项设置保存在这个浏览器中，不在项目中。',
    backends: {
      auto: '自动（经测量）',
      webgpu: 'WebGPU',
      wasm: 'WebAssembly',
      'tfjs-webgpu': 'WebGPU（TensorFlow.js）',
      'tfjs-webgl': 'WebGL（TensorFlow.js）',
      'tfjs-wasm': 'WebAssembly（TensorFlow.js）',
      'tfjs-cpu': '纯 JavaScript（TensorFlow.js）',
    },
    base: '基座模型',
    baseHelp: '工作台自带的模型，这台计算机上的 Hugging Face 文件夹或 GGUF 文件，或来自 Hub 的模型（保存在这个浏览器中）。',
    baseFolder: '使用文件夹……',
    baseHub: '从 Hub 获取……',
    baseFile: '使用 GGUF 文件……',
    baseFiles: (name, count) => `「${name}」：已有 ${count} 个文件`,
    changedFromDefault: (value) => `已改动；默认值是 ${value}`,
    reset: (name) => `把「${name}」重置为默认值`,
    on: '开',
    off: '关',
    nothing: '空',
    nobody: '还没有谁',
    invalidNumber: '请输入一个数。',
    limits: {
      whole: '请输入整数。',
      least: (least) => `至少为 ${least}。`,
      more: (least) => `须大于 ${least}。`,
      most: (most) => `至多为 ${most}。`,
      fewer: (most) => `须小于 ${most}。`,
    },
    staysInUse: (value) => `仍使用 ${value}。`,
    newSeed: (seed, shipped) =>
      `种子 ${seed}，让人一眼看出这次运行是你自己的：若用录制的运行的种子 ${shipped}，看上去就会像它的重放。撤销会为下一次运行恢复 ${shipped}。`,
    appliesNext: '一次运行正在进行，它有自己的一份设置；改动在下一次运行生效。',
    measuredWeights: (form) => `屏幕上这次运行的基座以 ${form} 形式存放。`,
  },

  status: {
    label: '状态',
    idle: '就绪。训练在工作线程中进行；这个页面始终响应操作。',
    loading: '正在工作线程中载入模型',
    rollout: '正在采样回合',
    credit: '正在分配信用',
    update: '正在更新适配器',
    evaluate: '正在做贪心评估',
    checkpoint: '正在写检查点',
    paused: '已暂停',
    finished: '已完成',
    stopped: '已停止',
    failed: '失败',
    warming: '正在对团队做热启动',
    iteration: (done, total) => `迭代 ${done}/${total}`,
    underWay: (progress) => `正在运行：${progress}`,
    within: ({ part, episodes, sampled, scored }, left) =>
      [
        `回合 ${episodes.done}/${episodes.total}`,
        `已采样 ${sampled.toLocaleString('en')} 个词元`,
        ...(scored === null ? [] : [`${part === 'credit' ? '已计分的消息' : '消息训练次数'} ${scored.done}/${scored.total}`]),
        ...(left === null ? [] : [`这次迭代还剩约 ${left}`]),
      ].join('，'),
    tokens: (rate) => `${rate} 词元/秒`,
    memory: (bytes) => `已用 ${bytes}`,
    cost: (duration) => `下一次运行：每次迭代约 ${duration}`,
    backendNone: '尚未选定计算后端：由第一次运行决定。',
    backend: (name, device) => (device ? `${name}（${device}）` : name),
    noWebGpu: '这个浏览器没有 WebGPU：训练在 WebAssembly 上运行。',
    offline: '可离线使用',
    offlineHelp: '这个页面的所有文件都保存在这个浏览器中：没有网络也能打开和训练。Hub 上的模型须事先已在这里。',
    noStorage: '没有存储：项目只在这个标签页打开期间保留。',
  },
};
