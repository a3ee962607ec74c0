/**
 * Runs plans with our own WGSL on a WebGPU device. Recordings are kept per plan and replayed; plans that say the same
 * share them, because batches make their plans anew. Tokens are drawn on the host, from logits read back at every step.
 */
import type { Plan, Stage } from '../../model/plan.ts';
import type { Execution, Executor, HostInputs, HostOutputs, HostTensor, KvCache } from '../executor.ts';
import { WebgpuCache } from './cache.ts';
import { type GpuDevice, openDevice } from './device.ts';
import { Pipelines } from './kernel.ts';
import { ParameterStore } from './parameters.ts';
import { Recording } from './recording.ts';

/** Most bytes of recordings that wait for their next use; the least recently used go first. */
const IDLE_BYTES = 512 * 2 ** 20;

/** Throws `E_BACKEND` when there is no WebGPU here. */
export async function createWebgpuExecutor(): Promise<WebgpuExecutor> {
  return new WebgpuExecutor(await openDevice());
}

export class WebgpuExecutor implements Executor {
  readonly backend = 'webgpu';
  readonly #gpu: GpuDevice;
  readonly #pipelines: Pipelines;
  readonly #parameters: ParameterStore;
  #idle: Recording[] = [];

  constructor(gpu: GpuDevice) {
    this.#gpu = gpu;
    this.#pipelines = new Pipelines(gpu);
    this.#parameters = new ParameterStore(gpu);
  }

  get device(): string {
    return this.#gpu.description;
  }

  setParameters(parameters: Iterable<readonly [string, HostTensor]>): void {
    for (const [name, tensor] of parameters) this.#parameters.set(name, tensor);
  }

  removeParameters(names: Iterable<string>): void {
    for (const name of names) this.#parameters.remove(name);
    this.#sweep();
  }

  createCache(promptLengths: readonly number[], capacity: number): KvCache {
    return new WebgpuCache(this.#gpu, promptLengths, capacity);
  }

  start(plan: Plan, inputs: HostInputs, cache?: KvCache): Execution {
    const positions = inputs['positions'];
    if (plan.attention && positions) this.#parameters.prepareTurns(plan, highest(positions));
    return new WebgpuExecution(this.#take(plan, cache !== undefined), inputs, cache as WebgpuCache | undefined, (recording) =>
      this.#giveBack(recording),
    );
  }

  memory(): { tensors: number; bytes: number } {
    return this.#gpu.memory();
  }

  dispose(): void {
    for (const recording of this.#idle) recording.dispose();
    this.#idle = [];
    this.#parameters.dispose();
    this.#gpu.dispose();
  }

  #take(plan: Plan, cached: boolean): Recording {
    this.#sweep();
    const key = keyOf(plan, cached);
    const at = this.#idle.findLastIndex((recording) => recording.key === key);
    const [known] = at === -1 ? [] : this.#idle.splice(at, 1);
    return known ?? new Recording(key, plan, cached, this.#gpu, this.#pipelines, this.#parameters);
  }

  #giveBack(recording: Recording): void {
    this.#idle.push(recording);
    this.#sweep();
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
    readonly inputs: HostInputs,
    readonly cache: WebgpuCache | undefined,
    readonly giveBack: (recording: Recording) => void,
  ) {}

  async run(stage: Stage, inputs: HostInputs = this.inputs): Promise<HostOutputs> {
    if (this.#disposed) throw new Error('this execution was disposed');
    this.#running = true;
    try {
      return await this.recording.run(stage, inputs, this.cache);
    } finally {
      this.#running = false;
      if (this.#disposed) this.giveBack(this.recording);
    }
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    // While a read-back is under way its buffers must not be used again; the end of the run gives them back then.
    if (!this.#running) this.giveBack(this.recording);
  }
}

function highest(positions: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < positions.length; i += 1) most = Math.max(most, positions[i] ?? 0);
  return most;
}

const keys = new WeakMap<Plan, string>();

/** Two plans with one key do the same with the same parameters. */
function keyOf(plan: Plan, cached: boolean): string {
  let key = keys.get(plan);
  if (key === undefined) {
    const { name, rows, length, attention, adapters, inputs, parameters, shapes, ops, outputs } = plan;
    key = JSON.stringify([
      name,
      rows,
      length,
      attention,
      adapters.map((slot) => [{ ...slot, modules: [...slot.modules] }]),
      inputs,
      [...parameters],
      [...shapes],
      ops,
      outputs,
    ]);
    keys.set(plan, key);
  }
  return `${cached ? 'cached' : 'whole'} ${key}`;
}
