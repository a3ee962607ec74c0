/** What a store needs of the lab to ask it, and whose adapters will answer. */
import type { StoreApi } from 'zustand/vanilla';
import type { LabState } from './types.ts';

/** The lab as far as it is asked here. */
export type AskedLab = Pick<StoreApi<Pick<LabState, 'versions' | 'ask'>>, 'getState'>;

/** Completed iterations of the team that speaks: the one asked for where the run has it, else the newest; null where it has none. */
export async function spokenVersion(lab: AskedLab, runId: string, version: number | 'newest'): Promise<number | null> {
  const versions = await lab.getState().versions(runId);
  return version !== 'newest' && versions.includes(version) ? version : (versions.at(-1) ?? null);
}
