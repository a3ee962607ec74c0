/** Chinese words of why a pasted text holds no agents. */
import type { clipboardFaults } from '../../../en/faults/document/clipboard.ts';
import type { Translated } from '../../../forms/translated.ts';

const COPY_FIRST = '请先在画布上选中智能体并复制。';

export const clipboardFaultsZh: Translated<typeof clipboardFaults> = {
  E_CLIP_EMPTY: () => ({ message: '剪贴板上没有文本。', hint: '请先在画布上复制智能体。' }),
  E_CLIP_SIZE: () => ({ message: '剪贴板上的文本比任何团队都长。', hint: COPY_FIRST }),
  E_CLIP_OTHER: (of) => {
    switch (of.found) {
      case 'text':
        return { message: `剪贴板上是别的文本（「${of.beginning}」），不是智能体。`, hint: COPY_FIRST };
      case 'project':
        return { message: '剪贴板上是整个项目，不是智能体。', hint: '把它存成文件，再导入那个文件。' };
      case 'profiles':
        return { message: '剪贴板上是角色配置，不是画布上的智能体。', hint: '把它们存成文件，再导入那个文件。' };
      case 'data':
        return { message: '剪贴板上是另一种数据，不是智能体。', hint: COPY_FIRST };
    }
  },
  E_CLIP_VERSION: ({ version, reads }) => ({
    message: `这些智能体是在另一个版本的工作台里复制的（格式 ${version ?? '未知'}；这一版读取格式 ${reads}）。`,
    hint: '重新加载两个标签页，然后再复制一次。',
  }),
  E_CLIP_INVALID: (of) =>
    of.found === 'form'
      ? {
          message: `剪贴板上的智能体无法使用：${of.path || '这段文本'}：${of.wrong ?? '不是智能体'}。`,
          hint: '再复制一次；这段文本在途中改变了。',
        }
      : {
          message: `剪贴板上的智能体组不成团队：${of.fault.message}`,
          hint: '先修正它们所在的团队，然后再复制。',
        },
};
