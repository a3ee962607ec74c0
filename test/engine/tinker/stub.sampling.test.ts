/** What differs between the servers when one samples: which weights speak, where a message ends, whose log-probabilities come. */
import { expect, test } from 'vitest';
import { OPEN_RL } from '../../support/tinkerServer/openRl.ts';
import type { TinkerServer } from '../../support/tinkerServer/server.ts';
import { SKYRL_JAX } from '../../support/tinkerServer/skyrlJax.ts';
import { call, datum, done } from './caller.ts';
import { models, OTHER, PROMPT, stubs } from './stubs.ts';

const start = stubs();

interface Sequence {
  tokens: number[];
  logprobs: number[];
  stop_reason: string;
}

const PARAMS = { max_tokens: 12, temperature: 1, top_k: -1, top_p: 1, stop: [2], seed: 7 };

async function sample(server: TinkerServer, from: object, params: object = {}, count = 1): Promise<Sequence[]> {
  const { status, body } = await done(server, 'asample', {
    ...from,
    seq_id: 1,
    prompt: { chunks: [{ type: 'encoded_text', tokens: PROMPT }] },
    num_samples: count,
    sampling_params: { ...PARAMS, ...params },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.sequences;
}

/** Log-probabilities of a message, by a pass without weights. */
async function scored(server: TinkerServer, model: string, tokens: readonly number[]): Promise<number[]> {
  const ids = [...PROMPT, ...tokens];
  const data = [datum(ids, ids.length)];
  const { body } = await done(server, 'forward_backward', {
    model_id: model,
    forward_backward_input: { data, loss_fn: 'cross_entropy' },
  });
  return body.loss_fn_outputs[0].logprobs.data.slice(PROMPT.length - 1);
}

async function learn(server: TinkerServer, model: string, steps = 2): Promise<void> {
  for (let i = 0; i < steps; i += 1) {
    await done(server, 'forward_backward', {
      model_id: model,
      forward_backward_input: { data: [datum(OTHER, PROMPT.length)], loss_fn: 'cross_entropy' },
    });
    await done(server, 'optim_step', { model_id: model, adam_params: { learning_rate: 0.01, beta1: 0.9, beta2: 0.999, eps: 1e-5 } });
  }
}

const publish = async (server: TinkerServer, model: string, path: string) =>
  (await done(server, 'save_weights_for_sampler', { model_id: model, path })).body.path as string;

function expectNear(a: readonly number[], b: readonly number[]): void {
  expect(a.length).toBe(b.length);
  a.forEach((value, i) => expect(Math.abs(value - (b[i] ?? Number.NaN))).toBeLessThan(1e-5));
}

test('open-rl speaks with the weights as they are, whatever is named', async () => {
  const server = await start({ flavour: OPEN_RL });
  const [model = ''] = await models(server, 1);
  const from = { sampling_session_id: `${model}-samp-1` };
  const [before] = await sample(server, from);
  expectNear(before?.logprobs ?? [], await scored(server, model, before?.tokens ?? []));
  await learn(server, model);
  const [after] = await sample(server, from);
  expectNear(after?.logprobs ?? [], await scored(server, model, after?.tokens ?? []));
});

test('SkyRL has one place for an adapter: a version not sampled before overwrites what is trained', async () => {
  const server = await start({ flavour: SKYRL_JAX });
  const [model = ''] = await models(server, 1);
  const v1 = await publish(server, model, 'v1');
  await sample(server, { model_path: v1 });
  const first = await scored(server, model, OTHER.slice(PROMPT.length));
  await learn(server, model);
  const stepped = await scored(server, model, OTHER.slice(PROMPT.length));
  expect(stepped).not.toEqual(first);
  // v1 is in the slot already, so it speaks with the stepped weights.
  const [said] = await sample(server, { model_path: v1 });
  expectNear(said?.logprobs ?? [], await scored(server, model, said?.tokens ?? []));
  expect(await scored(server, model, OTHER.slice(PROMPT.length))).toEqual(stepped);
  const v2 = await publish(server, model, 'v2');
  await sample(server, { model_path: v2 });
  expect(await scored(server, model, OTHER.slice(PROMPT.length))).toEqual(stepped);
  // The older one is read from disk into the slot: the steps are gone.
  await sample(server, { model_path: v1 });
  expect(await scored(server, model, OTHER.slice(PROMPT.length))).toEqual(first);
  expect((await call(server, 'save_weights_for_sampler', { model_id: model, path: 'v2' })).status).toBe(409);
});

test('SkyRL: a version published before a step and first sampled after it takes the step back', async () => {
  const server = await start({ flavour: SKYRL_JAX });
  const [model = ''] = await models(server, 1);
  const first = await scored(server, model, OTHER.slice(PROMPT.length));
  const v1 = await publish(server, model, 'v1');
  await learn(server, model);
  await sample(server, { model_path: v1 });
  expect(await scored(server, model, OTHER.slice(PROMPT.length))).toEqual(first);
});

test('open-rl ends at the base’s own end alone, fills samples up and says “stop” of all', async () => {
  const server = await start({ flavour: OPEN_RL });
  const [model = ''] = await models(server, 1);
  const from = { sampling_session_id: `${model}-samp-1` };
  const [ignoring] = await sample(server, from, { stop: [52] });
  expect(ignoring?.tokens.at(-1)).toBe(2);
  expect(ignoring?.tokens.length).toBeGreaterThan(1);
  const [cut] = await sample(server, from, { max_tokens: 2 });
  expect([cut?.tokens.length, cut?.stop_reason]).toEqual([2, 'stop']);
  const many = await sample(server, from, { temperature: 3.5 }, 8);
  expect(new Set(many.map(({ tokens }) => tokens.length)).size).toBe(1);
  expect(many.every(({ tokens, logprobs }) => tokens.length === logprobs.length)).toBe(true);
  expect(many.some(({ tokens }) => tokens.at(-1) === 0 && tokens.includes(2))).toBe(true);
});

test('SkyRL ends at the stop ids alone, cuts samples, keeps seeds and tells why a message ended', async () => {
  const server = await start({ flavour: SKYRL_JAX });
  const [model = ''] = await models(server, 1);
  const from = { model_path: await publish(server, model, 'v1') };
  const [endless] = await sample(server, from, { stop: [] });
  expect([endless?.tokens.length, endless?.stop_reason]).toEqual([12, 'length']);
  expect(endless?.tokens.slice(0, -1)).toContain(2);
  const many = await sample(server, from, { temperature: 3.5 }, 8);
  expect(
    many.every(({ tokens, stop_reason }) => (tokens.at(-1) === 2) === (stop_reason === 'stop') && !tokens.slice(0, -1).includes(2)),
  ).toBe(true);
  expect(await sample(server, from, { temperature: 3.5 }, 8)).toEqual(many);
  expect(await sample(server, from, { temperature: 3.5, seed: 99 }, 8)).not.toEqual(many);
  const [greedy] = await sample(server, from, { top_k: 1, temperature: 3.5 });
  const [likeliest] = await sample(server, from, { temperature: 0 });
  expect(greedy?.tokens).toEqual(likeliest?.tokens);
});

test('log-probabilities are of the tempered distribution on open-rl, and of temperature 1 on SkyRL', async () => {
  const open = await start({ flavour: OPEN_RL });
  const [a = ''] = await models(open, 1);
  const [hot] = await sample(open, { sampling_session_id: a }, { temperature: 2.5 });
  const plain = await scored(open, a, hot?.tokens ?? []);
  expect(Math.max(...plain.map((logprob, t) => Math.abs(logprob - (hot?.logprobs[t] ?? 0))))).toBeGreaterThan(0.01);
  const sky = await start({ flavour: SKYRL_JAX });
  const [b = ''] = await models(sky, 1);
  const [warm] = await sample(sky, { model_path: await publish(sky, b, 'v1') }, { temperature: 2.5 });
  expectNear(warm?.logprobs ?? [], await scored(sky, b, warm?.tokens ?? []));
});

test('open-rl wants a temperature with a point in it', async () => {
  const server = await start({ flavour: OPEN_RL });
  const [model = ''] = await models(server, 1);
  const body = JSON.stringify({
    sampling_session_id: model,
    prompt: { chunks: [{ tokens: PROMPT }] },
    sampling_params: { ...PARAMS, temperature: 2 },
  });
  expect((await done(server, 'asample', body)).body.error_message).toContain('strictly positive float');
  expect((await done(server, 'asample', body.replace('"temperature":2,', '"temperature":2.0,'))).status).toBe(200);
});

test('SkyRL samples the base alone, and says the prompt’s log-probabilities', async () => {
  const server = await start({ flavour: SKYRL_JAX });
  const [model = ''] = await models(server, 1); // B = 0: the base
  const { body } = await done(server, 'asample', {
    base_model: 'micro',
    prompt: { chunks: [{ type: 'encoded_text', tokens: PROMPT }] },
    prompt_logprobs: true,
    sampling_params: PARAMS,
  });
  const { body: passed } = await done(server, 'forward', {
    model_id: model,
    forward_input: { data: [datum(PROMPT, PROMPT.length)], loss_fn: 'cross_entropy' },
  });
  expectNear(body.prompt_logprobs, passed.loss_fn_outputs[0].logprobs.data);
});
