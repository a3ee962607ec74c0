/**
 * The episodes of an iteration window by window, where its file is too large to be read whole: which bytes hold how many lines, and which
 * numbers of episodes, is found once, and only those of one window are read and parsed. `windowIndex.ts` keeps what was found.
 */
import type { FileSystem } from './fileSystem.ts';
import type { EpisodeWindow } from './types.ts';

export interface WindowLimits {
  /** Files of at most so many bytes are read whole. */
  readonly whole: number;
  /** Most lines and bytes of a window; a longer line is a window of its own. */
  readonly lines: number;
  readonly bytes: number;
}

export const WINDOW_LIMITS: WindowLimits = { whole: 32 * 2 ** 20, lines: 1000, bytes: 4 * 2 ** 20 };

/** Bytes looked through at a time. */
const PIECE = 4 * 2 ** 20;

const NEWLINE = 10;

/** Whole lines that stand one after the other. */
interface Stretch {
  /** Bytes of the file, from `begin` to before `end`. */
  readonly begin: number;
  end: number;
  /** Lines before it, and in it. */
  readonly first: number;
  lines: number;
  /** Least and greatest number of its episodes. */
  least: number;
  most: number;
  /** Whether a line does not begin with its episode's number, so that any may be in it. */
  untold: boolean;
}

export interface WindowIndex {
  /** Of the file when it was looked through. */
  readonly size: number;
  /** A torn last line is in none of them. */
  readonly windows: readonly Readonly<Stretch>[];
}

/** Looks through a file of `size` bytes; of one that `known` was the index of and that grew, only from its last window on. */
export async function indexWindows(
  fs: FileSystem,
  path: string,
  size: number,
  limits: WindowLimits,
  known: WindowIndex | null = null,
): Promise<WindowIndex> {
  const windows: Stretch[] = known && known.size <= size ? known.windows.slice(0, -1) : [];
  const before = windows.at(-1);
  let open: Stretch | undefined;
  let first = before ? before.first + before.lines : 0;
  let line = before?.end ?? 0;
  let number: number | null = null;
  for (let at = line; at < size; ) {
    const piece = await fs.readPart(path, at, Math.min(PIECE, size - at));
    if (piece.byteLength === 0) break;
    if (line === at) number = numberOf(piece, 0);
    for (let found = piece.indexOf(NEWLINE); found >= 0; found = piece.indexOf(NEWLINE, line - at)) {
      const end = at + found + 1;
      if (!open || open.lines >= limits.lines || end - open.begin > limits.bytes) {
        open = { begin: line, end, first, lines: 0, least: Infinity, most: -Infinity, untold: false };
        windows.push(open);
      }
      add(open, end, number);
      first += 1;
      line = end;
      number = numberOf(piece, line - at);
    }
    // A line that goes on is begun anew with the next piece, unless it fills this one.
    at = line > at ? line : at + piece.byteLength;
  }
  return { size, windows };
}

function add(open: Stretch, end: number, number: number | null): void {
  open.end = end;
  open.lines += 1;
  if (number === null) open.untold = true;
  else {
    open.least = Math.min(open.least, number);
    open.most = Math.max(open.most, number);
  }
}

/** How a line that a run's writer or an import wrote begins. */
const NUMBERED = /^\{"iteration":\d+,"episode":(\d+),/;

/** The number of the episode of the line that begins at `begin`; null where the line begins in another way. */
function numberOf(piece: Uint8Array, begin: number): number | null {
  const found = NUMBERED.exec(String.fromCharCode(...piece.subarray(begin, begin + 48)))?.[1];
  return found === undefined ? null : Number(found);
}

/** The number of lines of the file that the index knows. */
const linesOf = ({ windows }: WindowIndex): number => {
  const last = windows.at(-1);
  return last ? last.first + last.lines : 0;
};

/** What a person is told of a window. */
export function windowAt(index: WindowIndex, window: number): EpisodeWindow {
  const { first, lines } = index.windows[window] ?? { first: 0, lines: 0 };
  return { window, windows: index.windows.length, first, count: lines, of: linesOf(index) };
}

/** Windows that an episode of this number may be in: an imported run's stand in their order, another's wherever they ended. */
export function windowsWith({ windows }: WindowIndex, episode: number): number[] {
  return windows.flatMap(({ least, most, untold }, window) => (untold || (least <= episode && episode <= most) ? [window] : []));
}

/** The text of a window; null where the file is not any more what was looked through. */
export async function windowText(fs: FileSystem, path: string, { windows }: WindowIndex, window: number): Promise<string | null> {
  const stretch = windows[window];
  if (!stretch) return '';
  const { begin, end, lines } = stretch;
  // With the newline before it, by which it is known that a line begins here.
  const before = Math.min(1, begin);
  const bytes = await fs.readPart(path, begin - before, end - begin + before);
  const own = bytes.subarray(before);
  let found = 0;
  for (let at = own.indexOf(NEWLINE); at >= 0; at = own.indexOf(NEWLINE, at + 1)) found += 1;
  const same = own.byteLength === end - begin && own.at(-1) === NEWLINE && found === lines && (before === 0 || bytes[0] === NEWLINE);
  return same ? new TextDecoder().decode(own) : null;
}
