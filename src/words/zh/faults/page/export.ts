/** Chinese words of what keeps a run from being taken away. */
import type { exportFaults } from '../../../en/faults/page/export.ts';
import type { Translated } from '../../../forms/translated.ts';

export const exportFaultsZh: Translated<typeof exportFaults> = {
  E_EXPORT_BASE: ({ name, file }) => ({
    message: `基座模型「${name}」没能下载下来：没有 ${file}。`,
    hint: '请重新加载页面，再试一次；这次运行的适配器会保留到标签页关闭为止。',
  }),
  E_EXPORT_NOTHING: ({ recorded }) => ({
    message: '这次运行还没有训练出可以导出的适配器。',
    hint: recorded
      ? '这次录制的运行没有附带权重。请自己训练一次，再导出那次运行。'
      : '适配器随第一个检查点保存：请继续训练，或停止运行，然后导出。',
  }),
  E_EXPORT_READER: ({ status }) => ({
    message:
      status === null ? '用来阅读运行 HTML 文件的页面，收到的与构建时的不符。' : `用来阅读运行 HTML 文件的页面没能下载下来（${status}）。`,
    hint: '它是页面旁边的 run-viewer.html。请重新加载，再试一次；页面的副本也需要这个文件。',
  }),
  E_EXPORT_TOKENS: ({ source }) => ({
    message: `prime-rl 的词元导出要有每个词元的编号、对数概率和掩码；而这次运行只知道 ${source} 写下的内容。`,
    hint: '请把它的回合导出为 TRL 或 verl 的格式，或导出为追踪记录：那里会略去未知的内容（docs/exports.md#episodes-for-other-libraries）。',
  }),
  E_EXPORT_NO_EPISODES: () => ({
    message: '这次运行没有保存任何回合，所以没有可以导出的。',
    hint: '回合在训练时保存；请用同样的种子再训练一次。',
  }),
  E_EXPORT_LARGE: ({ iteration, episodes }) => ({
    message: `第 ${iteration} 次迭代有 ${episodes} 个回合，一个表格或页面放不下。`,
    hint: '请把它的回合导出为训练库的文件（docs/exports.md#episodes-for-other-libraries），这类文件分部分写出；或把这次运行导出为 zip。',
  }),
};
