/** A connection: what is asked on the way in, heartbeats, cancellation, faults of a server that goes away. */
import { describe, expect, it } from 'vitest';
import { faultFrom } from '../../../src/core/faults.ts';
import { connect, type ConnectOptions } from '../../../src/tinker/client.ts';
import type { Progress, Server, StepRequest } from '../../../src/tinker/server.ts';
import { clock } from './outside.ts';
import { Replay } from './replay.ts';
import { LIKE_OPEN_RL, LIKE_SKYRL_JAX, type Toy, ToyServer } from './toyServer.ts';

const REQUEST = { base: 'toy', rank: 2, alpha: 16, attention: true, mlp: true, seed: 3 };
const STEP: StepRequest = { learningRate: 0.05, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0, maxGradNorm: 0 };
const TWO = [
  { prompt: [1, 2], response: [3, 4, 5] },
  { prompt: [2], response: [6] },
];
const faultOf = async (work: Promise<unknown>) =>
  faultFrom(
    await work.then(
      () => new Error('nothing was thrown'),
      (error: unknown) => error,
    ),
  );

async function connected(toy: Toy, options: ConnectOptions = {}) {
  const server = new ToyServer(toy);
  const outside = clock(server.fetch);
  return { server, outside, client: await connect('http://toy', outside, options) };
}

/** The gradient that the server holds after `send`. */
async function gradientOf(toy: Toy, send: (client: Server) => Promise<string>): Promise<number[]> {
  const { server, client } = await connected(toy);
  const id = await send(client);
  client.close();
  return server.gradient(id);
}

describe('a gradient', () => {
  const derivatives = [[0.5, -1, 0.25], [2]];
  const sent =
    (parts: readonly (readonly number[])[]) =>
    async (client: Server): Promise<string> => {
      const model = await client.createModel({ ...REQUEST, alpha: 32 });
      const logprobs = await model.forward(TWO);
      const all = TWO.map((one, index) => ({ ...one, logprobs: logprobs[index] ?? [], derivatives: derivatives[index] ?? [] }));
      for (const part of parts)
        await model.backward(
          part.map((index) => all[index] ?? all[0] ?? { ...TWO[0], prompt: [], response: [], logprobs: [], derivatives: [] }),
          { inStep: 2 },
        );
      return model.id;
    };

  it('is the same on a server that sums and on one that takes means, in one call or in several', async () => {
    const sum = await gradientOf(LIKE_OPEN_RL, sent([[0, 1]]));
    const mean = await gradientOf(LIKE_SKYRL_JAX, sent([[0, 1]]));
    const apart = await gradientOf(LIKE_SKYRL_JAX, sent([[0], [1]]));
    expect(Math.hypot(...sum)).toBeGreaterThan(0.1);
    sum.forEach((value, index) => {
      expect(mean[index]).toBeCloseTo(value, 6);
      expect(apart[index]).toBeCloseTo(value, 6);
    });
  });

  it('makes what it raises likelier', async () => {
    const { client } = await connected(LIKE_OPEN_RL);
    const model = await client.createModel(REQUEST);
    const [before] = await model.forward(TWO.slice(1));
    await model.backward([{ prompt: [2], response: [6], logprobs: before ?? [], derivatives: [-1] }]);
    const { norm } = await model.step(STEP);
    const [after] = await model.forward(TWO.slice(1));
    client.close();
    expect(norm).toBeGreaterThan(0);
    expect(after?.[0]).toBeGreaterThan((before?.[0] ?? 0) + 0.1);
  });
});

describe('a connection', () => {
  it('begins as it was recorded', async () => {
    const replay = new Replay('skyrl-jax', [2, 4, 6, 7]);
    const missing = (input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> =>
      /forward$|unload_model$|archive$/.test(String(input))
        ? Promise.resolve(Response.json({ detail: 'Not Found' }, { status: 404 }))
        : replay.fetch(input, init);
    const client = await connect('http://recorded', clock(missing), { probe: null });
    expect(client.capabilities).toMatchObject({ bases: ['micro'], hasForward: false, hasArchive: false });
    const model = await client.createModel({ base: 'micro', rank: 8, alpha: 16, attention: true, mlp: true, seed: 5 });
    client.close();
    expect(model).toMatchObject({ id: 'model_fe734cbd', alpha: 32 });
    const asked = JSON.parse(replay.asked[2]?.text ?? '') as object;
    expect(asked).toMatchObject(replay.asked[2]?.exchange.request ?? {});
  });

  it('says every 10 s that it is there, until it is closed, whatever comes back', async () => {
    const server = new ToyServer(LIKE_OPEN_RL);
    const outside = clock(server.fetch, (milliseconds) => milliseconds <= 10_000);
    let beats = 0;
    const done = new Promise<void>((resolve) => {
      server.mishap = (path, when) => {
        if (path !== 'session_heartbeat' || when === 'after') return undefined;
        beats += 1;
        if (beats === 3) resolve();
        return beats === 1 ? new Error('cut') : undefined;
      };
    });
    const client = await connect('http://toy', outside, { probe: null });
    await done;
    client.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const after = beats;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(beats).toBe(after);
    expect(outside.slept.filter((milliseconds) => milliseconds === 10_000).length).toBeGreaterThanOrEqual(3);
  });

  it('to what does not speak the protocol is refused', async () => {
    const page: typeof fetch = () => Promise.resolve(new Response('<html>'));
    expect(await faultOf(connect('http://page', clock(page)))).toMatchObject({
      code: 'E_SERVER_ANSWER',
      params: { missing: 'supported_models' },
    });
  });

  it('sends the token with every request', async () => {
    const { server, client } = await connected(LIKE_SKYRL_JAX, { token: 'secret' });
    client.close();
    expect(server.headers.every((headers) => headers.get('x-api-key') === 'secret')).toBe(true);
    expect(server.bodies.join('')).not.toContain('secret');
  });
});

describe('a lost answer', () => {
  const lostOnce = (server: ToyServer, of: string): void => {
    let left = 1;
    server.mishap = (path, when) => (path === of && when === 'after' && left-- > 0 ? new TypeError('cut') : undefined);
  };
  const data = [{ prompt: [2], response: [6], logprobs: [-1], derivatives: [-1] }];

  it('is asked for again where the server does a number once: the gradient is there once', async () => {
    const { server, client } = await connected(LIKE_SKYRL_JAX);
    const model = await client.createModel(REQUEST);
    await model.backward(data);
    const once = server.gradient(model.id);
    await model.step({ ...STEP, learningRate: 0 });
    lostOnce(server, 'forward_backward');
    await model.backward(data);
    client.close();
    expect(server.gradient(model.id)).toEqual(once);
  });

  it('ends the call where it would be done twice', async () => {
    const { server, client } = await connected(LIKE_OPEN_RL);
    const model = await client.createModel(REQUEST);
    lostOnce(server, 'forward_backward');
    const sent = server.seen.filter((path) => path === 'forward_backward').length;
    expect(await faultOf(model.backward(data))).toMatchObject({ code: 'E_SERVER_UNSURE', params: { call: 'forward_backward' } });
    client.close();
    expect(server.seen.filter((path) => path === 'forward_backward').length).toBe(sent + 1);
  });

  it('of a poll is asked for again on any server, and told as waiting', async () => {
    const told: Progress[] = [];
    const { server, client } = await connected(LIKE_OPEN_RL, { onProgress: (progress) => void told.push(progress) });
    const model = await client.createModel(REQUEST);
    lostOnce(server, 'retrieve_future');
    await model.backward(data);
    client.close();
    expect(told).toContainEqual({ doing: 'waiting', seconds: 0.5 });
    expect(told).toContainEqual({ doing: 'backward', done: 1, of: 1 });
  });
});

describe('giving up', () => {
  it('ends a call at its signal, and all calls when the server is closed', async () => {
    const { client } = await connected(LIKE_OPEN_RL);
    const model = await client.createModel(REQUEST);
    const giving = new AbortController();
    giving.abort(new Error('enough'));
    await expect(model.forward(TWO, { signal: giving.signal })).rejects.toThrow('enough');
    client.close();
    await expect(model.forward(TWO)).rejects.toThrow('the server was closed');
  });
});
