/**
 * The agents of a team that stand on one base model: its weights, what trains their adapters, their critic. A team on one base has one
 * group; a heterogeneous team has one per base, each with its own tokenizer and critic.
 */
import { at } from '../../core/at.ts';
import { endsOf } from '../../core/tokenizer/promptTokens.ts';
import { needsCritic } from '../../core/document/derived.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { LoraWeights } from '../../core/formats/models/adapters/peft.ts';
import type { HostTensor } from '../../core/formats/safetensors.ts';
import type { Engine } from '../../engine/engine.ts';
import { type Critic, createCritic } from '../critics/critic.ts';
import { type BaseModel, baseOnEngine } from '../team/base.ts';
import { LocalAdapter } from './localAdapter.ts';
import { adapterParts, type PolicyAdapter } from './policyAdapter.ts';
import type { PolicyTrainer, Trainers } from './policyTrainer.ts';

export class BaseGroup {
  readonly base: BaseModel;
  /** Indices of its agents in the document. */
  readonly agents: readonly number[];
  readonly trainer: PolicyTrainer;
  /** Null where nothing reads values. */
  readonly critic: Critic | null;
  readonly #engine: Engine;
  readonly #adapterOf = new Map<number, PolicyAdapter>();

  constructor(engine: Engine, trainers: Trainers, base: BaseModel, document: ProjectDocument, agents: readonly number[], scope: string) {
    this.#engine = engine;
    this.base = baseOnEngine(base, document, scope);
    this.agents = agents;
    const { config, weights, tokenizer } = this.base;
    const ends = endsOf(tokenizer.tokensFor(document.team.template, document.team.thinking));
    engine.setParameters(weights, true);
    const { lag } = document.training;
    this.trainer = trainers.open({ base: this.base, adapters: adapterParts(document, agents), ends, lag });
    for (const adapter of this.adapters) for (const agent of adapter.agents) this.#adapterOf.set(agent, adapter);
    this.critic = needsCritic(document.training) ? createCritic(engine, config, document, agents) : null;
  }

  get adapters(): readonly PolicyAdapter[] {
    return this.trainer.adapters;
  }

  /** The adapter of agent `index`. */
  adapter(index: number): PolicyAdapter {
    const adapter = this.#adapterOf.get(index);
    if (!adapter) throw new RangeError(`agent ${index} does not stand on ${this.base.name}`);
    return adapter;
  }

  /** Starts from given adapters, by role; shapes must be those of the document. */
  startFrom(given: ReadonlyMap<string, LoraWeights>, document: ProjectDocument): string[] {
    return this.adapters.flatMap((adapter) => {
      const role = adapter.agents.map((agent) => at(document.team.agents, agent, 'agent').role).find((name) => given.has(name));
      const weights = role === undefined ? undefined : given.get(role);
      if (role === undefined || !weights) return [];
      if (!(adapter instanceof LocalAdapter)) throw new Error(`the adapter of ${role} is not on this computer`);
      const named = new Map<string, HostTensor>([...weights.tensors].map(([name, tensor]) => [`${adapter.name}/${name}`, tensor]));
      adapter.startFrom(
        new Map(
          [...adapter.parameters.keys()].map((name) => {
            const tensor = named.get(name);
            if (!tensor) throw new Error(`the adapter given for ${role} lacks ${name}`);
            return [name, tensor];
          }),
        ),
      );
      return [role];
    });
  }

  dispose(): void {
    this.trainer.dispose();
    this.#engine.removeParameters([...this.base.weights.keys(), ...(this.critic?.parameters.keys() ?? [])]);
  }
}
