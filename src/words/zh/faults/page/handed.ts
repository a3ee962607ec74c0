/** Chinese words of what keeps files from being read that a terminal hands over to the page (`npm run open`). */
import type { handedFaults } from '../../../en/faults/page/handed.ts';
import type { Translated } from '../../../forms/translated.ts';

const AGAIN = '请再次输入「npm run open -- FOLDER」，并打开它输出的网址。';

export const handedFaultsZh: Translated<typeof handedFaults> = {
  E_HANDED_NONE: () => ({ message: '这个网址已不再移交任何内容，或者从未移交过。', hint: AGAIN }),
  E_HANDED_GONE: ({ subject }) => ({
    message: `${subject} 读不出来了：移交它的终端已停止，或与它的连接断了。`,
    hint: AGAIN,
  }),
  E_HANDED_REFUSED: ({ subject, reason }) => ({
    message: `${subject} 读不出来：${reason}`,
    hint: AGAIN,
  }),
};
