import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recordedFacts } from '../../../../../../scripts/gallery.ts';
import { cardByKey, findCards, galleryCards } from '../../../../../../src/page/features/projects/gallery/gallery.ts';
import { GALLERY_TAGS } from '../../../../../../src/words/words.ts';
import { PRESETS } from '../../../../../../src/core/document/presets/presets.ts';

const names = (words: string, tags: Parameters<typeof findCards>[2] = []) =>
  findCards(galleryCards(), words, tags).map(({ preset }) => preset);

describe('the gallery', () => {
  it('has a card for every shipped project, each with what it is about', () => {
    expect(galleryCards().map(({ preset }) => preset)).toEqual(Object.keys(PRESETS));
    for (const card of galleryCards()) expect(card.tags.length, card.preset).toBeGreaterThan(0);
  });

  it('shows of the recorded runs what is in their files (npx tsx scripts/gallery.ts writes it)', () => {
    const file = new URL('../../../../../../src/page/features/projects/gallery/recordings.json', import.meta.url);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(recordedFacts());
  });

  it('finds by every word, by name, text and tag', () => {
    expect(names('')).toHaveLength(galleryCards().length);
    expect(names('weak runner')).toEqual(['relay']);
    expect(names('ORCHESTR')).toEqual(['consult']);
    expect(names('credit verifier')).toEqual(['trio']);
    expect(names('no such thing')).toEqual([]);
  });

  it('finds by tags, all of them', () => {
    expect(names('', ['multi-turn'])).toEqual(['higher-lower', 'memory']);
    expect(names('', ['multi-turn', 'credit'])).toEqual(['memory']);
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
});
