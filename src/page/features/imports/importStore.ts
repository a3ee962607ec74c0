/**
 * A run of something else on its way in: looked into, its agents named by a person, then read into the library. One at a time; to close
 * the dialogue while it is read ends that, and nothing of it is kept.
 */
import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { Edge } from '../../../core/document/schema.ts';
import { type Fault, faultFrom } from '../../../core/faults.ts';
import type { RowMapping } from '../../../core/formats/imports/mapping.ts';
import type { ForeignAsked, ForeignFiles, ImportProgress, Survey } from '../../../../workers/library/protocol.ts';

/** What was chosen or dropped. */
export interface GivenRun {
  readonly name: string;
  readonly files: ForeignFiles;
}

export interface ImportState {
  readonly given: GivenRun | null;
  readonly phase: 'looking' | 'found' | 'reading';
  readonly survey: Survey | null;
  readonly name: string;
  /** Roles by key of the agent. */
  readonly names: Readonly<Record<string, string>>;
  /** Null leaves it to what prompts quote. */
  readonly edges: readonly Edge[] | null;
  readonly mapping: RowMapping | null;
  readonly progress: ImportProgress | null;
  readonly fault: Fault | null;
  /** Looks into what was found to be a run's; resolves once that is done. */
  begin(given: GivenRun, survey: Survey): void;
  setName(name: string): void;
  /** Names an agent; what prompts quote is asked anew, since two of one name are one. */
  nameAgent(key: string, role: string): Promise<void>;
  setEdges(edges: readonly Edge[] | null): void;
  setMapping(mapping: RowMapping): Promise<void>;
  /** Reads all of it. Whether it is kept now. */
  read(): Promise<boolean>;
  close(): void;
}

/** The library's part in it. */
export interface ImportHosts {
  lookInto(files: ForeignFiles, asked: ForeignAsked): Promise<Survey | null>;
  importRun(id: string, name: string, files: ForeignFiles, asked: ForeignAsked, tell: (progress: ImportProgress) => void): Promise<void>;
  stopImport(): Promise<void>;
  newId(): string;
  /** Shows the run that was kept. */
  show(id: string): Promise<void>;
}

/** What is asked of files of which nobody has said anything yet. */
export const NOTHING_ASKED: ForeignAsked = { names: {}, edges: null, mapping: null };

const CLOSED = {
  given: null,
  phase: 'looking',
  survey: null,
  name: '',
  names: {},
  edges: null,
  mapping: null,
  progress: null,
  fault: null,
} as const satisfies Partial<ImportState>;

export function createImportStore(hosts: ImportHosts) {
  return createStore<ImportState>((set, get) => {
    const asked = (): ForeignAsked => {
      const { names, edges, mapping } = get();
      return { names, edges, mapping };
    };
    /** The newest look counts. */
    let looks = 0;
    const lookAgain = async (): Promise<void> => {
      const { given } = get();
      if (!given) return;
      looks += 1;
      const mine = looks;
      const stillAsked = (): boolean => mine === looks && get().given === given;
      set({ phase: 'looking', fault: null });
      try {
        const survey = await hosts.lookInto(given.files, asked());
        if (stillAsked()) set({ survey, phase: 'found' });
      } catch (error) {
        if (stillAsked()) set({ fault: faultFrom(error), phase: 'found' });
      }
    };
    return {
      ...CLOSED,
      begin: (given, survey) => {
        looks += 1;
        set({ ...CLOSED, given, survey, name: given.name.replace(/\.[a-z0-9.]+$/i, ''), phase: 'found' });
      },
      setName: (name) => set({ name }),
      nameAgent: (key, role) => {
        set(({ names }) => ({ names: { ...names, [key]: role } }));
        return lookAgain();
      },
      setEdges: (edges) => set({ edges }),
      setMapping: (mapping) => {
        set({ mapping });
        return lookAgain();
      },
      read: async () => {
        const { given, name } = get();
        if (!given || get().phase === 'reading') return false;
        const id = hosts.newId();
        set({ phase: 'reading', fault: null, progress: null });
        try {
          const tell = (progress: ImportProgress): void => {
            if (get().given === given) set({ progress });
          };
          await hosts.importRun(id, name.trim() || given.name, given.files, asked(), tell);
          if (get().given === given) set(CLOSED);
          await hosts.show(id);
          return true;
        } catch (error) {
          if (get().given === given) set({ fault: faultFrom(error), phase: 'found' });
          return false;
        }
      },
      close: () => {
        if (get().phase === 'reading') void hosts.stopImport();
        looks += 1;
        set(CLOSED);
      },
    };
  });
}

export type ImportStore = ReturnType<typeof createImportStore>;

export function useImport<T>(store: ImportStore, selector: (state: ImportState) => T): T {
  return useStore(store, selector);
}
