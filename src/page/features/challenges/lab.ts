/** A lab of the challenges' own: it plays teams of recorded runs that need not be on screen, and no other question waits for it. */
import { z } from 'zod';
import type { LabRun } from '../../../../workers/lab/protocol.ts';
import { type ChallengeId, challengeOf } from '../../../core/challenges/challenges.ts';
import { parseDocument } from '../../../core/document/parse.ts';
import { PRESETS } from '../../../core/document/presets/presets.ts';
import { fault, FaultError } from '../../../core/faults.ts';
import { decodeJson } from '../../../core/formats/files.ts';
import { pageRunFaults, runFileFaults } from '../../../words/words.ts';
import { engineStore } from '../../state/engine/engine.ts';
import { createLabStore } from '../../state/lab/createLab.ts';
import { connectLab } from '../../state/lab/workers.ts';
import { readRecordedAdapters, recordedFolder } from '../../state/runs/recorded.ts';

const indexSchema = z.object({ adapters: z.array(z.int().min(1)).min(1) });

/** The recorded run that a challenge's team is of. */
export const runOf = (id: ChallengeId): string => PRESETS[challengeOf(id).preset].recorded;

async function read(runId: string, path: string): Promise<Uint8Array> {
  const bytes = await recordedFolder(runId)(path);
  if (!bytes) throw new FaultError(fault(pageRunFaults, 'E_RUN_FILE_MISSING', { path }, { place: { subject: path } }));
  return bytes;
}

const runs = new Map<string, Promise<LabRun>>();

async function labRun(runId: string): Promise<LabRun> {
  const document = parseDocument(new TextDecoder().decode(await read(runId, 'project.json')));
  const { backend, measurements: measured } = engineStore.getState();
  return { document, backend, measured, bases: {} };
}

export const challengeLab = createLabStore({
  connect: connectLab,
  run: (runId) => {
    const known = runs.get(runId) ?? labRun(runId);
    runs.set(runId, known);
    known.catch(() => runs.delete(runId));
    return known;
  },
  weights: () => Promise.reject(new Error('a challenge compares no weights')),
  versions: async (runId) =>
    indexSchema.parse(decodeJson(await read(runId, 'index.json'), 'index.json', runFileFaults, 'E_RUN_FILE')).adapters,
  adapters: (runId, iteration) => readRecordedAdapters(recordedFolder(runId), iteration),
});
