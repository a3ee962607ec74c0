/** What a server's peculiarities are tried on: an adapter of the probe's own, and five tokens. */
import { FaultError } from '../core/faults.ts';
import { datum } from './datum.ts';
import type { Connection, ServerModel } from './model.ts';
import type { AdapterRequest, TokenSequence } from './server.ts';
import type { Sent } from './wire.ts';

/** How an adapter is created. */
export type Create = (request: AdapterRequest) => Promise<ServerModel>;

/** What the parts of the probe share. */
export interface Bench {
  readonly connection: Connection;
  readonly create: Create;
  readonly request: AdapterRequest;
  /** The adapter all of them use, B = 0 as it was created. */
  readonly model: ServerModel;
  readonly sequence: TokenSequence;
  /** Of the response's two tokens, under the base. */
  readonly logprobs: Float32Array;
}

/** The probe's gradient: derivative −`advantage` by the first of two tokens, of which `weights` count. */
export function gradient({ sequence, logprobs }: Bench, advantage: number, weights: readonly number[]): Readonly<Record<string, Sent>> {
  const data = [datum(sequence, { weights, logprobs, advantages: [advantage, 0] })];
  return { forward_backward_input: { data, loss_fn: 'importance_sampling' } };
}

/** What `work` makes of one more adapter; null where the server does not create it, and says to `refused` why. */
export async function trying<T>(
  bench: Bench,
  request: AdapterRequest,
  work: (model: ServerModel) => Promise<T>,
  refused?: (said: string) => void,
): Promise<T | null> {
  let other: ServerModel;
  try {
    other = await bench.create(request);
  } catch (error) {
    // Whatever else ends a call is for whoever connects.
    if (!(error instanceof FaultError) || error.fault.code !== 'E_SERVER_REFUSED') throw error;
    refused?.(error.fault.message);
    return null;
  }
  try {
    return await work(other);
  } finally {
    await other.unload().catch(() => undefined);
  }
}
