/** Chinese words of what is wrong with the preview of prompts. */
import type { previewFaults } from '../../../en/faults/page/preview.ts';
import type { Translated } from '../../../forms/translated.ts';

export const previewFaultsZh: Translated<typeof previewFaults> = {
  E_WORKER_DIED: ({ said }) => ({
    message: `拼成预览的工作线程停止了${said ? `：${said}` : '。'}`,
    hint: '随便改动一处，就会重新启动它。',
  }),
};
