/**
 * Trains and speaks on a server of the Tinker protocol. It runs no plans and drops no gradients: an update's derivatives are held here
 * until an adapter is to step, and are sent then, each adapter's backward and step before the next one's (a server may clip by the
 * gradients of all that are pending). Everything algorithmic stays here: what is sent is one linear loss of the derivatives.
 */
import { at, orElse } from '../../core/at.ts';
import type { Engine } from '../../engine/engine.ts';
import type { GeneratedTokens, GenerationJob, Speaker } from '../../engine/generate/jobs.ts';
import type { ScoredSequence } from '../../engine/train/batches.ts';
import { totalScored } from '../../engine/train/batches.ts';
import { scoreSequences } from '../../engine/train/score.ts';
import type { Published, RemoteModel, SequenceGradient, Server, TokenSequence } from '../../tinker/server.ts';
import type { SessionEvent } from '../events.ts';
import { notice } from '../notice.ts';
import type { PolicyAdapter } from '../policy/policyAdapter.ts';
import type {
  AdapterStep,
  PlayedAdapter,
  PolicyForward,
  PolicyMinibatch,
  PolicyScores,
  PolicyTrainer,
  TrainerParts,
  Watch,
} from '../policy/policyTrainer.ts';
import { requireSameTokens } from './sameTokens.ts';
import { TinkerAdapter } from './tinkerAdapter.ts';

export interface TinkerParts {
  readonly server: Server;
  /** What the server calls a base, where that is not the project's name for it. */
  readonly names?: ReadonlyMap<string, string>;
  /** Begins the names under which the server keeps adapters; no two sessions have the same. */
  readonly label: string;
}

export class TinkerTrainer implements PolicyTrainer {
  /** What was published belongs to an adapter of the session that published it. */
  readonly forgets = true;
  readonly adapters: readonly TinkerAdapter[];
  readonly generator: Speaker;
  readonly player: Speaker;
  readonly #engine: Engine | null;
  readonly #parts: TrainerParts;
  readonly #server: Server;
  readonly #base: string;
  readonly #watch: Watch;
  /** Never stepped: its B is 0, so it scores as the base does. Asked for where this computer does not hold the base. */
  #reference: Promise<RemoteModel> | null = null;
  #playing: readonly Promise<Published>[] = [];

  /** `engine` holds the base, for references and critics; null where this computer cannot. */
  constructor({ server, names, label }: TinkerParts, engine: Engine | null, parts: TrainerParts, watch: Watch) {
    const { base, adapters, lag } = parts;
    this.#server = server;
    this.#engine = engine;
    this.#parts = parts;
    this.#watch = watch;
    this.#base = names?.get(base.name) ?? base.name;
    this.adapters = adapters.map((part) => new TinkerAdapter(server, base.config, this.#base, part, label));
    this.generator = { submit: (job) => this.#speak(job, at(this.adapters, job.slot, 'adapter').published()) };
    this.player = lag === 0 ? this.generator : { submit: (job) => this.#speak(job, at(this.#playing, job.slot, 'adapter')) };
  }

  /** Creates the adapters on the server, and makes sure that both mean the same by a token's id. */
  async begin(): Promise<void> {
    for (const adapter of this.adapters) await adapter.create();
    const [first] = this.adapters;
    if (this.#engine && first) await requireSameTokens(this.#engine, this.#parts.base, first.model);
  }

  keep(): void {
    for (const adapter of this.adapters) adapter.keepVersion(this.#parts.lag + 1);
  }

  play(played: readonly PlayedAdapter[]): void {
    this.#playing = this.adapters.map((adapter, slot) => adapter.publishedAt(at(played, slot, 'adapter').version));
  }

  /** A server counts neither what it reuses nor how full its batches are. */
  use(): Promise<null> {
    return Promise.resolve(null);
  }

  async score(sequences: readonly ScoredSequence[]): Promise<PolicyScores> {
    const logprobs = await this.#scored(sequences, (slot) => at(this.adapters, slot, 'adapter').model);
    return { logprobs, entropies: null };
  }

  async scoreReferences(sequences: readonly ScoredSequence[], wanted: { readonly hidden: boolean }) {
    const { config } = this.#parts.base;
    if (this.#engine) return scoreSequences(this.#engine, config, [], sequences, wanted);
    if (wanted.hidden) throw new Error('a critic reads the base, which this computer does not hold');
    const reference = await (this.#reference ??= this.#createReference());
    return { logprobs: await this.#scored(sequences, () => reference), hidden: new Float32Array() };
  }

  minibatch(): TinkerMinibatch {
    return new TinkerMinibatch(this);
  }

  /** What stands on the server is freed by {@link unload}. */
  dispose(): void {}

  async unload(signal: AbortSignal): Promise<void> {
    const reference = this.#reference?.then((model) => model.unload({ signal }));
    await Promise.allSettled([...this.adapters.map((adapter) => adapter.unload(signal)), reference]);
  }

  async #speak({ promptIds, rule, maxNewTokens, key }: GenerationJob, published: Promise<Published>): Promise<GeneratedTokens> {
    await this.#watch.held();
    const from = await published;
    const model = this.adapters.map((adapter) => adapter.modelOf(from.model)).find((found) => found !== undefined);
    if (!model) throw new Error(`the server’s ${from.model} is no adapter of this team any more`);
    const { temperature, topK, topP, greedy } = rule;
    const request = { prompt: promptIds, maxTokens: maxNewTokens, temperature: greedy ? 0 : temperature, topK, topP };
    // Seeds of the protocol are whole numbers of 31 bits.
    const messages = await model.sample([{ ...request, stop: this.#parts.ends, seed: key[0] & 0x7fffffff }], from);
    const { tokens, logprobs, finishReason } = at(messages, 0, 'message');
    return { responseIds: Array.from(tokens), logprobs: Array.from(logprobs), entropies: [], finishReason };
  }

  /** Log-probabilities, flat over the response tokens; the models' requests go out together. */
  async #scored(sequences: readonly ScoredSequence[], modelOf: (slot: number) => RemoteModel): Promise<Float32Array> {
    const logprobs = new Float32Array(totalScored(sequences));
    const starts = startsOf(sequences);
    const byModel = new Map<RemoteModel, number[]>();
    sequences.forEach(({ slot }, index) => {
      const model = modelOf(slot);
      const own: number[] = orElse(byModel.get(model), []);
      own.push(index);
      byModel.set(model, own);
    });
    await Promise.all(
      [...byModel].map(async ([model, indices]) => {
        await this.#watch.held();
        const scored = await model.forward(indices.map((index) => tokensIn(at(sequences, index, 'sequence'))));
        indices.forEach((index, i) => logprobs.set(at(scored, i, 'sequence'), at(starts, index, 'start')));
        this.#watch.scored(indices.length);
      }),
    );
    return logprobs;
  }

  #createReference(): Promise<RemoteModel> {
    const { adapter } = at(this.#parts.adapters, 0, 'adapter').agent;
    const { rank, alpha } = adapter;
    return this.#server.createModel({ base: this.#base, rank, alpha, attention: true, mlp: true, seed: 0 });
  }
}

/** A sequence with what a backward pass has made of it. */
export type HeldGradient = SequenceGradient & { readonly logprobs: Float32Array; readonly derivatives: Float32Array };

/** What the backward passes of a minibatch are to send, by slot. */
export class TinkerMinibatch implements PolicyMinibatch {
  /** They never leave the server. */
  readonly gradients = null;
  readonly #bySlot = new Map<number, HeldGradient[]>();

  constructor(private readonly trainer: TinkerTrainer) {}

  async forward(sequences: readonly ScoredSequence[]): Promise<PolicyForward> {
    const { logprobs } = await this.trainer.score(sequences);
    return {
      logprobs,
      entropies: null,
      backward: (dLogprobs) => {
        const starts = startsOf(sequences);
        sequences.forEach((sequence, index) => {
          const tokens = tokensIn(sequence);
          const start = at(starts, index, 'start');
          const end = start + tokens.response.length;
          const { slot } = sequence;
          const held: HeldGradient[] = orElse(this.#bySlot.get(slot), []);
          held.push({ ...tokens, logprobs: logprobs.slice(start, end), derivatives: dLogprobs.slice(start, end) });
          this.#bySlot.set(slot, held);
        });
        return Promise.resolve();
      },
      dispose: () => undefined,
    };
  }

  derives({ slotIndex }: PolicyAdapter): boolean {
    return this.of(slotIndex).some(({ derivatives }) => derivatives.some((value) => value !== 0));
  }

  /** What the adapter in `slot` is to step by. */
  of(slot: number): readonly HeldGradient[] {
    return orElse(this.#bySlot.get(slot), []);
  }
}

/** One step of each adapter, one after another. */
export async function stepOnServer(steps: readonly AdapterStep[], share: number, watch: Watch): Promise<(number | null)[]> {
  const norms: (number | null)[] = [];
  for (const { adapter, minibatch } of steps) {
    if (!(adapter instanceof TinkerAdapter) || !(minibatch instanceof TinkerMinibatch))
      throw new Error(`${adapter.name} is not an adapter on this server`);
    await watch.held();
    const sequences = minibatch.of(adapter.slotIndex);
    const norm = await adapter.step(sequences, share);
    norms.push(norm);
    if (adapter.mayExceed(norm)) watch.tell(unsureClip(adapter.name, norm, adapter.limit));
    watch.scored(sequences.length);
  }
  return norms;
}

/** A setting acts or it is said that it may not. */
const unsureClip = (adapter: string, norm: number | null, limit: number): SessionEvent =>
  notice('warning', 'remote_clip', { adapter, norm: norm?.toPrecision(3), limit });

function tokensIn({ ids, first }: ScoredSequence): TokenSequence & { readonly response: readonly number[] } {
  return { prompt: ids.slice(0, first), response: ids.slice(first) };
}

/** Where each sequence's response begins in arrays over all of them. */
function startsOf(sequences: readonly ScoredSequence[]): number[] {
  let start = 0;
  return sequences.map(({ ids, first }) => {
    const own = start;
    start += ids.length - first;
    return own;
  });
}
