/** A folder's files, and what the page fetches to show the gallery: every card, with what is known of its recorded run. `gallery/list.json` holds a list of them. */
import type { GalleryCard } from './card.ts';
import type { RecordingFacts } from './facts.ts';

export const GALLERY_FILES = { card: 'card.json', project: 'project.json', run: 'run.zip' } as const;
/** By preference; a folder has one of them. */
export const PICTURES = ['picture.svg', 'picture.webp'] as const;

/** Whose projects ship with the workbench as presets; a card names its author where it is somebody else. */
export const HOUSE = 'The authors of MARFT Workbench';

export interface GalleryEntry extends Omit<GalleryCard, 'claims'> {
  /** Its folder below `gallery/`. */
  readonly name: string;
  /** File of its picture, in that folder. */
  readonly picture: string;
  readonly agents: number;
  readonly facts: RecordingFacts | null;
}
