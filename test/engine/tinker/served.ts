/** Sessions whose policies stand on a stub server, for tests. */
import { type ProjectDocument } from '../../../src/core/document/schema.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import type { SessionEvent } from '../../../src/session/events.ts';
import { weightsOf } from '../../../src/session/run/checkpoint.ts';
import { TrainingSession } from '../../../src/session/run/session.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { tinkerTrainers } from '../../../src/session/tinker/tinkerTrainers.ts';
import { connect, type ConnectOptions } from '../../../src/tinker/client.ts';
import type { Server } from '../../../src/tinker/server.ts';
import { EngineNumbers } from '../../support/tinkerServer/engineNumbers.ts';
import type { Flavour } from '../../support/tinkerServer/flavour.ts';
import { OPEN_RL } from '../../support/tinkerServer/openRl.ts';
import { TinkerServer } from '../../support/tinkerServer/server.ts';
import { createExecutor } from '../support/executors.ts';
import { micro, microProject, openTeam } from '../support/team.ts';

export const outside = {
  fetch,
  sleep: (milliseconds: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, milliseconds);
      timer.unref();
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      });
    }),
  now: () => performance.now(),
};

/** A project that a server can train: all modules, its α, no entropy bonus. */
export function servedProject(flavour: Flavour, training: Partial<ProjectDocument['training']> = {}): ProjectDocument {
  const document = microProject({ episodes: 6, seed: 70, entropyCoef: 0, iterations: 2, ...training });
  const alpha = flavour === OPEN_RL ? 16 : 32;
  const agents = document.team.agents.map((agent) => ({ ...agent, adapter: { ...agent.adapter, alpha } }));
  return { ...document, team: { ...document.team, agents } };
}

export interface Served {
  readonly session: TrainingSession;
  readonly client: Server;
  readonly stub: TinkerServer;
  /** What the stub computes with: knows its adapters' weights. */
  readonly numbers: EngineNumbers;
  end(): Promise<void>;
}

export interface ServedOptions {
  /** Its adapters begin with that session's numbers. */
  readonly like?: TrainingSession;
  readonly onEvent?: (event: SessionEvent) => void;
  /** What stands between the session and the server. */
  readonly broken?: ((server: Server) => Server) | undefined;
  readonly connecting?: ConnectOptions;
  readonly pollMs?: number | undefined;
}

/** A session on a stub. */
export async function openServed(
  document: ProjectDocument,
  flavour: Flavour,
  { like, onEvent, broken = (server) => server, connecting = {}, pollMs }: ServedOptions = {},
): Promise<Served> {
  const numbers = new EngineNumbers(new LocalEngine(await createExecutor('wasm')), micro);
  // Another adapter has another seed (tinkerAdapter.ts), and the probe's have none of these.
  const given = new Map(like?.policies.map((policy) => [document.training.seed + policy.index, weightsOf(like, policy)]));
  const stub = await TinkerServer.start({
    flavour,
    numbers,
    ...(pollMs !== undefined && { pollMs }),
    startWeights: ({ seed }) => (seed === null || seed === undefined ? undefined : given.get(seed)),
  });
  const client = await connect(stub.url, outside, { patience: 60, ...connecting });
  const session = await servedSession(document, broken(client), onEvent);
  const end = async () => {
    session.dispose();
    client.close();
    await stub.stop();
    session.engine.dispose();
  };
  return { session, client, stub, numbers, end };
}

let sessions = 0;

/** Another session on a server that is there. */
export async function servedSession(
  document: ProjectDocument,
  server: Server,
  onEvent?: (event: SessionEvent) => void,
): Promise<TrainingSession> {
  sessions += 1;
  const label = `test${sessions}`;
  return TrainingSession.create({
    document,
    bases: [micro],
    engine: new LocalEngine(await createExecutor('wasm')),
    environment: createSandbox(),
    trainers: (engine, watch) => tinkerTrainers({ server, label }, engine, watch),
    ...(onEvent && { onEvent }),
  });
}

/** A session here whose adapters are a little away from B = 0, so that both factors have gradients, and still score about as the base. */
export async function openMoved(document: ProjectDocument): Promise<TrainingSession> {
  const session = await openTeam(document);
  for (const { adapter } of session.policies) {
    const moved = [...adapter.parameters].map(
      ([name, { shape, data }]) => [name, { shape, data: data.map((value, i) => value + 0.004 * Math.sin(i)) }] as const,
    );
    await adapter.restore({ parameters: new Map(moved), optimizer: adapter.optimizer });
    adapter.version = 0;
  }
  return session;
}
