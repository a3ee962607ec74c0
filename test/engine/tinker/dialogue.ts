/** The recorded dialogues with open-rl and SkyRL (`test/golden/tinker`): read, sent again, compared. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { LORA_TARGETS } from '../../../src/core/document/schema.ts';
import { ADAPTER_CONFIG, ADAPTER_MODEL, type LoraWeights, readPeft } from '../../../src/core/formats/models/adapters/peft.ts';
import type { Numbers } from '../../support/tinkerServer/numbers.ts';
import type { TinkerServer } from '../../support/tinkerServer/server.ts';

type Json = Readonly<Record<string, unknown>>;

export interface Exchange {
  readonly server: 'open-rl' | 'skyrl-jax';
  readonly n: number;
  readonly method: string;
  readonly path: string;
  readonly request?: Json;
  readonly status: number;
  readonly response?: unknown;
  readonly response_base64?: string;
  /** Of an adapter's file, in place of an exchange. */
  readonly weights?: string;
  readonly file?: string;
  readonly json?: Json;
  readonly gzip_base64?: string;
}

const GOLDEN = new URL('../../golden/tinker/dialogue.jsonl.gz', import.meta.url);

export function dialogue(server: Exchange['server']): Exchange[] {
  const lines = gunzipSync(readFileSync(GOLDEN)).toString('utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Exchange).filter((exchange) => exchange.server === server);
}

/** The adapters at the start that open-rl wrote, in the order of their making. */
export function startsOfOpenRl(exchanges: readonly Exchange[]): LoraWeights[] {
  const ids = [...new Set(exchanges.flatMap(({ weights }) => weights ?? []))];
  return ids.map((id) => {
    const files = exchanges.filter(({ weights }) => weights === id);
    const bytes = files.find(({ file }) => file === ADAPTER_MODEL)?.gzip_base64 ?? '';
    return readPeft({
      [ADAPTER_CONFIG]: Buffer.from(JSON.stringify(files.find(({ file }) => file === ADAPTER_CONFIG)?.json)),
      [ADAPTER_MODEL]: gunzipSync(Buffer.from(bytes, 'base64')),
    });
  });
}

/** The plain files of a tar.gz; folders and what pax says of times are left out. */
export function untar(bytes: Uint8Array): Record<string, Uint8Array> {
  const tar = gunzipSync(bytes);
  const files: Record<string, Uint8Array> = {};
  const field = (from: number, length: number) => tar.toString('latin1', from, from + length).split('\0')[0] ?? '';
  for (let at = 0; field(at, 100) !== ''; ) {
    const size = Number.parseInt(field(at + 124, 12), 8);
    if (field(at + 156, 1) === '0') files[field(at, 100)] = new Uint8Array(tar.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

/** The adapter of an archive of SkyRL, which says nothing of its targets: they are all seven. */
export function archived(bytes: Uint8Array): LoraWeights & { readonly config: Json } {
  const files = untar(bytes);
  const config = JSON.parse(new TextDecoder().decode(files[ADAPTER_CONFIG])) as Json;
  const told = new TextEncoder().encode(JSON.stringify({ ...config, target_modules: LORA_TARGETS }));
  return { ...readPeft({ ...files, [ADAPTER_CONFIG]: told }), config };
}

/** Log-probabilities and losses, nats. */
const NEAR = 5e-5;
/** Norms, relative: five digits. */
const FIVE_DIGITS = 1e-5;
/** Ids are the server's own; what stands in the place of one the recording knows is the same one from then on. */
const IDS = ['request_id', 'future_id', 'model_id', 'session_id', 'sampling_session_id'];

/** Sends a dialogue again and lists what the server says otherwise. */
export class Replay {
  readonly differences: string[] = [];
  /** Log-probabilities compared. */
  logprobs = 0;
  /** Largest difference of a log-probability. */
  farthest = 0;
  readonly #ids = new Map<string, string>();
  readonly #requests = new Map<string, string>();
  #place = '';

  constructor(
    private readonly server: TinkerServer,
    private readonly numbers: Numbers,
    /** Exchanges whose numbers cannot be known here. */
    private readonly unknown: readonly number[] = [],
  ) {}

  async run(exchanges: readonly Exchange[]): Promise<void> {
    for (const exchange of exchanges) if (exchange.weights === undefined) await this.#exchange(exchange);
  }

  async #exchange(exchange: Exchange): Promise<void> {
    this.#place = `${exchange.n} ${exchange.path}`;
    const request = exchange.request && this.#translated(exchange.request);
    const heard = await this.#send(exchange, request);
    if (heard.status !== exchange.status) this.#differs('status', exchange.status, heard.status);
    if (exchange.response_base64 !== undefined) {
      this.#compareArchives(Buffer.from(exchange.response_base64, 'base64'), heard.bytes);
      return;
    }
    const text = new TextDecoder().decode(heard.bytes);
    const body: unknown = text.startsWith('{') ? JSON.parse(text) : text;
    if (exchange.response !== undefined) this.#compare(exchange.response, body, [], this.unknown.includes(exchange.n));
    const tokens = (exchange.response as Json | undefined)?.['sequences'];
    if (tokens) await this.#compareSamples(tokens as Sequence[]);
    if (exchange.path.endsWith('asample')) this.#sampled = request;
  }

  #sampled: Json | undefined;

  async #send({ method, path, response }: Exchange, request: Json | undefined): Promise<{ status: number; bytes: Uint8Array }> {
    const body = request && JSON.stringify(request);
    for (;;) {
      const heard = await fetch(this.server.url + this.#words(path), { method, body, redirect: 'manual' });
      const bytes = new Uint8Array(await heard.arrayBuffer());
      const waits = new TextDecoder().decode(bytes).includes('try_again') && !JSON.stringify(response).includes('try_again');
      if (!waits) return { status: heard.status, bytes };
    }
  }

  /** Text with the ids of this server in place of the recorded ones. */
  #words(text: string): string {
    return [...this.#ids].reduce((words, [theirs, ours]) => words.replaceAll(theirs, ours), text);
  }

  #translated(request: Json): Json {
    const translated = JSON.parse(this.#words(JSON.stringify(request))) as Json;
    const future = request['request_id'];
    return typeof future === 'string' ? { request_id: this.#requests.get(future) ?? future } : translated;
  }

  #differs(where: string, theirs: unknown, ours: unknown): void {
    this.differences.push(`${this.#place} ${where}: ${JSON.stringify(theirs)}, here ${JSON.stringify(ours)}`);
  }

  #compare(theirs: unknown, ours: unknown, path: readonly string[], unknown: boolean): void {
    const key = path.at(-1) ?? '';
    const where = path.join('.');
    if (typeof theirs === 'object' && theirs !== null && typeof ours === 'object' && ours !== null) {
      // Which tokens come is the draw's; their log-probabilities are compared by what the recorded ones score.
      if (/sequences\.\d+\.(tokens|logprobs)$/.test(where)) return;
      const keys = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])];
      const length = [theirs, ours].map((value) => (Array.isArray(value) ? value.length : Object.keys(value).length));
      if (length[0] !== length[1]) this.#differs(`${where} fields`, Object.keys(theirs).slice(0, 20), Object.keys(ours).slice(0, 20));
      for (const each of keys) this.#compare((theirs as Json)[each], (ours as Json)[each], [...path, each], unknown);
    } else if (typeof theirs === 'number' && typeof ours === 'number') {
      if (unknown) return;
      const difference = Math.abs(theirs - ours);
      const isLogprob = where.includes('.logprobs.');
      if (isLogprob) {
        this.logprobs += 1;
        this.farthest = Math.max(this.farthest, difference);
      }
      const allowed = isLogprob ? NEAR : key.includes('grad_norm') ? FIVE_DIGITS * theirs : NEAR * Math.max(1, Math.abs(theirs));
      if (!(difference <= allowed)) this.#differs(where, theirs, ours);
    } else if (typeof theirs === 'string' && typeof ours === 'string' && IDS.includes(key)) {
      const table = key === 'request_id' || key === 'future_id' ? this.#requests : this.#ids;
      const before = table.get(theirs);
      if (before !== undefined && before !== ours) this.#differs(`${where} (was ${before})`, theirs, ours);
      if (this.#words(theirs) !== ours) table.set(theirs, ours);
      if (/^[0-9a-f-]{36}$/.test(theirs)) this.#ids.set(theirs, ours); // open-rl names a model by the request that made it
    } else if (key === 'time') {
      if (!/^\d{4}-\d\d-\d\dT[\d:]+\.\d{6}$/.test(String(ours))) this.#differs(where, theirs, ours);
    } else if ((typeof theirs === 'string' ? this.#words(theirs) : theirs) !== ours) this.#differs(where, theirs, ours);
  }

  /** The recorded tokens under this server's weights. */
  async #compareSamples(sequences: readonly Sequence[]): Promise<void> {
    const {
      sampling_session_id: session,
      model_path: path,
      prompt,
    } = (this.#sampled ?? {}) as {
      sampling_session_id?: string;
      model_path?: string;
      prompt?: { chunks: { tokens: number[] }[] };
    };
    const model = session?.split('-samp-')[0] ?? path?.split('/')[2] ?? '';
    const ids = prompt?.chunks[0]?.tokens ?? [];
    const scores = await this.numbers.score(
      model,
      sequences.map(({ tokens }) => [...ids, ...tokens]),
    );
    sequences.forEach(({ logprobs }, i) => {
      logprobs.forEach((theirs, t) => {
        this.#compare(theirs, scores[i]?.[ids.length - 1 + t], ['sample', 'logprobs', String(t)], false);
      });
    });
  }

  #compareArchives(theirs: Uint8Array, ours: Uint8Array): void {
    const [a, b] = [archived(theirs), archived(ours)];
    for (const key of Object.keys(b.config)) this.#compare(a.config[key], b.config[key], [key], false);
    for (const [name, { data }] of a.tensors) this.#compare([...data], [...(b.tensors.get(name)?.data ?? [])], [name], false);
  }
}

interface Sequence {
  readonly tokens: readonly number[];
  readonly logprobs: readonly number[];
}
