/** A gradient that another has left pending, on a server that counts all of them in every step's norm and limit. */
import { describe, expect, it } from 'vitest';
import { connect } from '../../../src/tinker/client.ts';
import type { Server, StepRequest } from '../../../src/tinker/server.ts';
import { clock } from './outside.ts';
import { LIKE_OPEN_RL, type Toy, ToyServer, truthOf } from './toyServer.ts';

const REQUEST = { base: 'toy', rank: 2, alpha: 16, attention: true, mlp: true, seed: 3 };
const STEP: StepRequest = { learningRate: 0.05, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0, maxGradNorm: 0 };

const opened = (server: ToyServer): Promise<Server> => connect('http://toy', clock(server.fetch));

/** A model on `client` with a gradient of about this many times the probe's. */
async function begun(client: Server, size: number) {
  const model = await client.createModel(REQUEST);
  const [logprobs = []] = await model.forward([{ prompt: [2], response: [6] }]);
  await model.backward([{ prompt: [2], response: [6], logprobs, derivatives: [-size] }]);
  return model;
}

/** A server on which a run ended between a gradient and its step. */
async function left(toy: Toy, size: number) {
  const server = new ToyServer(toy);
  const gone = await opened(server);
  await begun(gone, size);
  gone.close();
  return server;
}

/** Norm that a step with this limit tells, and the limits that the server was told with it. */
async function stepped(server: ToyServer, maxGradNorm: number) {
  const client = await opened(server);
  const model = await begun(client, 1);
  const { norm } = await model.step({ ...STEP, maxGradNorm });
  client.close();
  const last = JSON.parse(server.bodies.findLast((body) => body.includes('adam_params')) ?? '') as {
    readonly adam_params: { readonly grad_clip_norm: number };
  };
  return { norm: norm ?? Number.NaN, told: last.adam_params.grad_clip_norm, steps: server.seen.filter((path) => path === 'optim_step') };
}

describe.each([1e-3, 1, 1e3])('with a gradient of %d times the size left behind', (size) => {
  it.each([LIKE_OPEN_RL, { ...LIKE_OPEN_RL, reduction: 'mean' as const }, { ...LIKE_OPEN_RL, pooledClip: false }])(
    'the probe finds what it finds without',
    async (toy) => {
      const client = await opened(await left(toy, size));
      client.close();
      expect(client.capabilities).toEqual({ bases: ['toy'], ...truthOf(toy) });
    },
  );

  it('a step tells the norm of its own gradient, and is limited by that one', async () => {
    const alone = await stepped(new ToyServer(LIKE_OPEN_RL), 0);
    const all = Math.hypot(alone.norm, alone.norm * size);
    const limited = await stepped(await left(LIKE_OPEN_RL, size), alone.norm / 2);
    expect(limited.norm / alone.norm).toBeCloseTo(1, 6);
    // The server scales by the limit it is told over the norm of all: that is to be a half.
    expect(limited.told / all).toBeCloseTo(0.5, 6);
    const within = await stepped(await left(LIKE_OPEN_RL, size), alone.norm * 2);
    expect(within.norm / alone.norm).toBeCloseTo(1, 6);
    expect(within.told).toBe(0);
  });
});

it('where nothing was left, nothing more is asked', async () => {
  const alone = await stepped(new ToyServer(LIKE_OPEN_RL), 1);
  expect(alone.told).toBe(1);
  const probes = (await stepped(new ToyServer({ ...LIKE_OPEN_RL, pooledClip: false }), 1)).steps.length;
  expect(alone.steps).toHaveLength(probes);
});

it('where the other one steps in between, no norm is told, and the server keeps its own limit', async () => {
  const server = new ToyServer(LIKE_OPEN_RL);
  const other = await opened(server);
  const ahead = await begun(other, 10);
  const client = await opened(server);
  const model = await begun(client, 1);
  await ahead.step(STEP);
  expect(await model.step({ ...STEP, maxGradNorm: 0.5 })).toEqual({ norm: null });
  for (const one of [other, client]) one.close();
  expect(JSON.parse(server.bodies.findLast((body) => body.includes('adam_params')) ?? '')).toMatchObject({
    adam_params: { grad_clip_norm: 0.5 },
  });
});
