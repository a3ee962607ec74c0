/** What a session says of what it does: worded here for logs and run folders, with the values from which a page words it anew. */
import { type Fault, sentencesOf } from '../core/faults.ts';
import type { NoticeValues } from '../core/notices.ts';
import { noticesText } from '../words/words.ts';

/** `message` is what logs and run folders keep. */
export interface NoticeEvent extends NoticeValues {
  readonly type: 'notice';
  readonly level: 'info' | 'warning';
  readonly code: string;
  readonly message: string;
}

type Words = typeof noticesText;

export function notice<C extends keyof Words>(level: NoticeEvent['level'], code: C, values: Parameters<Words[C]>[0]): NoticeEvent {
  const word: (values: never) => string = noticesText[code];
  return { type: 'notice', level, code, message: word(values as never), values };
}

/** A notice that repeats a fault. */
export const faultNotice = (level: NoticeEvent['level'], code: string, fault: Fault): NoticeEvent => ({
  type: 'notice',
  level,
  code,
  message: sentencesOf(fault),
  fault,
});
