/** Files of a run that a terminal hands over, read in stretches: a file of gigabytes never lies in memory whole. */
import type { GivenFile } from '../../src/core/formats/imports/reader.ts';
import { type Ask, type HandedFile, readHanded } from '../../src/core/handed.ts';

/** Bytes that are read ahead of who reads on and on: packed files are read in pieces that would each take as long as this. */
const AHEAD = 2 ** 20;

/** Readers of files, which together hold one stretch that was read ahead. */
export function handedReader(ask: Ask): (file: HandedFile) => GivenFile['read'] {
  let held: { readonly file: HandedFile; readonly from: number; readonly bytes: Uint8Array } | null = null;
  return (file) => {
    /** Where the last reading ended. */
    let ended = -1;
    return async (start, end) => {
      const until = Math.min(end, file.size);
      const goesOn = start === ended && until - start < AHEAD;
      ended = until;
      if (held?.file === file && start >= held.from && until <= held.from + held.bytes.length)
        return held.bytes.slice(start - held.from, until - held.from);
      if (!goesOn) return readHanded(file, start, until, ask);
      const bytes = await readHanded(file, start, start + AHEAD, ask);
      held = { file, from: start, bytes };
      return bytes.slice(0, until - start);
    };
  };
}
