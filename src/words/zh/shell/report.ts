/** Chinese words of the report that a person may send, and of a safe start. */
import type { reportEn, safeStartEn } from '../../en/shell/report.ts';
import type { Translated } from '../../forms/translated.ts';

export const reportZh: Translated<typeof reportEn> = {
  title: '发生了什么',
  intro: '这是你可以发给帮助你的人的内容。页面不会发送任何东西：先读一读，再复制或保存。除非你勾选，其中没有提示词、代码和数据。',
  where: '请提交到工作台的 issues；地址在 README 里。',
  text: '报告，复制和保存的就是这些文字',
  sentences: '提示信息和缺陷的语句',
  sentencesHelp: '它们比代码说得更多，但可能引用你的名称和文字。',
  project: '打开的项目',
  projectHelp: '它的提示词、环境代码和设置，与「保存为文件」写出的文件相同。',
  copy: '复制',
  copied: '报告已复制',
  copiedHint: '可以粘贴到你求助的地方。',
  notCopied: '报告没能复制',
  save: '保存为文件',
  safe: '不用保留的内容打开页面',
  safeHelp: '安全启动什么也不恢复；项目和运行保持原样。',
  heads: {
    page: '页面',
    browser: '浏览器',
    engine: '引擎',
    kept: '保留在这个浏览器里的内容',
    shape: '打开的项目（数字）',
    events: '最近的事件（自页面打开起的秒数）',
    noEvents: '无',
    project: '打开的项目',
    unknown: '未知',
  },
};

export const safeStartZh: Translated<typeof safeStartEn> = {
  label: '安全启动',
  says: '安全启动：没有恢复以前来访的任何内容，现在作出的选择也不会记住。项目和运行都还在这里：可从「项目」和「运行」打开。',
  leave: '照常打开',
};
