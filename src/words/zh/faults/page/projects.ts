/** Chinese words of what is wrong with projects that this browser keeps, and with the code they bring. */
import type { projectFaults } from '../../../en/faults/page/projects.ts';
import type { Translated } from '../../../forms/translated.ts';

export const projectFaultsZh: Translated<typeof projectFaults> = {
  E_DOCUMENT_JSON: () => ({ message: '保存的内容不是有效的 JSON。' }),
  E_STORAGE_FULL: () => ({
    message: '这个浏览器的存储空间已满，最新的改动没有保存。请下载项目，以免丢失。',
  }),
  E_ENV_FETCH: ({ file }) => ({
    message: `工作台自带的环境 ${file} 没能下载下来。`,
    hint: '请检查网络连接，再试一次；如果期间发布了页面的新版本，请重新加载页面。',
  }),
  E_ENV_CONSENT: () => ({
    message: '这个项目的环境代码来自外部，暂不运行：这里还没有人读过并同意运行它。',
    hint: '请先审阅代码，再允许运行。',
  }),
};
