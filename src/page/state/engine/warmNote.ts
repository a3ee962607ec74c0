/**
 * What a reload would take of a warm start, noted in the tab while there is something to lose: one that goes on, or adapters that lie in memory
 * alone until a run begins with them. A new base is kept by the browser, and lost by nothing.
 */
import { isActive } from './afterEvent.ts';
import type { EngineState } from './types.ts';
import { isWarming } from './warmStart.ts';
import type { TextStorage } from '../storage/storage.ts';
import { STORAGE_KEYS } from '../storage/storage.ts';

export type WarmLoss = 'under way' | 'adapters';

export interface LostWarmStart {
  readonly loss: WarmLoss;
  /** Of the project it was of. */
  readonly project: string;
}

/** What would be lost now; null where nothing would. */
export function warmLoss({ warm, phase }: Pick<EngineState, 'warm' | 'phase'>): LostWarmStart | null {
  if (!warm) return null;
  const project = warm.document.name;
  if (isWarming(warm)) return { loss: 'under way', project };
  return warm.result?.trains === 'adapters' && !isActive(phase) ? { loss: 'adapters', project } : null;
}

/** Writes what would be lost, where that changed: a run that begins with the adapters has them from then on. */
export function noteWarmLoss(
  storage: TextStorage,
  state: Pick<EngineState, 'warm' | 'phase'>,
  before: Pick<EngineState, 'warm' | 'phase'>,
): void {
  const begun = isActive(state.phase) && !isActive(before.phase);
  if (state.warm === before.warm && !begun) return;
  const now = warmLoss(state);
  if (begun || JSON.stringify(now) !== JSON.stringify(warmLoss(before)))
    storage.write(STORAGE_KEYS.warming, now ? JSON.stringify(now) : '');
}

/** What the page that was here before has lost, told once. */
export function takeLostWarmStart(storage: TextStorage): LostWarmStart | null {
  const noted = storage.read(STORAGE_KEYS.warming);
  if (!noted) return null;
  storage.write(STORAGE_KEYS.warming, '');
  const { loss, project } = JSON.parse(noted) as Partial<LostWarmStart>;
  return (loss === 'under way' || loss === 'adapters') && typeof project === 'string' ? { loss, project } : null;
}
