/** Chinese words of what a browser's storage and files say when they fail. */
import type { storageFaults } from '../../../en/faults/files/storage.ts';
import type { Translated } from '../../../forms/translated.ts';

export const storageFaultsZh: Translated<typeof storageFaults> = {
  E_STORAGE_FULL: () => ({
    message: '这个浏览器已经没有空间留给这个页面了。',
    hint: '请删除不再需要的运行或项目，或在磁盘上腾出空间，然后再试。',
  }),
  E_STORAGE_LOCKED: () => ({
    message: '这个页面的一个文件无法写入：它是只读的，或者另一个标签页正开着它。',
    hint: '请关闭这个页面的其他标签页，然后再试。',
  }),
  E_STORAGE_READ: () => ({
    message: '有一个文件读取不了：它在选定之后改动或移走了，或者这个浏览器无权读取它。',
    hint: '请重新选择这个文件。',
  }),
  E_STORAGE_FORBIDDEN: () => ({
    message: '这个浏览器不让这个页面使用它的存储。',
    hint: '隐私窗口和严格的设置会造成这种情况。请把想保留的内容下载下来。',
  }),
  E_STORAGE_FAILED: () => ({
    message: '这个浏览器的存储出了错，没有说明原因。',
    hint: '请把想保留的内容下载下来，然后重新加载页面。磁盘满了或坏了会造成这种情况。',
  }),
  E_STORAGE_SILENT: () => ({
    message: '这个浏览器的存储没有响应。',
    hint: '请把想保留的内容下载下来，然后关闭这个页面的其他标签页，再重新加载。',
  }),
  E_STORAGE_GONE: () => ({
    message: '这个页面的存储在使用中关闭了或清空了。',
    hint: '请把想保留的内容下载下来，然后重新加载页面。',
  }),
  E_STORAGE_MISSING: () => ({
    message: '有一个文件不存在了：它已移走或删除。',
    hint: '请重新选择它；如果它原来存放在这个页面里，可能是浏览器清除了它。',
  }),
};
