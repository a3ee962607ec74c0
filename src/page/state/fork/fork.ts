/**
 * A fork that is being prepared: the next training begins with the adapters of a kept run at one of its checkpoints, and is
 * recorded as that run's child; or with adapters from elsewhere. The document at hand may be changed meanwhile.
 */
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { filesInto, filesUnder, type Files } from '../../../core/formats/files.ts';
import { ADAPTER_CONFIG, RUN_PATHS } from '../../../core/formats/runPaths.ts';
import type { RunOptions, RunParent } from '../library/types.ts';

export interface Fork {
  /** Null where the adapters came from a file. */
  readonly parent: RunParent | null;
  /** What the parent, or that file, is called. */
  readonly name: string;
  /** One PEFT folder per role of the parent's team; those of a file are for the team at hand. */
  readonly adapters: Files;
}

export interface ForkState {
  /** Null while the next training begins with fresh adapters. */
  readonly fork: Fork | null;
  prepare(fork: Fork): void;
  cancel(): void;
}

export function createForkStore(): StoreApi<ForkState> {
  return createStore<ForkState>((set) => ({
    fork: null,
    prepare: (fork) => set({ fork }),
    cancel: () => set({ fork: null }),
  }));
}

/** The page's fork. */
export const forkStore = createForkStore();

/** The adapters in a checkpoint's files, each in the folder of its role. */
export function adaptersIn(checkpoint: Files, iteration: number, document: ProjectDocument): Files {
  const folder = filesUnder(checkpoint, RUN_PATHS.checkpoint(iteration));
  return Object.assign(
    {},
    ...document.team.agents
      .filter(({ role }) => `${role}/${ADAPTER_CONFIG}` in folder)
      .map(({ role }) => filesInto(role, filesUnder(folder, role))),
  ) as Files;
}

/** How the next training begins; without a fork as always. What of the adapters does not fit the document is left out and told. */
export function forkOptions(fork: Fork | null): RunOptions {
  return fork ? { adapters: fork.adapters, ...(fork.parent ? { parent: fork.parent } : {}) } : {};
}

/** Selects from the page's fork. */
export function useFork<T>(selector: (state: ForkState) => T): T {
  return useStore(forkStore, selector);
}
