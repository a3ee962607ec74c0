/** What a test can let go wrong on a stub server, what each kind has lost afterwards, and the server that computes nothing. */
import { expect, test } from 'vitest';
import { atCall, atRequest } from '../../support/tinkerServer/mishaps.ts';
import { OPEN_RL } from '../../support/tinkerServer/openRl.ts';
import { SeededNumbers } from '../../support/tinkerServer/seededNumbers.ts';
import { TinkerServer } from '../../support/tinkerServer/server.ts';
import { SKYRL_JAX } from '../../support/tinkerServer/skyrlJax.ts';
import { call, datum, done, retrieve } from './caller.ts';
import { IDS, models, PROMPT, stubs } from './stubs.ts';

const start = stubs();

const ADAM = { learning_rate: 0, beta1: 0.9, beta2: 0.999, eps: 1e-5 };
const pass = (model: string, seq?: number) => ({
  model_id: model,
  forward_backward_input: { data: [datum(IDS, PROMPT.length)], loss_fn: 'cross_entropy' },
  seq_id: seq,
});
const norm = async (server: TinkerServer, model: string) =>
  (await done(server, 'optim_step', { model_id: model, adam_params: ADAM })).body.metrics['grad_norm:mean'] as number;

test('a connection dropped before the effect has none, one dropped after it has', async () => {
  const server = await start({ flavour: OPEN_RL });
  const [model = ''] = await models(server, 1);
  await done(server, 'forward_backward', pass(model));
  const once = await norm(server, model);
  server.mishaps.push(atCall('forward_backward', 1, { kind: 'dropped', when: 'before' }));
  server.mishaps.push(atCall('forward_backward', 3, { kind: 'dropped', when: 'after' }));
  await expect(call(server, 'forward_backward', pass(model))).rejects.toThrow();
  await done(server, 'forward_backward', pass(model));
  expect(await norm(server, model)).toBeCloseTo(once, 4);
  await expect(call(server, 'forward_backward', pass(model))).rejects.toThrow();
  expect(await norm(server, model)).toBeCloseTo(once, 4);
  expect(server.log.filter(({ trouble }) => trouble === 'dropped').map(({ status }) => status)).toEqual([null, null]);
});

test('429, 503 and 408 stand in place of an answer, as often as asked', async () => {
  const server = await start({ flavour: SKYRL_JAX });
  server.mishaps.push(
    atCall('get_server_capabilities', 1, { kind: 'answered', when: 'before', status: 429, headers: { 'retry-after': '1' } }, 2),
  );
  server.mishaps.push(atRequest(4, { kind: 'answered', when: 'before', status: 503 }));
  const statuses: number[] = [];
  for (let i = 0; i < 5; i += 1) statuses.push((await call(server, 'get_server_capabilities')).status);
  expect(statuses).toEqual([429, 429, 200, 503, 200]);
  expect(server.log.map(({ status }) => status)).toEqual(statuses);
});

test('a future that never becomes ready: try_again for ever on open-rl, 408 on SkyRL', async () => {
  for (const [flavour, status, body] of [
    [OPEN_RL, 200, { type: 'try_again', queue_state: 'active' }] as const,
    [SKYRL_JAX, 408, { detail: 'Timeout waiting for result' }] as const,
  ]) {
    const server = await start({ flavour, pollMs: 20 });
    const [model = ''] = await models(server, 1);
    server.mishaps.push(atCall('forward_backward', 1, { kind: 'stuck' }));
    const { request_id: id } = (await call(server, 'forward_backward', pass(model))).body;
    for (let i = 0; i < 3; i += 1) {
      const heard = await call(server, 'retrieve_future', { request_id: id });
      expect(heard).toMatchObject({ status, body });
    }
  }
});

test('open-rl after a crash: models and futures are gone, checkpoints are on its disk', async () => {
  const server = await start({ flavour: OPEN_RL, pollMs: 20 });
  const [model = ''] = await models(server, 1);
  await done(server, 'save_weights', { model_id: model, path: 'keep' });
  const { request_id: lost } = (await call(server, 'forward_backward', pass(model))).body;
  await server.crash();
  await expect(call(server, 'healthz')).rejects.toThrow();
  await server.restart();
  expect((await call(server, 'retrieve_future', { request_id: lost })).body.type).toBe('try_again');
  expect((await done(server, 'forward_backward', pass(model))).body.error_message).toBe('Model must be loaded first.');
  const [fresh = ''] = await models(server, 2);
  expect((await done(server, 'forward_backward', pass(model))).body.error_message).toBe(`Adapter ${model} not found.`);
  const loaded = await done(server, 'load_weights', { model_id: fresh, path: 'keep' });
  expect(loaded).toEqual({ status: 200, body: { path: 'checkpoints/keep', type: 'load_weights' } });
  await server.restart({ disk: false });
  const [third = ''] = await models(server, 3);
  expect((await done(server, 'load_weights', { model_id: third, path: 'keep' })).status).toBe(400);
});

test('SkyRL after a crash: futures and checkpoints are kept, models must be created and loaded again', async () => {
  const server = await start({ flavour: SKYRL_JAX });
  const [model = ''] = await models(server, 1);
  const before = (await call(server, 'forward_backward', pass(model, 1))).body.request_id;
  const answered = await retrieve(server, before);
  const { path } = (await done(server, 'save_weights', { model_id: model, path: 'keep' })).body;
  server.mishaps.push(atCall('optim_step', 1, { kind: 'crashed', when: 'after', back: 1 }));
  await expect(call(server, 'optim_step', { model_id: model, adam_params: ADAM, seq_id: 2 })).rejects.toThrow();
  for (;;) {
    const alive = await call(server, 'healthz').catch(() => null);
    if (alive) break;
  }
  expect(await retrieve(server, before)).toEqual(answered);
  // Known to the database, and so not 404.
  expect(await done(server, 'forward_backward', pass(model, 3))).toEqual({
    status: 400,
    body: { detail: `Model ${model} not loaded (likely stale request from previous server)` },
  });
  const [fresh = ''] = await models(server, 2);
  expect((await done(server, 'load_weights', { model_id: fresh, path })).body).toEqual({ type: 'load_weights' });
});

test('SkyRL unloads the models of a session not heard of for 300 seconds of its clock; open-rl never', async () => {
  for (const [flavour, status] of [[SKYRL_JAX, 400] as const, [OPEN_RL, 200] as const]) {
    const server = await start({ flavour });
    const [model = ''] = await models(server, 1);
    const { session_id: session } = server.calls('create_model')[0]?.body ?? {};
    server.advance(299_000);
    await call(server, 'session_heartbeat', { session_id: session });
    server.advance(299_000);
    expect((await done(server, 'forward_backward', pass(model))).status).toBe(200);
    server.advance(2_000);
    expect((await done(server, 'forward_backward', pass(model))).status).toBe(status);
  }
});

test('SkyRL says what is wrong with a body', async () => {
  const server = await start({ flavour: SKYRL_JAX });
  const [model = ''] = await models(server, 1);
  const missing = await call(server, 'optim_step', { model_id: model });
  expect(missing).toMatchObject({
    status: 422,
    body: { detail: [{ type: 'missing', loc: ['body', 'adam_params'], msg: 'Field required' }] },
  });
  const negative = await call(server, 'optim_step', { model_id: model, adam_params: { ...ADAM, eps: 0 } });
  expect(negative.body.detail[0].msg).toBe('Input should be greater than 0');
  const gspo = await done(server, 'forward_backward', {
    ...pass(model),
    forward_backward_input: { data: [datum(IDS, 23)], loss_fn: 'gspo' },
  });
  expect(gspo).toEqual({ status: 400, body: { detail: "Loss functions ['gspo'] are not supported by the JAX backend" } });
  expect((await done(server, 'create_model', { ...session(server), lora_config: { rank: 64 } })).status).toBe(400);
});

const session = (server: TinkerServer) => server.calls('create_model')[0]?.body ?? {};

test('the log has every request, and latency comes before each', async () => {
  const server = await start({ flavour: OPEN_RL });
  server.latency = { healthz: 60 };
  const begun = performance.now();
  await call(server, 'healthz');
  expect(performance.now() - begun).toBeGreaterThanOrEqual(55);
  await models(server, 1);
  expect(server.log.map(({ number, endpoint, status }) => `${number} ${endpoint} ${status}`)).toEqual([
    '1 healthz 200',
    '2 create_session 200',
    '3 create_model 200',
    '4 retrieve_future 200',
  ]);
});

test('without computing: the same shapes, the same answers to the same requests, at a set pace', async () => {
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const pace = { passTokens: 1000, sampledTokens: 100, sequenceTokens: 10, stepMs: 7 };
  const numbers = new SeededNumbers({ base: 'big', vocabulary: 50_000, end: 2, pace, wait });
  const server = await TinkerServer.start({ flavour: SKYRL_JAX, numbers });
  try {
    const [model = ''] = await models(server, 1);
    const backward = await done(server, 'forward_backward', pass(model));
    expect(backward.body.loss_fn_outputs[0].logprobs.data).toHaveLength(IDS.length - 1);
    await done(server, 'optim_step', { model_id: model, adam_params: ADAM });
    await done(server, 'save_weights_for_sampler', { model_id: model, path: 'v1' });
    const ask = { model_path: `tinker://${model}/v1`, num_samples: 3, prompt: { chunks: [{ tokens: PROMPT }] } };
    const params = { max_tokens: 40, seed: 1, stop: [2] };
    const sampled = await done(server, 'asample', { ...ask, sampling_params: params });
    expect(sampled.body.sequences.map(({ tokens }: { tokens: number[] }) => tokens.length)).toEqual([40, 40, 40]);
    expect(await done(server, 'asample', { ...ask, sampling_params: params })).toEqual(sampled);
    // 27 tokens, three passes; a step; 40 tokens of each sequence, at 10 a second.
    expect(waits.slice(0, 3)).toEqual([81, 7, 4000]);
  } finally {
    await server.stop();
  }
});

test('samplings beside the other work do not wait for it', async () => {
  let release = () => {};
  const passing = new Promise<void>((resolve) => {
    release = resolve;
  });
  const wait = (ms: number) => (ms === 27_000 * 3 ? passing : Promise.resolve());
  const numbers = new SeededNumbers({ base: 'big', vocabulary: 50_000, end: 2, pace: { passTokens: 1 }, wait });
  const server = await TinkerServer.start({ flavour: OPEN_RL, numbers, samplesBeside: true });
  try {
    const [model = ''] = await models(server, 1);
    const { request_id: held } = (await call(server, 'forward_backward', pass(model))).body;
    const ask = { sampling_session_id: model, prompt: { chunks: [{ tokens: PROMPT }] }, sampling_params: { max_tokens: 3 } };
    expect((await done(server, 'asample', ask)).body.sequences).toHaveLength(1);
    release();
    expect((await retrieve(server, held)).body.loss_fn_outputs).toHaveLength(1);
  } finally {
    release();
    await server.stop();
  }
});
