/** What the parts of the engine store share. */
import type { StoreApi } from 'zustand/vanilla';
import type { TrainerLink } from './trainerLink.ts';
import type { EngineHosts, EngineState } from './types.ts';

export interface EngineShared {
  readonly hosts: EngineHosts;
  readonly get: StoreApi<EngineState>['getState'];
  readonly set: (part: Partial<EngineState>) => void;
  readonly link: TrainerLink;
}
