/** The shared critic (CTDE): a small value head on the frozen base's features of every agent's tokens. */
import type { ProjectDocument } from '../core/document/schema.ts';
import type { HostTensor } from '../core/formats/safetensors.ts';
import { valueObjective } from '../core/objectives/value.ts';
import type { Engine } from '../engine/engine.ts';
import { evaluatePlan } from '../engine/executors/executor.ts';
import { gradientOf, gradientsByParameter } from '../engine/model/plan.ts';
import { initialValueHead, valueHeadPlan } from '../engine/model/valueHead.ts';
import { type AdamWState, clippedStep, initialAdamW } from '../engine/train/adamw.ts';

/** Tokens are padded to a multiple of this, so that buffers of few shapes are needed. */
const GRAIN = 128;

export class Critic {
  parameters: ReadonlyMap<string, HostTensor>;
  optimizer: AdamWState = initialAdamW();
  readonly #settings: ProjectDocument['training'];

  constructor(
    private readonly engine: Engine,
    private readonly features: number,
    training: ProjectDocument['training'],
  ) {
    this.#settings = training;
    this.parameters = initialValueHead(training.seed, features, training.critic.hidden);
    engine.setParameters(this.parameters);
  }

  /** Replaces weights (from a checkpoint). */
  restore(parameters: ReadonlyMap<string, HostTensor>, optimizer: AdamWState): void {
    this.parameters = parameters;
    this.optimizer = optimizer;
    this.engine.setParameters(parameters);
  }

  /** Values [N] of features [N, D]. */
  async values(hidden: Float32Array): Promise<Float32Array> {
    const { count, padded } = this.#pad(hidden);
    const plan = valueHeadPlan(padded.length / this.features, this.features, this.#settings.critic.hidden, false);
    const outputs = await evaluatePlan(this.engine, plan, { features: padded });
    return (outputs['values'] ?? new Float32Array()).slice(0, count);
  }

  /** `critic.steps` optimiser steps towards `returns`; reports the first step's loss and gradient norm. */
  async train(
    hidden: Float32Array,
    oldValues: ArrayLike<number>,
    returns: ArrayLike<number>,
  ): Promise<{ vf_loss: number; grad_norm: number }> {
    const { count, padded } = this.#pad(hidden);
    const tokens = padded.length / this.features;
    const plan = valueHeadPlan(tokens, this.features, this.#settings.critic.hidden, true);
    let first: { vf_loss: number; grad_norm: number } | undefined;
    for (let step = 0; step < this.#settings.critic.steps; step += 1) {
      const execution = this.engine.start(plan, { features: padded });
      try {
        const { values = new Float32Array() } = await execution.run('forward');
        const objective = valueObjective({
          values: values.subarray(0, count),
          oldValues,
          returns,
          valueClip: this.#settings.valueClip,
          huberDelta: null,
        });
        const dValues = new Float32Array(tokens);
        dValues.set(objective.dValues);
        const outputs = await execution.run('backward', { [gradientOf('values')]: dValues });
        const gradients = gradientsByParameter(plan, outputs);
        const { maxGradNorm, critic } = this.#settings;
        const { parameters, norm } = await clippedStep(
          this.engine,
          this.parameters,
          gradients,
          this.optimizer,
          { learningRate: critic.learningRate },
          maxGradNorm,
        );
        this.parameters = parameters;
        this.engine.setParameters(parameters);
        first ??= { vf_loss: objective.metrics.vf_loss, grad_norm: norm };
      } finally {
        execution.dispose();
      }
    }
    return first ?? { vf_loss: 0, grad_norm: 0 };
  }

  #pad(hidden: Float32Array): { count: number; padded: Float32Array } {
    const count = hidden.length / this.features;
    const padded = new Float32Array(Math.ceil(count / GRAIN) * GRAIN * this.features);
    padded.set(hidden);
    return { count, padded };
  }
}
