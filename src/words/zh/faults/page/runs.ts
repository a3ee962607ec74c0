/** Chinese words of what is wrong with the runs that this browser keeps, and with those that ship with the page. */
import type { pageRunFaults } from '../../../en/faults/page/runs.ts';
import type { Translated } from '../../../forms/translated.ts';

const RECORD_AGAIN = '请用 `npm run record` 重新录制这次运行。';
const listed = (names: readonly string[]): string => names.map((name) => `「${name}」`).join('、');

export const pageRunFaultsZh: Translated<typeof pageRunFaults> = {
  E_LIBRARY_DIED: ({ iteration }) => ({
    message: `在这个浏览器中存储运行的工作线程意外停止，因此运行只保留到这个标签页关闭为止。${
      iteration === null ? '' : `正在进行的运行在磁盘上大约存到第 ${iteration} 次迭代；此后的一切只在内存中。`
    }`,
    hint: '已存储的运行没有受损：请导出正在进行的运行，然后重新加载页面，恢复存储。',
  }),
  E_RUNS_GONE: ({ gone, here }) => ({
    message: `这个窗口不会长期保存任何内容：浏览器已清除${listed(gone)}的文件。`,
    hint: `隐私窗口会这样，空间不足的浏览器也会。${
      here.length > 0 ? `内存中还有${listed(here)}：请在关闭这个标签页之前导出。` : '请趁这个窗口的运行还在屏幕上时导出它们。'
    }`,
  }),
  E_RUN_FETCH: ({ path, status }) => ({
    message: `请求 ${path} 时，服务器回应 ${status}。`,
    hint: '请重新加载页面，再试一次。',
  }),
  E_RUN_FILE_MISSING: ({ path }) => ({
    message: `录制的运行列出了 ${path}，但没有这个文件。`,
    hint: RECORD_AGAIN,
  }),
  E_RUN_FILE: ({ file }) => ({
    message: `录制的运行中，${file} 的格式是这个版本读不了的。`,
    hint: RECORD_AGAIN,
  }),
};
