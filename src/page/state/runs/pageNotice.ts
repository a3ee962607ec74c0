/** What the page says of a run in its workers' stead. */
import type { TrainerEvent } from '../../../../workers/trainer/protocol.ts';
import type { NoticeValues } from '../../../core/notices.ts';
import { original, pageNoticesText } from '../../../words/words.ts';

type Words = typeof pageNoticesText;
/** As the session's come: with what the page words them anew from. */
export type PageNotice = Extract<TrainerEvent, { type: 'notice' }> & NoticeValues;

/** Kept in English; the page words it anew from its values. `english`: those of its English sentence, where they have words too. */
export function pageNotice<C extends keyof Words>(
  at: Pick<PageNotice, 'runId' | 'iteration' | 'level'>,
  code: C,
  values: Parameters<Words[C]>[0],
  english = values,
): PageNotice {
  const word: (values: never) => string = original(pageNoticesText)[code];
  return { type: 'notice', ...at, code, message: word(english as never), values };
}
