/**
 * The trained side of a team: adapters with their optimiser state, version and learning rate. An agent has an adapter of
 * its own, or shares one with those that name the same group; gradients of a shared one add up over its agents.
 */
import { at, orElse } from '../../core/at.ts';
import { agentIsFrozen } from '../../core/document/derived.ts';
import type { AgentSettings, ProjectDocument, TrainingSettings } from '../../core/document/schema.ts';
import type { ModelConfig } from '../../core/formats/models/model-config.ts';
import type { HostTensor } from '../../core/formats/safetensors.ts';
import type { Engine } from '../../engine/engine.ts';
import { adapterSlot, initialAdapter } from '../../engine/model/adapters.ts';
import type { AdapterSlot } from '../../engine/contracts/plan.ts';
import { type AdamWState, clippedSteps, initialAdamW, type ParameterSet, type Stepped } from '../../engine/train/adamw.ts';
import { halfClippedStep } from '../../engine/train/halfAdamw.ts';

/** What has to be kept to go back to where an adapter was. */
export interface AdapterSnapshot {
  readonly parameters: ReadonlyMap<string, HostTensor>;
  /** With moments on the host. */
  readonly optimizer: AdamWState;
}

/** A step that an adapter is about to take; `gradients` are everybody's, it takes its own. */
export interface AdapterStep {
  readonly adapter: TrainedAdapter;
  readonly gradients: ReadonlyMap<string, Float32Array>;
}

export class TrainedAdapter {
  /** The role of the first agent that has it: names its parameters. */
  readonly name: string;
  readonly slot: AdapterSlot;
  readonly frozen: boolean;
  parameters: ReadonlyMap<string, HostTensor>;
  optimizer: AdamWState = initialAdamW();
  /** How often its numbers have changed: which version sampled a message. */
  version = 0;
  /** Share of the configured rate that adaptive control has left, at most 1. */
  rateFactor = 1;
  readonly #learningRate: number;

  constructor(
    config: ModelConfig,
    private readonly training: TrainingSettings,
    agent: AgentSettings,
    /** Indices of the agents that have it, in the document's order. */
    readonly agents: readonly number[],
    /** Its index among the slots of its base. */
    readonly slotIndex: number,
    frozen: boolean,
  ) {
    const [first = 0] = agents;
    this.name = agent.role;
    this.frozen = frozen;
    this.slot = { ...adapterSlot(config, agent.role, agent.adapter), trainable: !frozen };
    this.parameters = initialAdapter(config, agent.role, agent.adapter, training.seed, first);
    this.#learningRate = agent.adapter.learningRate ?? training.learningRate;
  }

  /** The rate of a step when schedule and rollbacks leave `share` of it; never above the configured one. */
  learningRate(share: number): number {
    return this.#learningRate * share * this.rateFactor;
  }

  /** What its next optimiser step needs. */
  stepFrom(gradients: ReadonlyMap<string, Float32Array>, share: number): ParameterSet {
    const { optimizer, maxGradNorm } = this.training;
    const settings = { learningRate: this.learningRate(share), ...optimizer };
    return { parameters: this.parameters, gradients, state: this.optimizer, settings, maxGradNorm };
  }

  /** Whether a step can change its numbers: not at rate 0, and not where gradient, moments and decay are nothing but zeros. */
  async moves(gradients: ReadonlyMap<string, Float32Array>, share: number): Promise<boolean> {
    if (this.learningRate(share) === 0) return false;
    if (this.training.optimizer.weightDecay > 0) return true;
    const nonZero = (arrays: ReadonlyMap<string, Float32Array>) =>
      [...this.parameters.keys()].some((name) => arrays.get(name)?.some((value) => value !== 0));
    if (nonZero(gradients)) return true;
    await this.optimizer.fetch();
    return nonZero(this.optimizer.m);
  }

  /** Whether its numbers are those of a snapshot. */
  isAt({ parameters }: AdapterSnapshot): boolean {
    return [...this.parameters].every(([name, { data }]) => {
      const then = parameters.get(name)?.data;
      return then === data || (then !== undefined && data.every((value, i) => Object.is(value, then[i])));
    });
  }

  /** Whether its steps are R1's, in half precision. */
  get half(): boolean {
    return this.training.compat.includes('r1_half_precision_adam');
  }

  /** What `restore` takes back. Arrays are never written to: a step makes new ones. */
  async snapshot(): Promise<AdapterSnapshot> {
    const { parameters, optimizer } = this;
    await optimizer.fetch();
    return { parameters, optimizer: optimizer.copy() };
  }

  restore(engine: Engine, { parameters, optimizer }: AdapterSnapshot): void {
    this.optimizer = optimizer.copy();
    this.replace(engine, parameters);
  }

  /** Other numbers under the same names. */
  replace(engine: Engine, parameters: ReadonlyMap<string, HostTensor>): void {
    this.parameters = parameters;
    this.version += 1;
    engine.setParameters(parameters);
  }
}

/** One optimiser step of each adapter, all together; the norms of their gradients before they were limited. */
export async function stepTogether(engine: Engine, steps: readonly AdapterStep[], share: number): Promise<number[]> {
  const sets = steps.map(({ adapter, gradients }) => adapter.stepFrom(gradients, share));
  const stepped: readonly Stepped[] = steps.some(({ adapter }) => adapter.half)
    ? sets.map((set) => halfClippedStep(set.parameters, set.gradients, set.state, set.settings, set.maxGradNorm))
    : await clippedSteps(engine, sets);
  return steps.map(({ adapter }, i) => {
    const { norm, parameters } = at(stepped, i, 'step');
    if (Number.isFinite(norm)) adapter.replace(engine, parameters);
    return norm;
  });
}

/** The adapters of the agents `members`, which stand on one base. */
export function adaptersOf(config: ModelConfig, document: ProjectDocument, members: readonly number[]): TrainedAdapter[] {
  const { team, training } = document;
  return sharingOf(document, members).map((agents, index) => {
    const agent = at(team.agents, at(agents, 0), 'agent');
    return new TrainedAdapter(config, training, agent, agents, index, agentIsFrozen(document, agent));
  });
}

/** The agents `members` by adapter: each alone, or those of one group together. */
export function sharingOf({ team }: ProjectDocument, members: readonly number[]): number[][] {
  const sharing = new Map<string, number[]>();
  for (const index of members) {
    const agent = at(team.agents, index, 'agent');
    const key = agent.adapter.group === '' ? `agent ${index}` : `group ${agent.adapter.group}`;
    sharing.set(key, [...orElse(sharing.get(key), []), index]);
  }
  return [...sharing.values()];
}
