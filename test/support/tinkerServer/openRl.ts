/**
 * open-rl's gateway and trainer (`src/server`, torch sampling, one process): every answer, and every failure, is a future's; nothing is
 * checked before; a request sent twice is done twice; models and futures are lost with the process, checkpoints are on its disk.
 */
import { z } from 'zod';
import { type Answer, type Application, type Call, type Flavour, type Host, ok, tensor } from './flavour.ts';
import { Futures } from './futures.ts';
import { adamSchema, configSchema, datumSchema, jobsOf, loraSchema, promptSchema, rowOf, samplingSchema } from './messages.ts';
import { OPEN_RL_PARTICULARS } from './particulars.ts';
import { Refusal, type SampleCall, type Sampled, type Saved } from './service.ts';

type Body = Readonly<Record<string, unknown>>;
type Handler = (call: Call) => Answer | Promise<Answer>;

const uuid = (count: number): string => `00000000-0000-4000-8000-${count.toString(16).padStart(12, '0')}`;
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const object = (value: unknown): Body => (typeof value === 'object' && value !== null ? (value as Body) : {});

/** Whether `field` is written as an integer: Python tells 1 from 1.0. */
const isInteger = (body: string, field: string): boolean => new RegExp(`"${field}"\\s*:\\s*-?\\d+\\s*[,}]`).test(body);

class OpenRl implements Application {
  readonly #host: Host;
  readonly #futures = new Futures();
  readonly #checkpoints = new Map<string, Saved>();
  /** Adapters whose optimiser exists: it was made with the betas of the first step. */
  readonly #stepped = new Set<string>();
  #count = 0;
  #draws = 0;
  readonly #routes: Readonly<Record<string, Handler>>;

  constructor(host: Host) {
    this.#host = host;
    const { base } = host.service.numbers;
    this.#routes = {
      'GET healthz': () => ok({ status: 'ok' }),
      'GET get_server_capabilities': () => ok({ supported_models: [{ model_name: base }], default_model: base, single_process: true }),
      'POST client/config': () =>
        ok({
          pjwt_auth_enabled: false,
          credential_default_source: 'api_key',
          sample_dispatch_bytes_semaphore_size: 10 * 2 ** 20,
          inflight_response_bytes_semaphore_size: 50 * 2 ** 20,
        }),
      'POST telemetry': () => ok({ status: 'accepted' }),
      'POST create_session': () => ok({ session_id: 'sess-real-123', type: 'create_session' }),
      'POST session_heartbeat': () => ok({ type: 'session_heartbeat' }),
      'POST create_model': (call) => this.#createModel(call),
      'POST get_info': ({ json }) =>
        ok({
          model_data: { arch: 'unknown', model_name: base, tokenizer_id: base },
          model_id: json['model_id'] ?? 'model-live-123',
          is_lora: true,
          lora_rank: 16,
          model_name: base,
          type: 'get_info',
        }),
      'POST retrieve_future': ({ json }) => this.#retrieve(text(json['request_id'])),
      'POST forward_backward': (call) => this.#forwardBackward(call),
      'POST optim_step': (call) => this.#step(call),
      'POST save_weights_for_sampler': (call) => this.#publish(call),
      'POST save_weights': (call) => this.#save(call),
      'POST load_weights': (call) => this.#load(call),
      'POST asample': (call) => this.#sample(call),
    };
  }

  async answer(call: Call): Promise<Answer> {
    const route = this.#routes[`${call.method} ${call.path}`];
    return route ? route(call) : { status: 404, body: { detail: 'Not Found' } };
  }

  restarted(disk: boolean): void {
    this.#host.service.forget();
    this.#futures.forget();
    this.#stepped.clear();
    if (!disk) this.#checkpoints.clear();
  }

  async #retrieve(id: string | undefined): Promise<Answer> {
    if (id === undefined) return missing('request_id');
    const answer = await this.#futures.wait(id, this.#host.pollMs);
    return answer ?? ok({ type: 'try_again', request_id: id, queue_state: 'active' });
  }

  #createModel(call: Call): Answer {
    if (text(call.json['base_model']) === undefined) return missing('base_model');
    const id = this.#nextId();
    return this.#later(call, id, () => {
      const request = read(loraSchema.extend({ lora_alpha: z.int().optional() }), object(call.json['lora_config']));
      const { rank } = this.#host.service.create(id, request);
      return { model_id: id, is_lora: true, lora_rank: rank, type: 'create_model' };
    });
  }

  #forwardBackward(call: Call): Answer {
    const { service } = this.#host;
    const input = object(call.json['forward_backward_input']);
    return this.#ofModel(call, async (model) => {
      const rows = read(z.array(datumSchema), input['data'] ?? []).map(rowOf);
      const name = input['loss_fn'] ?? 'cross_entropy';
      const loss = service.particulars.losses.find((known) => known === name);
      if (!loss) throw new Refusal(`Loss ${String(name)} not supported`);
      const passed = await service.pass(model, rows, loss, read(configSchema, object(input['loss_fn_config'])), true);
      const sum = passed.losses.reduce((all, losses) => all + losses.reduce((a, b) => a + b, 0), 0);
      return {
        metrics: { 'loss:mean': sum / Math.max(1, rows.length), 'loss:sum': sum },
        loss_fn_outputs: passed.logprobs.map((logprobs) => ({ logprobs: tensor(logprobs) })),
        loss_fn_output_type: 'ArrayRecord',
        type: 'forward_backward',
      };
    });
  }

  #step(call: Call): Answer {
    return this.#ofModel(call, async (model) => {
      const integers = isInteger(call.text, 'beta1') || isInteger(call.text, 'beta2');
      if (integers && !this.#stepped.has(model)) throw new Refusal('betas must be either both floats or both Tensors');
      const norm = await this.#host.service.step(model, read(adamSchema, object(call.json['adam_params'])));
      this.#stepped.add(model);
      return { metrics: { 'grad_norm:mean': norm }, type: 'optim_step' };
    });
  }

  #publish(call: Call): Answer {
    const { json } = call;
    const model = text(json['model_id']);
    if (model === undefined) return missing('model_id');
    const session = `${model}-samp-${Number(json['sampling_session_seq_id'] ?? 0) || this.#host.now()}`;
    const named = text(json['name']) ?? text(json['alias']) ?? text(json['path']);
    return this.#ofModel(call, () => ({
      path: named === undefined ? null : `tinker://${session}`,
      sampling_session_id: session,
      type: 'save_weights_for_sampler',
    }));
  }

  #save(call: Call): Answer {
    const { json } = call;
    if (text(json['model_id']) === undefined) return missing('model_id');
    const alias = text(json['path']) ?? `${String(json['model_id'])}-samp-${Number(json['seq_id'] ?? 0) || this.#host.now()}`;
    return this.#ofModel(call, async (model) => {
      const saved = await this.#host.service.save(model);
      const path = pathOf(alias);
      this.#checkpoints.set(path, json['include_optimizer'] === true ? saved : { ...saved, optimizer: null });
      return { path, type: 'save_weights' };
    });
  }

  #load(call: Call): Answer {
    const { json } = call;
    if (text(json['model_id']) === undefined) return missing('model_id');
    const alias = text(json['path']);
    if (alias === undefined) return missing('path');
    return this.#ofModel(call, (model) => {
      const path = pathOf(alias);
      const saved = this.#checkpoints.get(path);
      if (!saved) throw new Refusal(`No metadata.json found at ${path}`);
      const withOptimizer = json['optimizer'] === true && saved.optimizer !== null;
      this.#host.service.load(model, saved, withOptimizer);
      if (withOptimizer) this.#stepped.add(model);
      else this.#stepped.delete(model);
      return { path, type: 'load_weights' };
    });
  }

  #sample(call: Call): Answer {
    const { json } = call;
    const { service, worker } = this.#host;
    const { chunks } = read(promptSchema, json['prompt'] ?? {});
    const [first] = chunks;
    if (!first) throw new Error('list index out of range');
    const params = read(samplingSchema, object(json['sampling_params']));
    const { max_tokens: maxTokens = 20, temperature = 1 } = params;
    const count = Number(json['num_samples'] ?? 1);
    const named = (text(json['model_id']) ?? text(json['sampling_session_id']))?.replace(/^tinker:\/\//, '').split('-samp-')[0];
    const id = this.#nextId();
    this.#futures.create(id, call.stuck);
    worker.add({
      call: (): SampleCall => {
        const model = this.#known(named);
        const draws = count > 1 || temperature > 0;
        if (draws && temperature !== 1 && (temperature <= 0 || isInteger(call.text, 'temperature'))) {
          throw new Refusal(
            `\`temperature\` (=${temperature}) has to be a strictly positive float, otherwise your next token scores will be invalid.`,
          );
        }
        const seed = (this.#draws += count);
        const job = { prompt: first.tokens, maxTokens: maxTokens ?? 20, temperature, topK: 0, topP: 1, ends: service.numbers.ends, seed };
        return { model, version: null, jobs: jobsOf(count, job), promptLogprobs: false };
      },
      done: (outcome) => this.#futures.settle(id, 'error' in outcome ? failed(outcome.error) : ok(sampled(outcome.result))),
    });
    return ok({ request_id: id });
  }

  /** A future of a model that must be there when its turn comes. */
  #ofModel(call: Call, run: (model: string) => object | Promise<object>): Answer {
    return this.#later(call, this.#nextId(), () => run(this.#known(text(call.json['model_id']))));
  }

  #later(call: Call, id: string, run: () => object | Promise<object>): Answer {
    this.#futures.create(id, call.stuck);
    this.#host.worker.add({
      run: async () => this.#futures.settle(id, ok(await run())),
      failed: (error) => this.#futures.settle(id, failed(error)),
    });
    return ok({ request_id: id });
  }

  #known(model: string | undefined): string {
    const { service } = this.#host;
    if (service.size === 0) throw new Refusal('Model must be loaded first.');
    if (model === undefined || !service.has(model)) throw new Refusal(`Adapter ${model ?? 'None'} not found.`);
    return model;
  }

  #nextId(): string {
    this.#count += 1;
    return uuid(this.#count);
  }
}

const missing = (field: string): Answer => ({ status: 400, body: { error: `${field} is required` } });

const failed = (error: unknown): Answer => ({
  status: 400,
  body: { type: 'RequestFailedResponse', error_message: error instanceof Error ? error.message : String(error) },
});

const pathOf = (alias: string): string => (alias.startsWith('/') ? alias : `checkpoints/${alias.replace(/^checkpoints\//, '')}`);

const sampled = ({ samples }: Sampled) => ({
  sequences: samples.map(({ tokens, logprobs }) => ({ tokens, logprobs, stop_reason: 'stop' })),
  type: 'sample',
});

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const { success, data, error } = schema.safeParse(value);
  if (!success) throw new Refusal(z.prettifyError(error));
  return data;
}

export const OPEN_RL: Flavour = { name: 'open-rl', particulars: OPEN_RL_PARTICULARS, open: (host) => new OpenRl(host) };
