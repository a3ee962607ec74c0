/** What the page shows, as an address. */
import type { Address, LearnAddress, LessonAddress } from './address.ts';
import { USUAL_CHANNEL } from './channels.ts';
import type { CursorState } from './cursor.ts';

/**
 * The cursor and the run on screen as an address. Where nothing is read, the run goes without saying, except in the inspect place;
 * so does the first of the `roles`, and the team place, except in a lesson: a step without a place stands for where it leads.
 */
export function addressOf(
  cursor: CursorState,
  run: string | null,
  roles: readonly string[],
  lesson: LessonAddress = {},
  learn: LearnAddress = {},
): Address {
  const { place, tab, view, channel, role, iteration, episode, message, token } = cursor;
  const reads = place === 'inspect' || iteration !== null;
  const numbers: Address = {
    ...(iteration !== null ? { iteration } : {}),
    ...(iteration !== null && episode !== null ? { episode } : {}),
    ...(iteration !== null && episode !== null && message !== null ? { message } : {}),
    ...(iteration !== null && episode !== null && message !== null && token !== null ? { token } : {}),
  };
  return {
    ...lesson,
    ...(place !== 'team' || lesson.lesson !== undefined ? { place } : {}),
    ...(place === 'learn' ? learn : {}),
    ...(place === 'training' && tab !== 'settings' ? { tab } : {}),
    ...(place === 'inspect' ? { view } : {}),
    ...(reads && channel !== USUAL_CHANNEL ? { channel } : {}),
    ...(role !== null && roles.indexOf(role) > 0 ? { role } : {}),
    ...(reads && run !== null ? { run } : {}),
    ...numbers,
  };
}
