/** Workers share the work and change no byte of it; one that dies is reported. */
import { describe, expect, it } from 'vitest';
import { spawnLane } from '../../../headless/lane/spawn.ts';
import { TOLD_TOKENS } from '../../../src/core/episode/activity.ts';
import { FaultError } from '../../../src/core/faults.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { KERNEL_FILES } from '../../../src/engine/executors/wasm/kernels.node.ts';
import { openPool } from '../../../src/engine/pool/engine.ts';
import type { LaneWorker } from '../../../src/engine/pool/protocol.ts';
import { loadGolden } from '../support/golden.node.ts';
import { long } from '../../support/long.ts';
import { microProject, openTeam, openTeamOn } from '../support/team.ts';

/** Everything two iterations leave behind: metrics, episodes, adapters, critic. */
async function twoIterations(engine?: Engine, document = microProject({ episodes: 24 })): Promise<unknown> {
  const session = engine ? await openTeamOn(document, engine) : await openTeam(document);
  const results = [await session.iterate(), await session.iterate()].map(({ metrics, episodes }) => ({ metrics, episodes }));
  const parameters = [...session.policies.map(({ adapter }) => adapter.parameters), session.groups[0]?.critic?.parameters ?? new Map()].map(
    (map) => [...map].map(([name, { data }]) => [name, [...data]]),
  );
  session.dispose();
  session.engine.dispose();
  return { results, parameters };
}

describe('workers', () => {
  it('one, two and three give the same bytes as none', async () => {
    const alone = await twoIterations();
    for (const lanes of [1, 2, 3]) expect(await twoIterations(await openPool(spawnLane, KERNEL_FILES, { lanes }))).toEqual(alone);
  });

  it('and so where the team plays on from every state', async () => {
    const document = microProject({ algorithm: 'vineppo', continuations: 2, episodes: 4 });
    const alone = await twoIterations(undefined, document);
    // Other numbers of workers are above.
    expect(await twoIterations(await openPool(spawnLane, KERNEL_FILES, { lanes: 2 }), document)).toEqual(alone);
  });

  it('tell a growing message as one thread does: ever more of what is sampled in the end', async () => {
    const golden = loadGolden('llama-tied');
    const job = { promptIds: [1, 2, 3], slot: -1, rule: { temperature: 1, topK: 0, topP: 1 }, maxNewTokens: 30, key: [1, 2] as const };
    const engine = await openPool(spawnLane, KERNEL_FILES, { lanes: 2 });
    engine.setParameters(golden.weights, true);
    const heard: (readonly number[])[] = [];
    const { responseIds } = await engine.openGenerator(golden.config, [], [-1]).submit(job, (ids) => heard.push(ids));
    expect(heard).toEqual(responseIds.map((_, index) => responseIds.slice(0, index + 1).slice(-TOLD_TOKENS)));
    engine.dispose();
  });

  it('hold no more after thirty updates than after ten', async (context) => {
    long(context);
    const engine = await openPool(spawnLane, KERNEL_FILES, { lanes: 2 });
    const session = await openTeamOn(microProject({ episodes: 4 }), engine);
    // A worker holds the adapters it has had to do with; which ones it gets depends on who is idle.
    for (let i = 0; i < 10; i += 1) await session.iterate();
    const { bytes } = engine.memory();
    for (let i = 0; i < 20; i += 1) await session.iterate();
    expect(engine.memory().bytes).toBeLessThan(1.05 * bytes);
    session.dispose();
    engine.dispose();
  });

  it('one that dies fails what is under way with a fault that says what to do', async () => {
    const workers: { worker: LaneWorker; fail: (message: string) => void }[] = [];
    const engine = await openPool(
      () => {
        const worker = spawnLane();
        const entry = { worker, fail: (_message: string) => {} };
        workers.push(entry);
        return { ...worker, onFailure: (listen) => (entry.fail = listen) };
      },
      KERNEL_FILES,
      { lanes: 2 },
    );
    const golden = loadGolden('llama-tied');
    engine.setParameters(golden.weights, true);
    const generator = engine.openGenerator(golden.config, [], [-1]);
    const job = { promptIds: [1, 2, 3], slot: -1, rule: { temperature: 1, topK: 0, topP: 1 }, maxNewTokens: 40, key: [1, 2] as const };
    const messages = [generator.submit(job), generator.submit(job)];
    workers[0]?.worker.terminate();
    workers[0]?.fail('out of memory');
    const [first, second] = await Promise.allSettled(messages);
    expect(second).toMatchObject({ status: 'fulfilled' });
    expect(first).toMatchObject({ status: 'rejected', reason: expect.any(FaultError) });
    await expect(messages[0]).rejects.toThrow('A worker of the engine stopped: out of memory. Continue from the last checkpoint');
    await expect(generator.submit(job)).rejects.toThrow('out of memory');
    engine.dispose();
  });

  it('one that is ended from outside, without an error, hangs nobody', async () => {
    const workers: LaneWorker[] = [];
    const engine = await openPool(
      () => {
        workers.push(spawnLane());
        return workers.at(-1)!;
      },
      KERNEL_FILES,
      { lanes: 2 },
    );
    const golden = loadGolden('llama-tied');
    engine.setParameters(golden.weights, true);
    const generator = engine.openGenerator(golden.config, [], [-1]);
    const job = { promptIds: [1, 2, 3], slot: -1, rule: { temperature: 1, topK: 0, topP: 1 }, maxNewTokens: 40, key: [1, 2] as const };
    const messages = [generator.submit(job), generator.submit(job)];
    workers[0]?.terminate();
    const [first] = await Promise.allSettled(messages);
    expect(first).toMatchObject({ status: 'rejected', reason: { fault: { code: 'E_WORKER' } } });
    engine.dispose();
  });

  it('a mistake inside a worker arrives as it is', async () => {
    const engine = await openPool(spawnLane, KERNEL_FILES, { lanes: 2 });
    const generator = engine.openGenerator(loadGolden('llama-tied').config, [], [-1]);
    const job = { promptIds: [1, 2, 3], slot: -1, rule: { temperature: 1, topK: 0, topP: 1 }, maxNewTokens: 2, key: [1, 2] as const };
    await expect(generator.submit(job)).rejects.toMatchObject({
      fault: { detail: expect.stringContaining('was never set on this executor') },
    });
    engine.dispose();
  });
});
