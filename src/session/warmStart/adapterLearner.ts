/** A learner of the adapters of the agents that stand on one base; those of a group share theirs, frozen ones stay. */
import type { Engine } from '../../engine/engine.ts';
import type { AdapterSlot } from '../../engine/contracts/plan.ts';
import { type AdamWSettings, type AdamWState, clippedSteps, initialAdamW } from '../../engine/train/adamw.ts';
import type { BaseGroup } from '../policy/baseGroup.ts';
import { LocalAdapter } from '../policy/localAdapter.ts';
import type { Example, Learner } from '../update/supervised.ts';

export class AdapterLearner implements Learner {
  readonly config;
  readonly slots: readonly AdapterSlot[];
  readonly #optimizers: readonly AdamWState[];

  constructor(
    private readonly engine: Engine,
    private readonly group: BaseGroup,
  ) {
    this.config = group.base.config;
    this.slots = group.adapters.map(({ slot }) => slot);
    this.#optimizers = group.adapters.map(initialAdamW);
  }

  trainable = (): boolean => false;

  slotOf({ agent }: Example): number | null {
    if (agent === undefined || !this.group.agents.includes(agent)) return null;
    const adapter = this.group.adapter(agent);
    return adapter.frozen ? null : adapter.slotIndex;
  }

  async step(gradients: ReadonlyMap<string, Float32Array>, settings: AdamWSettings, maxGradNorm: number): Promise<number> {
    const chosen = this.group.adapters.flatMap((adapter, index) => {
      const state = this.#optimizers[index];
      // Nobody of the batch spoke with it: its moments alone must not move it.
      const silent = [...adapter.parameters.keys()].every((name) => !gradients.get(name)?.some((value) => value !== 0));
      return !state || adapter.frozen || silent || !(adapter instanceof LocalAdapter) ? [] : [{ adapter, state }];
    });
    const stepped = await clippedSteps(
      this.engine,
      chosen.map(({ adapter, state }) => ({ parameters: adapter.parameters, gradients, state, settings, maxGradNorm })),
    );
    let largest = 0;
    for (const [index, { parameters, norm }] of stepped.entries()) {
      chosen[index]?.adapter.replace(parameters);
      if (!Number.isFinite(norm)) return norm;
      largest = Math.max(largest, norm);
    }
    return largest;
  }
}
