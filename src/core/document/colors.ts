/**
 * Which place in the palette each agent has: its own for good, so that deleting or adding another recolours nobody, in the
 * project or between the runs of it.
 */
import type { ProjectDocument } from './schema.ts';

type Colored = Pick<ProjectDocument, 'team' | 'view'>;

/**
 * Places in the palette by role, from 0, no two agents with the same unless the file says so. Who has none written down takes
 * the first free one, in the order of the list: without any written down, as in older projects, that is the place in the list.
 */
export function colorSlots({ team: { agents }, view: { colors } }: Colored): ReadonlyMap<string, number> {
  const pinned = agents.flatMap(({ role }) => (Object.hasOwn(colors, role) ? [colors[role]] : []));
  const taken = new Set(pinned);
  const slots = new Map<string, number>();
  for (const { role } of agents) {
    let slot = Object.hasOwn(colors, role) ? colors[role] : undefined;
    if (slot === undefined) {
      slot = 0;
      while (taken.has(slot)) slot += 1;
      taken.add(slot);
    }
    slots.set(role, slot);
  }
  return slots;
}
