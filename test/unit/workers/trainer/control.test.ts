import { describe, expect, it } from 'vitest';
import { RunControl, RunQueue } from '../../../../workers/trainer/control.ts';

/** Runs that go on until they are asked to stop, and a log of what happened. */
function runner() {
  const log: string[] = [];
  const queue = new RunQueue((error) => log.push(String(error)));
  const start = (name: string) =>
    queue.start(false, async (control) => {
      if (control.request() === 'stop') return void log.push(`${name} never began`);
      log.push(`${name} begins`);
      while (control.request() !== 'stop') await control.next();
      await settled();
      log.push(`${name} ends`);
    });
  return { queue, log, start };
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

describe('RunQueue', () => {
  it('never has two runs at work, however fast they are started', async () => {
    const { log, start } = runner();
    start('a');
    await settled();
    start('b');
    start('c');
    await settled();
    await settled();
    expect(log).toEqual(['a begins', 'a ends', 'b never began', 'c begins']);
  });

  it('stops a run that still waits for the one before it', async () => {
    const { queue, log, start } = runner();
    start('a');
    await settled();
    start('b');
    queue.ask('stop');
    await settled();
    await settled();
    expect(log).toEqual(['a begins', 'a ends', 'b never began']);
    start('c');
    await settled();
    expect(log.at(-1)).toBe('c begins');
  });

  it('goes on with the next run after a crash', async () => {
    const { queue, log, start } = runner();
    queue.start(false, () => Promise.reject(new Error('broken')));
    await settled();
    start('a');
    await settled();
    expect(log).toEqual(['Error: broken', 'a begins']);
  });

  it('is busy from a start until the last run has ended', async () => {
    const { queue, start } = runner();
    expect(queue.busy).toBe(false);
    start('a');
    expect(queue.busy).toBe(true);
    start('b');
    await settled();
    expect(queue.busy).toBe(true);
    queue.ask('stop');
    await settled();
    await settled();
    expect(queue.busy).toBe(false);
  });
});

describe('RunControl', () => {
  it('pauses after a step, and a stopped run stays stopped', () => {
    const control = new RunControl(true);
    expect(control.request()).toBe('pause');
    control.ask('step');
    control.beginIteration();
    expect(control.request()).toBe('pause');
    control.ask('run');
    control.beginIteration();
    expect(control.request()).toBe('run');
    control.ask('stop');
    control.ask('run');
    expect(control.request()).toBe('stop');
  });
});
