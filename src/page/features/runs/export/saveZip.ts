/** A zip that a worker writes, handed to the browser part by part. */
import type { BaseUse, ToldBase } from '../../../../core/formats/exports/exportedBase.ts';
import type { Files, GivenFiles } from '../../../../core/formats/files.ts';
import { zipBeside } from '../../../../../workers/exports/client.ts';
import { openParts, type SavingWindow } from '../../../kit/files/savedParts.ts';

/** Bytes of bases from which on a zip is streamed into a file where the browser can. */
const LARGE = 2 ** 28;

type GivenBases = Readonly<Record<string, GivenFiles>>;

/**
 * Of the bases and of what `rest` gives once it is known what there is to say of them; null where a person called it off, else its bytes.
 * `large`, `window`: from how many bytes of bases on it goes where a person says, and who asks them; tests give their own.
 */
export async function saveZip(
  name: string,
  bases: GivenBases,
  use: BaseUse,
  rest: (told: Readonly<Record<string, ToldBase>>) => Files,
  { large = LARGE, window }: { readonly large?: number; readonly window?: SavingWindow } = {},
): Promise<number | null> {
  const sink = await openParts(name, 'application/zip', sizeOf(bases) >= large, window);
  if (!sink) return null;
  try {
    const bytes = await zipBeside(bases, use, rest, (part) => sink.put(part));
    await sink.close();
    return bytes;
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}

const sizeOf = (bases: GivenBases): number =>
  Object.values(bases)
    .flatMap((files) => Object.values(files))
    .reduce((sum, file) => sum + (file instanceof Blob ? file.size : file.byteLength), 0);
