/** The least that speaks to a Tinker server: a request, and the poll of its future. */
import type { TinkerServer } from '../../support/tinkerServer/server.ts';

export interface Heard {
  readonly status: number;
  readonly body: any;
}

/** One request; `body` undefined asks by GET, text goes out as it is. */
export async function call(server: TinkerServer, path: string, body?: unknown): Promise<Heard> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  // A connection of its own: one kept from before a crash would fail once after it.
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    redirect: 'manual',
    headers: { connection: 'close', 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: text }),
  });
  const answer = await response.text();
  return { status: response.status, body: answer.startsWith('{') ? JSON.parse(answer) : answer };
}

/** A request and what its future comes to. */
export async function done(server: TinkerServer, path: string, body: unknown): Promise<Heard> {
  const taken = await call(server, path, body);
  return taken.status === 200 ? retrieve(server, taken.body.request_id) : taken;
}

/** Polls until there is an answer. */
export async function retrieve(server: TinkerServer, request: string): Promise<Heard> {
  for (;;) {
    const heard = await call(server, 'retrieve_future', { request_id: request });
    if (heard.body.type !== 'try_again' && heard.status !== 408) return heard;
  }
}

/** A datum of the ids: weights, log-probabilities and advantages from index `first` on, zeros before. */
export function datum(ids: readonly number[], first: number, weight = 1, old?: readonly number[], advantage = 1) {
  const from = (value: (t: number) => number) => ids.slice(1).map((_, t) => (t + 1 < first ? 0 : value(t)));
  const tensor = (data: number[], dtype = 'float32') => ({ data, dtype, shape: [data.length] });
  return {
    model_input: { chunks: [{ type: 'encoded_text', tokens: ids.slice(0, -1) }] },
    loss_fn_inputs: {
      target_tokens: tensor(ids.slice(1), 'int64'),
      weights: tensor(from(() => weight)),
      ...(old && { logprobs: tensor(from((t) => old[t] ?? 0)), advantages: tensor(from(() => advantage)) }),
    },
  };
}
