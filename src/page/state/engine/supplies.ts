/** What a run needs beside its document: the rows of its data set, and a person's own bases, which this browser keeps. */
import type { DataRow } from '../../../core/dataset/rows.ts';
import { baseNames } from '../../../core/document/bases.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { pupilsOf } from '../../../core/document/teachers.ts';
import { fault, FaultError } from '../../../core/faults.ts';
import type { Files } from '../../../core/formats/files.ts';
import { type TeacherFiles, teacherKey } from '../../../core/formats/models/teacherFiles.ts';
import { sessionFaults } from '../../../words/words.ts';
import type { DroppedBases, GivenFiles } from '../../../../workers/trainer/protocol.ts';
import type { EngineShared } from './shared.ts';
import { keepFault } from './faults.ts';
import type { EngineState } from './types.ts';

export interface Supplies extends Pick<EngineState, 'addBase' | 'deleteBase' | 'listKept'> {
  /** The rows of the document's data set, undefined without one. Rejects where they are not here. */
  rowsFor(document: ProjectDocument): Promise<readonly DataRow[] | undefined>;
  /** The adapters of the runs that teach the document's agents, undefined where none does. Rejects where they are not here. */
  teachersFor(document: ProjectDocument): Promise<TeacherFiles | undefined>;
  /** The folders of a person's own that the document uses; what is only kept is read. */
  basesFor(document: ProjectDocument): Promise<DroppedBases>;
}

export function createSupplies({ hosts, get, set }: Pick<EngineShared, 'hosts' | 'get' | 'set'>): Supplies {
  let listed = false;
  const listKept = async (): Promise<void> => {
    // A browser that keeps nothing has nothing to list; adding a base says so.
    set({ kept: await hosts.bases.list().catch(() => []) });
    listed = true;
  };
  /** Does something with the kept bases, lists them anew, and says what went wrong. */
  const keeping = async (work: () => Promise<void>, code: Parameters<typeof keepFault>[0], name: string): Promise<void> => {
    try {
      await work();
      set({ kept: await hosts.bases.list() });
    } catch (error) {
      set({ keepFault: keepFault(code, name, error) });
    }
  };

  return {
    teachersFor: async (document) => {
      const runs = pupilsOf(document).filter(({ teacher }) => teacher.run !== '');
      if (runs.length === 0) return undefined;
      const files: Record<string, Files> = {};
      for (const { agent, teacher } of runs) {
        const key = teacherKey(teacher);
        files[key] ??= await hosts.teacher(teacher.run, teacher.iteration).catch(() => {
          const { run, name, iteration } = teacher;
          const params = { found: 'missing', role: agent.role, run: name || run, iteration } as const;
          throw new FaultError(fault(sessionFaults, 'E_TEACHER', params, { place: { subject: 'training.distillation.teachers' } }));
        });
      }
      return files;
    },
    rowsFor: async (document) => (document.environment.dataset ? hosts.rows(document) : undefined),
    basesFor: async (document) => {
      if (!listed) await get().listKept();
      for (const name of baseNames(document)) {
        if (Object.hasOwn(get().bases, name) || !get().kept.some((base) => base.name === name)) continue;
        const files = await hosts.bases.read(name).catch(() => null);
        if (files) set({ bases: { ...get().bases, [name]: files } });
      }
      const used = new Set(baseNames(document));
      return Object.fromEntries(Object.entries(get().bases).filter(([name]) => used.has(name)));
    },
    addBase: async (name, files) => {
      set({ bases: { ...get().bases, [name]: files }, keepFault: null });
      await keeping(() => hosts.bases.write(name, files), 'E_BASE_KEEP', name);
      // A file on the person's disk may change; what was kept of it does not.
      if (!hasBlobs(files) || get().bases[name] !== files || !get().kept.some((base) => base.name === name)) return;
      const kept = await hosts.bases.read(name).catch(() => null);
      if (kept && get().bases[name] === files) set({ bases: { ...get().bases, [name]: kept } });
    },
    deleteBase: async (name) => {
      const { [name]: _, ...others } = get().bases;
      set({ bases: others, keepFault: null });
      await keeping(() => hosts.bases.remove(name), 'E_BASE_DELETE', name);
    },
    listKept,
  };
}

const hasBlobs = (files: GivenFiles): boolean => Object.values(files).some((file) => file instanceof Blob);
