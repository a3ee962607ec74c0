/** A zip that a worker writes, handed to the browser part by part: neither what is in it nor the zip lies in the page whole. */
import type { BaseUse, ToldBase } from '../../../core/formats/exports/exportedBase.ts';
import type { Files, GivenFiles } from '../../../core/formats/files.ts';
import { zipBeside } from '../../../../workers/exports/client.ts';
import { openParts, type SavingWindow } from './savedParts.ts';

/** Bytes of bases from which on a zip is streamed into a file where the browser can. */
const LARGE = 2 ** 28;

type GivenBases = Readonly<Record<string, GivenFiles>>;
/** From how many bytes of bases on a zip goes where a person says, and who asks them; tests give their own. */
export interface WhereTo {
  readonly large?: number;
  readonly window?: SavingWindow;
}
type Put = (part: Uint8Array<ArrayBuffer>) => Promise<void>;

/** Of these files, which are read where they lie; null where a person called it off, else its bytes. */
export const saveZip = (name: string, files: GivenFiles): Promise<number | null> =>
  saved(name, sizeOf(files), (put) => zipBeside({}, {}, () => files, put));

/** Of the bases of a run and of what `rest` gives once it is known what there is to say of them; as above. */
export const saveZipOfBases = (
  name: string,
  bases: GivenBases,
  use: BaseUse,
  rest: (told: Readonly<Record<string, ToldBase>>) => Files,
  where?: WhereTo,
): Promise<number | null> => {
  const bytes = Object.values(bases).reduce((sum, files) => sum + sizeOf(files), 0);
  return saved(name, bytes, (put) => zipBeside(bases, use, rest, put), where);
};

async function saved(
  name: string,
  bytes: number,
  write: (put: Put) => Promise<number>,
  { large = LARGE, window }: WhereTo = {},
): Promise<number | null> {
  const sink = await openParts(name, 'application/zip', bytes >= large, window);
  if (!sink) return null;
  try {
    const written = await write((part) => sink.put(part));
    await sink.close();
    return written;
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}

const sizeOf = (files: GivenFiles): number =>
  Object.values(files).reduce((sum, file) => sum + (file instanceof Blob ? file.size : file.byteLength), 0);
