/**
 * What an update should gain by its gradients: −(Σ_s g_s)·(θ_after − θ_before), the first-order change of the objective along
 * the way that the parameters went, with g_s the gradient of step s before it was limited. Beside it stands, in the learning
 * receipt, what it gained by its tokens: Σ push · Δ log π. The two agree for small steps (and without an entropy bonus, which
 * has a gradient but no push); where they part, the steps were too long for their gradients.
 */
import { orElse } from '../../core/at.ts';
import type { HostTensor } from '../../core/formats/safetensors.ts';
import type { PolicyAdapter } from '../policy/policyAdapter.ts';
import type { PolicyMinibatch } from '../policy/policyTrainer.ts';

interface Course {
  /** As the update began; a step makes new tensors. */
  readonly began: ReadonlyMap<string, HostTensor>;
  readonly gradients: Map<string, Float64Array>;
}

export class PredictedGains {
  readonly #courses = new Map<PolicyAdapter, Course>();

  /** Before `step` is taken. */
  before({ adapter, minibatch: { gradients } }: { adapter: PolicyAdapter; minibatch: Pick<PolicyMinibatch, 'gradients'> }): void {
    if (!gradients) return;
    const course = orElse(this.#courses.get(adapter), { began: adapter.parameters, gradients: new Map<string, Float64Array>() });
    this.#courses.set(adapter, course);
    for (const name of adapter.parameters.keys()) {
      const own = gradients.get(name);
      if (!own) continue;
      const sum = course.gradients.get(name);
      if (sum) for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + (own[i] ?? 0);
      else course.gradients.set(name, Float64Array.from(own));
    }
  }

  /** Gain predicted of the adapter's steps so far; undefined where it took none, or its gradients are not known here. */
  of(adapter: PolicyAdapter): number | undefined {
    const course = this.#courses.get(adapter);
    if (!course) return undefined;
    let gain = 0;
    for (const [name, gradient] of course.gradients) {
      const from = course.began.get(name)?.data;
      const to = adapter.parameters.get(name)?.data;
      if (!from || !to) continue;
      for (let i = 0; i < gradient.length; i += 1) gain -= (gradient[i] ?? 0) * ((to[i] ?? 0) - (from[i] ?? 0));
    }
    return gain;
  }
}
