/** Stub servers for tests, on one engine with the micro base; ended after each test. */
import { afterAll, afterEach } from 'vitest';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { EngineNumbers } from '../../support/tinkerServer/engineNumbers.ts';
import { TinkerServer, type TinkerServerOptions } from '../../support/tinkerServer/server.ts';
import { createExecutor } from '../support/executors.ts';
import { micro } from '../support/team.ts';
import { call, done } from './caller.ts';

/** Call once per file. */
export function stubs(): (options: Omit<TinkerServerOptions, 'numbers'>) => Promise<TinkerServer> {
  const opening = createExecutor('wasm').then((executor) => new LocalEngine(executor));
  const servers: TinkerServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
  });
  afterAll(async () => (await opening).dispose());
  return async (options) => {
    const server = await TinkerServer.start({ ...options, numbers: new EngineNumbers(await opening, micro) });
    servers.push(server);
    return server;
  };
}

/** A session with an adapter for each seed. */
export async function models(server: TinkerServer, ...seeds: number[]): Promise<string[]> {
  const session = (await call(server, 'create_session', {})).body.session_id;
  const ids: string[] = [];
  for (const seed of seeds) {
    const created = await done(server, 'create_model', {
      session_id: session,
      base_model: 'micro',
      lora_config: { rank: 4, seed, lora_dropout: 0 },
    });
    ids.push(created.body.model_id);
  }
  return ids;
}

/** Tokens that micro knows: a prompt of the arithmetic team, and an answer. */
export const PROMPT = [1, 292, 90, 117, 304, 267, 433, 294, 505, 2, 13, 1, 280, 370, 52, 451, 413, 52, 282, 2, 13, 1, 299];
export const ANSWER = [52, 48, 52, 2];
export const IDS = [...PROMPT, ...ANSWER];
/** An answer that learning can make likely. */
export const OTHER = [...PROMPT, 64, 51, 2];
