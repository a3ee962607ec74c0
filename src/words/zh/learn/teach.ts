/** Chinese words of the teacher's view: the dialogue that makes one, and the bar above a lesson. */
import type { teachEn } from '../../en/learn/teach.ts';
import type { Translated } from '../../forms/translated.ts';

const places = {
  team: '团队',
  environment: '环境',
  training: '训练',
  inspect: '检视',
  runs: '运行',
  learn: '学习',
};

const controls = {
  canvas: '团队图',
  agent: '智能体编辑器',
  charts: '图表',
  episodes: '回合',
  bench: '试演',
  dataset: '数据集',
  settingsPresets: '预设',
  projectMenu: '项目菜单',
  lockedSettings: '不能改动的设置',
};

export const teachZh: Translated<typeof teachEn> = {
  refused: '没有改动',
  dialogue: '教师链接',
  intro: '一个指向本项目的链接：只给学生看他们需要的，也只让他们改你选定的。',
  title: '标题',
  titleExample: '学习率起什么作用？',
  task: '任务',
  taskExample: '用三种学习率训练。哪一种最好，你从哪里看出来？',
  places: '显示哪些版块',
  controls: '显示哪些部分',
  placeNames: places,
  controlNames: controls,
  change: '学生可以改动什么',
  everything: '全部',
  chosen: '只有这些',
  choose: '选择可以改动什么',
  nothing: '什么都不能改；他们只训练和观察',
  groups: { prompts: '提示词', settings: '训练设置', other: '更大的部分' },
  prompt: (name) => `${name} 的提示词`,
  environment: '环境的代码和数据',
  team: '整个团队',
  warmStart: '热启动',
  same: '所有人得到同样的运行',
  seed: (seed) => `固定种子（${seed}）`,
  seedHelp: '设置相同、种子相同、计算后端也相同时，只要机器舍入一样，每个学生得到的运行就完全一样。',
  backend: '计算后端',
  ownBackend: '由每个学生自己选',
  preview: '在新标签页里预览',
  onePlace: '请至少留下一个要显示的版块。',

  bar: '课',
  untitled: '一节课',
  leave: '离开教学视图',
  leaveHelp: '显示全部内容，也允许改动一切；再次打开链接，就会回到这节课。',
  left: '已离开教学视图',
  leftText: '现在显示全部内容，都可以改动。要回到这节课，请再次打开链接。',
  lockedSetting: '在这节课里固定不变。',
  hiddenPlace: '这节课不用页面的那个部分。',
};
