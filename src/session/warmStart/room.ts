/** Whether a warm start fits this machine's memory: before any weights are read, or drawn. */
import { baseNameOf } from '../../core/document/bases.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { EnvironmentHost } from '../../core/environment/contract.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Ranges } from '../../engine/executors/split/ranges.ts';
import { requireRoom, type RoomOptions } from '../room/fits.ts';
import { warmWork } from '../room/fitWork.ts';
import type { BaseOutline } from '../team/base.ts';

/**
 * Throws `E_MEMORY_PLAN` where the warm start of the document does not fit, and says as {@link requireRoom} does where its layers are to lie. A base that is made anew has a size only when its texts were
 * read: nothing is asked without it, and the warm start asks once it is known.
 */
export async function requireWarmRoom(
  document: ProjectDocument,
  bases: readonly BaseOutline[],
  environment: EnvironmentHost,
  engine: Pick<Engine, 'backend' | 'lanes'>,
  options: Omit<RoomOptions, 'work'> = {},
): Promise<Ranges | null> {
  const known = document.team.agents.every((agent) => bases.some(({ name }) => name === baseNameOf(document, agent)));
  return known ? requireRoom(document, bases, environment, engine, { ...options, work: warmWork(document.warmStart) }) : null;
}
