/**
 * The format of files in a run folder that say one: `card.json`, `best.json`, a checkpoint's `trainer_state.json`. A file without a
 * `format` is of format 1, as every version so far has written it, and this one does: so none of their bytes changes. Whoever changes what
 * is written so that an older version would read it wrongly, or lose a part of it, writes the next number there. A newer one is refused by
 * name and left as it is: it is neither read in part, nor taken for damage, nor written over, nor deleted with what is broken.
 */
import { faultAt } from '../../faultAt.ts';
import type { Fault } from '../../faults.ts';
import { isRecord } from '../../isRecord.ts';
import { runFileFaults } from '../../../words/words.ts';

/** Newest format that this version reads, of each of them, and of `play-on.json`, which calls it its version. */
export const RUN_FORMAT = 1;

/** Throws `E_RUN_FUTURE` where a newer workbench wrote the file `subject`. */
export function requireKnown(format: unknown, subject: string): void {
  if (typeof format === 'number' && format > RUN_FORMAT)
    throw faultAt(runFileFaults, 'E_RUN_FUTURE', { subject, format, reads: RUN_FORMAT });
}

/** What the file `subject` holds, without its `format`; throws `E_RUN_FUTURE` where a newer workbench wrote it. */
export function knownFormat(value: unknown, subject: string): unknown {
  if (!isRecord(value)) return value;
  const { format = RUN_FORMAT, ...rest } = value;
  requireKnown(format, subject);
  // What is no format at all is for the file's own reader to refuse.
  return format === RUN_FORMAT ? rest : value;
}

/** Whether a newer workbench wrote what could not be read of a run: that one reads it, so the run stays. */
export const isOfNewer = ({ code }: Fault): boolean => code === 'E_RUN_FUTURE' || code === 'E_DOCUMENT_FUTURE';
