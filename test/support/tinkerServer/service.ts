/**
 * What a server does with its adapters, whatever the messages look like: passes that add up gradients, steps, published and saved
 * versions, sampling. Everything here is computed; the differences between servers are read from their table.
 */
import type { LoraWeights } from '../../../src/core/formats/models/adapters/peft.ts';
import { tokenLoss } from './losses.ts';
import {
  added,
  type AdapterShape,
  type Gradient,
  normOf,
  type Numbers,
  type Sample,
  type SampleJob,
  scaled,
  type Snapshot,
} from './numbers.ts';
import type { LoraRequest, LossName, Particulars } from './particulars.ts';

/** What the server says is wrong with a request that it took. */
export class Refusal extends Error {}

export interface AdamRequest {
  readonly learning_rate?: number;
  readonly beta1?: number;
  readonly beta2?: number;
  readonly eps?: number;
  readonly weight_decay?: number;
  readonly grad_clip_norm?: number;
}

/** A datum as it is computed with; lists are as long as `tokens`. */
export interface Row {
  readonly tokens: readonly number[];
  readonly targets: readonly number[];
  readonly weights: readonly number[];
  readonly logprobs: readonly number[] | null;
  readonly advantages: readonly number[] | null;
}

export interface Passed {
  readonly logprobs: readonly Float32Array[];
  readonly losses: readonly Float32Array[];
}

/** An adapter on the server. */
interface Model {
  readonly shape: AdapterShape;
  readonly dropout: number;
  pending: Gradient | null;
  /** Sequences whose gradients are pending. */
  sequences: number;
  /** The betas it keeps, once they are kept. */
  betas: AdamRequest | null;
  /** Which version its slot holds, by the sampling that put it there. */
  inSlot: string | null;
  /** Its published versions that have spoken, where these are kept. */
  readonly voices: Set<string>;
}

/** A version of an adapter under a name. */
export interface Saved extends Snapshot {
  readonly betas: AdamRequest | null;
}

export interface SampleCall {
  /** Null: the base alone. */
  readonly model: string | null;
  /** The version that is named, with what was published under it. */
  readonly version: { readonly name: string; readonly saved: Saved } | null;
  readonly jobs: readonly SampleJob[];
  readonly promptLogprobs: boolean;
}

export interface Sampled {
  readonly samples: readonly Sample[];
  readonly promptLogprobs: readonly number[] | null;
}

/** The weights an adapter starts from in place of a draw, if any. */
export type StartWeights = (request: LoraRequest, index: number) => LoraWeights | undefined;

export class Service {
  readonly #models = new Map<string, Model>();
  #created = 0;

  constructor(
    readonly numbers: Numbers,
    readonly particulars: Particulars,
    private readonly startWeights: StartWeights = () => undefined,
  ) {}

  has(model: string): boolean {
    return this.#models.has(model);
  }

  get size(): number {
    return this.#models.size;
  }

  create(name: string, request: LoraRequest): AdapterShape {
    const { rank: usual, highestRank, adapters, alpha, targets, dropout } = this.particulars;
    if (targets(request).length === 0) throw new Refusal('At least one LoRA training target must be enabled.');
    const rank = request.rank ?? usual;
    if (this.size >= adapters) throw new Refusal(`Maximum number of LoRA adapters (${adapters + 1}) reached`);
    if (rank <= 0 || rank > highestRank) throw new Refusal(`LoRA rank ${rank} must be between 1 and ${highestRank}`);
    const shape = { rank, alpha: alpha(request), targets: targets(request), seed: request.seed ?? this.#created };
    this.numbers.create(name, shape, this.startWeights(request, this.#created));
    this.#created += 1;
    this.#models.set(name, { shape, dropout: dropout(request), pending: null, sequences: 0, betas: null, inSlot: null, voices: new Set() });
    return shape;
  }

  remove(name: string): void {
    const model = this.#models.get(name);
    if (!model) return;
    this.#models.delete(name);
    for (const each of [name, ...model.voices]) this.numbers.remove(each);
  }

  /** Everything an ended process had in memory. */
  forget(): void {
    for (const name of [...this.#models.keys()]) this.remove(name);
  }

  /** Log-probabilities and losses of all rows; with `backward` their gradient is added to the adapter's. */
  async pass(
    name: string,
    rows: readonly Row[],
    loss: LossName,
    config: Readonly<Record<string, number>>,
    backward: boolean,
  ): Promise<Passed> {
    const model = this.#model(name);
    const { particulars } = this;
    if (backward && model.dropout > 0) throw new Refusal(`this stub computes without dropout, and this adapter has ${model.dropout}`);
    if (particulars.checksLossInputs && loss !== 'cross_entropy' && rows.some(({ logprobs, advantages }) => !logprobs || !advantages)) {
      throw new Refusal(`${loss} requires 'logprobs' and 'advantages' in loss_fn_inputs`);
    }
    const sequences = rows.map(sequenceOf);
    const settings = particulars.lossSettings(config);
    const losses: Float32Array[] = [];
    const derive = (all: readonly Float32Array[]): Float32Array[] =>
      all.map((logprobs, i) => {
        const { weights = [], logprobs: old, advantages } = rows[i] ?? {};
        const divisor =
          particulars.reduction === 'mean'
            ? Math.max(
                weights.reduce((a, b) => a + b, 0),
                1e-9,
              )
            : 1;
        const each = Array.from(logprobs, (logprob, t) =>
          tokenLoss(
            loss,
            logprob,
            { weight: weights[t] ?? 0, old: old?.[t] ?? 0, advantage: advantages?.[t] ?? 0 },
            settings,
            particulars.logRatioLimit,
          ),
        );
        losses[i] = Float32Array.from(each, (token) => token.loss);
        return Float32Array.from(each, ({ derivative }) => derivative / divisor);
      });
    if (!backward) {
      const logprobs = await this.numbers.score(name, sequences);
      derive(logprobs);
      return { logprobs, losses };
    }
    const { logprobs, gradient } = await this.numbers.differentiate(name, sequences, derive);
    model.pending = added(model.pending, gradient);
    model.sequences += rows.length;
    return { logprobs, losses };
  }

  /** The norm that the server says, before it clips. */
  async step(name: string, asked: AdamRequest): Promise<number> {
    const model = this.#model(name);
    const { clip, keepsFirstBetas, reduction, stepsWithoutGradient } = this.particulars;
    if (keepsFirstBetas) model.betas ??= asked;
    const { beta1 = 0.9, beta2 = 0.95, eps = 1e-12, weight_decay: weightDecay = 0 } = model.betas ?? asked;
    const settings = { learningRate: asked.learning_rate ?? 1e-4, beta1, beta2, epsilon: eps, weightDecay };
    const norm = clip === 'pooled' ? this.#clipAll(asked.grad_clip_norm ?? 0) : 0;
    const gradient = model.pending && reduction === 'mean' ? scaled(model.pending, 1 / Math.max(1, model.sequences)) : model.pending;
    model.pending = null;
    model.sequences = 0;
    if (gradient || stepsWithoutGradient) await this.numbers.step(name, gradient, settings);
    return clip === 'pooled' ? norm : normOf(gradient ? [gradient] : []);
  }

  /** Scales every adapter's pending gradient by what their common norm is too long. */
  #clipAll(limit: number): number {
    const models = [...this.#models.values()];
    const norm = normOf(models.flatMap(({ pending }) => pending ?? []));
    const by = limit > 0 ? Math.min(1, limit / (norm + 1e-6)) : 1;
    if (by < 1) for (const model of models) if (model.pending) model.pending = scaled(model.pending, by);
    return norm;
  }

  async save(name: string): Promise<Saved> {
    const { betas } = this.#model(name);
    return { ...(await this.numbers.snapshot(name)), betas };
  }

  /** Weights as they were saved; what was pending is gone. */
  load(name: string, saved: Saved, withOptimizer: boolean): void {
    const model = this.#model(name);
    if (saved.shape.rank !== model.shape.rank) {
      throw new Refusal(`Rank mismatch: checkpoint has rank ${saved.shape.rank}, model configured with rank ${model.shape.rank}`);
    }
    this.numbers.restore(name, saved, withOptimizer);
    model.pending = null;
    model.sequences = 0;
    model.betas = withOptimizer ? saved.betas : null;
  }

  /** Calls that wait together, those of one version in one batch; the order of the versions is that of the calls. */
  async sample(calls: readonly SampleCall[]): Promise<Sampled[]> {
    const { weights } = this.particulars.sampling;
    const results = new Map<SampleCall, Sampled>();
    const keyOf = ({ model, version }: SampleCall) => JSON.stringify([model, version?.name ?? null]);
    for (const key of new Set(calls.map(keyOf))) {
      const together = calls.filter((call) => keyOf(call) === key);
      const [{ model: name, version } = { model: null, version: null }] = together;
      if (name !== null && weights === 'slot' && version) this.#intoSlot(name, version);
      const voice = name !== null && weights === 'versions' && version ? this.#besideIt(name, version) : name;
      const samples = await this.numbers.sample(
        voice,
        together.flatMap(({ jobs }) => jobs),
      );
      let at = 0;
      for (const call of together) {
        const own = samples.slice(at, (at += call.jobs.length));
        results.set(call, { samples: await this.#asServed(voice, call.jobs, own), promptLogprobs: await this.#promptLogprobs(name, call) });
      }
    }
    return calls.map((call) => results.get(call) ?? { samples: [], promptLogprobs: null });
  }

  /** The adapter that speaks as a version of `name` was published; it stays until that one goes. */
  #besideIt(name: string, { name: version, saved }: { name: string; saved: Saved }): string {
    const voice = `${name}@${version}`;
    const { shape, voices } = this.#model(name);
    if (!voices.has(voice)) {
      voices.add(voice);
      this.numbers.create(voice, shape);
      this.numbers.restore(voice, saved, false);
    }
    return voice;
  }

  #intoSlot(name: string, { name: version, saved }: { name: string; saved: Saved }): void {
    const model = this.#model(name);
    if (model.inSlot === version) return;
    this.numbers.restore(name, saved, false);
    model.inSlot = version;
  }

  /** Samples with what the server makes of them: its own log-probabilities, filled up to the longest. */
  async #asServed(name: string | null, jobs: readonly SampleJob[], samples: readonly Sample[]): Promise<Sample[]> {
    const { logprobs: kind, pads } = this.particulars.sampling;
    const longest = Math.max(0, ...samples.map(({ tokens }) => tokens.length));
    const filled = samples.map((sample) => {
      const missing = pads ? longest - sample.tokens.length : 0;
      return { ...sample, tokens: [...sample.tokens, ...new Array<number>(missing).fill(this.numbers.pad)] };
    });
    return Promise.all(
      filled.map(async (sample, i): Promise<Sample> => {
        const { prompt = [], temperature = 1, topK = 0, topP = 1 } = jobs[i] ?? {};
        const untempered = kind === 'untempered' && (temperature !== 1 || topK > 0 || topP < 1);
        if (!untempered && sample.tokens.length === sample.logprobs.length) return sample;
        const [logprobs = []] = await this.numbers.score(name, [[...prompt, ...sample.tokens]], untempered ? 1 : temperature || 1);
        return { ...sample, logprobs: [...logprobs.slice(prompt.length - 1)] };
      }),
    );
  }

  async #promptLogprobs(name: string | null, { promptLogprobs, jobs }: SampleCall): Promise<number[] | null> {
    const [{ prompt } = { prompt: [] }] = jobs;
    if (!promptLogprobs) return null;
    const [logprobs = []] = await this.numbers.score(name, [prompt]);
    return [...logprobs];
  }

  #model(name: string): Model {
    const model = this.#models.get(name);
    if (!model) throw new Error(`no model ${name}: the server looks before it comes here`);
    return model;
  }
}

/** All tokens with the last target behind them. Only targets that are the next tokens are computed here. */
function sequenceOf({ tokens, targets, weights, logprobs, advantages }: Row): number[] {
  const lengths = [targets, weights, logprobs, advantages].flatMap((list) => (list ? [list.length] : []));
  const follows = targets.every((id, i) => i === tokens.length - 1 || id === tokens[i + 1]);
  if (!follows || tokens.length === 0 || lengths.some((length) => length !== tokens.length)) {
    throw new Refusal('this stub computes next tokens only: send ids[:-1], targets ids[1:] and lists of that length');
  }
  return [...tokens, targets.at(-1) ?? 0];
}
