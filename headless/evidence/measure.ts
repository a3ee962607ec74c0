/** One run of a row, measured or read from its file. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createSandbox } from '../../src/session/sandbox/node.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import { type TeacherSettings, teacherSchema } from '../../src/core/document/teacherSchema.ts';
import { type TeacherFiles, teacherFingerprint, teacherKey } from '../../src/core/formats/models/teacherFiles.ts';
import type { EvidenceSeed } from '../../src/core/lessons/evidence.ts';
import { adapterFiles } from '../../src/session/run/checkpoint.ts';
import { Lab } from '../../src/session/run/lab.ts';
import type { TrainingSession } from '../../src/session/run/session.ts';
import { readFolder, writeFolderWhole } from '../kit/folders.ts';
import { loadBases } from '../kit/host.ts';
import { BegunRun } from '../results/begunRun.ts';
import { kept, store } from '../results/kept.ts';
import { EVALUATED, type MeasuredRun, measureRun } from '../results/measureRun.ts';
import { type EvidenceRow, rowDocument, type RowVariant } from './row.ts';

/** What a file under `.results/evidence/` holds: all of one run, in full precision. */
export type KeptRun = MeasuredRun & { readonly shares: Readonly<Record<string, number>> };

export interface MeasuredSeed {
  readonly seed: EvidenceSeed;
  readonly backend: string;
}

/** One seed of a variant: read where such a run is on file, else trained. */
export async function measuredSeed(row: EvidenceRow, variant: RowVariant, seed: number): Promise<MeasuredSeed> {
  const taught = variant.taught ? await trainedTeacher(row) : null;
  const own = rowDocument(row, variant, seed);
  const document = taught ? withTeacher(own, taught.teacher) : own;
  const name = runName(row, document);
  const run = await kept<KeptRun>(name, async () => {
    process.stderr.write(`  ${row.id}/${variant.id}, seed ${seed}\n`);
    return trainedRun(row, document, new BegunRun(join(store, `${name}.begun`)), taught?.files);
  });
  const { before, after } = run;
  if (!before.train || !after.train) throw new Error(`${name}: the train split was not measured`);
  const extra = { ...(row.test ? splitExtras(run) : {}), ...run.shares };
  return {
    seed: {
      seed,
      before: before.train,
      after: after.train,
      reward: run.rows.map((metrics) => metrics['reward/mean'] ?? Number.NaN),
      series: seriesOf(row, run),
      notices: run.notices,
      ...(Object.keys(extra).length > 0 ? { extra } : {}),
    },
    backend: run.backend,
  };
}

/**
 * Where a run is kept: by what is trained and what is asked of it, so that rows which share a run train it once, and a row that
 * is changed is measured again. A base that was made anew is not seen by it.
 */
function runName({ test, shares }: EvidenceRow, { team, environment, training }: ProjectDocument): string {
  const asked = JSON.stringify([team, environment.source, environment.dataset, training, test ?? false, shares ?? false]);
  return `evidence/${createHash('sha256').update(asked).digest('hex').slice(0, 16)}-seed${training.seed}.json`;
}

/** The row's teacher: the first variant's team, trained by another seed; its adapters are kept beside the runs. */
async function trainedTeacher(row: EvidenceRow): Promise<{ readonly teacher: TeacherSettings; readonly files: TeacherFiles }> {
  if (row.teacherSeed === undefined) throw new Error(`${row.id} has nobody who teaches`);
  const document = rowDocument(row, row.variants[0], row.teacherSeed);
  const name = runName(row, document);
  const folder = join(store, `${name}.adapters`);
  if (!existsSync(folder)) {
    process.stderr.write(`  ${row.id}: its teacher, seed ${row.teacherSeed}\n`);
    const last = (session: TrainingSession) => writeFolderWhole(folder, adapterFiles(session));
    await measureRun(document, [], last);
  }
  const adapters = readFolder(folder);
  const { iterations: iteration } = document.training;
  const teacher = teacherSchema.parse({ run: 'teacher', iteration, sha256: teacherFingerprint(adapters) });
  return { teacher, files: { [teacherKey(teacher)]: adapters } };
}

function withTeacher(document: ProjectDocument, teacher: TeacherSettings): ProjectDocument {
  const distillation = { ...document.training.distillation, teachers: [teacher] };
  return { ...document, training: { ...document.training, distillation } };
}

async function trainedRun(
  { test, shares }: EvidenceRow,
  document: ProjectDocument,
  begun: BegunRun,
  teachers?: TeacherFiles,
): Promise<KeptRun> {
  let asked = {};
  const last = async (session: TrainingSession) => {
    if (shares) asked = await sharesOf(document, session);
  };
  const run = await measureRun(document, test ? ['train', 'test'] : ['train'], last, begun, teachers);
  begun.remove();
  return { ...run, shares: asked };
}

/** KL to the base, entropies and skills, and what else the row asks for; null where an iteration has none. */
function seriesOf(row: EvidenceRow, { rows, roles }: MeasuredRun): Record<string, (number | null)[]> {
  const skills = new Set(rows.flatMap((metrics) => Object.keys(metrics).filter((name) => name.startsWith('skill/'))));
  const names = [...roles.flatMap((role) => [`actor/${role}/kl_ref`, `actor/${role}/entropy`]), ...skills, ...(row.series ?? [])].filter(
    (name) => !row.without?.some((start) => name.startsWith(start)) && rows.some((metrics) => metrics[name] !== undefined),
  );
  return Object.fromEntries(names.map((name) => [name, rows.map((metrics) => metrics[name] ?? null)]));
}

/** `train.sampled`, `test.before.greedy`, … */
function splitExtras({ before, after }: MeasuredRun): Record<string, number> {
  const extra: Record<string, number> = {};
  for (const split of ['train', 'test'] as const) {
    for (const how of ['sampled', 'greedy'] as const) {
      extra[`${split}.${how}`] = after[split]?.[how] ?? Number.NaN;
      extra[`${split}.before.${how}`] = before[split]?.[how] ?? Number.NaN;
    }
  }
  return extra;
}

/** The agents' Shapley values, by the same question as the page asks; and what the team earns without anybody trained. */
async function sharesOf(document: ProjectDocument, session: TrainingSession): Promise<Record<string, number>> {
  const bases = await loadBases(document);
  const lab = await Lab.open({ document, bases, engine: session.engine, environment: createSandbox() });
  const { iteration } = session;
  const question = { kind: 'shares', split: 'train', problems: EVALUATED, absence: 'base', orders: 0 } as const;
  const { shares, worth } = await lab.answer<'shares'>(question, iteration, { [iteration]: adapterFiles(session) });
  lab.dispose();
  return {
    ...Object.fromEntries(shares.map(({ role, value }) => [`shapley.${role}`, value])),
    'worth.nobody': worth.find(({ roles }) => roles.length === 0)?.reward ?? Number.NaN,
    'worth.everybody': worth.find(({ roles }) => roles.length === shares.length)?.reward ?? Number.NaN,
  };
}
