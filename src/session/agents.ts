/** The trained side of a team: per agent its adapter's weights, optimiser state, version and current learning rate. */
import type { ProjectDocument } from '../core/document/schema.ts';
import type { ModelConfig } from '../core/formats/model-config.ts';
import type { HostTensor } from '../core/formats/safetensors.ts';
import type { Engine } from '../engine/engine.ts';
import { adapterSlot, initialAdapter } from '../engine/model/adapters.ts';
import type { AdapterSlot } from '../engine/model/plan.ts';
import { type AdamWState, clippedStep, initialAdamW } from '../engine/train/adamw.ts';

export class AgentPolicy {
  readonly role: string;
  /** Index in the document's list of agents, which is also its adapter slot. */
  readonly index: number;
  readonly slot: AdapterSlot;
  readonly frozen: boolean;
  parameters: ReadonlyMap<string, HostTensor>;
  optimizer: AdamWState = initialAdamW();
  learningRate: number;

  constructor(config: ModelConfig, document: ProjectDocument, index: number) {
    const agent = document.team.agents[index];
    if (!agent) throw new RangeError(`there is no agent ${index}`);
    this.role = agent.role;
    this.index = index;
    this.frozen = agent.adapter.frozen;
    this.slot = adapterSlot(config, agent.role, agent.adapter);
    this.parameters = initialAdapter(config, agent.role, agent.adapter, document.training.seed, index);
    this.learningRate = document.training.learningRate;
  }

  /** Completed updates (optimiser steps): which version of the adapter samples a message. */
  get version(): number {
    return this.optimizer.step;
  }

  /** One optimiser step from `gradients` (of all agents; it takes its own), clipped to `maxGradNorm`; returns the norm before clipping. */
  async step(engine: Engine, gradients: ReadonlyMap<string, Float32Array>, maxGradNorm: number): Promise<number> {
    const settings = { learningRate: this.learningRate };
    const { parameters, norm } = await clippedStep(engine, this.parameters, gradients, this.optimizer, settings, maxGradNorm);
    this.parameters = parameters;
    engine.setParameters(parameters);
    return norm;
  }
}
