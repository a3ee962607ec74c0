/** Commands that lead to a place of the page, which a lesson may do without. */
import type { Place } from '../../state/address/cursor.ts';
import { projectsStore } from '../../state/projects/projects.ts';
import { text } from '../../../words/words.ts';
import type { Command } from './command.ts';

/** Why nobody can go to a place now; null when it is shown. */
export function placeRefused(place: Place): string | null {
  const { lesson } = projectsStore.getState();
  return lesson && !lesson.places.includes(place) ? text.teach.hiddenPlace : null;
}

/** The command, refused where `place` is not shown. */
export function inPlace(place: Place, command: Command): Command {
  return { ...command, refused: () => placeRefused(place) ?? command.refused?.() ?? null };
}
