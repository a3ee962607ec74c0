/**
 * A run on a base of one's own, exported in the middle, goes on from the export alone, in the terminal and in a browser that never
 * saw it, with the very numbers of the run that was not interrupted; and adapters for the exported base are taken.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportedBases } from '../../../src/core/formats/exports/exportedBase.ts';
import { exportFiles } from '../../../src/page/features/runs/export/exportRun.ts';
import { zipFiles } from '../../../src/core/formats/archive.ts';
import { damageOf } from '../../../src/core/formats/checksums.ts';
import { NO_LABELS } from '../../../src/core/formats/runs/card.ts';
import { filesInto, filesUnder, type Files } from '../../../src/core/formats/files.ts';
import { readPeft, writePeft } from '../../../src/core/formats/models/adapters/peft.ts';
import { metricsLine } from '../../../src/core/formats/runs/rundir.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { loadBase } from '../../../src/session/team/base.ts';
import { checkpointOf, restoreCheckpoint } from '../../../src/session/run/checkpoint.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { TrainingSession } from '../../../src/session/run/session.ts';
import { keptRunSet, newestCheckpoint } from '../../../src/page/state/library/keptRun.ts';
import { createLibrary } from '../../../src/runs/library/library.ts';
import { ownLocks } from '../../../workers/library/locks.ts';
import { MemoryFileSystem } from '../../../src/runs/memoryFileSystem.ts';
import { baseFolder, readFolder, writeFiles } from '../../../headless/kit/folders.ts';
import { givenAdapters } from '../../../headless/kit/host.ts';
import { createExecutor } from '../support/executors.ts';
import { microProject } from '../support/team.ts';
import { command } from '../../support/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'exported-'));
const target = join(folder, 'export');
afterAll(() => rmSync(folder, { recursive: true }));

const small = microProject({ episodes: 2, iterations: 3, epochs: 1, seed: 5 });
const document = { ...small, team: { ...small.team, base: 'mine' } };
const mine: Files = readFolder(baseFolder('micro'));
const libraryOn = () => createLibrary({ fs: new MemoryFileSystem(), locks: ownLocks(), now: () => 7, tell: () => {} });

async function open(files: Files, changed = document): Promise<TrainingSession> {
  const engine = new LocalEngine(await createExecutor('wasm'));
  return TrainingSession.create({ document: changed, bases: [loadBase('mine', files)], engine, environment: createSandbox() });
}

function close(session: TrainingSession): void {
  session.dispose();
  session.engine.dispose();
}

/** Of all three iterations, never interrupted. */
const rows: string[] = [];
/** After two of them. */
let exported: Files = {};

beforeAll(async () => {
  const library = libraryOn();
  await library.begin({ id: 'run', document, labels: NO_LABELS, began: 0 });
  const session = await open(mine);
  const before = await session.before();
  rows.push(metricsLine(0, before.metrics));
  library.receive({ runId: 'run', iteration: 0, type: 'metrics', ...before });
  const info = { seed: 5, backend: 'wasm', device: '', reason: '', build: '0', shards: 1, workers: 1, reproducible: false, versions: {} };
  library.receive({ runId: 'run', iteration: 0, type: 'info', info });
  for (let iteration = 1; iteration <= 3; iteration += 1) {
    const { metrics, timing, episodes } = await session.iterate();
    rows.push(metricsLine(iteration, metrics));
    if (iteration === 3) break;
    library.receive({ runId: 'run', iteration, type: 'metrics', metrics, timing });
    library.receive({ runId: 'run', iteration, type: 'episodes', episodes });
    library.receive({ runId: 'run', iteration, type: 'checkpoint', files: await checkpointOf(session) });
  }
  library.receive({ runId: 'run', iteration: 2, type: 'phase', phase: 'stopped' });
  await library.settled();
  close(session);
  const checkpoints = await library.checkpoints('run');
  const episodes = { 2: (await library.episodes('run', 2)).episodes };
  const run = { ...keptRunSet(await library.read('run')), episodes, checkpoint: newestCheckpoint(checkpoints) };
  const bases = await exportedBases(new Map([['mine', mine]]));
  exported = { ...filesInto('base', mine), ...exportFiles(run, bases, checkpoints) };
  writeFiles(target, exported);
});

describe('an export', () => {
  it('holds checkpoints whose adapters load beside its base, and are as whole as they were', () => {
    for (const folder of ['checkpoints/steps_1', 'checkpoints/steps_2']) {
      expect(damageOf(filesUnder(exported, folder))).toEqual([]);
      for (const role of ['planner', 'solver']) {
        expect(readPeft(filesUnder(exported, `${folder}/${role}`))).toMatchObject({ baseName: 'base', baseCalled: 'mine' });
        expect(Object.keys(exported)).toContain(`${folder}/${role}/README.md`);
      }
    }
  });

  it('goes on in the page as a kept run, with its own base', async () => {
    const library = libraryOn();
    const { document: found, bases } = await library.takeIn('given', zipFiles(exported));
    expect(found).toEqual(document);
    expect((await library.list()).cards).toMatchObject([{ phase: 'stopped', iteration: 2, iterations: 3, checkpoints: [1, 2] }]);
    const session = await open(bases['mine'] ?? {}, found);
    await restoreCheckpoint(session, await library.checkpoint('given', null));
    const { metrics } = await session.iterate();
    close(session);
    expect(metricsLine(3, metrics)).toBe(rows[3]);
  });

  it('goes on in the terminal by the command in its README', () => {
    const readme = readFileSync(join(target, 'README.md'), 'utf8');
    const [, flags = ''] = /^npm run train -- (.*)$/m.exec(readme) ?? [];
    const said = command('train', ...flags.split(' ').map((flag) => (flag === 'FOLDER' ? target : flag)), '--json');
    expect(said).not.toContain('backend_changed');
    expect(readFileSync(join(target, 'metrics.jsonl'), 'utf8')).toBe(rows.join(''));
    expect(command('exportRollouts', '--run', target, '--format', 'verl', '--out', join(folder, 'verl'))).toContain('Wrote');
  });

  it('does not go on with another base in the place of its own', () => {
    const other = join(folder, 'other');
    const weights = (exported['base/model.safetensors'] ?? new Uint8Array()).slice();
    weights[weights.length - 2]! ^= 1;
    writeFiles(other, { ...exported, 'base/model.safetensors': weights });
    expect(command('train', '--out', other, '--resume')).toContain('The base “mine” is not the one that this run was trained on');
  });

  it('takes adapters for its base, whatever that is called, and tells where a name is all that is known', async () => {
    const told: string[] = [];
    const start = async (from: string) => [...(await givenAdapters(small, from, (message) => void told.push(message))).keys()];
    // Those of the export carry what their base is.
    for (const own of ['adapters', 'checkpoints/steps_1']) expect(await start(join(target, own))).toEqual(['planner', 'solver']);
    // A new one, as PEFT writes it, only names the folder, which lies in the export.
    const { baseFingerprint: _, ...plain } = readPeft(filesUnder(exported, 'adapters/planner'));
    writeFiles(target, filesInto('new/planner', writePeft(plain)));
    expect(await start(join(target, 'new'))).toEqual(['planner']);
    expect(told).toEqual([]);
    writeFiles(folder, filesInto('far/planner', writePeft({ ...plain, baseName: 'Hub/some-model' })));
    expect(await start(join(folder, 'far'))).toEqual(['planner']);
    expect(told).toEqual([expect.stringContaining('whether it was trained on this base cannot be told')]);
    writeFiles(folder, filesInto('wrong/planner', writePeft({ ...plain, baseFingerprint: 'ab' })));
    await expect(start(join(folder, 'wrong'))).rejects.toThrow('other weights than those of this project’s base');
  });
});
