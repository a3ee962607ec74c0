/** What came of an export, as a sentence. */
import { formatBytes } from '../../../kit/figures/format.ts';
import { text } from '../../../../words/words.ts';
import type { Downloaded } from './downloadRun.ts';

/** Of a file that was written, or of one for which a person chose no place. */
export const exportTold = (saved: Downloaded | null): string =>
  saved ? text.runs.actions.exported(saved.file, formatBytes(saved.bytes)) : text.runs.actions.exportCalledOff;
