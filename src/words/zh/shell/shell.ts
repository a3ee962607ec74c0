/** Chinese words of the page's frame: its places, their panels, and what stands where nothing is yet. */
import type { shellEn } from '../../en/shell/shell.ts';
import type { Translated } from '../../forms/translated.ts';

export const shellZh: Translated<typeof shellEn> = {
  places: '版块',
  skip: '跳到工作区',
  examples: '打开示例',
  newHere: {
    label: '初次使用',
    says: 'MARFT 把若干语言模型智能体作为一个团队来做强化微调；在这里，你搭建一个团队，在浏览器里训练它，并看清它为什么学得会。',
    start: '从第 1 课开始',
    help: '大约十分钟：智能体团队是什么，谁看得到什么',
    close: '不再显示这一行',
  },
  place: {
    team: { name: '团队', help: '把智能体连成团队，编辑它们的提示词' },
    environment: { name: '环境', help: '编写并试用题目和奖励' },
    training: { name: '训练', help: '设置、热启动，以及训练在什么上进行' },
    inspect: { name: '检视', help: '逐个词元地阅读回合' },
    runs: { name: '运行', help: '所有运行：查找、比较、继续' },
    learn: { name: '学习', help: '术语、快捷键和指南' },
  },
  trainingTabs: '设置、热启动和引擎',
  trainingTab: { settings: '设置', warmStart: '热启动', engine: '引擎' },
  canvas: '团队图',
  agent: '智能体',
  run: '运行',
  charts: '图表',
  episodes: '回合',
  resizeColumns: '左右两侧的宽度',
  resizeLeft: '画布与智能体设置的高度',
  resizeRight: '图表与回合的高度',
  opening: '正在打开……',
  runsTable: {
    label: '本次会话的运行',
    none: '还没有运行。',
    noneHint: '点击「开始训练」就会开始一次；它随后连同设置和结果出现在这里。',
    name: '运行',
    origin: '类型',
    recorded: '录制的',
    live: '本次会话',
    iterations: '迭代次数',
    best: '最佳',
    show: '显示',
    shown: '在屏幕上',
  },
};
