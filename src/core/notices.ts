/** What a run said of itself, as it is shown. */
import { noticeSentence, reworded } from '../words/words.ts';
import { type Fault, sentencesOf } from './faults.ts';

/** What a notice's sentence is made from; missing in runs that were read from their folder, which keeps the sentence. */
export interface NoticeValues {
  readonly values?: object;
  /** What it repeats. */
  readonly fault?: Fault;
}

/** Its own sentence, or in another language that of its code, made from its values; where it has none they are read from the sentence. */
export function wordedNotice({ code, message, values, fault }: NoticeValues & { readonly code: string; readonly message: string }): string {
  if (fault) return sentencesOf(fault);
  return (values && noticeSentence(code)?.(values as never)) ?? reworded(message);
}
