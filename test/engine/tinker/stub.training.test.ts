/** What differs between the servers when one trains on them: reductions, clips, betas, repeats, slots. */
import { expect, test } from 'vitest';
import { OPEN_RL } from '../../support/tinkerServer/openRl.ts';
import type { TinkerServer } from '../../support/tinkerServer/server.ts';
import { SKYRL_JAX } from '../../support/tinkerServer/skyrlJax.ts';
import { call, datum, done } from './caller.ts';
import { IDS, models, OTHER, PROMPT, stubs } from './stubs.ts';

const start = stubs();
const FIRST = PROMPT.length;

const backward = (server: TinkerServer, model: string, data: object[], seq?: number, loss = 'cross_entropy') =>
  done(server, 'forward_backward', {
    model_id: model,
    forward_backward_input: { data, loss_fn: loss },
    ...(seq !== undefined && { seq_id: seq }),
  });

const ADAM = { learning_rate: 0.01, beta1: 0.9, beta2: 0.999, eps: 1e-5, weight_decay: 0 };

async function step(server: TinkerServer, model: string, adam: object = {}): Promise<number> {
  const { status, body } = await done(server, 'optim_step', { model_id: model, adam_params: { ...ADAM, ...adam } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.metrics['grad_norm:mean'] ?? body.metrics['skyrl.ai/grad_norm'];
}

/** Log-probabilities of the answer, by a pass without weights. */
async function scores(server: TinkerServer, model: string, ids = OTHER): Promise<number[]> {
  const data = [datum(ids, ids.length)];
  const { body } = await done(server, 'forward_backward', {
    model_id: model,
    forward_backward_input: { data, loss_fn: 'cross_entropy' },
  });
  return body.loss_fn_outputs[0].logprobs.data.slice(FIRST - 1);
}

test('open-rl adds the losses up, SkyRL takes means of sequences and of the sequences of all calls', async () => {
  const norms = async (server: TinkerServer, data: object[][]) => {
    const [model = ''] = await models(server, 1);
    for (const each of data) await backward(server, model, each);
    return step(server, model);
  };
  const open = await start({ flavour: OPEN_RL });
  const sky = await start({ flavour: SKYRL_JAX });
  const row = datum(IDS, FIRST);
  const once = await norms(open, [[row]]);
  expect((await norms(open, [[row], [row]])) / once).toBeCloseTo(2, 4);
  expect((await norms(open, [[datum(IDS, FIRST, 3)]])) / once).toBeCloseTo(3, 4);
  const mean = await norms(sky, [[row]]);
  expect((await norms(sky, [[row], [row, row]])) / mean).toBeCloseTo(1, 4);
  expect((await norms(sky, [[datum(IDS, FIRST, 3)]])) / mean).toBeCloseTo(1, 4);
});

test('open-rl’s clip counts and shortens what other adapters have pending; SkyRL’s does nothing', async () => {
  const open = await start({ flavour: OPEN_RL });
  const [a = '', b = ''] = await models(open, 1, 2);
  const row = datum(IDS, FIRST);
  const still = { learning_rate: 0 };
  await backward(open, a, [row]);
  const ofA = await step(open, a, still);
  await backward(open, b, [row]);
  const ofB = await step(open, b, still);
  await backward(open, a, [row]);
  await backward(open, b, [row]);
  const both = await step(open, b, { ...still, grad_clip_norm: 1 });
  expect(both).toBeCloseTo(Math.hypot(ofA, ofB), 4);
  expect(await step(open, a, still)).toBeCloseTo(ofA / both, 4);

  const sky = await start({ flavour: SKYRL_JAX });
  const [c = '', d = ''] = await models(sky, 1, 1);
  for (const [model, limit] of [[c, 1e-6] as const, [d, 0] as const]) {
    await backward(sky, model, [row]);
    await step(sky, model, { grad_clip_norm: limit });
  }
  expect(await scores(sky, c)).toEqual(await scores(sky, d));
});

test('a repeated request adds its gradient twice on open-rl and once on SkyRL, which refuses another body', async () => {
  const row = datum(IDS, FIRST);
  const open = await start({ flavour: OPEN_RL });
  const [a = ''] = await models(open, 1);
  await backward(open, a, [row], 3);
  await backward(open, a, [row], 3);
  const twice = await step(open, a, { learning_rate: 0 });
  await backward(open, a, [row], 4);
  expect(twice / (await step(open, a, { learning_rate: 0 }))).toBeCloseTo(2, 4);

  const sky = await start({ flavour: SKYRL_JAX });
  const [b = ''] = await models(sky, 1);
  const body = { model_id: b, forward_backward_input: { data: [row], loss_fn: 'cross_entropy' }, seq_id: 3 };
  const first = await call(sky, 'forward_backward', body);
  expect(await call(sky, 'forward_backward', body)).toEqual(first);
  const other = await call(sky, 'forward_backward', { ...body, forward_backward_input: { data: [row, row], loss_fn: 'cross_entropy' } });
  expect(other).toEqual({ status: 409, body: { detail: 'Training request sequence number was reused' } });
  const same = await call(sky, 'optim_step', { model_id: b, adam_params: ADAM, seq_id: 3 });
  expect(same.status).toBe(409);
});

test('open-rl keeps the betas of the first step and fails on integers; SkyRL takes each step’s', async () => {
  const after = async (server: TinkerServer, second: object) => {
    const [model = ''] = await models(server, 1);
    for (const adam of [{}, second]) {
      await backward(server, model, [datum(IDS, FIRST)]);
      await step(server, model, adam);
    }
    return scores(server, model);
  };
  const other = { beta1: 0.1, beta2: 0.5 };
  const open = await start({ flavour: OPEN_RL });
  expect(await after(open, other)).toEqual(await after(open, {}));
  const sky = await start({ flavour: SKYRL_JAX });
  expect(await after(sky, other)).not.toEqual(await after(sky, {}));

  const [model = ''] = await models(open, 1);
  const failed = await done(open, 'optim_step', { model_id: model, adam_params: { ...ADAM, beta1: 0 } });
  expect(failed.body).toEqual({
    type: 'RequestFailedResponse',
    error_message: 'betas must be either both floats or both Tensors',
  });
  const [fine = ''] = await models(sky, 1);
  expect((await done(sky, 'optim_step', { model_id: fine, adam_params: { ...ADAM, beta1: 0 } })).status).toBe(200);
});

test('the losses that need log-probabilities: importance sampling and PPO cut at the clip', async () => {
  const server = await start({ flavour: OPEN_RL });
  const [model = ''] = await models(server, 1);
  const now = await scores(server, model, IDS);
  const old = (shift: number) => [...new Array<number>(FIRST - 1).fill(0), ...now.map((logprob) => logprob - shift)];
  const norm = async (shift: number, advantage: number, loss: string) => {
    await backward(server, model, [datum(IDS, FIRST, 1, old(shift), advantage)], undefined, loss);
    return step(server, model, { learning_rate: 0 });
  };
  const plain = await norm(0, 1, 'importance_sampling');
  expect((await norm(Math.log(1.5), 1, 'importance_sampling')) / plain).toBeCloseTo(1.5, 3);
  expect((await norm(0, 1, 'ppo')) / plain).toBeCloseTo(1, 4);
  expect(await norm(Math.log(1.5), 1, 'ppo')).toBe(0); // the ratio is beyond 1.2 and would rise
  expect((await norm(Math.log(1.5), -1, 'ppo')) / plain).toBeCloseTo(1.5, 3);
});

test('a step of one adapter leaves the other as it was, and learning raises what is learned', async () => {
  for (const flavour of [OPEN_RL, SKYRL_JAX]) {
    const server = await start({ flavour });
    const [a = '', b = ''] = await models(server, 1, 2);
    const before = { a: await scores(server, a), b: await scores(server, b) };
    for (let i = 0; i < 3; i += 1) {
      await backward(server, a, [datum(OTHER, FIRST)]);
      await step(server, a);
    }
    const sum = (values: number[]) => values.reduce((x, y) => x + y, 0);
    expect(sum(await scores(server, a))).toBeGreaterThan(sum(before.a) + 0.5);
    expect(await scores(server, b)).toEqual(before.b);
  }
});

test('loading goes back: any time on open-rl, only into a fresh model on SkyRL', async () => {
  const open = await start({ flavour: OPEN_RL });
  const [a = ''] = await models(open, 1);
  await backward(open, a, [datum(OTHER, FIRST)]);
  await step(open, a);
  await done(open, 'save_weights', { model_id: a, path: 'keep', include_optimizer: true });
  const kept = await scores(open, a);
  await backward(open, a, [datum(OTHER, FIRST)]);
  await step(open, a);
  expect(await scores(open, a)).not.toEqual(kept);
  await done(open, 'load_weights', { model_id: a, path: 'keep', optimizer: true });
  expect(await scores(open, a)).toEqual(kept);

  const sky = await start({ flavour: SKYRL_JAX });
  const [b = '', c = ''] = await models(sky, 1, 2);
  await backward(sky, b, [datum(OTHER, FIRST)]);
  await step(sky, b);
  const { path } = (await done(sky, 'save_weights', { model_id: b, path: 'keep' })).body;
  const refused = await call(sky, 'load_weights', { model_id: b, path });
  expect(refused).toEqual({ status: 400, body: { detail: 'LoadWeights is not permitted with seq_id 4' } });
  expect((await done(sky, 'load_weights', { model_id: c, path })).body).toEqual({ type: 'load_weights' });
  expect(await scores(sky, c)).toEqual(await scores(sky, b));
  // The optimiser came along: the next steps are the same.
  for (const model of [b, c]) {
    await backward(sky, model, [datum(OTHER, FIRST)]);
    await step(sky, model);
  }
  expect(await scores(sky, c)).toEqual(await scores(sky, b));
});
