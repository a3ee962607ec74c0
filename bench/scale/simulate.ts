/**
 * Iterations of our own client on a server that takes its time: the session, its trainer and the protocol are the ones that train; only
 * numbers are seeded and time is virtual. Processor time of the client is not part of it (`overhead.ts`).
 */
import { LocalEngine } from '../../src/engine/engine.ts';
import { createWasmExecutor } from '../../src/engine/executors/wasm/executor.ts';
import { KERNEL_FILES } from '../../src/engine/executors/wasm/kernels.node.ts';
import { TrainingSession } from '../../src/session/run/session.ts';
import { createSandbox } from '../../src/session/sandbox/node.ts';
import { tinkerTrainers } from '../../src/session/tinker/tinkerTrainers.ts';
import { connect } from '../../src/tinker/client.ts';
import type { Outside } from '../../src/tinker/http.ts';
import { Answered, type Application, type Flavour } from '../../test/support/tinkerServer/flavour.ts';
import { SeededNumbers } from '../../test/support/tinkerServer/seededNumbers.ts';
import { Service } from '../../test/support/tinkerServer/service.ts';
import { Worker } from '../../test/support/tinkerServer/work.ts';
import { DecodingEngine } from './decoding.ts';
import { SAMPLED, scaleBase, scaleProject, type TeamOptions } from './team.ts';
import { VirtualTime } from './virtualTime.ts';

export interface Simulated extends TeamOptions {
  readonly flavour: Flavour;
  /** Calls under way at a time, at the most. */
  readonly inFlight: number;
  /** Of a round trip, milliseconds. */
  readonly latency: number;
  /** Milliseconds of a decoding step with so many sequences. */
  readonly step: (sequences: number) => number;
  /** Milliseconds of a pass forward over one token. */
  readonly pass: number;
}

export interface SimulatedIteration {
  /** Seconds. */
  readonly rollout: number;
  readonly whole: number;
  /** Most sequences sampled at a time. */
  readonly most: number;
}

export async function simulate(options: Simulated): Promise<SimulatedIteration[]> {
  const { flavour, inFlight, latency, step, pass, iterations } = options;
  const time = new VirtualTime();
  const engine = new LocalEngine(await createWasmExecutor(KERNEL_FILES));
  const decoding = new DecodingEngine(time, step);
  const numbers = new SeededNumbers({
    base: 'micro',
    ...SAMPLED,
    pace: { passTokens: 1000 / pass },
    wait: time.sleep,
    decode: (tokens) => decoding.decode(tokens),
  });
  const service = new Service(numbers, flavour.particulars);
  const application = flavour.open({ service, worker: new Worker(service, true), now: time.now, pollMs: 300_000 });
  const outside: Outside = { now: time.now, sleep: time.sleep, fetch: overTheLine(application, time, latency) };
  let began = 0;
  let rolled = 0;
  const opening = async () => {
    const server = await connect('http://simulated', outside, { inFlight });
    const session = await TrainingSession.create({
      document: scaleProject(options),
      bases: [scaleBase()],
      engine,
      environment: createSandbox(),
      trainers: (own, watch) => tinkerTrainers({ server, label: 'simulated' }, own, watch),
      onEvent: (event) => {
        if (event.type === 'phase' && event.phase === 'credit') rolled = time.now();
      },
    });
    return { server, session };
  };
  const { server, session } = await time.run(opening());
  const measured: SimulatedIteration[] = [];
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    began = time.now();
    decoding.most = 0;
    await time.run(session.iterate());
    measured.push({ rollout: (rolled - began) / 1000, whole: (time.now() - began) / 1000, most: decoding.most });
  }
  session.dispose();
  server.close();
  engine.dispose();
  return measured;
}

/** Requests to `application` in this process; each takes half of the latency there and half back. */
function overTheLine(application: Application, time: VirtualTime, latency: number): Outside['fetch'] {
  return async (address, { method, body, signal }) => {
    await time.sleep(latency / 2, signal);
    const text = body ? new TextDecoder().decode(body) : '';
    const json = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    const path = address.pathname.slice('/api/v1/'.length);
    const given = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));
    const answering = application.answer({ method, path, json, text, origin: address.origin, stuck: false }).catch((error: unknown) => {
      if (error instanceof Answered) return error.answer;
      throw error;
    });
    const answer = await Promise.race([answering, given]);
    await time.sleep(latency / 2, signal);
    const bytes = answer.body instanceof Uint8Array ? answer.body : new TextEncoder().encode(JSON.stringify(answer.body));
    return { status: answer.status, headers: { get: (name) => answer.headers?.[name] ?? null }, arrayBuffer: () => Promise.resolve(bytes) };
  };
}
