/** A run that is exported, taken in and exported again is the same zip, byte for byte: nothing of it is lost on the way. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recordedFiles } from '../../../../../../headless/kit/run/recorded.ts';
import { parseDocument } from '../../../../../../src/core/document/parse.ts';
import { unzipFiles, zipFiles } from '../../../../../../src/core/formats/archive.ts';
import { wholeOf } from '../../../../../../src/core/formats/byteSource.ts';
import { baseFiles, exportedBases } from '../../../../../../src/core/formats/exports/exportedBase.ts';
import { type Files, filesUnder } from '../../../../../../src/core/formats/files.ts';
import { exportFiles } from '../../../../../../src/page/features/runs/export/exportRun.ts';
import { bestCheckpoint, keptRunSet, newestCheckpoint } from '../../../../../../src/page/state/library/keptRun.ts';
import { MemoryFileSystem } from '../../../../../../src/runs/memoryFileSystem.ts';
import { libraryOn } from '../../../../runs/library/support.ts';

const names = ['config.json', 'model.safetensors', 'tokenizer.json', 'tokenizer_config.json'];
const base = Object.fromEntries(names.map((name) => [name, new Uint8Array(readFileSync(`public/models/micro/${name}`))]));
const bases = await exportedBases(new Map([['micro', base]]));

/** Takes a run in and exports it as the page does a kept run. */
async function exported(given: Uint8Array | Files): Promise<Uint8Array> {
  const { library } = libraryOn(new MemoryFileSystem());
  await library.takeIn('given', given);
  const kept = await library.read('given');
  const checkpoints = await library.checkpoint('given', null);
  const newest = kept.rollouts.at(-1);
  const run = {
    ...keptRunSet(kept),
    checkpoint: newestCheckpoint(checkpoints),
    best: bestCheckpoint(checkpoints),
    episodes: newest === undefined ? {} : { [newest]: (await library.episodes('given', newest)).episodes },
  };
  const files = Object.entries(baseFiles(bases)).map(([path, file]) => [path, wholeOf(file)] as const);
  return zipFiles({ ...Object.fromEntries(files), ...exportFiles(run, bases, checkpoints) });
}

describe('a run', () => {
  it('exported, taken in and exported again is the same to the byte', async () => {
    const first = await exported(recordedRun());
    const second = await exported(first);
    const [was, is] = [unzipFiles(first), unzipFiles(second)];
    expect(Object.keys(is)).toEqual(Object.keys(was));
    for (const path of Object.keys(was)) expect(Buffer.compare(is[path] ?? new Uint8Array(), was[path] ?? new Uint8Array()), path).toBe(0);
    expect(Buffer.compare(first, second)).toBe(0);
    expect(Object.keys(was)).toEqual(
      expect.arrayContaining([
        'metrics.jsonl',
        'rollouts/40.jsonl',
        'vocabulary.json',
        'run.json',
        'checkpoints/steps_40/trainer_state.json',
      ]),
    );
    expect(Object.keys(filesUnder(was, 'adapters')).length).toBeGreaterThan(0);
    expect(parseDocument(new TextDecoder().decode(was['project.json']))).toEqual(
      parseDocument(new TextDecoder().decode(recordedRun()['project.json'])),
    );
  });
});

/** The recorded run of one base, whose words the recording does not call by the base's name. */
function recordedRun(): Files {
  const files = recordedFiles('planner-solver');
  const words = JSON.parse(new TextDecoder().decode(files['vocabulary.json'])) as unknown;
  return { ...files, 'vocabulary.json': new TextEncoder().encode(`${JSON.stringify({ micro: words })}\n`) };
}
