/**
 * The trained side of an agent: its adapter's version, learning rate and what is known of its numbers. An agent has an adapter of its
 * own, or shares one with those that name the same group; gradients of a shared one add up over its agents.
 */
import { at, orElse } from '../../core/at.ts';
import { agentIsFrozen } from '../../core/document/derived.ts';
import type { AgentSettings, ProjectDocument, TrainingSettings } from '../../core/document/schema.ts';
import type { ModelConfig } from '../../core/formats/models/model-config.ts';
import type { HostTensor } from '../../core/formats/safetensors.ts';
import type { AdapterSlot } from '../../engine/contracts/plan.ts';
import { adapterSlot } from '../../engine/model/adapters.ts';
import { type AdamWState, initialAdamW } from '../../engine/train/adamw.ts';
import type { PolicyMinibatch } from './policyTrainer.ts';

/** What has to be kept to go back to where an adapter was. */
export interface AdapterSnapshot {
  /** Empty where a server has them. */
  readonly parameters: ReadonlyMap<string, HostTensor>;
  /** With moments on the host; steps alone where a server has them. */
  readonly optimizer: AdamWState;
  /** Under which a server keeps parameters and moments. */
  readonly path?: string;
}

/** What an adapter of the document is, wherever its numbers are. */
export interface AdapterPart {
  readonly training: TrainingSettings;
  /** The first agent that has it. */
  readonly agent: AgentSettings;
  readonly agents: readonly number[];
  readonly slotIndex: number;
  readonly frozen: boolean;
}

/** An adapter that a team trains, wherever its numbers are. */
export abstract class PolicyAdapter {
  /** The role of the first agent that has it: names its parameters. */
  readonly name: string;
  /** Indices of the agents that have it, in the document's order. */
  readonly agents: readonly number[];
  /** Its index among the slots of its base. */
  readonly slotIndex: number;
  readonly slot: AdapterSlot;
  readonly frozen: boolean;
  /** As far as this computer holds them; empty where a server does. */
  abstract parameters: ReadonlyMap<string, HostTensor>;
  /** Steps alone where a server has the moments. */
  optimizer: AdamWState = initialAdamW();
  /** How often its numbers have changed: which version sampled a message. */
  version = 0;
  /** Share of the configured rate that adaptive control has left, at most 1. */
  rateFactor = 1;
  protected readonly training: TrainingSettings;
  readonly #learningRate: number;

  constructor(config: ModelConfig, { training, agent, agents, slotIndex, frozen }: AdapterPart) {
    this.training = training;
    this.name = agent.role;
    this.agents = agents;
    this.slotIndex = slotIndex;
    this.frozen = frozen;
    this.slot = { ...adapterSlot(config, agent.role, agent.adapter), trainable: !frozen };
    this.#learningRate = agent.adapter.learningRate ?? training.learningRate;
  }

  /** The rate of a step when schedule and rollbacks leave `share` of it; never above the configured one. */
  learningRate(share: number): number {
    return this.#learningRate * share * this.rateFactor;
  }

  /** Whether a step can change its numbers: not at rate 0, and not where gradient, moments and decay are nothing but zeros. */
  abstract moves(minibatch: PolicyMinibatch, share: number): Promise<boolean>;
  /** Brings here what a checkpoint holds: moments from a device, numbers from a server that gives them. */
  abstract fetch(): Promise<void>;
  /** What {@link restore} takes back. */
  abstract snapshot(): Promise<AdapterSnapshot>;
  /** Whether its numbers are those of a snapshot. */
  abstract isAt(snapshot: AdapterSnapshot): boolean;
  abstract restore(snapshot: AdapterSnapshot): Promise<void>;
  /** Gives up what is kept of it elsewhere, but for what lies under one of the paths `needed`. */
  abstract release(needed: ReadonlySet<string>): Promise<void>;
  /** Lets the team speak with the numbers of a snapshot, of which it learns nothing; null: with its own again. */
  abstract speakAs(snapshot: AdapterSnapshot | null): Promise<void>;
}

/** The adapters of the agents `members`, which stand on one base. */
export function adapterParts(document: ProjectDocument, members: readonly number[]): AdapterPart[] {
  const { team, training } = document;
  return sharingOf(document, members).map((agents, slotIndex) => {
    const agent = at(team.agents, at(agents, 0), 'agent');
    return { training, agent, agents, slotIndex, frozen: agentIsFrozen(document, agent) };
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
