/** Chinese words of what is wrong with branches: what was tried with the episodes of a run. */
import type { branchFaults } from '../../../en/faults/page/branches.ts';
import type { Translated } from '../../../forms/translated.ts';

export const branchFaultsZh: Translated<typeof branchFaults> = {
  E_BRANCH_READ: ({ why, advice }) => ({
    message: `读不出对这次运行做过的尝试：${why}`,
    hint: `它们很可能还在：回到这个视图再试一次。${advice ?? ''}`,
  }),
  E_BRANCH_KEEP: () => ({
    message: '这次尝试没能随运行一起保存。',
    hint: '它会保留到这个标签页关闭为止。浏览器的空间可能不足，或不为这个页面保存任何内容。',
  }),
  E_BRANCH_FUTURE: ({ name, format, reads }) => ({
    message: `分支 ${name} 由更新版本的工作台写下（格式 ${format}；这个版本最多读到 ${reads}），因此不显示。`,
    hint: '它原样留在运行中。重新载入页面或更新工作台，就能看到它。',
  }),
  E_BRANCH_FILE: ({ name }) => ({
    message: `分支 ${name} 的格式是这个版本读不了的，因此不显示。`,
    hint: '它原样留在运行中。',
  }),
};
