/** A critic: a value model of some kind, its optimiser, and what it learns from. */
import { look } from '../../core/at.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import { fault, FaultError } from '../../core/faults.ts';
import { engineFaults } from '../../words/words.ts';
import type { ModelConfig } from '../../core/formats/models/model-config.ts';
import type { HostTensor } from '../../core/formats/safetensors.ts';
import { type ValueResult, valueObjective } from '../../core/objectives/value.ts';
import type { Engine } from '../../engine/engine.ts';
import { type AdamWState, clippedStep, initialAdamW } from '../../engine/train/adamw.ts';
import { AdaptedBackbone } from './adapted.ts';
import { FrozenFeatures } from './frozenFeatures.ts';
import type { CriticBatch, OpenPrompt, ValueModel } from './valueModel.ts';

export type { CriticBatch, CriticMessage, OpenPrompt } from './valueModel.ts';

export interface CriticMetrics {
  readonly vf_loss: number;
  readonly vf_clipfrac: number;
  /** Norm of the weighted loss's gradient, before its norm is limited. */
  readonly grad_norm: number;
}

export interface Critic {
  /** Under the names they have on the engine, which begin with `critic/` and differ between the critics of two bases. */
  readonly parameters: ReadonlyMap<string, HostTensor>;
  readonly optimizer: AdamWState;
  /** Replaces weights and optimiser state (from a checkpoint). */
  restore(parameters: ReadonlyMap<string, HostTensor>, optimizer: AdamWState): void;
  /** Flat over the batch's decisions. */
  values(batch: CriticBatch): Promise<Float32Array>;
  /** Values of the states that prompts end in which nobody answered. */
  bootstrapValues(prompts: readonly OpenPrompt[]): Promise<Float32Array>;
  /**
   * `critic.steps` optimiser steps towards `returns`, both arrays flat over the batch's decisions; reports the first
   * step's numbers. Throws `E_DIVERGED` and leaves everything as it was where a gradient is not finite. A batch without
   * messages takes no step.
   */
  train(batch: CriticBatch, oldValues: ArrayLike<number>, returns: ArrayLike<number>): Promise<CriticMetrics>;
}

/** The critic of the agents `agents` (indices in the document), which stand on one base; its parameters are put on the engine. */
export function createCritic(engine: Engine, config: ModelConfig, document: ProjectDocument, agents: readonly number[]): Critic {
  const Model = document.training.critic.kind === 'lora' ? AdaptedBackbone : FrozenFeatures;
  return new TrainedCritic(engine, new Model(engine, config, document, agents), document.training);
}

class TrainedCritic implements Critic {
  parameters: ReadonlyMap<string, HostTensor>;
  optimizer: AdamWState = initialAdamW();

  constructor(
    private readonly engine: Engine,
    private readonly model: ValueModel,
    private readonly training: ProjectDocument['training'],
  ) {
    this.parameters = model.initialParameters();
    engine.setParameters(this.parameters);
  }

  restore(parameters: ReadonlyMap<string, HostTensor>, optimizer: AdamWState): void {
    this.parameters = parameters;
    this.optimizer = optimizer;
    this.engine.setParameters(parameters);
  }

  async values(batch: CriticBatch): Promise<Float32Array> {
    return batch.messages.length > 0 ? this.model.values(batch) : new Float32Array();
  }

  async bootstrapValues(prompts: readonly OpenPrompt[]): Promise<Float32Array> {
    return prompts.length > 0 ? this.model.bootstrapValues(prompts) : new Float32Array();
  }

  async train(batch: CriticBatch, oldValues: ArrayLike<number>, returns: ArrayLike<number>): Promise<CriticMetrics> {
    let first: CriticMetrics | undefined;
    if (batch.messages.length > 0)
      for (let step = 0; step < this.training.critic.steps; step += 1) {
        const metrics = await this.#learn(batch, oldValues, returns);
        first ??= metrics;
      }
    return first ?? { vf_loss: 0, vf_clipfrac: 0, grad_norm: 0 };
  }

  async #learn(batch: CriticBatch, oldValues: ArrayLike<number>, returns: ArrayLike<number>): Promise<CriticMetrics> {
    const pass = await this.model.open(batch);
    try {
      const { dValues, metrics } = this.#objective(pass.values, oldValues, returns);
      const gradients = await pass.gradients(dValues.map((slope) => this.training.critic.coef * slope));
      return { ...metrics, grad_norm: await this.#step(gradients) };
    } finally {
      pass.dispose();
    }
  }

  #objective(values: Float32Array, oldValues: ArrayLike<number>, returns: ArrayLike<number>): ValueResult {
    if (oldValues.length !== values.length || returns.length !== values.length)
      throw new RangeError(`${values.length} decisions have ${oldValues.length} old values and ${returns.length} returns`);
    const { critic, compat } = this.training;
    return valueObjective({
      values,
      oldValues,
      returns,
      valueClip: critic.valueClip,
      huberDelta: critic.huberDelta,
      huberSignBug: compat.includes('r1_huber_sign'),
    });
  }

  /** One optimiser step; returns the norm of the gradients before it was limited. */
  async #step(gradients: ReadonlyMap<string, Float32Array>): Promise<number> {
    const { critic, optimizer, maxGradNorm } = this.training;
    // Those of agents that did not speak are zero.
    const all = new Map(
      [...this.parameters].map(([name, { data }]) => [name, gradients.has(name) ? look(gradients, name) : new Float32Array(data.length)]),
    );
    const settings = { learningRate: critic.learningRate, ...optimizer };
    const { parameters, norm } = await clippedStep(this.engine, this.parameters, all, this.optimizer, settings, maxGradNorm);
    if (!Number.isFinite(norm)) throw new FaultError(fault(engineFaults, 'E_DIVERGED', { found: 'critic_gradient' }));
    this.parameters = parameters;
    this.engine.setParameters(parameters);
    return norm;
  }
}
