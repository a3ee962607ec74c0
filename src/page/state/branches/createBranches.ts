/** The branches of runs that were looked at: read when a run is, kept one file each, deleted until they are brought back. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Branch, withDescendants } from '../../../core/counterfactual/branches.ts';
import { fault, faultFrom, type Fault } from '../../../core/faults.ts';
import type { Files } from '../../../core/formats/files.ts';
import { branchFaults } from '../../../words/words.ts';
import { decodeBranch, encodeBranch } from './codec.ts';

/** Where a run's branches lie across visits. */
export interface BranchFiles {
  read(runId: string): Promise<Files>;
  /** Null takes it away. */
  set(runId: string, name: string, bytes: Uint8Array | null): Promise<void>;
}

export interface BranchesState {
  /** By run, in no order; absent until they are read. */
  readonly runs: Readonly<Record<string, readonly Branch[]>>;
  /** What could not be read, kept or deleted last. */
  readonly fault: Fault | null;
  /** Reads a run's branches, once; where they cannot be read, `fault` says so and the next call tries again. Never rejects. */
  load(runId: string): Promise<void>;
  /** Never rejects: what cannot be kept stays until this tab closes, and `fault` says so. */
  add(runId: string, branches: readonly Branch[]): Promise<void>;
  /** Takes a branch away with all that hang below it, and returns them. */
  remove(runId: string, id: string): readonly Branch[];
  /** Lets go of a run's branches, which are read anew when they are wanted; those that could not be kept stay. */
  release(runId: string): void;
  closeFault(): void;
}

export function createBranchesStore(branchFiles: BranchFiles): StoreApi<BranchesState> {
  const reading = new Map<string, Promise<void>>();
  /** Ids of branches that are nowhere but here. */
  const unkept = new Set<string>();
  /** Writes come one after the other, so that a branch brought back is not taken away by what came before. */
  let writing: Promise<void> = Promise.resolve();

  return createStore<BranchesState>((set, get) => {
    const own = (runId: string): readonly Branch[] => get().runs[runId] ?? [];
    const put = (runId: string, branches: readonly Branch[]): void => set({ runs: { ...get().runs, [runId]: branches } });
    const write = (runId: string, changes: readonly (readonly [string, Uint8Array | null])[]): Promise<void> => {
      for (const [name, bytes] of changes) if (bytes) unkept.add(name);
      return (writing = writing.then(async () => {
        try {
          for (const [name, bytes] of changes) {
            await branchFiles.set(runId, name, bytes);
            unkept.delete(name);
          }
        } catch (error) {
          set({ fault: notKept(faultFrom(error)) });
        }
      }));
    };

    const read = async (runId: string): Promise<void> => {
      const found: Branch[] = [];
      // What is being kept or deleted is on its way there.
      await writing;
      const turn = reading.get(runId);
      try {
        for (const [name, bytes] of Object.entries(await branchFiles.read(runId))) {
          try {
            found.push(decodeBranch(bytes, name));
          } catch (error) {
            set({ fault: faultFrom(error) });
          }
        }
      } catch (error) {
        reading.delete(runId);
        return set({ fault: notRead(faultFrom(error)) });
      }
      // Let go of meanwhile: what was read may not be there any more.
      if (reading.get(runId) !== turn) return get().load(runId);
      const here = own(runId);
      put(runId, [...found.filter(({ id }) => !here.some((branch) => branch.id === id)), ...here]);
    };

    return {
      runs: {},
      fault: null,
      load: (runId) => {
        let under = reading.get(runId);
        if (!under) reading.set(runId, (under = read(runId)));
        return under;
      },
      add: (runId, branches) => {
        put(runId, [...own(runId), ...branches]);
        return write(
          runId,
          branches.map((branch) => [branch.id, encodeBranch(branch)] as const),
        );
      },
      remove: (runId, id) => {
        const gone = withDescendants(own(runId), id);
        put(
          runId,
          own(runId).filter((branch) => !gone.includes(branch)),
        );
        void write(
          runId,
          gone.map((branch) => [branch.id, null] as const),
        );
        return gone;
      },
      release: (runId) => {
        reading.delete(runId);
        const { [runId]: held, ...others } = get().runs;
        if (!held) return;
        const left = held.filter(({ id }) => unkept.has(id));
        set({ runs: left.length > 0 ? { ...others, [runId]: left } : others });
      },
      closeFault: () => set({ fault: null }),
    };
  });
}

const notRead = ({ message, hint, detail }: Fault): Fault =>
  fault(branchFaults, 'E_BRANCH_READ', { why: message, advice: hint ?? null }, { detail });

const notKept = ({ message, detail }: Fault): Fault => fault(branchFaults, 'E_BRANCH_KEEP', {}, { detail: detail ?? message });
