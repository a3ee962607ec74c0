/** Who teaches a run of the terminal: `--teacher`, and the adapters of the run folders that a document's teachers name. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pupilsOf } from '../../../src/core/document/teachers.ts';
import { type TeacherSettings, teacherSchema } from '../../../src/core/document/teacherSchema.ts';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import { baseNameOf } from '../../../src/core/document/bases.ts';
import { fault, FaultError } from '../../../src/core/faults.ts';
import { unzipFiles } from '../../../src/core/formats/archive.ts';
import { type Files, filesUnder } from '../../../src/core/formats/files.ts';
import { type TeacherFiles, teacherFingerprint, teacherKey } from '../../../src/core/formats/models/teacherFiles.ts';
import { adapterFilesOf } from '../../../src/core/formats/models/adapters/adapterFiles.ts';
import { RUN_PATHS } from '../../../src/core/formats/runPaths.ts';
import { sessionFaults } from '../../../src/words/words.ts';
import { checkpointChoice, evaluationPoint, type Notice, readRun, type TerminalRun } from './storedRun.ts';

/** The adapters of a run after an iteration: of a checkpoint that is whole, or kept alone. */
async function adaptersOf(run: TerminalRun, choice: string | undefined, notice: Notice): Promise<{ iteration: number; files: Files }> {
  const zip = /^\d+$/.test(choice ?? '') ? await run.files.read(RUN_PATHS.adapters(Number(choice))) : null;
  if (zip) return { iteration: Number(choice), files: unzipFiles(zip, undefined, RUN_PATHS.adapters(Number(choice))) };
  const { iteration, files } = await evaluationPoint(run, checkpointChoice(choice), notice);
  return { iteration, files: adapterFilesOf(filesUnder(files, RUN_PATHS.checkpoint(iteration))) };
}

const isRun = (folder: string): boolean => existsSync(join(folder, RUN_PATHS.project));

/** `FOLDER[@N|@best|@latest]`. */
function parts(text: string): { readonly folder: string; readonly choice: string | undefined } {
  const [, folder = text, choice] = /^(.*)@(\d+|best|latest)$/.exec(text) ?? [];
  return { folder, choice };
}

/**
 * The document with what `--teacher` names as the teacher of all its agents: the newest whole checkpoint of a run, or the one that is
 * asked for; or, where there is no such folder, a base.
 */
export async function withTeacher(document: ProjectDocument, text: string, notice: Notice): Promise<ProjectDocument> {
  const { folder, choice } = parts(text);
  return {
    ...document,
    training: {
      ...document.training,
      distillation: {
        ...document.training.distillation,
        teachers: [isRun(folder) ? await runTeacher(document, folder, choice, notice) : teacherSchema.parse({ base: text })],
      },
    },
  };
}

async function runTeacher(document: ProjectDocument, folder: string, choice: string | undefined, notice: Notice): Promise<TeacherSettings> {
  const run = await readRun(folder);
  const { iteration, files } = await adaptersOf(run, choice, notice);
  const roles = new Set(document.team.agents.map(({ role }) => role));
  const taught = run.document.team.agents.filter(({ role }) => roles.has(role));
  const bases = new Set(taught.map((agent) => baseNameOf(run.document, agent)));
  const [base = ''] = bases.size === 1 ? bases : [];
  return teacherSchema.parse({
    run: resolve(folder),
    name: run.document.name,
    iteration,
    base,
    sha256: teacherFingerprint(files),
  });
}

/**
 * Adapters of all runs that teach the document's agents, by `teacherKey`. A run is looked for where its teacher says and, where `moved`
 * names a folder (`--teacher` beside `--resume`), there; the session refuses other adapters than were chosen.
 */
export async function teachersFor(document: ProjectDocument, notice: Notice, moved?: string): Promise<TeacherFiles> {
  const found: Record<string, Files> = {};
  for (const { agent, teacher } of pupilsOf(document)) {
    const key = teacherKey(teacher);
    if (teacher.run === '' || key in found) continue;
    const folder = [...(moved === undefined ? [] : [parts(moved).folder]), teacher.run].find(isRun);
    const { run, name, iteration } = teacher;
    const params = { found: 'missing', role: agent.role, run: name || run, iteration } as const;
    const missing = (): FaultError =>
      new FaultError(fault(sessionFaults, 'E_TEACHER', params, { place: { subject: 'training.distillation.teachers' } }));
    if (folder === undefined) throw missing();
    found[key] = (await adaptersOf(await readRun(folder), `${iteration}`, notice)).files;
  }
  return found;
}
