/**
 * A server of the protocol small enough to read, with a model of one linear layer over the previous token: it computes log-probabilities,
 * gradients and norms, and has each particular as a switch. `fetch` of it is handed to the client.
 */
import type { Capabilities } from '../../../src/tinker/capabilities.ts';

export interface Toy {
  readonly reduction: 'sum' | 'mean';
  readonly norms: boolean;
  readonly pooledClip: boolean;
  /** Null: as it is asked. */
  readonly fixedAlpha: number | null;
  readonly tellsAlpha: boolean;
  readonly choosesTargets: boolean;
  readonly ranks: 'any' | 'one';
  readonly most: number;
  readonly stopsAtIds: boolean;
  readonly logprobs: 'tempered' | 'untempered';
  readonly doneOnce: boolean;
  readonly routes: readonly string[];
  readonly loadsFirstOnly: boolean;
  /** What naming an older version does: the live weights speak, the version does, or it is put in the adapter's only place. */
  readonly versions: 'live' | 'kept' | 'slot';
}

export const LIKE_OPEN_RL: Toy = {
  reduction: 'sum',
  norms: true,
  pooledClip: true,
  fixedAlpha: null,
  tellsAlpha: false,
  choosesTargets: true,
  ranks: 'any',
  most: 99,
  stopsAtIds: false,
  logprobs: 'tempered',
  doneOnce: false,
  routes: [],
  loadsFirstOnly: false,
  versions: 'live',
};

export const LIKE_SKYRL_JAX: Toy = {
  ...LIKE_OPEN_RL,
  reduction: 'mean',
  pooledClip: false,
  fixedAlpha: 32,
  tellsAlpha: true,
  choosesTargets: false,
  most: 3,
  stopsAtIds: true,
  logprobs: 'untempered',
  doneOnce: true,
  routes: ['forward', 'unload_model', 'archive'],
  loadsFirstOnly: true,
  versions: 'slot',
};

/** What the probe is to find of a toy. */
export function truthOf(toy: Toy): Partial<Capabilities> {
  return {
    reduction: toy.reduction,
    norms: true,
    pooledClip: toy.pooledClip,
    alpha: toy.fixedAlpha === null ? { is: 'asked' } : { is: 'fixed', value: toy.fixedAlpha },
    choosesTargets: toy.choosesTargets,
    ranks: toy.ranks,
    full: null,
    stopsAtIds: toy.stopsAtIds,
    sampledLogprobs: toy.logprobs,
    resendable: toy.doneOnce,
    hasForward: toy.routes.includes('forward'),
    hasUnload: toy.routes.includes('unload_model'),
    hasArchive: toy.routes.includes('archive'),
    loadsFirstOnly: toy.loadsFirstOnly,
    sharedSlot: toy.versions === 'slot',
    keepsVersions: toy.versions === 'kept',
  };
}

const VOCABULARY = 8;
const WIDTH = 4;
const MODULES = ['attention', 'mlp'] as const;

type Matrix = number[];
interface Adapter {
  readonly scale: number;
  readonly rank: number;
  readonly modules: readonly string[];
  readonly a: Readonly<Record<string, Matrix>>;
  b: Record<string, Matrix>;
  pending: Record<string, Matrix> | null;
  sequences: number;
  requests: number;
  readonly versions: Map<string, Record<string, Matrix>>;
}

/** A number in (−1, 1) that depends on its arguments alone. */
const noise = (...of: readonly (string | number)[]): number => {
  let hash = 2166136261;
  for (const character of of.join('/')) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 31 - 1;
};
const draw = (count: number, ...of: readonly (string | number)[]): Matrix => Array.from({ length: count }, (_, i) => noise(...of, i));
const copied = (matrices: Record<string, Matrix>): Record<string, Matrix> => structuredClone(matrices);

interface Datum {
  readonly model_input: { readonly chunks: readonly { readonly tokens: number[] }[] };
  readonly loss_fn_inputs: Readonly<Record<string, { readonly data: number[] }>>;
}

export class ToyServer {
  /** Paths of all requests, in order. */
  readonly seen: string[] = [];
  readonly bodies: string[] = [];
  readonly headers: Headers[] = [];
  /** Asked before each request; a response or an error takes the place of the answer. `after` has been done, and is lost. */
  mishap: ((path: string, when: 'before' | 'after') => Response | Error | undefined) | null = null;
  readonly adapters = new Map<string, Adapter>();
  readonly #results = new Map<string, Response>();
  readonly #numbers = new Map<string, string>();
  #count = 0;

  constructor(readonly toy: Toy) {}

  readonly fetch: typeof fetch = async (input, init = {}) => {
    init.signal?.throwIfAborted();
    const path = new URL(input instanceof Request ? input.url : input).pathname.replace('/api/v1/', '');
    const text = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : '';
    this.seen.push(path);
    this.bodies.push(text);
    this.headers.push(new Headers(init.headers));
    const before = this.mishap?.(path, 'before');
    if (before instanceof Error) throw before;
    if (before) return before;
    const answer = this.#answer(path, text === '' ? {} : (JSON.parse(text) as Record<string, unknown>));
    const after = this.mishap?.(path, 'after');
    if (after instanceof Error) throw after;
    return after ?? answer;
  };

  #answer(path: string, body: Record<string, unknown>): Response {
    const model = String(body['model_id']);
    switch (path) {
      case 'get_server_capabilities':
        return ok({ supported_models: [{ model_name: 'toy' }] });
      case 'create_session':
        return ok({ session_id: 'session' });
      case 'session_heartbeat':
        return ok({});
      case 'retrieve_future':
        return this.#results.get(String(body['request_id']))?.clone() ?? refused(404, 'Future not found');
      case 'create_model':
        return this.#create(body['lora_config'] as Record<string, number | boolean>);
    }
    const route = path.endsWith('/archive') ? 'archive' : path;
    if (['forward', 'unload_model', 'archive', 'nosuch'].includes(route) && !this.toy.routes.includes(route))
      return refused(404, 'Not Found');
    if (route === 'archive') return refused(404, 'Checkpoint not found');
    if (body['model_id'] === undefined && path !== 'asample') return refused(422, 'model_id is missing');
    const key = `${model}/${String(body['seq_id'])}`;
    const again = this.#numbers.get(key);
    if (this.toy.doneOnce && again !== undefined && path !== 'asample') return ok({ request_id: again });
    const made = this.#later(() => this.#done(path, body));
    this.#numbers.set(key, made);
    return ok({ request_id: made });
  }

  #later(work: () => object): string {
    this.#count += 1;
    const id = String(this.#count);
    try {
      this.#results.set(id, ok(work()));
    } catch (error) {
      this.#results.set(id, refused(400, error instanceof Error ? error.message : String(error)));
    }
    return id;
  }

  #create(config: Readonly<Record<string, number | boolean>>): Response {
    const rank = Number(config['rank']);
    const made = this.#later(() => {
      const others = [...this.adapters.values()];
      if (others.length >= this.toy.most) throw new Error('too many adapters');
      if (this.toy.ranks === 'one' && others.some((other) => other.rank !== rank)) throw new Error('requires identical (rank, alpha)');
      const { fixedAlpha, choosesTargets, tellsAlpha } = this.toy;
      const modules = MODULES.filter((name) => !choosesTargets || config[name === 'attention' ? 'train_attn' : 'train_mlp'] === true);
      const alpha = fixedAlpha ?? Number(config['lora_alpha']);
      const id = `model_${this.#count}`;
      const matrices = <T>(of: (name: string) => T): Record<string, T> => Object.fromEntries(modules.map((name) => [name, of(name)]));
      this.adapters.set(id, {
        scale: alpha / rank,
        rank,
        modules,
        a: matrices((name) => draw(rank * WIDTH, Number(config['seed']), name)),
        b: matrices(() => Array.from({ length: VOCABULARY * rank }, () => 0)),
        pending: null,
        sequences: 0,
        requests: 0,
        versions: new Map(),
      });
      return { model_id: id, ...(tellsAlpha ? { lora_config: { rank, alpha } } : {}) };
    });
    return ok({ request_id: made });
  }

  #adapter(id: string): Adapter {
    const found = this.adapters.get(id);
    if (!found) throw new Error(`Adapter ${id} not found.`);
    return found;
  }

  #done(path: string, body: Record<string, unknown>): object {
    if (path === 'asample') return this.#sample(body);
    const id = String(body['model_id']);
    const adapter = this.#adapter(id);
    adapter.requests += 1;
    switch (path) {
      case 'forward':
      case 'forward_backward': {
        const { data } = body[`${path}_input`] as { readonly data: readonly Datum[] };
        return { loss_fn_outputs: data.map((datum) => ({ logprobs: { data: this.#pass(adapter, datum, path !== 'forward') } })) };
      }
      case 'optim_step':
        return this.#step(adapter, body['adam_params'] as Record<string, number>);
      case 'save_weights_for_sampler': {
        const session = `${id}-samp-${String(body['sampling_session_seq_id'])}`;
        adapter.versions.set(session, copied(adapter.b));
        return { path: null, sampling_session_id: session };
      }
      case 'save_weights':
        adapter.versions.set(String(body['path']), copied(adapter.b));
        return { path: `checkpoints/${String(body['path'])}` };
      case 'load_weights': {
        if (this.toy.loadsFirstOnly && adapter.requests > 1) throw new Error('LoadWeights is not permitted with seq_id 2');
        const kept = [...this.adapters.values()].map(({ versions }) => versions.get(String(body['path']))).find(Boolean);
        if (!kept) throw new Error('No metadata.json found at checkpoints');
        adapter.b = copied(kept);
        return {};
      }
      case 'unload_model':
        this.adapters.delete(id);
        return {};
      default:
        throw new Error(`no ${path}`);
    }
  }

  /** A E of the previous token, by module. */
  #features(adapter: Adapter, previous: number, module: string): Matrix {
    const a = adapter.a[module] ?? [];
    return Array.from({ length: adapter.rank }, (_, r) =>
      Array.from({ length: WIDTH }, (__, d) => (a[r * WIDTH + d] ?? 0) * noise('embedding', previous, d)).reduce((x, y) => x + y, 0),
    );
  }

  #logits(adapter: Adapter, b: Record<string, Matrix>, previous: number): Matrix {
    const logits = Array.from({ length: VOCABULARY }, (_, v) => 2 * noise('base', previous, v));
    for (const module of adapter.modules) {
      const h = this.#features(adapter, previous, module);
      for (let v = 0; v < VOCABULARY; v += 1)
        for (let r = 0; r < adapter.rank; r += 1)
          logits[v] = (logits[v] ?? 0) + adapter.scale * (b[module]?.[v * adapter.rank + r] ?? 0) * (h[r] ?? 0);
    }
    return logits;
  }

  #pass(adapter: Adapter, datum: Datum, backward: boolean): number[] {
    const tokens = datum.model_input.chunks.flatMap((chunk) => chunk.tokens);
    const list = (name: string): number[] => datum.loss_fn_inputs[name]?.data ?? tokens.map(() => 0);
    const [targets, weights, old, advantages] = [list('target_tokens'), list('weights'), list('logprobs'), list('advantages')];
    const logprobs = tokens.map((token, i) => logSoftmax(this.#logits(adapter, adapter.b, token))[targets[i] ?? 0] ?? 0);
    if (!backward) return logprobs;
    const total =
      this.toy.reduction === 'mean'
        ? Math.max(
            1e-9,
            weights.reduce((x, y) => x + y, 0),
          )
        : 1;
    adapter.pending ??= Object.fromEntries(
      adapter.modules.map((name) => [name, Array.from({ length: VOCABULARY * adapter.rank }, () => 0)]),
    );
    adapter.sequences += 1;
    tokens.forEach((token, i) => {
      const d = (-(weights[i] ?? 0) * Math.exp((logprobs[i] ?? 0) - (old[i] ?? 0)) * (advantages[i] ?? 0)) / total;
      if (d === 0) return;
      const probabilities = logSoftmax(this.#logits(adapter, adapter.b, token)).map(Math.exp);
      for (const module of adapter.modules) {
        const h = this.#features(adapter, token, module);
        const gradient = adapter.pending?.[module] ?? [];
        for (let v = 0; v < VOCABULARY; v += 1)
          for (let r = 0; r < adapter.rank; r += 1)
            gradient[v * adapter.rank + r] =
              (gradient[v * adapter.rank + r] ?? 0) +
              d * ((v === targets[i] ? 1 : 0) - (probabilities[v] ?? 0)) * adapter.scale * (h[r] ?? 0);
      }
    });
    return logprobs;
  }

  /** The gradient as it stands, by module and flat. */
  gradient(id: string): number[] {
    const { pending, modules, sequences } = this.#adapter(id);
    const share = this.toy.reduction === 'mean' ? Math.max(1, sequences) : 1;
    return modules.flatMap((module) => (pending?.[module] ?? []).map((value) => value / share));
  }

  #step(adapter: Adapter, { learning_rate: rate = 0 }: Record<string, number>): object {
    const counted = this.toy.pooledClip ? [...this.adapters] : [...this.adapters].filter(([, other]) => other === adapter);
    const norm = Math.sqrt(counted.flatMap(([id]) => this.gradient(id)).reduce((sum, value) => sum + value * value, 0));
    for (const module of adapter.modules)
      adapter.b[module] = (adapter.b[module] ?? []).map((value, i) => {
        const gradient = adapter.pending?.[module]?.[i] ?? 0;
        return gradient === 0 ? value : value - rate * Math.sign(gradient);
      });
    adapter.pending = null;
    adapter.sequences = 0;
    return this.toy.norms ? { metrics: { 'grad_norm:mean': norm } } : { metrics: {} };
  }

  #sample(body: Record<string, unknown>): object {
    const session = String(body['sampling_session_id']);
    const adapter = this.#adapter(session.split('-samp-')[0] ?? '');
    const version = adapter.versions.get(session);
    if (!version) throw new Error('Sampling session not found');
    const { versions, stopsAtIds, logprobs: of } = this.toy;
    if (versions === 'slot') adapter.b = copied(version);
    const b = versions === 'live' ? adapter.b : version;
    const { chunks } = body['prompt'] as { readonly chunks: readonly { readonly tokens: number[] }[] };
    const params = body['sampling_params'] as { max_tokens: number; temperature: number; stop: number[]; seed: number };
    let previous = chunks.flatMap((chunk) => chunk.tokens).at(-1) ?? 0;
    const tokens: number[] = [];
    const logprobs: number[] = [];
    while (tokens.length < params.max_tokens) {
      const logits = this.#logits(adapter, b, previous);
      const tempered = logSoftmax(logits.map((logit) => logit / params.temperature));
      let left = (noise('draw', params.seed, tokens.length) + 1) / 2;
      let token = tempered.findIndex((logprob) => (left -= Math.exp(logprob)) < 0);
      if (token === -1) token = VOCABULARY - 1;
      tokens.push(token);
      logprobs.push((of === 'tempered' ? tempered : logSoftmax(logits))[token] ?? 0);
      previous = token;
      if (stopsAtIds && params.stop.includes(token)) break;
    }
    return { sequences: [{ tokens, logprobs, stop_reason: 'stop' }] };
  }
}

function logSoftmax(logits: readonly number[]): number[] {
  const most = Math.max(...logits);
  const sum = logits.reduce((total, logit) => total + Math.exp(logit - most), 0);
  return logits.map((logit) => logit - most - Math.log(sum));
}

const ok = (body: unknown): Response => Response.json(body);
const refused = (status: number, detail: string): Response => Response.json({ detail }, { status });
