/** An adapter whose numbers and optimiser state this computer holds, on the engine of its session. */
import { at } from '../../core/at.ts';
import type { ModelConfig } from '../../core/formats/models/model-config.ts';
import type { HostTensor } from '../../core/formats/safetensors.ts';
import type { Engine } from '../../engine/engine.ts';
import { initialAdapter } from '../../engine/model/adapters.ts';
import { clippedSteps, gradientNorm, type ParameterSet, type Stepped } from '../../engine/train/adamw.ts';
import { halfClippedStep } from '../../engine/train/halfAdamw.ts';
import { type AdapterPart, type AdapterSnapshot, PolicyAdapter } from './policyAdapter.ts';
import type { PolicyMinibatch } from './policyTrainer.ts';

type Gradients = ReadonlyMap<string, Float32Array>;

export class LocalAdapter extends PolicyAdapter {
  parameters: ReadonlyMap<string, HostTensor>;

  constructor(
    private readonly engine: Engine,
    config: ModelConfig,
    part: AdapterPart,
  ) {
    super(config, part);
    const { agent, training, agents } = part;
    this.parameters = initialAdapter(config, agent.role, agent.adapter, training.seed, at(agents, 0));
    engine.setParameters(this.parameters);
  }

  /** What its next optimiser step needs, with its gradient held at `maxGradNorm`. */
  stepFrom(gradients: Gradients, share: number, maxGradNorm = this.training.maxGradNorm): ParameterSet {
    const { optimizer } = this.training;
    const settings = { learningRate: this.learningRate(share), ...optimizer };
    return { parameters: this.parameters, gradients, state: this.optimizer, settings, maxGradNorm };
  }

  async moves(minibatch: PolicyMinibatch, share: number): Promise<boolean> {
    if (this.learningRate(share) === 0) return false;
    if (this.training.optimizer.weightDecay > 0 || minibatch.derives(this)) return true;
    await this.optimizer.fetch();
    return this.hasIn(this.optimizer.m);
  }

  /** Whether `arrays` hold anything but zeros for one of its parameters. */
  hasIn(arrays: Gradients): boolean {
    return [...this.parameters.keys()].some((name) => arrays.get(name)?.some((value) => value !== 0));
  }

  isAt({ parameters }: AdapterSnapshot): boolean {
    return [...this.parameters].every(([name, { data }]) => {
      const then = parameters.get(name)?.data;
      return then === data || (then !== undefined && data.every((value, i) => Object.is(value, then[i])));
    });
  }

  /** The limit of the gradients of all adapters together; 0 where there is none. */
  get jointLimit(): number {
    const { gradNormOver, maxGradNorm } = this.training;
    return gradNormOver === 'all' ? maxGradNorm : 0;
  }

  /** Whether its steps are R1's, in half precision. */
  get half(): boolean {
    return this.training.compat.includes('r1_half_precision_adam');
  }

  fetch(): Promise<void> {
    return this.optimizer.fetch();
  }

  release(): Promise<void> {
    return Promise.resolve();
  }

  /** Arrays are never written to: a step makes new ones. */
  async snapshot(): Promise<AdapterSnapshot> {
    const { parameters, optimizer } = this;
    await this.fetch();
    return { parameters, optimizer: optimizer.copy() };
  }

  async restore({ parameters, optimizer }: AdapterSnapshot): Promise<void> {
    this.optimizer = optimizer.copy();
    this.replace(parameters);
  }

  async speakAs(snapshot: AdapterSnapshot | null): Promise<void> {
    this.engine.setParameters(snapshot?.parameters ?? this.parameters);
  }

  /** Begins with other numbers of the same shapes. */
  startFrom(parameters: ReadonlyMap<string, HostTensor>): void {
    this.parameters = parameters;
    this.engine.setParameters(parameters);
  }

  /** Other numbers under the same names. */
  replace(parameters: ReadonlyMap<string, HostTensor>): void {
    this.startFrom(parameters);
    this.version += 1;
  }
}

/**
 * Where the norm that is limited is that of all gradients together, N: an adapter whose own is n is held at limit · n / N, so that all are
 * scaled by limit / N. Null where each has a limit of its own.
 */
function normLimits(steps: readonly { readonly adapter: LocalAdapter; readonly gradients: Gradients }[]): readonly number[] | null {
  const [first] = steps;
  if (!first) return null;
  const { jointLimit: maxGradNorm } = first.adapter;
  if (maxGradNorm === 0) return null;
  const norms = steps.map(({ adapter, gradients }) => gradientNorm(gradients, adapter.parameters.keys()));
  const all = Math.hypot(...norms);
  // Without any gradient there is nothing to limit.
  return norms.map((norm) => (norm === 0 ? maxGradNorm : (maxGradNorm * norm) / all));
}

/** One optimiser step of each adapter, all together; the norms of their gradients before they were limited. */
export async function stepTogether(
  engine: Engine,
  steps: readonly { readonly adapter: LocalAdapter; readonly gradients: Gradients }[],
  share: number,
): Promise<number[]> {
  const limits = normLimits(steps);
  const sets = steps.map(({ adapter, gradients }, i) => adapter.stepFrom(gradients, share, limits?.[i]));
  const stepped: readonly Stepped[] = steps.some(({ adapter }) => adapter.half)
    ? sets.map((set) => halfClippedStep(set.parameters, set.gradients, set.state, set.settings, set.maxGradNorm))
    : await clippedSteps(engine, sets);
  return steps.map(({ adapter }, i) => {
    const { norm, parameters } = at(stepped, i, 'step');
    if (Number.isFinite(norm)) adapter.replace(parameters);
    return norm;
  });
}
