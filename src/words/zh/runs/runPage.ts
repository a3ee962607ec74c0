/** Chinese words of a run as one HTML file: the page in the file, and the dialogue that makes it. */
import type { runPageText } from '../../en/runs/runPage.ts';
import type { Translated } from '../../forms/translated.ts';

const episodes = (count: number): string => `${count} 个回合`;

export const runPageZh: Translated<typeof runPageText> = {
  recorded: '一次录制的运行：这里只汇总录制的数字，不做别的计算。',
  made: (build) => `由 MARFT Workbench ${build} 制作`,
  seed: (seed) => `种子 ${seed}`,
  iterations: (count) => `${count} 次迭代`,
  bases: (names) => `基座模型 ${names}`,
  backend: (backend, device) => `训练于 ${[backend, device].filter(Boolean).join('，')}`,
  team: '团队',
  scheme: { light: '浅色', dark: '深色', label: '颜色' },
  curves: '曲线',
  curvesHint: '指向一条曲线，或让它获得焦点后用方向键：所有曲线都显示那次迭代的值。',
  chart: (title) => `${title}：方向键沿着迭代移动`,
  at: (iteration) => `第 ${iteration} 次迭代`,
  notMeasured: '这里没有测量',
  more: '更多曲线',
  table: '显示为表格',
  iteration: '迭代',
  episodes: '回合',
  episodesOf: (readable, all) =>
    readable === all
      ? `这次迭代保留的全部 ${episodes(all)}`
      : `${episodes(all)}中的 ${readable} 个；其余的在这个文件里只有数字，供着色和比较之用`,
  noEpisodes: '这个文件只有曲线：没有选择回合。',
  unreadable: '只有数字：这个回合的文字不在这个文件里。',
  project: '项目',
  projectHint: '训练时的项目：工作台可以把这段文字作为文件打开。',
  elsewhere: (step, source) => `到第 ${step} 步，来自 ${source} · 在别处训练：设置、种子和基座模型未知`,
  teamHint: '它的智能体以及谁听谁说，以其训练器的文件所述为限。项目的其他内容都未知。',
  save: '保存为 project.json',
  prompt: (role) => `告诉 ${role} 的话`,
  broken: '这个文件已损坏：其中的运行内容无法读取。',
  noScript: '这个文件用自带的脚本显示一次运行。不会获取任何东西：要阅读它，请允许这个文件运行脚本。',

  what: '文件包含项目及其提示词、所有曲线和这里选定的回合。它可在任何浏览器里打开，不获取任何东西，也不需要服务器。',
  which: '回合',
  choices: {
    open: { name: (iteration, episode) => `打开着的这个：第 ${iteration} 次迭代，回合 ${episode}`, what: '' },
    extremes: { name: '每次迭代最好和最差的', what: '按奖励；相同的取第一个' },
    all: { name: '全部', what: '保留的每个回合' },
    none: { name: '不要', what: '只有曲线' },
  },
  whichIterations: '迭代',
  allIterations: (count) => `保留的全部 ${count} 次`,
  numbers: '这些迭代的其他回合，文件里只有数字而没有文字：着色和比较要用它们。',
  write: '保存',
  cancel: '取消',
  working: (done, all) => `正在打包第 ${done} 次迭代，共 ${all} 次……`,
  saved: (file, size, count) => `已下载：${file}，${size}，${count === 0 ? '不含回合' : `含 ${episodes(count)}可读`}`,
  failed: '文件没有保存',
  noneKept: '这次运行没有保留回合：文件里有它的曲线。',
};
