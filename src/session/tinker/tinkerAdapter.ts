/**
 * An adapter whose numbers stand on a server of the Tinker protocol. No endpoint takes weights, so it begins with the server's own draw,
 * and goes back by what the server has kept of it. Steps are counted here; moments are the server's.
 */
import { at } from '../../core/at.ts';
import type { LoraTarget } from '../../core/document/schema.ts';
import { loraModules, type ModelConfig } from '../../core/formats/models/model-config.ts';
import { readPeft } from '../../core/formats/models/adapters/peft.ts';
import type { HostTensor } from '../../core/formats/safetensors.ts';
import { AdamWState } from '../../engine/train/adamw.ts';
import type { AdapterRequest, Published, RemoteModel, SequenceGradient, Server } from '../../tinker/server.ts';
import { targetGroups } from '../../tinker/refusals.ts';
import { type AdapterPart, type AdapterSnapshot, PolicyAdapter } from '../policy/policyAdapter.ts';
import type { PolicyMinibatch } from '../policy/policyTrainer.ts';

export class TinkerAdapter extends PolicyAdapter {
  /** As they were last brought back; empty before, and where the server gives none away. */
  parameters: ReadonlyMap<string, HostTensor> = new Map();
  readonly #request: AdapterRequest;
  readonly #targets: readonly LoraTarget[];
  #model: RemoteModel | null = null;
  /** What the server speaks with, of the numbers as they are; asked for when somebody is to speak. */
  #published: Promise<Published> | null = null;
  /** Of the versions that a rollout with a lag may play. */
  readonly #versions = new Map<number, { readonly model: RemoteModel; readonly published: Promise<Published> }>();
  /** What it was before it went back into a new one, as long as a version of it may play. */
  #former: readonly RemoteModel[] = [];
  /** Where the server keeps the numbers as they are; null where they have changed since. */
  #saved: string | null = null;
  #saves = 0;
  /** What the server keeps because of us, and was not deleted. */
  readonly #kept = new Set<string>();
  #toldClip = false;
  /** What it goes back to when it has spoken as another. */
  #own: AdapterSnapshot | null = null;

  constructor(
    private readonly server: Server,
    private readonly config: ModelConfig,
    base: string,
    part: AdapterPart,
    /** Begins the names under which the server keeps it; no two sessions have the same. */
    private readonly label: string,
  ) {
    super(config, part);
    const { training, agent, agents } = part;
    const { rank, alpha, targets } = agent.adapter;
    this.#targets = targets;
    const { attention, mlp } = targetGroups(targets) ?? { attention: true, mlp: true };
    // Another one for each adapter of a team, so that no two begin with the same A.
    this.#request = { base, rank, alpha, attention, mlp, seed: training.seed + at(agents, 0) };
  }

  /** The adapter on the server; throws before {@link create}. */
  get model(): RemoteModel {
    if (!this.#model) throw new Error(`the adapter of ${this.name} was not created`);
    return this.#model;
  }

  async create(): Promise<void> {
    this.#model = await this.server.createModel(this.#request);
    this.#changed(null);
  }

  async moves(minibatch: PolicyMinibatch, share: number): Promise<boolean> {
    if (this.learningRate(share) === 0) return false;
    // Moments of earlier steps move it; whether they are all zeros the server does not tell, and they hardly ever are.
    return this.training.optimizer.weightDecay > 0 || minibatch.derives(this) || this.optimizer.step > 0;
  }

  /** Limit of the gradient's norm; 0 for none. */
  get limit(): number {
    return this.training.maxGradNorm;
  }

  /** Whether the server may have taken a step longer than the limit, for the first time; one that clips over all adapters clips. */
  mayExceed(norm: number | null): boolean {
    if (this.#toldClip || norm === null || this.limit === 0 || !(norm > this.limit) || this.server.capabilities.pooledClip === true)
      return false;
    this.#toldClip = true;
    return true;
  }

  /** Takes one step by the derivatives of `sequences`, all of it at once; the norm of the gradient, null where the server tells none. */
  async step(sequences: readonly (SequenceGradient & { readonly derivatives: Float32Array })[], share: number): Promise<number | null> {
    const { optimizer, maxGradNorm } = this.training;
    // Once it was sent nothing takes a gradient back.
    if (sequences.some(({ derivatives }) => !derivatives.every(Number.isFinite))) return Number.NaN;
    await this.#published;
    await this.model.backward(sequences, { inStep: sequences.length });
    const { norm } = await this.model.step({ learningRate: this.learningRate(share), ...optimizer, maxGradNorm });
    this.optimizer = new AdamWState(this.optimizer.step + 1);
    this.version += 1;
    this.#changed(null);
    return norm;
  }

  /** What the server speaks with, of the numbers as they are. */
  published(): Promise<Published> {
    return (this.#published ??= this.model.publish());
  }

  /** Keeps the present version to be spoken with when others are newer, and the `count` − 1 kept before it. */
  keepVersion(count: number): void {
    const published = this.published();
    // Whoever speaks with it hears that it failed.
    published.catch(() => undefined);
    this.#versions.set(this.version, { model: this.model, published });
    for (const version of [...this.#versions.keys()].slice(0, -count)) this.#versions.delete(version);
    const over = this.#former.filter((model) => !this.#plays(model));
    this.#former = this.#former.filter((model) => !over.includes(model));
    // Nobody waits for it, and a server that is lost is noticed by others.
    for (const model of over) model.unload().catch(() => undefined);
  }

  /** The adapter on the server with that name: the present one, or one whose versions may play. */
  modelOf(id: string): RemoteModel | undefined {
    return [this.model, ...this.#former].find((model) => model.id === id);
  }

  publishedAt(version: number): Promise<Published> {
    if (version === this.version) return this.published();
    const kept = this.#versions.get(version);
    if (!kept) throw new Error(`version ${version} of ${this.name} was not kept`);
    return kept.published;
  }

  isAt({ path }: AdapterSnapshot): boolean {
    return path !== undefined && path === this.#saved;
  }

  async snapshot(): Promise<AdapterSnapshot> {
    const optimizer = new AdamWState(this.optimizer.step);
    if (this.#saved === null) {
      this.#saves += 1;
      const { path } = await this.model.save(`${this.label}-${this.slotIndex}-${this.#saves}`);
      this.#saved = path;
      this.#kept.add(path);
    }
    return { parameters: new Map(), optimizer, path: this.#saved };
  }

  async restore(snapshot: AdapterSnapshot): Promise<void> {
    await this.#load(snapshot);
    this.optimizer = new AdamWState(snapshot.optimizer.step);
    this.version += 1;
  }

  /** What it would go back to afterwards is kept first. */
  async speakAs(snapshot: AdapterSnapshot | null): Promise<void> {
    if (snapshot) {
      this.#own = await this.snapshot();
      await this.#load(snapshot);
    } else if (this.#own) {
      await this.#load(this.#own);
      this.#own = null;
    }
  }

  /** Brings the numbers here, where the server gives them. */
  async fetch(): Promise<void> {
    const archive = await this.model.archive();
    if (!archive) {
      this.parameters = new Map();
      return;
    }
    const { files, kept } = archive;
    this.#kept.add(kept.path);
    const folder = `the server’s adapter of ${this.name}`;
    const { tensors } = readPeft(files, { folder, modules: loraModules(this.config), targets: this.#targets });
    this.parameters = new Map([...tensors].map(([name, tensor]) => [`${this.name}/${name}`, tensor]));
  }

  async release(needed: ReadonlySet<string>): Promise<void> {
    for (const path of this.#kept) if (!needed.has(path) && (await this.server.deleteSaved({ path })) !== 'later') this.#kept.delete(path);
  }

  async unload(signal: AbortSignal): Promise<void> {
    await Promise.allSettled([...(this.#model ? [this.#model] : []), ...this.#former].map((model) => model.unload({ signal })));
  }

  async #load({ path }: AdapterSnapshot): Promise<void> {
    if (path === undefined) throw new Error(`the server has kept nothing of ${this.name}`);
    if (path === this.#saved) return;
    const old = this.model;
    // Some take weights only into an adapter that nothing was asked of; others do not mind.
    if (this.server.capabilities.loadsFirstOnly !== false) this.#model = await this.server.createModel(this.#request);
    await this.model.load({ path });
    if (this.model !== old) {
      if (this.#plays(old)) this.#former = [...this.#former, old];
      else await old.unload();
    }
    this.#changed(path);
  }

  #plays(model: RemoteModel): boolean {
    return [...this.#versions.values()].some((version) => version.model === model);
  }

  #changed(saved: string | null): void {
    this.#saved = saved;
    this.#published = null;
  }
}
