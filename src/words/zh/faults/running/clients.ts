/** Chinese words of what the page is told of a worker that is not there any more. */
import type { clientsFaults } from '../../../en/faults/running/clients.ts';
import type { Translated } from '../../../forms/translated.ts';

type LostEnvironment = Parameters<typeof clientsFaults.E_ENV_LOST>[0];

function didAtLast(of: LostEnvironment): string {
  switch (of.found) {
    case 'stopped':
      return '停止了';
    case 'unreadable':
      return '发来了无法读取的内容';
    case 'silent':
      return `没有在 ${Math.round(of.milliseconds / 1000)} 秒内作答`;
  }
}

export const clientsFaultsZh: Translated<typeof clientsFaults> = {
  E_ENV_LOST: (of) => ({
    message: `环境的工作线程${didAtLast(of)}。`,
    hint: '重新加载环境时它会重新启动；以往的运行没有受损。',
  }),
  E_LIBRARY_DIED: () => ({
    message: '保存运行的工作线程意外停止。',
    hint: '已保存的运行没有受损，工作线程会重新启动：请再试一次。',
  }),
  E_EXPORT_WORKER: () => ({
    message: '写出导出文件的工作线程停止了，可能是因为浏览器内存不足。',
    hint: '运行没有受损：请关闭其他标签页后重新导出，或者重新加载页面。',
  }),
  E_HUB_DIED: () => ({
    message: '获取模型的工作线程意外停止。',
    hint: '已经到达的部分会保留：请重新开始，它会从那里继续。',
  }),
  E_DATASET_READER: ({ name }) => ({
    message: `${name} 无法读取：读取它的工作线程停止了，可能是因为浏览器内存不足。`,
    hint: '请只导入文件的一部分，或者关闭其他标签页。',
  }),
};
