/** The shipped projects as cards, and which of them a search finds. */
import type { ModelProjectName } from '../../../../core/document/presets/modelProjects.ts';
import type { PresetName } from '../../../../core/document/presets/presets.ts';
import { presetOutline } from '../../../state/document/defaultProject.ts';
import { PRESET_NAMES } from '../../../state/projects/presetChoice.ts';
import { type GalleryTag, type GalleryText, galleryText } from '../../../../words/words.ts';
import type { RecordingFacts } from './recordingFacts.ts';
import recordings from './recordings.json';

export interface GalleryCard extends GalleryText {
  readonly preset: PresetName;
  readonly name: string;
  readonly agents: number;
  readonly recording: RecordingFacts;
}

/** Projects for a larger model, in the order they are offered. */
export const MODEL_CARDS: readonly ModelProjectName[] = ['stories-duo', 'gsm8k-duo'];

let made: readonly GalleryCard[] | null = null;

/** A card for each shipped project, in the order they are offered. */
export function galleryCards(): readonly GalleryCard[] {
  made ??= PRESET_NAMES.map((preset) => {
    const { name, team } = presetOutline(preset);
    return { preset, name, agents: team.agents.length, recording: recordings[preset], ...galleryText.presets[preset] };
  });
  return made;
}

/** The cards that have every word of `words` in their texts, and every one of `tags`. */
export function findCards(cards: readonly GalleryCard[], words: string, tags: readonly GalleryTag[]): readonly GalleryCard[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return cards.filter((card) => {
    const all = [card.name, card.preset, card.shows, card.look, ...card.tags].join(' ').toLowerCase();
    return wanted.every((word) => all.includes(word)) && tags.every((tag) => card.tags.includes(tag));
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
