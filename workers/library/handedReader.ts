/** Files of a run that a terminal hands over, read in stretches: a file of gigabytes never lies in memory whole. */
import type { GivenFile } from '../../src/core/formats/imports/reader.ts';
import { type Ask, type HandedFile, readHanded } from '../../src/core/handed.ts';

/** Bytes that are read ahead of who reads on and on: one stretch is on its way while what came before is made sense of. */
const AHEAD = 2 * 2 ** 20;

interface Stretch {
  readonly file: HandedFile;
  readonly from: number;
  readonly to: number;
  readonly bytes: Promise<Uint8Array>;
}

/** Readers of files, which together hold the stretches of the one that is read on and on. */
export function handedReader(ask: Ask): (file: HandedFile) => GivenFile['read'] {
  /** One behind the other. */
  let held: Stretch[] = [];
  const begin = (file: HandedFile, from: number): Stretch => {
    const bytes = readHanded(file, from, from + AHEAD, ask);
    // Whoever comes to read it is told; perhaps nobody does.
    bytes.catch(() => undefined);
    return { file, from, to: Math.min(file.size, from + AHEAD), bytes };
  };
  return (file) => {
    /** Where the last reading ended. */
    let ended = -1;
    return async (start, end) => {
      const until = Math.min(end, file.size);
      const goesOn = start === ended;
      ended = until;
      if (!goesOn || start >= until) return readHanded(file, start, until, ask);
      held = held.filter((stretch) => stretch.file === file && stretch.to > start);
      if (held[0] === undefined || held[0].from > start) held = [begin(file, start)];
      for (let last = held.at(-1); last && last.to < file.size && (held.length < 2 || last.to < until); last = held.at(-1))
        held.push(begin(file, last.to));
      const own = held.filter(({ from }) => from < until);
      const bytes = new Uint8Array(until - start);
      for (const { from, to, bytes: read } of own)
        bytes.set((await read).subarray(Math.max(start, from) - from, Math.min(until, to) - from), Math.max(start, from) - start);
      return bytes;
    };
  };
}
