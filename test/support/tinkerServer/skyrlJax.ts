/**
 * SkyRL's API (`skyrl/tinker`) over its JAX backend, which has one place an adapter for training and sampling: requests are checked before they are
 * taken; the same `seq_id` is done once; futures and checkpoints outlive the process, what was loaded does not.
 */
import { adapterArchive } from './archive.ts';
import { type Answer, type Application, Answered, type Call, type Flavour, type Host, ok, tensor } from './flavour.ts';
import { Requests, taken } from './skyrlRequests.ts';
import { jobsOf, rowOf } from './messages.ts';
import { SKYRL_JAX_PARTICULARS } from './particulars.ts';
import { Refusal, type Sampled } from './service.ts';
import { type Checkpoint, parsePath, Records } from './skyrlRecords.ts';
import { checked, checkedPass, SKYRL_BODIES } from './skyrlChecks.ts';

type Handler = (call: Call, parts: readonly string[]) => Answer | Promise<Answer>;

const refuse = (status: number, detail: string): Answered => new Answered({ status, body: { detail } });
const hex = (count: number): string => count.toString(16).padStart(8, '0');

class SkyrlJax implements Application {
  readonly #host: Host;
  readonly #records = new Records();
  readonly #requests: Requests;
  #count = 0;
  readonly #routes: readonly (readonly [string, RegExp, Handler])[];

  constructor(host: Host) {
    this.#host = host;
    this.#requests = new Requests(host, this.#records);
    const { base } = host.service.numbers;
    const run = 'training_runs/([^/]+)/checkpoints';
    const routes: Readonly<Record<string, Handler>> = {
      'GET healthz': () => ok({ status: 'ok' }),
      'GET get_server_capabilities': () => ok({ supported_models: [{ model_name: base }] }),
      'POST client/config': () => ok({ pjwt_auth_enabled: false }),
      'POST telemetry': () => ok({ status: 'accepted' }),
      'POST create_session': () => this.#createSession(),
      'POST session_heartbeat': ({ json }) => this.#heartbeat(checked(SKYRL_BODIES.session, json).session_id),
      'POST create_model': (call) => this.#createModel(call),
      'POST get_info': ({ json }) => this.#info(checked(SKYRL_BODIES.model, json).model_id),
      'POST weights_info': ({ json }) => this.#weightsInfo(checked(SKYRL_BODIES.path, json).tinker_path),
      'POST retrieve_future': ({ json }) => this.#requests.retrieve(checked(SKYRL_BODIES.future, json).request_id),
      'POST forward': (call) => this.#pass(call, 'forward_input'),
      'POST forward_backward': (call) => this.#pass(call, 'forward_backward_input'),
      'POST optim_step': (call) => this.#step(call),
      'POST save_weights_for_sampler': (call) => this.#publish(call),
      'POST save_weights': (call) => this.#save(call),
      'POST load_weights': (call) => this.#load(call),
      'POST unload_model': (call) => this.#unload(call),
      'POST asample': (call) => this.#sample(call),
      [`GET ${run}`]: (_, [model = '']) => this.#checkpoints(model),
      [`GET ${run}/([^/]+)/archive`]: ({ origin, path }, [model = '', id = '']) => {
        this.#records.checkpoint(model, id, 'sampler');
        return { status: 302, body: '', headers: { location: `${origin}/api/v1/${path.replace(/archive$/, 'download')}` } };
      },
      [`DELETE ${run}/(?:(weights|sampler_weights)/)?([^/]+)`]: (_, [model = '', kind, id = '']) => {
        if (kind === undefined) throw refuse(400, 'Invalid checkpoint identifier.');
        this.#records.deleteCheckpoint(model, id, kind === 'weights' ? 'training' : 'sampler');
        return { status: 204, body: '' };
      },
      [`GET ${run}/([^/]+)/download`]: (_, [model = '', id = '']) => {
        const body = adapterArchive(this.#records.checkpoint(model, id, 'sampler').weights, base);
        return { status: 200, body, headers: { 'content-type': 'application/octet-stream' } };
      },
    };
    this.#routes = Object.entries(routes).map(([route, handler]) => {
      const [method = '', path = ''] = route.split(' ');
      return [method, new RegExp(`^${path}$`), handler] as const;
    });
  }

  async answer(call: Call): Promise<Answer> {
    this.#expireSessions();
    for (const [method, pattern, handler] of this.#routes) {
      const match = method === call.method ? pattern.exec(call.path) : null;
      if (match) return handler(call, match.slice(1));
    }
    return { status: 404, body: { detail: 'Not Found' } };
  }

  restarted(disk: boolean): void {
    this.#host.service.forget();
    if (!disk) this.#records.forget();
    this.#requests.restarted(disk);
  }

  /** Sessions not heard of lose their models, in their turn among the other work. */
  #expireSessions(): void {
    const { now, service, worker } = this.#host;
    for (const [id, session] of this.#records.sessions) {
      if (session.expired || now() - session.heard <= service.particulars.heartbeatMs) continue;
      session.expired = true;
      const models = [...this.#records.models.values()].filter((model) => model.session === id);
      worker.add({
        run: async () => {
          for (const model of models) {
            service.remove(model.id);
            model.status = 'unloaded';
          }
        },
        failed: () => undefined,
      });
    }
  }

  #createSession(): Answer {
    const id = `session_${hex(this.#next())}`;
    this.#records.sessions.set(id, { heard: this.#host.now(), expired: false });
    return ok({ type: 'create_session', info_message: null, warning_message: null, error_message: null, session_id: id });
  }

  #heartbeat(id: string): Answer {
    this.#records.session(id).heard = this.#host.now();
    return ok({ type: 'session_heartbeat' });
  }

  #createModel(call: Call): Answer {
    const { session_id: session, base_model: base, lora_config: request } = checked(SKYRL_BODIES.create, call.json);
    this.#records.session(session);
    const id = `model_${hex(this.#next())}`;
    const seed = request.seed ?? this.#count;
    this.#records.models.set(id, { id, base, rank: request.rank, session, status: 'created', requests: 0 });
    const request_id = this.#requests.later(call, id, async () => {
      const { rank, alpha } = this.#host.service.create(id, { ...request, seed });
      const lora_config = { rank, alpha, seed, train_attn: true, train_mlp: true, train_unembed: false };
      return { model_id: id, base_model: base, lora_config };
    });
    const lora_config = { rank: request.rank, seed: request.seed ?? null };
    return ok({ model_id: id, base_model: base, lora_config, status: 'created', request_id });
  }

  #info(id: string): Answer {
    const { base, rank, status } = this.#records.model(id);
    return ok({ model_id: id, status, model_data: { base_model: base, lora_config: { rank, seed: null }, model_name: base } });
  }

  #weightsInfo(path: string): Answer {
    const at = parsePath(path);
    if (at?.kind !== 'weights') throw refuse(400, 'Invalid tinker path format. Expected: tinker://model_id/weights/checkpoint_id');
    const { base, rank } = this.#records.model(at.model);
    this.#records.checkpoint(at.model, at.id, 'training');
    return ok({ base_model: base, is_lora: true, lora_rank: rank });
  }

  #pass(call: Call, field: 'forward_input' | 'forward_backward_input'): Answer {
    const { service } = this.#host;
    const { data, loss_fn: name, loss_fn_config: config } = checkedPass(call.json, field);
    const { model_id: model, seq_id: seqId } = checked(SKYRL_BODIES.pass, call.json);
    return this.#requests.once(call, model, seqId, [data, name, config], async () => {
      const loss = service.particulars.losses.find((known) => known === name);
      if (!loss) throw new Refusal(`Loss functions ['${name}'] are not supported by the JAX backend`);
      const { logprobs, losses } = await service.pass(model, data.map(rowOf), loss, config ?? {}, field === 'forward_backward_input');
      return {
        loss_fn_output_type: 'scalar',
        loss_fn_outputs: logprobs.map((each, i) => ({ elementwise_loss: tensor(losses[i] ?? []), logprobs: tensor(each) })),
        metrics: {},
      };
    });
  }

  #step(call: Call): Answer {
    const { model_id: model, seq_id: seqId, adam_params: adam } = checked(SKYRL_BODIES.step, call.json);
    return this.#requests.once(call, model, seqId, adam, async () => {
      const norm = await this.#host.service.step(model, adam);
      return { metrics: { 'skyrl.ai/grad_norm': norm, 'skyrl.ai/learning_rate': adam.learning_rate ?? 1e-4 } };
    });
  }

  #publish(call: Call): Answer {
    const { model_id: model, path, sampling_session_seq_id: sessionSeq, seq_id: seq } = checked(SKYRL_BODIES.publish, call.json);
    this.#records.model(model);
    const id = path ?? `ss${sessionSeq}_seq${seq}`;
    const session = sessionSeq != null && seq != null ? `sampling_${hex(this.#next())}` : null;
    const checkpoint = this.#records.newCheckpoint(model, id, 'sampler', this.#time());
    if (session !== null) this.#records.samplingSessions.set(session, `tinker://${model}/sampler_weights/${id}`);
    return this.#writes(call, checkpoint, {
      path: session === null ? `tinker://${model}/${id}` : null,
      type: 'save_weights_for_sampler',
      sampling_session_id: session,
    });
  }

  #save(call: Call): Answer {
    const { model_id: model, path } = checked(SKYRL_BODIES.save, call.json);
    const checkpoint = this.#records.newCheckpoint(model, path, 'training', this.#time());
    return this.#writes(call, checkpoint, { path: `tinker://${model}/weights/${path}`, type: 'save_weights' });
  }

  #writes(call: Call, checkpoint: Checkpoint, body: object): Answer {
    return taken(
      this.#requests.ofModel(
        call,
        checkpoint.model,
        async () => {
          checkpoint.saved = await this.#host.service.save(checkpoint.model);
          return body;
        },
        (error) => {
          checkpoint.failed = error;
        },
      ),
    );
  }

  #load(call: Call): Answer {
    const { model_id: model, path, optimizer, seq_id: seqId } = checked(SKYRL_BODIES.load, call.json);
    const { requests } = this.#records.model(model);
    if (requests > 0) throw refuse(400, `LoadWeights is not permitted with seq_id ${seqId ?? requests + 1}`);
    const at = parsePath(path);
    if (at?.kind !== 'weights') throw refuse(400, 'request.path must be in format tinker://source_model_id/weights/checkpoint_id');
    const saved = this.#records.checkpoint(at.model, at.id, 'training');
    return taken(
      this.#requests.ofModel(call, model, async () => {
        this.#host.service.load(model, saved, optimizer);
        return { type: 'load_weights' };
      }),
    );
  }

  #unload(call: Call): Answer {
    const { model_id: model } = checked(SKYRL_BODIES.model, call.json);
    this.#records.model(model).status = 'unloading';
    const request_id = this.#requests.later(call, model, async () => {
      this.#host.service.remove(model);
      this.#records.model(model).status = 'unloaded';
      return { model_id: model, status: 'unloaded', type: 'unload_model' };
    });
    return ok({ request_id, model_id: model });
  }

  #sample(call: Call): Answer {
    const body = checked(SKYRL_BODIES.sample, call.json);
    const { max_tokens: maxTokens, temperature = 1, top_k: topK = -1, top_p: topP = 1, stop, seed } = body.sampling_params;
    const path = body.sampling_session_id == null ? body.model_path : this.#records.samplingSessions.get(body.sampling_session_id);
    if (body.sampling_session_id != null && path === undefined) throw refuse(404, 'Sampling session not found');
    const at = path == null ? null : parsePath(path);
    if (path != null && (!at || !['', 'sampler_weights'].includes(at.kind))) {
      throw refuse(400, 'model_path must be tinker://model_id/checkpoint_id or tinker://model_id/sampler_weights/checkpoint_id');
    }
    const record = at ? this.#records.model(at.model) : null;
    const version = at ? { name: at.id, saved: this.#records.checkpoint(at.model, at.id, 'sampler') } : null;
    if (maxTokens == null) throw refuse(400, 'max_tokens is currently required');
    if (maxTokens <= 0) throw refuse(400, 'max_tokens must be a positive number');
    const prompt = body.prompt.chunks.flatMap(({ tokens }) => tokens);
    const job = { prompt, maxTokens, temperature, topK: Math.max(0, topK), topP, ends: stop ?? [], seed: seed ?? this.#next() };
    const asked = { version, jobs: jobsOf(body.num_samples, job), promptLogprobs: body.prompt_logprobs === true };
    return taken(this.#requests.sample(call, record?.id ?? null, asked, sampled));
  }

  #checkpoints(model: string): Answer {
    this.#records.model(model);
    const checkpoints = this.#records.checkpointsOf(model).map(({ id, kind, time }) => ({
      checkpoint_id: id,
      checkpoint_type: kind,
      time,
      tinker_path: `tinker://${model}/${kind === 'training' ? 'weights' : 'sampler_weights'}/${id}`,
    }));
    return ok({ checkpoints });
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }

  #time(): string {
    return new Date(this.#host.now()).toISOString().replace('Z', '000');
  }
}

const sampled = ({ samples, promptLogprobs }: Sampled) => ({
  sequences: samples.map(({ tokens, logprobs, ended }) => ({ stop_reason: ended ? 'stop' : 'length', tokens, logprobs })),
  prompt_logprobs: promptLogprobs,
  topk_prompt_logprobs: null,
});

export const SKYRL_JAX: Flavour = { name: 'skyrl-jax', particulars: SKYRL_JAX_PARTICULARS, open: (host) => new SkyrlJax(host) };
