/** Whether a warm start fits this machine's memory, before any weights are read. */
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { EnvironmentHost } from '../../core/environment/contract.ts';
import type { Engine } from '../../engine/engine.ts';
import { requireRoom, type RoomOptions } from '../run/fits.ts';
import { warmWork } from '../run/fitWork.ts';
import type { BaseOutline } from '../team/base.ts';

/**
 * Throws `E_MEMORY_PLAN` where the warm start of the document does not fit. A base that is made anew has a size only when its texts were
 * read, and is as small as the settings let it be: nothing is asked for it.
 */
export async function requireWarmRoom(
  document: ProjectDocument,
  bases: readonly BaseOutline[],
  environment: EnvironmentHost,
  engine: Pick<Engine, 'backend' | 'lanes'>,
  options: Omit<RoomOptions, 'work'> = {},
): Promise<void> {
  const { warmStart } = document;
  if (warmStart.trains !== 'new_base') await requireRoom(document, bases, environment, engine, { ...options, work: warmWork(warmStart) });
}
