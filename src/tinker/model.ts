/** One adapter on a server: what is asked of it, in the order that the server needs. */
import { isRecord } from '../core/isRecord.ts';
import { faultAt } from '../core/faultAt.ts';
import { readTarGz } from '../core/formats/tar.ts';
import { serverFaults } from '../words/words.ts';
import type { Capabilities } from './capabilities.ts';
import { calls, linearDatum, type LossName, responseLogprobs, scoringDatum, type Writes } from './datum.ts';
import type { Called, Fields, Futures } from './futures.ts';
import type { Http } from './http.ts';
import { STILL, withoutOthers } from './others.ts';
import { sampledMessage, samplingBody } from './sampling.ts';
import type {
  AdapterRequest,
  Archive,
  Cancellable,
  Progress,
  Published,
  RemoteModel,
  SampledMessage,
  SampleRequest,
  SavedWeights,
  SequenceGradient,
  StepDone,
  StepRequest,
  TokenSequence,
} from './server.ts';
import { float, type Sent, written, Written } from './wire.ts';

/** What the adapters of one server share. */
export interface Connection {
  readonly http: Http;
  readonly futures: Futures;
  capabilities: Capabilities;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** The server is closed. */
  readonly closed: AbortSignal;
  /** An adapter without a gradient, whose step tells the norm of all that are pending; where others' are, and count. */
  gauge?: ServerModel;
}

interface Created {
  readonly id: string;
  readonly alpha: number | null;
}

/** Calls of one pass under way at a time: a server has the next one when it is done with one, and no more of them are in memory. */
const AHEAD = 4;

/** How a published adapter is called on disk. */
const archiveName = (count: number): string => `archive${count}`;

export class ServerModel implements RemoteModel {
  readonly id: string;
  readonly alpha: number | null;
  /** Requests of this model, numbered by one counter: a server that does each once goes by it. */
  #requests = 0;
  #published = 0;
  #archives = 0;
  /** The last question whether the server still has it, and how many connections had been lost when it was asked. */
  #question: { readonly lost: number; readonly answer: Promise<void> } | null = null;
  /** Sequences in the gradient since the last step, and how many it was scaled for. */
  #inGradient = 0;
  #scaledFor: number | null = null;
  /** Norm of others' gradients when this one was begun, where they count. */
  #others = 0;

  constructor(
    private readonly connection: Connection,
    readonly request: AdapterRequest,
    { id, alpha }: Created,
  ) {
    this.id = id;
    this.alpha = alpha;
  }

  async forward(sequences: readonly TokenSequence[], options: Cancellable = {}): Promise<Float32Array[]> {
    const { capabilities } = this.connection;
    const outputs = await this.#run('forward', sequences, scoringDatum, 'cross_entropy', capabilities.hasForward, options);
    // Sequences of no weight count in a mean all the same.
    if (!capabilities.hasForward) this.#inGradient += sequences.length;
    return outputs;
  }

  async backward(sequences: readonly SequenceGradient[], options: Cancellable & { readonly inStep?: number } = {}): Promise<void> {
    const { capabilities, http } = this.connection;
    const { reduction } = capabilities;
    if (reduction === null) throw faultAt(serverFaults, 'E_SERVER_REDUCTION', { subject: http.url });
    const inStep = options.inStep ?? sequences.length;
    if (reduction === 'mean' && this.#scaledFor !== null && this.#scaledFor !== inStep)
      throw new RangeError(`a step of ${this.#scaledFor} sequences cannot become one of ${inStep}`);
    if (this.#scaledFor === null) this.#others = await this.#pending(options);
    this.#scaledFor = inStep;
    await this.#run('backward', sequences, linearDatum(reduction, inStep), 'importance_sampling', false, options);
    this.#inGradient += sequences.length;
  }

  async step(request: StepRequest, options: Cancellable = {}): Promise<StepDone> {
    const { reduction } = this.connection.capabilities;
    if (reduction === 'mean' && this.#scaledFor !== null && this.#inGradient !== this.#scaledFor)
      throw new RangeError(`${this.#inGradient} sequences were sent for a step that is a mean over ${this.#scaledFor}`);
    const { learningRate, beta1, beta2, epsilon, weightDecay } = request;
    const maxGradNorm = await this.#limit(request, options);
    const body = {
      adam_params: {
        learning_rate: float(learningRate),
        beta1: float(beta1),
        beta2: float(beta2),
        eps: float(epsilon),
        weight_decay: float(weightDecay),
        grad_clip_norm: float(maxGradNorm),
      },
    };
    const { metrics } = await this.call('optim_step', body, options, true);
    this.#inGradient = 0;
    this.#scaledFor = null;
    const norm = normIn(metrics);
    const others = this.#others;
    this.#others = 0;
    return { norm: norm === null || norm < others ? null : withoutOthers(norm, others) };
  }

  async publish(options: Cancellable = {}): Promise<Published> {
    const version = this.#published + 1;
    this.#published = version;
    const call = 'save_weights_for_sampler';
    const { path, sampling_session_id: session } = await this.call(call, { sampling_session_seq_id: version }, options);
    if (typeof session === 'string') return { model: this.id, version, target: { sampling_session_id: session } };
    if (typeof path === 'string') return { model: this.id, version, target: { model_path: path } };
    throw this.#unlike(call, 'sampling_session_id');
  }

  async sample(requests: readonly SampleRequest[], from: Published, options: Cancellable = {}): Promise<SampledMessage[]> {
    const { futures, http, capabilities, closed, onProgress } = this.connection;
    const newest = this.#published;
    // Where it is not known, an older one may be another's weights.
    if (from.version !== newest && capabilities.keepsVersions !== true)
      throw faultAt(serverFaults, 'E_SERVER_VERSION', { subject: http.url, version: from.version, newest });
    const signal = either(options.signal, closed);
    let done = 0;
    const one = async (request: SampleRequest): Promise<SampledMessage> => {
      const message = sampledMessage(await this.draw(request, from, signal), request);
      if (!message) throw this.#unlike('asample', 'sequences');
      done += 1;
      onProgress?.({ doing: 'sampling', done, of: requests.length });
      return message;
    };
    return Promise.all(requests.map((request) => futures.bounded(() => one(request))));
  }

  /** What the server answers to a request for a message, as it is. */
  draw(request: SampleRequest, from: Published, signal: AbortSignal = this.connection.closed): Promise<Fields> {
    this.#requests += 1;
    const body = { ...samplingBody(request), ...from.target, seq_id: this.#requests, type: 'sample' };
    return this.connection.futures.result('asample', body, this.#calling(signal, true));
  }

  async save(name: string, options: Cancellable = {}): Promise<SavedWeights> {
    const { path } = await this.call('save_weights', { path: name, include_optimizer: true }, options);
    if (typeof path !== 'string') throw this.#unlike('save_weights', 'path');
    // Where it is no address, the server wants the name again: what it answers lies below a folder of its own.
    return { path: path.startsWith('tinker://') ? path : name };
  }

  async load({ path }: SavedWeights, options: Cancellable = {}): Promise<void> {
    await this.call('load_weights', { path, optimizer: true }, options);
    this.#inGradient = 0;
    this.#scaledFor = null;
  }

  async unload(options: Cancellable = {}): Promise<void> {
    if (this.connection.capabilities.hasUnload) await this.call('unload_model', {}, options);
  }

  async archive(options: Cancellable = {}): Promise<Archive | null> {
    const { http, capabilities, closed } = this.connection;
    if (!capabilities.hasArchive) return null;
    this.#archives += 1;
    const name = archiveName(this.#archives);
    await this.call('save_weights_for_sampler', { path: name }, options);
    const packed = await http.bytes(`training_runs/${this.id}/checkpoints/${name}/archive`, either(options.signal, closed));
    const kept = { path: `tinker://${this.id}/sampler_weights/${name}` };
    return packed && { files: readTarGz(packed, undefined, `${http.url}: ${name}`), kept };
  }

  /**
   * The calls that these sequences need, and the log-probabilities they give. Calls arrive in order, each {@link AHEAD} of the one whose answer is
   * awaited at the most; what they are written and read as lives no longer than that.
   */
  async #run<S extends TokenSequence>(
    doing: 'forward' | 'backward',
    sequences: readonly S[],
    write: Writes<S>,
    loss: LossName,
    forwardOnly: boolean,
    options: Cancellable,
  ): Promise<Float32Array[]> {
    const route = forwardOnly ? 'forward' : 'forward_backward';
    const found: Float32Array[] = [];
    const failed = new AbortController();
    const signal = either(options.signal, failed.signal);
    const under: Promise<void>[] = [];
    let done = 0;
    const read = (from: number, asked: readonly S[], { loss_fn_outputs: outputs }: Fields): void => {
      const logprobs = responseLogprobs(outputs, asked);
      if (!logprobs) throw this.#unlike(route, 'loss_fn_outputs');
      logprobs.forEach((values, index) => (found[from + index] = values));
      done += asked.length;
      this.connection.onProgress?.({ doing, done, of: sequences.length });
    };
    let sent = 0;
    try {
      for (const { count, data } of calls(sequences, write)) {
        const [from, asked] = [sent, sequences.slice(sent, (sent += count))];
        // Written at once: the data's bytes are used again.
        const body = new Written(written(this.numbered(route, { [`${route}_input`]: { data, loss_fn: loss } })));
        await new Promise<void>((taken, lost) => {
          const call = this.#called(route, body, { signal }, true, taken).then((result) => read(from, asked, result));
          call.catch(lost);
          under.push(call);
        });
        if (under.length === AHEAD) await under.shift();
      }
      await Promise.all(under);
    } catch (error) {
      // Nothing is to go on behind its caller's back; what was taken already the server does all the same.
      failed.abort(error);
      await Promise.allSettled(under);
      throw error;
    }
    return found;
  }

  /** Norm of all gradients that are pending; 0 where others' do not count, or there were none. */
  async #pending(options: Cancellable): Promise<number> {
    const { gauge } = this.connection;
    return gauge ? ((await gauge.step(STILL, options)).norm ?? 0) : 0;
  }

  /** The limit of the norm of all gradients that is `maxGradNorm` for this one; 0 for none. */
  async #limit({ maxGradNorm }: StepRequest, options: Cancellable): Promise<number> {
    if (maxGradNorm === 0 || this.#others === 0) return maxGradNorm;
    const all = await this.#pending(options);
    // Another run has stepped meanwhile: how much of it is whose is not known.
    if (all < this.#others) return maxGradNorm;
    const own = withoutOthers(all, this.#others);
    return own > maxGradNorm ? (maxGradNorm * all) / own : 0;
  }

  /** The result of a call about this model. `once`: the server, where it can, does the same number once. */
  call(call: string, fields: Readonly<Record<string, Sent>>, options: Cancellable = {}, once = false): Promise<Fields> {
    return this.#called(call, this.numbered(call, fields), options, once);
  }

  /** `taken` is called when the server has taken the request. */
  #called(call: string, body: Sent, options: Cancellable, once: boolean, taken?: () => void): Promise<Fields> {
    const { futures, closed } = this.connection;
    const called = { ...this.#calling(either(options.signal, closed), once), taken };
    return futures.bounded(() => futures.result(call, body, called));
  }

  /** A server that does a number once remembers its requests; any other is asked whether it still has the adapter. */
  #calling(signal: AbortSignal, once: boolean): Called {
    const remembers = this.connection.capabilities.resendable === true;
    return { signal, resend: once && remembers, known: remembers ? undefined : () => this.#known() };
  }

  /**
   * Throws `E_SERVER_FORGOT` where the server no longer has this adapter, and so none of its requests. It is asked for a gradient of nothing,
   * once for all that wait.
   */
  #known(): Promise<void> {
    const { futures, http, closed: signal } = this.connection;
    if (this.#question?.lost !== http.lost) {
      const call = 'forward_backward';
      const body = this.numbered(call, { [`${call}_input`]: { data: [], loss_fn: 'cross_entropy' } });
      const answer = futures.result(call, body, { signal, resend: false }).then(() => undefined);
      this.#question = { lost: http.lost, answer };
    }
    return this.#question.answer;
  }

  /** The body of a call about this model, with the next number. */
  numbered(call: string, fields: Readonly<Record<string, Sent>>): Sent {
    this.#requests += 1;
    return { model_id: this.id, seq_id: this.#requests, type: call, ...fields };
  }

  #unlike(call: string, missing: string): Error {
    return faultAt(serverFaults, 'E_SERVER_ANSWER', { subject: this.connection.http.url, call, missing });
  }
}

const either = (signal: AbortSignal | undefined, closed: AbortSignal): AbortSignal => (signal ? AbortSignal.any([signal, closed]) : closed);

/** The gradient's norm among a step's metrics, as each server calls it. */
function normIn(metrics: unknown): number | null {
  if (!isRecord(metrics)) return null;
  const norm = metrics['grad_norm:mean'] ?? metrics['skyrl.ai/grad_norm'];
  return typeof norm === 'number' ? norm : null;
}
