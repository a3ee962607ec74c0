/**
 * A run that is kept, cut off and continued from what is on disk has the very bytes of one that was never interrupted: the
 * worker's own loop, the real session, the library on a file system in memory.
 */
import { describe, expect, it } from 'vitest';
import { NO_LABELS } from '../../../../src/core/formats/runs/card.ts';
import { LocalEngine } from '../../../../src/engine/engine.ts';
import { sha256 } from '../../../../src/core/sha256.ts';
import { replay, said } from '../../../../src/session/counterfactual/replay.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { restoreCheckpoint } from '../../../../src/session/run/checkpoint.ts';
import { TeamVoices, speakingTeam } from '../../../../src/session/play/teamVoices.ts';
import type { TrainingSession } from '../../../../src/session/run/session.ts';
import { createLibrary, type Library } from '../../../../src/runs/library/library.ts';
import { ownLocks } from '../../../../workers/library/locks.ts';
import { MemoryFileSystem } from '../../../../src/runs/memoryFileSystem.ts';
import type { WriterEvent } from '../../../../workers/trainer/protocol.ts';
import { RunControl } from '../../../../workers/trainer/control.ts';
import { type Body, type WriterBody, trainingLoop } from '../../../../workers/trainer/loop.ts';
import { createExecutor } from '../../support/executors.ts';
import { keepSessions } from '../../support/sessions.ts';
import { micro, microProject, openTeam } from '../../support/team.ts';

const kept = keepSessions();
const document = microProject({ episodes: 4, iterations: 5, checkpointEvery: 4, seed: 7, evaluateEvery: 2, evaluateEpisodes: 2 });

const libraryOn = (fs: MemoryFileSystem) => createLibrary({ fs, locks: ownLocks(), now: Date.now, tell: () => {} });

/** Trains as the worker does; after `until` iterations the page is gone: nothing it still says reaches the disk. */
async function train(session: TrainingSession, library: Library, safetyInterval: number, until = Number.POSITIVE_INFINITY): Promise<void> {
  const control = new RunControl(false);
  const keep = (event: Body | WriterBody): void => {
    if (session.iteration > until) return control.ask('stop');
    library.receive({ runId: 'run', iteration: session.iteration, ...event } as WriterEvent);
  };
  const emit = (event: Body): void => {
    if (event.type !== 'checkpoint' && (event.type !== 'phase' || ['finished', 'stopped'].includes(event.phase))) keep(event);
  };
  if (session.iteration === 0) emit({ type: 'metrics', ...(await session.before()) });
  const run = { session, iterate: () => session.iterate() };
  const parts = { run, bases: [micro], control, emit, keep, backend: 'wasm', environment: createSandbox(), safetyInterval } as const;
  await trainingLoop(parts);
  await library.settled();
}

/** Files by path with their digests; a clock's numbers and the card, which tells how it came about, left out, and what each start says anew. */
const folder = (fs: MemoryFileSystem) =>
  [...fs.files]
    .filter(([path]) => !/card\.json|timing\.jsonl|notices\.jsonl/.test(path))
    .map(([path, bytes]) => `${path} ${bytes.byteLength} ${sha256(new TextDecoder('latin1').decode(bytes))}`)
    .sort();

describe('a kept run', () => {
  it('is changed in no byte by its safety checkpoints, nor by being interrupted and continued', async () => {
    const straight = new MemoryFileSystem();
    const one = libraryOn(straight);
    await one.begin({ id: 'run', document, labels: NO_LABELS, began: 0 });
    await train(kept(await openTeam(document)), one, Number.POSITIVE_INFINITY);

    const cut = new MemoryFileSystem();
    const before = libraryOn(cut);
    await before.begin({ id: 'run', document, labels: NO_LABELS, began: 0 });
    await train(kept(await openTeam(document)), before, 0, 3);

    // The next visit knows nothing but the disk.
    const after = libraryOn(cut);
    const [card] = (await after.list()).cards;
    // The one of iteration 2 is the best yet, the one of 3 only there to go on from.
    expect(card).toMatchObject({ phase: 'running', iteration: 3, checkpoints: [2, 3] });
    const read = await after.read('run');
    expect(read.document).toEqual(document);
    const session = kept(await openTeam(read.document));
    const files = await after.checkpoint('run', null);
    await after.resume('run', 3, document);
    await restoreCheckpoint(session, files);
    if (session.best.best) after.receive({ runId: 'run', iteration: 3, type: 'best', best: session.best.best });
    await train(session, after, 0);
    expect((await after.list()).cards).toMatchObject([{ phase: 'finished', iteration: 5 }]);
    expect(folder(cut)).toEqual(folder(straight));
  });

  it('keeps the adapters of every iteration, with which its episodes are played again as they were', async () => {
    const library = libraryOn(new MemoryFileSystem());
    await library.begin({ id: 'run', document, labels: NO_LABELS, began: 0 });
    await train(kept(await openTeam(document)), library, Number.POSITIVE_INFINITY);
    expect(await library.versions('run')).toEqual([1, 2, 3, 4, 5]);
    const engine = new LocalEngine(await createExecutor('wasm'));
    const environment = createSandbox();
    await environment.load(document.environment.source);
    const speakers = new TeamVoices(engine, document, [micro]);
    for (const iteration of [2, 4, 5]) {
      const team = speakingTeam(document, [micro], iteration - 1, await library.adapters('run', iteration - 1));
      const [voices = []] = speakers.voices(team);
      for (const record of (await library.episodes('run', iteration)).episodes) {
        const [again] = await replay({ document, voices, environment }, record, [], [0]);
        expect(again!.messages.map(said)).toEqual(record.messages.map(said));
      }
    }
    engine.dispose();
  });

  it('waits between two iterations for a library that is behind, and says so', async () => {
    const session = kept(await openTeam(document));
    const said: string[] = [];
    const library = {
      get isBehind() {
        return session.iteration === 2;
      },
      settled: () => Promise.resolve(void said.push('settled')),
    };
    const emit = (event: Body): void => {
      if (event.type === 'phase') said.push(event.phase);
      if (event.type === 'metrics') said.push(`row ${event.metrics['iteration']}`);
    };
    const run = { session, iterate: () => session.iterate() };
    const control = new RunControl(false);
    await trainingLoop({ run, bases: [micro], control, emit, keep: null, library, backend: 'wasm', environment: createSandbox() });
    expect(said.filter((word) => word === 'settled' || word.startsWith('row'))).toEqual([
      'row 1',
      'row 2',
      'settled',
      'row 3',
      'row 4',
      'row 5',
    ]);
    expect(said[said.indexOf('settled') - 1]).toBe('checkpoint');
  });
});
