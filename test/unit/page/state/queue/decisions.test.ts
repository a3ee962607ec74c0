/** What becomes of the entries of a queue, and what it does next. */
import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../../../src/core/document/presets/presets.ts';
import {
  afterStart,
  isAhead,
  moved,
  nextStep,
  queuedDocument,
  WAITING,
  waitingAgain,
} from '../../../../../src/page/state/queue/decisions.ts';
import type { EngineGlimpse, EntryStatus, QueueEntry } from '../../../../../src/page/state/queue/types.ts';

const base = PRESETS.micro.project({ source: 'agreed' });
const fault = { code: 'E_TEST', message: 'It did not begin.' } as const;
const entry = (id: string, status: EntryStatus = 'waiting', part: Partial<QueueEntry> = {}): QueueEntry => ({
  ...{ id, base, values: {}, seed: 1, name: id, tags: [], sweep: null },
  ...WAITING,
  ...{ status, run: status === 'waiting' ? null : `run-${id}` },
  ...part,
});
const ids = (entries: readonly QueueEntry[] | null) => entries?.map(({ id }) => id).join('');

describe('the entries of a queue', () => {
  it('are documents with the values and the seed of their run', () => {
    const document = queuedDocument({ base, values: { 'training.learningRate': 1e-4 }, seed: 7 });
    expect(document).toEqual({ ...base, training: { ...base.training, learningRate: 1e-4, seed: 7 } });
    expect(base.training.seed).not.toBe(7);
  });

  it('are ahead while they are not trained to their end', () => {
    const statuses = ['waiting', 'interrupted', 'running', 'finished', 'stopped', 'failed'] as const;
    expect(statuses.filter((status) => isAhead({ status }))).toEqual(['waiting', 'interrupted']);
  });

  it('move past those that wait, over what does not', () => {
    const entries = [entry('a', 'running'), entry('b'), entry('c', 'failed'), entry('d'), entry('e', 'interrupted')];
    expect(ids(moved(entries, 'd', -1))).toBe('adbce');
    expect(ids(moved(entries, 'b', 1))).toBe('acdbe');
    expect(moved(entries, 'b', -1), 'not before the one being trained').toBeNull();
    expect(moved(entries, 'd', 1)).toBeNull();
    expect(moved(entries, 'c', 1), 'it does not wait').toBeNull();
    expect(moved(entries, 'z', 1), 'it is not here').toBeNull();
  });

  it('wait again behind the others where they failed or were stopped', () => {
    const entries = [entry('a', 'failed', { fault }), entry('b', 'stopped', { took: 5 }), entry('c', 'finished'), entry('d')];
    expect(waitingAgain(entries, ['a', 'b', 'c'])).toEqual([entries[2], entries[3], entry('a'), entry('b')]);
    expect(waitingAgain(entries, ['c', 'd'])).toEqual(entries);
  });

  it('become their run, fail with a reason, or wait on where another run came first', () => {
    expect(afterStart(entry('a'), 'run', false, fault)).toEqual({ run: 'run' });
    expect(afterStart(entry('a'), null, true, fault)).toEqual({ status: 'failed', fault });
    expect(afterStart(entry('a', 'interrupted'), null, false, fault)).toEqual({ status: 'interrupted' });
  });
});

describe('what the queue does next', () => {
  const idle: EngineGlimpse = { runId: null, active: false, outcome: null };
  const next = (entries: readonly QueueEntry[], { engine = idle, going = true, free = true, held = [] as string[] } = {}) =>
    nextStep({ entries, going }, engine, free, (source) => (held.includes(source) ? fault : null));
  const a = entry('a', 'running');
  const trains: EngineGlimpse = { runId: 'run-a', active: true, outcome: null };

  it('is nothing while its run is under way', () => {
    expect(next([a, entry('b')], { engine: trains, free: false })).toEqual({ what: 'nothing' });
  });

  it.each(['finished', 'stopped', 'failed'] as const)('is to end a run that is %s', (outcome) => {
    expect(next([a], { engine: { ...trains, active: false, outcome } })).toEqual({ what: 'end', entry: a, status: outcome });
  });

  it('is to call a run interrupted whose end nobody saw', () => {
    const end = { what: 'end', entry: a, status: 'interrupted' };
    expect(next([a], { engine: { ...trains, active: false } })).toEqual(end);
    expect(next([a], { engine: { runId: 'another', active: true, outcome: null } })).toEqual(end);
    expect(next([a], { engine: { runId: 'another', active: false, outcome: 'finished' } })).toEqual(end);
  });

  it('is to follow an interrupted run that was gone on with by hand, also while it is held', () => {
    const left = entry('a', 'interrupted');
    expect(next([entry('b'), left], { engine: trains, going: false, free: false })).toEqual({ what: 'follow', entry: left });
    expect(next([left], { engine: { ...trains, active: false }, going: false })).toEqual({ what: 'nothing' });
  });

  it('is to begin the first that is ahead and not held back, once the trainer is free', () => {
    const foreign = entry('b', 'waiting', { base: { ...base, environment: { ...base.environment, source: 'foreign' } } });
    const entries = [entry('a', 'failed'), foreign, entry('c', 'interrupted'), entry('d')];
    expect(next(entries)).toEqual({ what: 'begin', entry: foreign });
    expect(next(entries, { held: ['foreign'] })).toEqual({ what: 'begin', entry: entries[2] });
    expect(next(entries, { free: false })).toEqual({ what: 'nothing' });
    expect(next(entries, { going: false })).toEqual({ what: 'nothing' });
    expect(next([foreign], { held: ['foreign'] }), 'it waits for its code to be agreed to').toEqual({ what: 'nothing' });
  });

  it('is to rest when all is over', () => {
    expect(next([entry('a', 'finished'), entry('b', 'failed')])).toEqual({ what: 'rest' });
    expect(next([])).toEqual({ what: 'rest' });
  });
});
