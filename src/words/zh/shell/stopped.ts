/** Chinese words of a page that cannot go on. */
import type { stoppedEn } from '../../en/shell/stopped.ts';
import type { Translated } from '../../forms/translated.ts';

export const stoppedZh: Translated<typeof stoppedEn> = {
  title: '工作台停止工作了',
  notOpened: '工作台没能打开',
  what: '出了一个问题，页面的任何一个部分都没能单独拦住它。',
  notFetched: (file) =>
    `${file === null ? '页面的一部分' : `「${file}」是页面的一部分，它`}没能下载下来。请检查网络连接，然后重新加载页面。`,
  kept: '你的项目连同最后一次编辑都保留在这个浏览器里。重新加载页面后，进行中的运行可以从它最后的检查点继续。',
  notKept: '这个浏览器不为本页面保留任何内容：重新加载之前，请先把项目保存为文件。',
  reload: '重新加载页面',
  safe: '不用保留的内容打开页面',
  safeHelp: '如果它又停止工作：安全启动什么也不恢复，项目和运行保持原样。',
  save: '把项目保存为文件',
  report: '发生了什么',
  reportIntro: '可以发给帮助你的人的文字；页面不会发送任何东西。其中没有提示词、代码和数据。',
  copy: '复制',
  copied: '已复制',
  notCopied: '没能复制：请改为选中这些文字。',
  small: '页面的这一部分停止工作了。请重新加载页面再试一次。',
};
