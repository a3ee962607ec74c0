/**
 * What this machine can do with a model, said before it is fetched. So far only what cannot be read at all is known; an estimate of
 * memory and speed belongs into {@link judgementOf}, which has the model's size for it.
 */
import { MOST_IN_PAGE } from '../../../../core/formats/models/keptHub.ts';
import { hubText } from '../../../../words/words.ts';
import { formatBytes } from '../../../kit/figures/format.ts';

export interface Judgement {
  /** False where fetching it would be in vain. */
  readonly fits: boolean;
  readonly text: string;
}

/** Null where nothing is known. */
export function judgementOf({ bytes }: { readonly parameters: number | null; readonly bytes: number }): Judgement | null {
  return bytes > MOST_IN_PAGE.all ? { fits: false, text: hubText.tooLarge(formatBytes(MOST_IN_PAGE.all)) } : null;
}
