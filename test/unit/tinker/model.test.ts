/** One adapter, against what the real servers said: requests as they were sent to them, answers as they came. */
import { describe, expect, it } from 'vitest';
import { at, field } from '../../../src/core/at.ts';
import { readPeft } from '../../../src/core/formats/models/adapters/peft.ts';
import { type Capabilities, UNKNOWN } from '../../../src/tinker/capabilities.ts';
import { Futures } from '../../../src/tinker/futures.ts';
import { Http } from '../../../src/tinker/http.ts';
import { ServerModel } from '../../../src/tinker/model.ts';
import type { Progress, SampleRequest, SequenceGradient, StepRequest } from '../../../src/tinker/server.ts';
import { clock } from './outside.ts';
import { dialogue, type Exchange, type Recorded, Replay } from './replay.ts';

const OPEN_RL: Capabilities = { ...UNKNOWN, bases: ['micro'], reduction: 'sum', hasForward: false, hasUnload: false, hasArchive: false };
const SKYRL: Capabilities = { ...OPEN_RL, reduction: 'mean', resendable: true, hasForward: true, hasUnload: true, hasArchive: true };
const REQUEST = { base: 'micro', rank: 8, alpha: 16, attention: true, mlp: true, seed: 5 };
const STEP: StepRequest = { learningRate: 0.01, beta1: 0.9, beta2: 0.999, epsilon: 1e-5, weightDecay: 0, maxGradNorm: 1 };

function model(server: Recorded, numbers: readonly number[], id: string, can = server === 'open-rl' ? OPEN_RL : SKYRL) {
  const replay = new Replay(server, numbers);
  const outside = clock(replay.fetch);
  const http = new Http(outside, { url: 'http://recorded', token: null, patience: 10 });
  const futures = new Futures(http, outside, { inFlight: 4, deadline: 60 });
  const told: Progress[] = [];
  const onProgress = (progress: Progress): void => void told.push(progress);
  const connection = { http, futures, capabilities: can, closed: new AbortController().signal, onProgress };
  return { replay, told, model: new ServerModel(connection, REQUEST, { id, alpha: null }) };
}

interface Datum {
  readonly model_input: { readonly chunks: readonly { readonly tokens: number[] }[] };
  readonly loss_fn_inputs: Readonly<Record<string, { readonly data: number[] }>>;
}

const recorded = (server: Recorded, n: number): Exchange => {
  const found = dialogue(server).find((exchange) => exchange.n === n);
  if (!found) throw new Error(`no exchange ${n}`);
  return found;
};

const dataOf = (request: unknown): readonly Datum[] => {
  const [input] = Object.values(request as Record<string, { data: Datum[] }>).filter((value) => Array.isArray(value?.data));
  return input?.data ?? [];
};

/** The sequences of a recorded call, whose responses are where there is weight in call `weighted`. */
function sequencesOf(server: Recorded, weighted: number): (SequenceGradient & { readonly advantages: number[] })[] {
  return dataOf(recorded(server, weighted).request).map(({ model_input: { chunks }, loss_fn_inputs: lists }) => {
    const tokens = chunks.flatMap((chunk) => chunk.tokens);
    const targets = field(lists, 'target_tokens').data;
    const first = field(lists, 'weights').data.indexOf(1);
    const advantages = field(lists, 'advantages').data.slice(first);
    return {
      prompt: tokens.slice(0, first + 1),
      response: targets.slice(first),
      logprobs: field(lists, 'logprobs').data.slice(first),
      advantages,
      derivatives: advantages.map((advantage) => -advantage),
    };
  });
}

describe.each([
  { server: 'open-rl', id: 'f968110f-da1b-405b-85eb-97939c9c33f2', forward: [25, 26], backward: [29, 30], step: [31, 32], norm: 11.672833 },
  { server: 'skyrl-jax', id: 'model_fe734cbd', forward: [21, 22], backward: [27, 28], step: [31, 32], norm: 2.3335264 },
] as const)('an adapter on $server', ({ server, id, forward, backward, step, norm }) => {
  it('scores as it was recorded, with the very data', async () => {
    const { replay, model: adapter, told } = model(server, forward, id);
    const sequences = sequencesOf(server, backward[0]);
    const logprobs = await adapter.forward(sequences);
    expect(dataOf(JSON.parse(at(replay.asked, 0).text))).toEqual(dataOf(recorded(server, forward[0]).request));
    expect(JSON.parse(at(replay.asked, 0).text)).toMatchObject({ model_id: id });
    // The sampler's own log-probabilities were sent as the old ones.
    logprobs.forEach((values, index) => {
      values.forEach((value, token) => expect(value).toBeCloseTo(at(sequences, index).logprobs[token] ?? Number.NaN, 4));
    });
    expect(told).toEqual([{ doing: 'forward', done: 4, of: 4 }]);
    expect(replay.left).toEqual([]);
  });

  it('sends the linear loss that its reduction needs, and tells the norm of the step', async () => {
    const { replay, model: adapter } = model(server, [...backward, ...step], id);
    const sequences = sequencesOf(server, backward[0]);
    // What was recorded on the server of means was not scaled for them.
    const scale = server === 'open-rl' ? () => 1 : ({ response }: SequenceGradient) => response.length * sequences.length;
    const asked = sequences.map((one) => ({ ...one, derivatives: one.advantages.map((value) => -value / scale(one)) }));
    await adapter.backward(asked);
    const [sent] = replay.asked;
    expect(JSON.parse(sent?.text ?? '')).toMatchObject({ forward_backward_input: { loss_fn: 'importance_sampling' } });
    const [ours, theirs] = [dataOf(JSON.parse(sent?.text ?? '')), dataOf(recorded(server, backward[0]).request)];
    expect(ours.length).toBe(theirs.length);
    ours.forEach((datum, index) => {
      for (const [name, { data }] of Object.entries(at(theirs, index).loss_fn_inputs))
        field(datum.loss_fn_inputs, name).data.forEach((value, token) => expect(value).toBeCloseTo(at(data, token), 6));
      expect(datum.model_input).toEqual(at(theirs, index).model_input);
    });
    expect(await adapter.step(STEP)).toEqual({ norm });
    const { text } = at(replay.asked, 2);
    expect((JSON.parse(text) as { adam_params: object }).adam_params).toEqual((recorded(server, step[0]).request ?? {})['adam_params']);
    // A server in Python fails on an integer here.
    expect(text).toContain('"weight_decay":0.0');
    expect(text).toContain('"grad_clip_norm":1.0');
  });
});

const ASKED: SampleRequest = { prompt: [1, 292], maxTokens: 12, temperature: 1, topK: 0, topP: 1, stop: [2], seed: 7 };

describe('sampling', () => {
  it('publishes and samples by what the server calls a version', async () => {
    const open = model('open-rl', [15, 16, 21, 22], 'f968110f-da1b-405b-85eb-97939c9c33f2');
    const from = await open.model.publish();
    expect(from).toMatchObject({ version: 1, target: { sampling_session_id: expect.stringContaining('-samp-1') as string } });
    const [message] = await open.model.sample([ASKED], from);
    expect(message).toEqual({
      tokens: Int32Array.of(52, 48, 52, 2),
      logprobs: Float32Array.of(-0.0198116, -1.3353038, -0.0465111, -0.000678),
      finishReason: 'stop',
    });
    expect(JSON.parse(at(open.replay.asked, 2).text)).toMatchObject({
      ...from.target,
      sampling_params: { max_tokens: 12, top_k: -1, seed: 7 },
    });
    expect(at(open.replay.asked, 2).text).toContain('"temperature":1.0');
    const jax = model('skyrl-jax', [11, 12, 17, 18], 'model_fe734cbd');
    expect((await jax.model.publish()).target).toEqual({ model_path: 'tinker://model_fe734cbd/v1' });
    expect(open.told).toEqual([{ doing: 'sampling', done: 1, of: 1 }]);
  });

  it('refuses an older version where the server is not known to keep it', async () => {
    const { model: adapter } = model('open-rl', [15, 16], 'f968110f-da1b-405b-85eb-97939c9c33f2');
    const from = await adapter.publish();
    await expect(adapter.sample([ASKED], { ...from, version: 0 })).rejects.toMatchObject({ fault: { code: 'E_SERVER_VERSION' } });
  });
});

describe('what is kept on the server', () => {
  it('is asked for by the name where the server answers a folder, by its address where it gives one', async () => {
    const open = model('open-rl', [47, 48, 49, 50], 'f968110f-da1b-405b-85eb-97939c9c33f2');
    const saved = await open.model.save('keep1');
    expect(saved).toEqual({ path: 'keep1' });
    await open.model.load(saved);
    expect(open.replay.left).toEqual([]);
    const jax = model('skyrl-jax', [47, 48], 'model_fe734cbd');
    expect(await jax.model.save('keep1')).toEqual({ path: 'tinker://model_fe734cbd/weights/keep1' });
  });

  it('comes back as PEFT files from behind a redirect, with the token for the server alone', async () => {
    const replay = new Replay('skyrl-jax', [11, 12, 25, 26]);
    // The recorded archive is the one called v1.
    const renamed: typeof fetch = (input, init) => replay.fetch(String(input).replace('archive1', 'v1'), init);
    const outside = clock(renamed);
    const http = new Http(outside, { url: 'http://recorded', token: 'secret', patience: 1 });
    const futures = new Futures(http, outside, { inFlight: 1, deadline: 60 });
    const connection = { http, futures, capabilities: SKYRL, closed: new AbortController().signal };
    const adapter = new ServerModel(connection, REQUEST, { id: 'model_fe734cbd', alpha: 32 });
    const { files, kept } = (await adapter.archive()) ?? {};
    expect(kept).toEqual({ path: 'tinker://model_fe734cbd/sampler_weights/archive1' });
    expect(Object.keys(files ?? {}).sort()).toEqual(['adapter_config.json', 'adapter_model.safetensors']);
    const config = JSON.parse(new TextDecoder().decode(files?.['adapter_config.json'])) as Record<string, unknown>;
    expect(config).toMatchObject({ r: 8, lora_alpha: 32, target_modules: null });
    config['target_modules'] = ['q_proj', 'k_proj', 'v_proj', 'o_proj', 'gate_proj', 'up_proj', 'down_proj'];
    const read = readPeft({ ...files, 'adapter_config.json': new TextEncoder().encode(JSON.stringify(config)) });
    expect(read.rank).toBe(8);
    expect(replay.asked.map(({ headers }) => headers.get('x-api-key'))).toEqual(['secret', 'secret', 'secret', 'secret']);
  });

  it('is nothing where a server gives none away', async () => {
    expect(await model('open-rl', [], 'x').model.archive()).toBeNull();
    await model('open-rl', [], 'x').model.unload();
  });
});

describe('refusals of a server', () => {
  it.each([
    ['open-rl', [53, 54], 'E_SERVER_REFUSED', 'Loss nosuch not supported'],
    ['open-rl', [57, 58], 'E_SERVER_FORGOT', 'Adapter nobody not found.'],
    ['skyrl-jax', [58], 'E_SERVER_REFUSED', 'Input should be'],
    ['skyrl-jax', [60], 'E_SERVER_FORGOT', 'Model not found'],
    ['skyrl-jax', [30], 'E_SERVER_REFUSED', 'sequence number was reused'],
  ] as const)('%s %j is %s', async (server, numbers, code, said) => {
    const { model: adapter } = model(server, numbers, 'x', { ...OPEN_RL, resendable: true });
    const sequence = { prompt: [1], response: [2], logprobs: [0], derivatives: [1] };
    await expect(adapter.backward([sequence])).rejects.toMatchObject({
      fault: { code, message: expect.stringContaining(said) as string },
    });
  });

  it('come of a load that is not the first, in the server’s words', async () => {
    const { model: adapter } = model('skyrl-jax', [57], 'model_fe734cbd');
    await expect(adapter.load({ path: 'x' })).rejects.toMatchObject({
      fault: { code: 'E_SERVER_REFUSED', message: expect.stringContaining('not permitted') as string },
    });
  });
});

describe('a step of several calls', () => {
  const one = { prompt: [1], response: [2], logprobs: [0], derivatives: [1] };

  it('is not trained where it is not known how a server adds up', async () => {
    const { model: adapter } = model('open-rl', [], 'x', { ...OPEN_RL, reduction: null });
    await expect(adapter.backward([one])).rejects.toMatchObject({ fault: { code: 'E_SERVER_REDUCTION' } });
  });

  it('must have as many sequences as a mean was scaled for', async () => {
    const { model: adapter } = model('skyrl-jax', [27, 28], 'model_fe734cbd');
    await adapter.backward(sequencesOf('skyrl-jax', 27), { inStep: 8 });
    await expect(adapter.step(STEP)).rejects.toThrow('4 sequences were sent for a step that is a mean over 8');
    await expect(adapter.backward([one], { inStep: 5 })).rejects.toThrow('a step of 8');
  });
});
