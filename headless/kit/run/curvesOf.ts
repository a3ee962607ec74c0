/** What a run's folder holds of its curves and of how it came to be, for commands that take them elsewhere. */
import { z } from 'zod';
import { decodeJson } from '../../../src/core/formats/files.ts';
import { wholeLines } from '../../../src/core/formats/jsonl.ts';
import { RUN_PATHS } from '../../../src/core/formats/runPaths.ts';
import { parseRows } from '../../../src/core/formats/runs/rolloutFile.ts';
import type { MetricsRow } from '../../../src/core/metricsRow.ts';
import { readText } from '../../../src/runs/fileSystem.ts';
import type { StoredRun } from '../../../src/runs/storedRun.ts';
import { runFileFaults } from '../../../src/words/words.ts';

export interface RunCurves {
  readonly metrics: readonly MetricsRow[];
  readonly timing: readonly MetricsRow[];
  /** `run.json`; empty where there is none. */
  readonly info: Readonly<Record<string, z.core.util.JSONType>>;
  /** By base; empty where the run was recorded without. */
  readonly vocabularies: Readonly<Record<string, readonly string[]>>;
}

const infoSchema = z.record(z.string(), z.json());
const vocabularySchema = z.record(z.string(), z.array(z.string()));

export async function curvesOf({ files }: Pick<StoredRun, 'files'>): Promise<RunCurves> {
  const rows = async (path: string) => parseRows(wholeLines((await readText(files, path)) ?? ''), path);
  const json = async <T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> => {
    const bytes = await files.read(path);
    return bytes ? schema.safeParse(decodeJson(bytes, path, runFileFaults, 'E_RUN_INFO')).data : undefined;
  };
  return {
    metrics: await rows(RUN_PATHS.metrics),
    timing: await rows(RUN_PATHS.timing),
    info: (await json(RUN_PATHS.run, infoSchema)) ?? {},
    vocabularies: (await json(RUN_PATHS.vocabulary, vocabularySchema)) ?? {},
  };
}
