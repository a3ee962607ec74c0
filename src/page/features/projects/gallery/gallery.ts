/** The projects of the gallery, fetched when somebody looks; which of them a search finds; opening one. */
import { parseDocument } from '../../../../core/document/parse.ts';
import { decodeJson } from '../../../../core/formats/files.ts';
import { GALLERY_FILES, type GalleryEntry } from '../../../../core/gallery/list.ts';
import { faultAt } from '../../../../core/faultAt.ts';
import { openFile } from '../../../kit/files/openFile.ts';
import { startWith } from '../../../kit/projects/projectActions.ts';
import { withFaultNotice } from '../../../kit/notices/withFaultNotice.ts';
import { httpFolder, isRecorded, type ReadFile } from '../../../state/runs/recorded.ts';
import { runsStore } from '../../../state/runs/runs.ts';
import { type CardWords, galleryFaults, type GalleryTag, galleryText, text } from '../../../../words/words.ts';

const LIST = 'list.json';
/** Beside the page: written by the build from the repository's `gallery/`. */
const FOLDER: ReadFile = httpFolder(`${import.meta.env.BASE_URL}gallery`);

async function needed(path: string, read = FOLDER): Promise<Uint8Array> {
  const bytes = await read(path);
  if (bytes) return bytes;
  throw faultAt(galleryFaults, 'E_GALLERY_FILES', { found: 'missing', subject: 'gallery', file: path });
}

let fetched: Promise<readonly GalleryEntry[]> | null = null;

/** Every entry, in the order in which they are offered. Rejects where it cannot be fetched, and asks again the next time. */
export function fetchGallery(read = FOLDER): Promise<readonly GalleryEntry[]> {
  fetched ??= needed(LIST, read)
    .then((bytes) => decodeJson(bytes, LIST, galleryFaults, 'E_GALLERY_LIST') as readonly GalleryEntry[])
    .catch((error: unknown) => {
      fetched = null;
      throw error;
    });
  return fetched;
}

/** The address of an entry's picture. */
export const pictureOf = ({ name, picture }: GalleryEntry): string => `${import.meta.env.BASE_URL}gallery/${name}/${picture}`;

/** Begins a project of one's own with that of the entry, and shows its recorded run; tells whether it did. */
export async function openEntry({ name, run }: GalleryEntry): Promise<boolean> {
  const path = `${name}/${GALLERY_FILES.project}`;
  if (run === GALLERY_FILES.run) {
    // It has the project in it, and opens as any exported run does.
    let opened = false;
    await withFaultNotice(text.projects.notStarted, async () => {
      const archive = await needed(`${name}/${GALLERY_FILES.run}`);
      await openFile(new File([archive as Uint8Array<ArrayBuffer>], `${name}.zip`, { type: 'application/zip' }));
      opened = true;
    });
    return opened;
  }
  const begun = await startWith(async () => parseDocument(new TextDecoder().decode(await needed(path))));
  if (begun && run !== null && isRecorded(run)) void runsStore.getState().showRecorded(run, true);
  return begun;
}

/** What its card says: its own words, or those of the language that is spoken. */
export const wordsOf = (entry: GalleryEntry): CardWords =>
  Object.hasOwn(galleryText.cards, entry.name) ? (galleryText.cards[entry.name] ?? entry) : entry;

/** The entries that have every word of `words` in their texts, as they are shown or in English, and every one of `tags`. */
export function findEntries(entries: readonly GalleryEntry[], words: string, tags: readonly GalleryTag[]): readonly GalleryEntry[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    const shown = [entry, wordsOf(entry)].flatMap(({ title, shows, look }) => [title, shows, look]);
    const about = entry.tags.flatMap((tag) => [tag, galleryText.tagNames[tag]]);
    const all = [...shown, entry.name, entry.author, ...about].join(' ').toLowerCase();
    return wanted.every((word) => all.includes(word)) && tags.every((tag) => entry.tags.includes(tag));
  });
}

/** Which card an arrow key leads to from the one at `index`, of `count` cards in rows of `columns`. */
export function cardByKey(key: string, index: number, count: number, columns: number): number | null {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[key];
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (step === undefined) return null;
  const next = index + step;
  return next >= 0 && next < count ? next : null;
}
