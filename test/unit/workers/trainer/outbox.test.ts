/** What the trainer tells the library is held until it is kept, and told again to the library that follows one that ended. */
import { describe, expect, it } from 'vitest';
import type { WriterEvent, KeptUpTo, Numbered } from '../../../../workers/trainer/protocol.ts';
import { Outbox, type OutboxPort } from '../../../../workers/trainer/outbox.ts';

function port() {
  const told: Numbered[] = [];
  const made: OutboxPort = { postMessage: (numbered: Numbered) => void told.push(numbered), close: () => {}, onmessage: null };
  const acknowledge = (upTo: KeptUpTo): void => made.onmessage?.(new MessageEvent('message', { data: upTo }));
  return { made, told, acknowledge, iterations: () => told.map(({ event }) => `${event.type} ${event.iteration}`) };
}

const row = (iteration: number): WriterEvent => ({ type: 'metrics', runId: 'r', iteration, metrics: {}, timing: {} });
const safety = (iteration: number): WriterEvent => ({ type: 'safety', runId: 'r', iteration, files: {} });

describe('the outbox', () => {
  it('tells the next library what the one before had not kept, in order, before what comes', () => {
    const outbox = new Outbox();
    const [first, second] = [port(), port()];
    outbox.connect(first.made);
    for (const iteration of [1, 2, 3, 4]) outbox.post(row(iteration));
    first.acknowledge({ seen: 4, kept: 2 });
    outbox.connect(second.made);
    outbox.post(row(5));
    expect(second.iterations()).toEqual(['metrics 3', 'metrics 4', 'metrics 5']);
    expect(
      second.told.map(({ seq }) => seq),
      'numbers go on',
    ).toEqual([3, 4, 5]);
    first.acknowledge({ seen: 5, kept: 5 });
    expect(outbox.isSettled, 'late words of the dead').toBe(false);
  });

  it('holds all rows, and of what is large the newest', () => {
    const outbox = new Outbox();
    outbox.connect(port().made);
    for (let iteration = 1; iteration <= 40; iteration += 1) {
      outbox.post(row(iteration));
      outbox.post({ type: 'episodes', runId: 'r', iteration, episodes: [] });
      outbox.post(safety(iteration));
    }
    const next = port();
    outbox.connect(next.made);
    const held = (type: string) => next.told.filter(({ event }) => event.type === type).map(({ event }) => event.iteration);
    expect(held('metrics')).toHaveLength(40);
    expect(held('episodes')).toEqual(Array.from({ length: 16 }, (_, index) => 25 + index));
    expect(held('safety')).toEqual([40]);
  });

  it('holds as many checkpoints as 64 MiB take, and two in any case', () => {
    const heldOf = (megabytes: number, many: number): number[] => {
      const outbox = new Outbox();
      outbox.connect(port().made);
      const files = { 'checkpoints/steps_1/x': new Uint8Array(megabytes * 2 ** 20) };
      for (let iteration = 1; iteration <= many; iteration += 1) outbox.post({ type: 'checkpoint', runId: 'r', iteration, files });
      const next = port();
      outbox.connect(next.made);
      return next.told.map(({ event }) => event.iteration);
    };
    expect(heldOf(1, 70)).toEqual(Array.from({ length: 64 }, (_, index) => 7 + index));
    expect(heldOf(40, 5)).toEqual([4, 5]);
  });

  it('waits until the library has done what it could, also where that was nothing, and not where there is none', async () => {
    const outbox = new Outbox();
    outbox.post(row(1));
    expect(outbox.isSettled, 'nobody keeps anything').toBe(true);
    const { made, acknowledge } = port();
    outbox.connect(made);
    outbox.post(row(2));
    let done = 0;
    const settled = outbox.settled().then(() => (done += 1));
    await Promise.resolve();
    expect(done).toBe(0);
    acknowledge({ seen: 1, kept: 0 }); // a full disk
    await settled;
    expect(done).toBe(1);
    outbox.post(row(3));
    const given = outbox.settled();
    outbox.connect(null);
    await given;
    const later = port();
    outbox.connect(later.made);
    expect(later.told, 'what nobody was to keep is not held').toEqual([]);
  });

  it('says that the library is behind by more than 64 rows, until it has done what it could, or nothing is kept', () => {
    const outbox = new Outbox();
    const { made, acknowledge } = port();
    const rows = (from: number, to: number): void => {
      for (let iteration = from; iteration <= to; iteration += 1) {
        outbox.post(row(iteration));
        outbox.post(safety(iteration));
      }
    };
    rows(1, 100);
    expect(outbox.isBehind, 'nobody keeps anything').toBe(false);
    outbox.connect(made);
    rows(1, 64);
    expect(outbox.isBehind).toBe(false);
    rows(65, 65);
    expect(outbox.isBehind).toBe(true);
    acknowledge({ seen: 2, kept: 0 }); // a full disk
    expect(outbox.isBehind).toBe(false);
    rows(66, 66);
    expect(outbox.isBehind).toBe(true);
    outbox.connect(null);
    expect(outbox.isBehind).toBe(false);
  });
});
