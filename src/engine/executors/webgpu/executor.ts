/**
 * Runs plans with our own WGSL on a WebGPU device. Recordings are kept per plan and replayed; plans that say the same
 * share them, because batches make their plans anew.
 */
import { type Live, liveRows } from '../../model/live.ts';
import type { Plan, Stage } from '../../contracts/plan.ts';
import type { Execution, Executor, HostInputs, HostOutputs, KvCache, MemoryUse, Parameter } from '../../contracts/executor.ts';
import { WebgpuCache } from './cache.ts';
import { type GpuDevice, openDevice, type Traffic } from './device.ts';
import type { LowerOptions } from './lowered.ts';
import { WebgpuOptimizer } from './optimizer.ts';
import { ParameterStore } from './parameters.ts';
import { Pipelines } from './pipelines.ts';
import { Recording } from './recording.ts';

/** Most bytes of recordings that wait for their next use while something new is made; the least recently used go first. */
const IDLE_BYTES = 512 * 2 ** 20;

export interface WebgpuOptions {
  /** Kernels for real graphics processors (true) or software ones (false); by default the adapter decides. */
  readonly wide?: boolean;
  /** Whether wide kernels use subgroup operations; by default where the device has them. */
  readonly subgroups?: boolean;
}

/** Throws `E_BACKEND` when there is no WebGPU here. */
export async function createWebgpuExecutor(options: WebgpuOptions = {}): Promise<WebgpuExecutor> {
  return new WebgpuExecutor(await openDevice(), options);
}

export class WebgpuExecutor implements Executor {
  readonly backend = 'webgpu';
  readonly lanes = 1;
  /** A read-back takes about as long as a step of a small model. */
  readonly stepsAtOnce = 8;
  readonly #gpu: GpuDevice;
  readonly #kernels: Pick<LowerOptions, 'wide' | 'subgroups'>;
  readonly #pipelines: Pipelines;
  readonly #parameters: ParameterStore;
  /** Steps parameter sets whose moments stay on the device. */
  readonly optimizer: WebgpuOptimizer;
  #idle: Recording[] = [];

  constructor(gpu: GpuDevice, { wide = !gpu.software, subgroups = gpu.subgroups !== null }: WebgpuOptions = {}) {
    if (subgroups && !gpu.subgroups) throw new Error(`${gpu.description} has no subgroups that kernels can use`);
    this.#gpu = gpu;
    this.#kernels = { wide, subgroups: wide && subgroups ? gpu.subgroups : null };
    this.#pipelines = new Pipelines(gpu);
    this.#parameters = new ParameterStore(gpu);
    this.optimizer = new WebgpuOptimizer(gpu, this.#pipelines, this.#kernels.subgroups !== null);
  }

  get device(): string {
    return this.#gpu.description;
  }

  setParameters(parameters: Iterable<readonly [string, Parameter]>): void {
    for (const [name, tensor] of parameters) this.#parameters.set(name, tensor);
  }

  removeParameters(names: Iterable<string>): void {
    for (const name of names) {
      this.#parameters.remove(name);
      this.optimizer.forget(name);
    }
    this.#sweep();
  }

  createCache(slots: number, capacity: number): KvCache {
    this.#trim();
    return new WebgpuCache(this.#gpu, slots, capacity);
  }

  start(plan: Plan, inputs: HostInputs, cache?: KvCache): Execution {
    const live = liveRows(plan, 'forward', inputs);
    const positions = inputs['positions'];
    if (plan.attention && positions) {
      this.#parameters.prepareTurns(plan, Math.max(highest(positions), (cache?.capacity ?? 0) - 1));
    }
    const cached = plan.ops.forward.some((op) => op.kind === 'attention' && op.cacheSlots !== undefined);
    const recording = this.#take(plan, {
      single: cached && live.get('tokens') === live.get('sequences'),
      formOf: (parameter) => this.#parameters.formOf(parameter),
      ...this.#kernels,
    });
    return new WebgpuExecution(recording, plan, live, inputs, cache as WebgpuCache | undefined, () => this.#giveBack(recording));
  }

  memory(): MemoryUse {
    return this.#gpu.memory();
  }

  /** What has gone over the bus so far. */
  traffic(): Traffic {
    return this.#gpu.traffic();
  }

  dispose(): void {
    for (const recording of this.#idle) recording.dispose();
    this.#idle = [];
    this.optimizer.dispose();
    this.#parameters.dispose();
    this.#gpu.dispose();
  }

  #take(plan: Plan, options: LowerOptions): Recording {
    this.#sweep();
    const key = keyOf(plan, options);
    const at = this.#idle.findLastIndex((recording) => recording.key === key);
    const [known] = at === -1 ? [] : this.#idle.splice(at, 1);
    if (known) return known;
    this.#trim();
    return new Recording(key, plan, options, this.#gpu, this.#pipelines, this.#parameters);
  }

  #giveBack(recording: Recording): void {
    this.#idle.push(recording);
    this.#sweep();
  }

  /** Makes room for something new. What waits is left in peace until then: an update uses its large recordings again and again. */
  #trim(): void {
    let bytes = this.#idle.reduce((sum, { bytes: own }) => sum + own, 0);
    while (bytes > IDLE_BYTES) {
      const oldest = this.#idle.shift();
      bytes -= oldest?.bytes ?? bytes;
      oldest?.dispose();
    }
  }

  /** Frees recordings that bind parameters which are gone. */
  #sweep(): void {
    for (const recording of this.#idle) if (!recording.usable) recording.dispose();
    this.#idle = this.#idle.filter((recording) => recording.usable);
  }
}

class WebgpuExecution implements Execution {
  #running = false;
  #disposed = false;

  constructor(
    readonly recording: Recording,
    readonly plan: Plan,
    readonly live: Live,
    readonly inputs: HostInputs,
    readonly cache: WebgpuCache | undefined,
    readonly giveBack: () => void,
  ) {}

  async run(stage: Stage, inputs: HostInputs = this.inputs, times = 1): Promise<HostOutputs> {
    if (this.#disposed) throw new Error('this execution was disposed');
    if (inputs !== this.inputs) {
      for (const [axis, rows] of liveRows(this.plan, stage, inputs))
        if (rows !== (this.live.get(axis) ?? rows))
          throw new Error(`plan ${this.plan.name} was started with ${this.live.get(axis)} ${axis}, not ${rows}`);
    }
    this.#running = true;
    try {
      return await this.recording.run(stage, inputs, this.live, this.cache, times);
    } finally {
      this.#running = false;
      if (this.#disposed) this.giveBack();
    }
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    // While a read-back is under way its buffers must not be used again; the end of the run gives them back then.
    if (!this.#running) this.giveBack();
  }
}

function highest(positions: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < positions.length; i += 1) most = Math.max(most, positions[i] ?? 0);
  return most;
}

const keys = new WeakMap<Plan, string>();

/** Two plans with one key do the same with the same parameters. */
function keyOf(plan: Plan, { single }: LowerOptions): string {
  let key = keys.get(plan);
  if (key === undefined) {
    const { name, tokens, sequences, attention, adapters, inputs, parameters, shapes, axes, ops, outputs, feedback } = plan;
    const slots = adapters.map((slot) => [{ ...slot, modules: [...slot.modules] }]);
    key = JSON.stringify([
      name,
      tokens,
      sequences,
      attention,
      slots,
      inputs,
      [...parameters],
      [...shapes],
      [...axes],
      ops,
      outputs,
      feedback,
    ]);
    keys.set(plan, key);
  }
  return `${single ? 'single' : 'whole'} ${key}`;
}
