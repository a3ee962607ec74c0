/**
 * The agents of a team that stand on one base model: its weights, their adapters, their critic and a generator. A team
 * on one base has one group; a heterogeneous team has one per base, each with its own tokenizer and critic.
 */
import { at } from '../../core/at.ts';
import { endsOf } from '../../core/tokenizer/promptTokens.ts';
import { needsCritic } from '../../core/document/derived.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { LoraWeights } from '../../core/formats/models/peft.ts';
import type { Engine } from '../../engine/engine.ts';
import type { GenerationService } from '../../engine/generate/jobs.ts';
import { loraA, loraB } from '../../engine/contracts/plan.ts';
import { adaptersOf, type TrainedAdapter } from './adapters.ts';
import { type BaseModel, baseOnEngine } from './base.ts';
import { type Critic, createCritic } from '../critics/critic.ts';
import type { HostTensor } from '../../core/formats/safetensors.ts';

/** Suffix of the parameters that play while others learn (training with a lag). */
const PLAYING = '@playing';

export class BaseGroup {
  readonly base: BaseModel;
  /** Indices of its agents in the document. */
  readonly agents: readonly number[];
  readonly adapters: readonly TrainedAdapter[];
  /** Null where nothing reads values. */
  readonly critic: Critic | null;
  /** Speaks with the adapters as they are. */
  readonly generator: GenerationService;
  /** Speaks with the adapters of {@link play}; the same as `generator` when training is in step. */
  readonly player: GenerationService;
  readonly #engine: Engine;
  readonly #adapterOf = new Map<number, TrainedAdapter>();

  constructor(engine: Engine, base: BaseModel, document: ProjectDocument, agents: readonly number[], scope: string) {
    this.#engine = engine;
    this.base = baseOnEngine(base, document, scope);
    this.agents = agents;
    const { config, weights, tokenizer } = this.base;
    const ends = endsOf(tokenizer.tokensFor(document.team.template, document.team.thinking));
    engine.setParameters(weights, true);
    this.adapters = adaptersOf(config, document, agents);
    for (const adapter of this.adapters) {
      engine.setParameters(adapter.parameters);
      for (const agent of adapter.agents) this.#adapterOf.set(agent, adapter);
    }
    this.critic = needsCritic(document.training) ? createCritic(engine, config, document, agents) : null;
    const slots = this.adapters.map(({ slot }) => slot);
    this.generator = engine.openGenerator(config, slots, ends);
    this.player =
      document.training.lag === 0
        ? this.generator
        : engine.openGenerator(
            config,
            slots.map((slot) => ({ ...slot, name: slot.name + PLAYING })),
            ends,
          );
  }

  /** The adapter of agent `index`. */
  adapter(index: number): TrainedAdapter {
    const adapter = this.#adapterOf.get(index);
    if (!adapter) throw new RangeError(`agent ${index} does not stand on ${this.base.name}`);
    return adapter;
  }

  /** What the next rollout plays with, by adapter; only where training has a lag. */
  play(parameters: readonly ReadonlyMap<string, HostTensor>[]): void {
    if (this.player === this.generator) return;
    this.adapters.forEach((adapter, index) => {
      this.#engine.setParameters(playing(adapter, at(parameters, index, 'adapter')));
    });
  }

  /** Starts from given adapters, by role; shapes must be those of the document. */
  startFrom(given: ReadonlyMap<string, LoraWeights>, document: ProjectDocument): string[] {
    return this.adapters.flatMap((adapter) => {
      const role = adapter.agents.map((agent) => at(document.team.agents, agent, 'agent').role).find((name) => given.has(name));
      const weights = role === undefined ? undefined : given.get(role);
      if (role === undefined || !weights) return [];
      const named = new Map<string, HostTensor>([...weights.tensors].map(([name, tensor]) => [`${adapter.name}/${name}`, tensor]));
      adapter.parameters = new Map(
        [...adapter.parameters.keys()].map((name) => {
          const tensor = named.get(name);
          if (!tensor) throw new Error(`the adapter given for ${role} lacks ${name}`);
          return [name, tensor];
        }),
      );
      this.#engine.setParameters(adapter.parameters);
      return [role];
    });
  }

  dispose(): void {
    this.generator.dispose();
    if (this.player !== this.generator) this.player.dispose();
    this.#engine.removeParameters([
      ...this.base.weights.keys(),
      ...this.adapters.flatMap((adapter) => [...adapter.parameters.keys()]),
      ...(this.player === this.generator
        ? []
        : this.adapters.flatMap((adapter) => [...playing(adapter, adapter.parameters)].map(([name]) => name))),
      ...(this.critic?.parameters.keys() ?? []),
    ]);
  }
}

/** An adapter's numbers under the names of those that play. */
function playing(adapter: TrainedAdapter, parameters: ReadonlyMap<string, HostTensor>): [string, HostTensor][] {
  return [...adapter.slot.modules].flatMap((module) =>
    [loraA, loraB].flatMap((nameOf): [string, HostTensor][] => {
      const tensor = parameters.get(nameOf(adapter.name, module));
      return tensor ? [[nameOf(adapter.name + PLAYING, module), tensor]] : [];
    }),
  );
}
