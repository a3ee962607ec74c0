/** What the client itself takes of an iteration on a server: processor time and memory of this process, beside a stub in another. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { NODE_OUTSIDE } from '../../headless/server/tinkerServer.ts';
import { LocalEngine } from '../../src/engine/engine.ts';
import { createWasmExecutor } from '../../src/engine/executors/wasm/executor.ts';
import { KERNEL_FILES } from '../../src/engine/executors/wasm/kernels.node.ts';
import { TrainingSession } from '../../src/session/run/session.ts';
import { createSandbox } from '../../src/session/sandbox/node.ts';
import { tinkerTrainers } from '../../src/session/tinker/tinkerTrainers.ts';
import { connect } from '../../src/tinker/client.ts';
import type { Outside } from '../../src/tinker/http.ts';
import { scaleBase, scaleProject, type TeamOptions } from './team.ts';

export interface Iteration {
  /** Processor time of this process, all threads, in seconds: of the rollout, the credit, the update. */
  readonly rollout: number;
  readonly credit: number;
  readonly update: number;
  /** Of all of it, what was taken while no call was under way: a server has nothing to do then but wait for this process. */
  readonly alone: number;
  /** MiB of the heap in use behind it, after a collection. */
  readonly heap: number;
  /** MiB resident. */
  readonly resident: number;
  readonly sent: Readonly<Record<string, { readonly calls: number; readonly bytes: number }>>;
}

const MIB = 2 ** 20;

const seconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1e6;

/** Processor time of this process while nothing was asked of the server; heartbeats do not count. */
class Alone {
  taken = 0;
  #under = 0;
  #since = process.cpuUsage();

  readonly fetch: Outside['fetch'] = async (address, request) => {
    if (address.pathname.endsWith('session_heartbeat')) return NODE_OUTSIDE.fetch(address, request);
    if (this.#under === 0) this.taken += seconds(process.cpuUsage(this.#since));
    this.#under += 1;
    try {
      return await NODE_OUTSIDE.fetch(address, request);
    } finally {
      this.#under -= 1;
      if (this.#under === 0) this.#since = process.cpuUsage();
    }
  };

  /** Begins to count behind what was not part of an iteration. */
  begin(): void {
    this.taken = 0;
    this.#since = process.cpuUsage();
  }

  end(): number {
    return this.taken + seconds(process.cpuUsage(this.#since));
  }
}

/** Trains `iterations` iterations; `inFlight` calls at a time. */
export async function measureOverhead(team: TeamOptions, inFlight: number): Promise<Iteration[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'stubProcess.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const said = createInterface(child.stdout)[Symbol.asyncIterator]();
  const line = async (): Promise<string> => String((await said.next()).value);
  const url = await line();
  const alone = new Alone();
  const server = await connect(url, { ...NODE_OUTSIDE, fetch: alone.fetch }, { inFlight });
  const engine = new LocalEngine(await createWasmExecutor(KERNEL_FILES));
  const parts: Record<string, number> = {};
  let phase = '';
  let since = process.cpuUsage();
  const enter = (next: string): void => {
    const used = process.cpuUsage(since);
    since = process.cpuUsage();
    parts[phase] = (parts[phase] ?? 0) + seconds(used);
    phase = next;
  };
  const session = await TrainingSession.create({
    document: scaleProject(team),
    bases: [scaleBase()],
    engine,
    environment: createSandbox(),
    trainers: (own, watch) => tinkerTrainers({ server, label: 'scale' }, own, watch),
    onEvent: (event) => event.type === 'phase' && enter(event.phase),
  });
  const measured: Iteration[] = [];
  child.stdin.write('\n');
  await line();
  for (let iteration = 0; iteration < team.iterations; iteration += 1) {
    for (const name of Object.keys(parts)) delete parts[name];
    alone.begin();
    await session.iterate();
    const waited = alone.end();
    enter('');
    // What was let go of in between is free only behind a task.
    for (let round = 0; round < 2; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      global.gc?.();
    }
    since = process.cpuUsage();
    const { heapUsed, external, rss } = process.memoryUsage();
    child.stdin.write('\n');
    const { rollout = 0, credit = 0, update = 0 } = parts;
    measured.push({
      rollout,
      credit,
      update,
      alone: waited,
      heap: (heapUsed + external) / MIB,
      resident: rss / MIB,
      sent: JSON.parse(await line()),
    });
  }
  session.dispose();
  server.close();
  engine.dispose();
  child.stdin.end();
  return measured;
}
