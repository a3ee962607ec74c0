import { describe, expect, it, vi } from 'vitest';
import { entryOf, galleryFolder, galleryNames, GROUND } from '../../../../../../scripts/page/gallery.ts';
import { MODEL_PROJECTS } from '../../../../../../src/core/document/presets/modelProjects.ts';
import { PRESETS } from '../../../../../../src/core/document/presets/presets.ts';
import { encodeJson } from '../../../../../../src/core/formats/files.ts';
import { HOUSE } from '../../../../../../src/core/gallery/list.ts';
import { readGalleryFolder } from '../../../../../../src/core/gallery/folder.ts';
import { cardByKey, fetchGallery, findEntries, wordsOf } from '../../../../../../src/page/features/projects/gallery/gallery.ts';
import type { ReadFile } from '../../../../../../src/page/state/runs/recorded.ts';
import { GALLERY_TAGS, galleryText } from '../../../../../../src/words/words.ts';
import { galleryCardsZh } from '../../../../../../src/words/zh/shell/galleryCards.ts';

const ENTRIES = galleryNames().map((name) => {
  const files = galleryFolder(name);
  return entryOf(name, files, readGalleryFolder(name, files, GROUND));
});
const names = (words: string, tags: Parameters<typeof findEntries>[2] = []) => findEntries(ENTRIES, words, tags).map(({ name }) => name);

describe('the gallery', () => {
  it('has the shipped projects first, in the order in which they are offered, each with what it is about', () => {
    const offered = [...Object.keys(MODEL_PROJECTS), ...Object.keys(PRESETS)];
    expect(names('').slice(0, offered.length)).toEqual(offered);
    for (const { name, tags, facts } of ENTRIES) if (name in PRESETS) expect([tags.length > 0, facts !== null], name).toEqual([true, true]);
  });

  it('is called in the palette as on its cards', () => {
    const titles = Object.fromEntries(ENTRIES.filter(({ name }) => name in MODEL_PROJECTS).map(({ name, title }) => [name, title]));
    expect(galleryText.models).toEqual(titles);
  });

  it('has the house’s cards in Chinese, and none of a project that is gone', () => {
    const ours = ENTRIES.flatMap(({ name, author }) => (author === HOUSE ? [name] : []));
    expect(Object.keys(galleryCardsZh)).toEqual(expect.arrayContaining(ours));
    expect(names('')).toEqual(expect.arrayContaining(Object.keys(galleryCardsZh)));
    const [relay] = findEntries(ENTRIES, 'weak runner', []);
    expect(relay && wordsOf(relay)).toBe(relay);
  });

  it('finds by every word, by name, text and tag', () => {
    expect(names('weak runner')).toEqual(['relay']);
    expect(names('ORCHESTR')).toEqual(['consult']);
    expect(names('credit verifier')).toEqual(['trio']);
    expect(names('no such thing')).toEqual([]);
  });

  it('finds by tags, all of them', () => {
    expect(names('', ['multi-turn'])).toEqual(['enough', 'switchboard', 'higher-lower', 'memory', 'notebook']);
    expect(names('', ['multi-turn', 'credit'])).toEqual(['memory', 'notebook']);
    for (const tag of GALLERY_TAGS) expect(names('', [tag]), tag).not.toEqual([]);
  });

  it('is walked by arrow keys as the cards lie', () => {
    expect(cardByKey('ArrowRight', 0, 14, 3)).toBe(1);
    expect(cardByKey('ArrowDown', 1, 14, 3)).toBe(4);
    expect(cardByKey('ArrowUp', 1, 14, 3)).toBeNull();
    expect(cardByKey('ArrowDown', 12, 14, 3)).toBeNull();
    expect(cardByKey('End', 3, 14, 3)).toBe(13);
    expect(cardByKey('Enter', 3, 14, 3)).toBeNull();
  });

  it('says why it cannot be fetched, and asks again', async () => {
    const read = vi.fn<ReadFile>().mockRejectedValueOnce(new Error('no way there'));
    const ask = () => fetchGallery(read);
    await expect(ask()).rejects.toThrow('no way there');
    read.mockResolvedValueOnce(null);
    await expect(ask()).rejects.toMatchObject({ fault: { code: 'E_GALLERY_FILES' } });
    read.mockResolvedValueOnce(new TextEncoder().encode('{'));
    await expect(ask()).rejects.toMatchObject({ fault: { code: 'E_GALLERY_LIST' } });
    read.mockResolvedValueOnce(encodeJson(ENTRIES));
    expect(await ask()).toEqual(ENTRIES);
    expect(await ask()).toHaveLength(ENTRIES.length);
    expect(read).toHaveBeenCalledTimes(4);
  });
});
