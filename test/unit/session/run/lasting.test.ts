/** How a run goes on when its device is lost: how often it is opened again, when it is left for WASM, and what it does not catch. */
import { describe, expect, it } from 'vitest';
import { fault, FaultError } from '../../../../src/core/faults.ts';
import { BestTracker } from '../../../../src/core/formats/runs/best.ts';
import type { SessionEvent } from '../../../../src/session/events.ts';
import { LastingRun, type OpenedSession } from '../../../../src/session/run/lasting.ts';
import { Lag } from '../../../../src/session/update/lag.ts';
import type { TrainingSession } from '../../../../src/session/run/session.ts';
import { engineFaults } from '../../../../src/words/words.ts';

const lost = new FaultError(fault(engineFaults, 'E_GPU_LOST', {}));
const absent = new FaultError(fault(engineFaults, 'E_BACKEND', { backend: 'webgpu', found: 'no_adapter' }));

/** A run on `backend` of which each step, and each opening, answers with the next of these: an error to be thrown, or null. */
function runOn(backend: 'webgpu' | 'wasm', steps: readonly (Error | null)[], openings: readonly (Error | null)[] = []) {
  const [stepping, opening] = [[...steps], [...openings]];
  const said: string[] = [];
  const waited: number[] = [];
  const freed: number[] = [];
  const opened: string[] = [];
  const sessionOn = (on: string): OpenedSession => {
    const number = opened.push(on);
    const session = {
      groups: [],
      iteration: 0,
      klCoef: 0.1 * number,
      stale: undefined,
      best: new BestTracker('reward/mean'),
      rollback: { state: { best: null, iteration: 0, recent: [], rateFactor: 1 }, snapshots: new Map() },
      lag: new Lag(0, []),
      engine: { dispose: () => freed.push(number) },
      dispose: () => {},
      iterate: async () => {
        const error = stepping.shift();
        if (error) throw error;
        session.iteration += 1;
        return { iteration: session.iteration };
      },
    };
    return { session: session as unknown as TrainingSession, report: { backend: on as 'wasm', reason: '', device: '', workers: 1 } };
  };
  const run = new LastingRun(sessionOn(backend), {
    reopen: async (on) => {
      const error = opening.shift();
      if (error) throw error;
      return sessionOn(on);
    },
    tell: (event: SessionEvent) => said.push(event.type === 'notice' ? event.message : ''),
    wait: async (milliseconds) => void waited.push(milliseconds),
  });
  return { run, said, waited, freed, opened };
}

describe('a run whose device is lost', () => {
  it('opens it again at once, stands where it stood, and frees the lost one', async () => {
    const { run, said, waited, freed, opened } = runOn('webgpu', [null, lost, null]);
    await run.iterate();
    expect(await run.iterate()).toMatchObject({ iteration: 2 });
    expect(opened).toEqual(['webgpu', 'webgpu']);
    expect(run.session.klCoef).toBe(0.1);
    expect([waited, freed]).toEqual([[], [1]]);
    expect(said).toEqual([expect.stringMatching(/Iteration 2.*attempt 1 of 3/)]);
    await run.dispose();
    await run.dispose();
    expect(freed).toEqual([1, 2]);
  });

  it('waits before it tries again, and goes on on WASM after three attempts', async () => {
    const { run, said, waited, opened } = runOn('webgpu', [lost, lost, null], [null, absent, absent, null]);
    await run.iterate();
    expect(opened).toEqual(['webgpu', 'webgpu', 'wasm']);
    expect(waited).toEqual([1000, 2000]);
    expect(said.at(-1)).toMatch(/3 attempts.*wasm/);
    expect(run.report.backend).toBe('wasm');
  });

  it('has as many attempts for every iteration', async () => {
    const { run, opened } = runOn('webgpu', [lost, lost, null, lost, lost, null]);
    await run.iterate();
    await run.iterate();
    expect(opened).toEqual(Array.from({ length: 5 }, () => 'webgpu'));
  });

  it('ends with any other error, and with any on a backend that has no device', async () => {
    const other = new Error('something else');
    await expect(runOn('webgpu', [other]).run.iterate()).rejects.toBe(other);
    await expect(runOn('wasm', [lost]).run.iterate()).rejects.toBe(lost);
    await expect(runOn('webgpu', [lost], [other]).run.iterate()).rejects.toBe(other);
  });
});
