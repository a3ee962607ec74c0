/** Models fetched from a server that speaks the Hub's routes: what arrives, what is kept of a cut, and what is said of a refusal. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { baseFolder } from '../../../headless/kit/folders.ts';
import { type Fault, faultFrom } from '../../../src/core/faults.ts';
import { wholeOf } from '../../../src/core/formats/byteSource.ts';
import { encodeJson, type Files } from '../../../src/core/formats/files.ts';
import { parseHubName } from '../../../src/core/formats/models/hub/hubName.ts';
import { Hub } from '../../../src/hub/hub.ts';
import { KeptModels, listKept, readKept } from '../../../src/hub/keptModels.ts';
import { lookAtModel, takeModel, type TakeOptions, type TakeProgress } from '../../../src/hub/takeModel.ts';
import { answers, COMMIT, cutAfter, HubServer, type ServedModel, TOKEN } from '../../support/hubServer.ts';
import { MemoryHubFiles } from './memoryHubFiles.ts';

const named = (path: string): Uint8Array => new Uint8Array(readFileSync(`${baseFolder('micro')}/${path}`));
const weights = named('model.safetensors');
const MICRO: Files = {
  'README.md': named('README.md'),
  'config.json': named('config.json'),
  'generation_config.json': named('generation_config.json'),
  'model.safetensors': weights,
  'tokenizer.json': named('tokenizer.json'),
  'tokenizer_config.json': named('tokenizer_config.json'),
};
const TAKEN = ['config.json', 'generation_config.json', 'model.safetensors', 'tokenizer.json', 'tokenizer_config.json'];
const MOST: TakeOptions['most'] = { file: 2 ** 30, all: 2 ** 30 };

let server: HubServer;
let fs: MemoryHubFiles;
let waited: number[];
beforeEach(async () => {
  server = await HubServer.start();
  fs = new MemoryHubFiles();
  waited = [];
});
afterEach(() => server.stop());

const serve = (more: Partial<ServedModel> = {}): void => void server.models.set('org/micro', { files: MICRO, ...more });

function hub(token: string | null = null, signal?: AbortSignal, endpoint = server.address): Hub {
  return new Hub({
    endpoint,
    token,
    fetch,
    signal,
    wait: async (milliseconds) => {
      waited.push(milliseconds / 1000);
      signal?.throwIfAborted();
    },
  });
}

interface Asked extends Partial<TakeOptions> {
  readonly name?: string;
  readonly hub?: Hub;
}

const take = ({ name = 'org/micro', hub: from = hub(), ...options }: Asked = {}) =>
  takeModel(from, parseHubName(name)!, new KeptModels(fs), { most: MOST, ...options });

async function faultOf(work: Promise<unknown>): Promise<Fault> {
  return work.then(
    () => {
      throw new Error('nothing was refused');
    },
    (error: unknown) => faultFrom(error),
  );
}

/** That what is kept is the model, byte for byte. */
async function expectWhole(name = 'org/micro'): Promise<void> {
  const files = (await readKept(fs, parseHubName(name)!))!;
  expect(Object.keys(files).toSorted()).toEqual(TAKEN);
  for (const path of TAKEN) expect(Buffer.from(wholeOf(files[path]!)).equals(MICRO[path]!), path).toBe(true);
}

describe('a model by its name', () => {
  it('is fetched, verified, kept by its commit, and not fetched again', async () => {
    serve();
    const told: TakeProgress[] = [];
    const { model } = await take({ onProgress: (progress) => told.push(progress) });
    expect(model).toMatchObject({ commit: COMMIT, licence: 'apache-2.0', gated: false });
    await expectWhole();
    await expectWhole(`org/micro@${COMMIT}`);
    // The configuration comes before the weights, and nothing that a base does not need.
    expect(server.fetched().toSorted()).toEqual(TAKEN);
    expect(server.fetched().at(-1)).toBe('model.safetensors');
    expect(told.at(-1)).toMatchObject({ done: told.at(-1)!.total, total: TAKEN.reduce((sum, path) => sum + MICRO[path]!.length, 0) });
    await take();
    expect(server.fetched()).toHaveLength(TAKEN.length);
    const forPrompts = await readKept(fs, parseHubName('org/micro')!, false);
    expect(Object.keys(forPrompts!).toSorted()).toEqual(TAKEN.filter((path) => path !== 'model.safetensors'));
  });

  it('of a branch that has moved on is fetched anew, sharing what did not change; the older one stays under its commit', async () => {
    serve();
    await take();
    const moved = 'd'.repeat(40);
    serve({ files: { ...MICRO, 'generation_config.json': encodeJson({ moved: true }) }, revisions: { main: moved, old: COMMIT } });
    await take();
    expect(server.fetched().slice(TAKEN.length)).toEqual(['generation_config.json']);
    expect((await readKept(fs, parseHubName('org/micro')!))?.['generation_config.json']).toEqual(encodeJson({ moved: true }));
    await expectWhole(`org/micro@${COMMIT}`);
    const store = new KeptModels(fs);
    await store.remove('org/micro', moved);
    await expectWhole(`org/micro@${COMMIT}`);
    await store.remove('org/micro', COMMIT);
    expect([...fs.files.keys()]).toEqual([]);
  });

  it('is taken as shards where its index names them', async () => {
    const { 'model.safetensors': whole, ...rest } = MICRO;
    const index = encodeJson({ weight_map: { a: 'model-00001-of-00002.safetensors', b: 'model-00002-of-00002.safetensors' } });
    const shards = { 'model-00001-of-00002.safetensors': whole!, 'model-00002-of-00002.safetensors': encodeJson({}) };
    serve({ files: { ...rest, ...shards, 'model.fp16.safetensors': whole!, 'model.safetensors.index.json': index } });
    const { files } = await take();
    expect(files.map(({ path }) => path).filter((path) => path.startsWith('model'))).toEqual([
      'model.safetensors.index.json',
      ...Object.keys(shards),
    ]);
    const { 'model-00002-of-00002.safetensors': _, ...fewer } = shards;
    serve({ files: { ...rest, ...fewer, 'model.safetensors.index.json': index } });
    expect((await faultOf(take())).message).toContain('names model-00002-of-00002.safetensors, which is not there');
  });

  it('is known by the headers of its files where the listing has no hashes', async () => {
    serve();
    server.listsHashes = false;
    await take();
    await expectWhole();
    const asked = server.seen.filter(({ method }) => method === 'HEAD');
    expect(asked).toHaveLength(TAKEN.length);
    expect(asked.every(({ host }) => host === 'hub')).toBe(true);
  });
});

describe('what was cut', () => {
  it('goes on behind what had arrived, as often as it is cut', async () => {
    serve();
    server.mishaps.push(cutAfter(100_000, weights), cutAfter(100_000, weights), answers(503, {}, 'cdn'));
    await take();
    await expectWhole();
    const ranges = server.seen.filter(({ host }) => host === 'cdn').map(({ range }) => range);
    expect(ranges).toEqual([null, 'bytes=100000-', 'bytes=200000-', 'bytes=200000-']);
  });

  it('goes on in another visit, and is listed as begun until then', async () => {
    serve();
    const ended = new AbortController();
    const onProgress = ({ done }: TakeProgress): void => {
      if (done > 100_000) ended.abort(new DOMException('ended', 'AbortError'));
    };
    server.mishaps.push(cutAfter(300_000, weights));
    await expect(take({ hub: hub(null, ended.signal), onProgress })).rejects.toThrow('ended');
    const [begun] = await listKept(fs);
    expect(begun).toMatchObject({ id: 'org/micro', commit: COMMIT, complete: false });
    expect(await new KeptModels(fs).held(begun!)).toBeGreaterThan(300_000);
    expect(await readKept(fs, parseHubName('org/micro')!)).toBeNull();
    await take();
    await expectWhole();
    expect(server.seen.at(-1)).toMatchObject({ host: 'cdn', range: 'bytes=300000-' });
  });

  it('is fetched from the start by a server that knows no ranges', async () => {
    serve();
    server.mishaps.push(cutAfter(1000, weights), (_request, response, host) => {
      if (host === 'cdn') response.writeHead(200).end(weights);
      return host === 'cdn';
    });
    await take();
    await expectWhole();
  });

  it('is fetched from the start where another range is sent, or none', async () => {
    serve();
    server.mishaps.push(cutAfter(1000, weights), (_request, response, host) => {
      if (host === 'cdn') response.writeHead(206, { 'Content-Range': `bytes 0-9/${weights.length}` }).end(weights.subarray(0, 10));
      return host === 'cdn';
    });
    await take();
    await expectWhole();
    await new KeptModels(fs).remove('org/micro', COMMIT);
    server.mishaps.push(cutAfter(1000, weights), answers(416, {}, 'cdn'));
    await take();
    await expectWhole();
  });

  it('is checked with what was there before: damage on the disk is fetched anew', async () => {
    serve();
    const path = `blobs/${hashOf(weights)}`;
    await fs.write(path, new Uint8Array(1000));
    await take();
    await expectWhole();
    expect(server.seen.filter(({ host }) => host === 'cdn').map(({ range }) => range)).toEqual(['bytes=1000-', null]);
  });

  it('and stays cut is told after some tries, with what to do', async () => {
    serve();
    for (let i = 0; i < 8; i += 1) server.mishaps.push(cutAfter(i === 0 ? 5000 : 0, weights));
    const fault = await faultOf(take());
    expect(fault).toMatchObject({ code: 'E_HUB_OFFLINE', hint: expect.stringContaining('goes on from there') });
    expect(waited).toEqual([1, 2, 4, 8, 16]);
    expect(await fs.size(`blobs/${hashOf(weights)}`)).toBe(5000);
  });
});

describe('what is refused', () => {
  it('a Hub that cannot be reached', async () => {
    const fault = await faultOf(take({ hub: hub(null, undefined, 'http://127.0.0.1:9') }));
    expect(fault).toMatchObject({ code: 'E_HUB_OFFLINE', hint: expect.stringContaining('model folder that is on this computer') });
  });

  it.each([
    ['org/none', null, /The Hub has no model org\/none, or only for those/],
    ['org/none', TOKEN, /The Hub has no model org\/none\.$/],
    ['org/micro@none', null, /no revision “none”/],
    ['org/micro', 'wrong', /does not accept this token/],
  ])('%s with the token %s', async (name, token, message) => {
    serve();
    expect((await faultOf(take({ name, hub: hub(token) }))).message).toMatch(message);
  });

  it('a gated model without a token, before any file of it is asked for; the token goes to the Hub alone', async () => {
    serve({ gated: true, licence: 'llama3.2' });
    const fault = await faultOf(take());
    expect(fault).toMatchObject({ code: 'E_HUB_GATED', hint: expect.stringContaining(`Agree at ${server.address}/org/micro`) });
    expect(server.fetched()).toEqual([]);
    expect((await lookAtModel(hub(), parseHubName('org/micro')!)).model).toMatchObject({ gated: true, licence: 'llama3.2' });
    await take({ hub: hub(TOKEN) });
    await expectWhole();
    const tokens = (host: string) => new Set(server.seen.filter((seen) => seen.host === host).map(({ token }) => token));
    expect([...tokens('cdn')]).toEqual([null]);
    expect(JSON.stringify([...fs.files.values()].map((bytes) => Buffer.from(bytes).toString('latin1')))).not.toContain(TOKEN);
  });

  it('a gated model whose terms the token’s owner has not agreed to', async () => {
    serve({ gated: true });
    server.mishaps.push(
      (request, response, host) =>
        host === 'hub' && request.url!.includes('/resolve/') && answers(403, { 'X-Error-Code': 'GatedRepo' })(request, response, host),
    );
    expect((await faultOf(take({ hub: hub(TOKEN) }))).message).toContain('the owner of this token has not');
  });

  it('too many requests: waits as long as the Hub says, and tells it where that is long', async () => {
    serve();
    server.mishaps.push(
      answers(429, { 'Retry-After': '7' }),
      answers(429, { Date: 'Mon, 01 Jan 2024 00:00:00 GMT', 'Retry-After': 'Mon, 01 Jan 2024 00:00:09 GMT' }),
      answers(429, { RateLimit: '"api";r=0;t=11' }),
    );
    await take();
    expect(waited).toEqual([7, 9, 11]);
    server.mishaps.push(answers(429, { 'Retry-After': '3600' }));
    expect(await faultOf(take())).toMatchObject({ code: 'E_HUB_RATE', message: expect.stringContaining('answers again in 60 minutes') });
  });

  it('a file that is not what its hash says, and nothing of it stays', async () => {
    serve();
    const other = weights.slice();
    other[1000]! ^= 1;
    server.mishaps.push((_request, response, host) => {
      if (host === 'cdn') response.end(other);
      return host === 'cdn';
    });
    const fault = await faultOf(take());
    expect(fault).toMatchObject({ code: 'E_HUB_HASH', message: expect.stringContaining('model.safetensors did not arrive as it is') });
    expect(await fs.size(`blobs/${hashOf(weights)}`)).toBeNull();
    await take();
    await expectWhole();
  });

  const without = (...paths: string[]): Files => Object.fromEntries(Object.entries(MICRO).filter(([path]) => !paths.includes(path)));
  const config = JSON.parse(new TextDecoder().decode(MICRO['config.json'])) as object;

  it.each([
    ['no weights', { files: without('model.safetensors') }, 'E_HUB_CONTENTS', /has no weights/],
    [
      'pickled weights',
      { files: { ...without('model.safetensors'), 'pytorch_model.bin': weights } },
      'E_HUB_CONTENTS',
      /pickled weights only/,
    ],
    [
      'GGUF files alone',
      { files: { 'README.md': weights, 'a-q4.gguf': weights, 'a-q8.gguf': weights } },
      'E_HUB_CONTENTS',
      /as GGUF files/,
    ],
    ['no configuration', { files: without('config.json') }, 'E_HUB_CONTENTS', /no config\.json/],
    ['no tokenizer', { files: without('tokenizer.json') }, 'E_TOKENIZER_MISSING', /tokenizer\.json/],
    [
      'an architecture that cannot run here',
      { files: { ...MICRO, 'config.json': encodeJson({ ...config, model_type: 'mamba', architectures: ['MambaForCausalLM'] }) } },
      'E_MODEL_ARCHITECTURE',
      /mamba/i,
    ],
  ])('%s, before the weights are fetched', async (_what, model: ServedModel, code, message) => {
    serve(model);
    const fault = await faultOf(take());
    expect(fault).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(server.seen.some(({ host }) => host === 'cdn')).toBe(false);
  });

  it('a model that is too large here or for the room there is, before its weights are fetched', async () => {
    serve();
    expect(await faultOf(take({ most: { file: 1000, all: 2 ** 30 } }))).toMatchObject({ code: 'E_HUB_SIZE' });
    const small = new KeptModels(fs, async () => 200_000);
    expect(await faultOf(takeModel(hub(), parseHubName('org/micro')!, small, { most: MOST }))).toMatchObject({ code: 'E_HUB_ROOM' });
    expect(server.seen.some(({ host }) => host === 'cdn')).toBe(false);
  });

  it('an answer that is none of the Hub’s', async () => {
    server.mishaps.push((_request, response) => Boolean(response.end('<html>')));
    expect(await faultOf(take())).toMatchObject({ code: 'E_HUB_ANSWER', message: expect.stringContaining('not JSON') });
    server.mishaps.push((_request, response) => Boolean(response.end('{"sha":"main"}')));
    expect(await faultOf(take())).toMatchObject({ code: 'E_HUB_ANSWER', message: expect.stringContaining('(sha)') });
  });
});

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
