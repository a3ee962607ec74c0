/**
 * An engine of several lanes: workers with an executor each. Scoring spreads an update's shards over them, generation its
 * sequences. Both are cut the same way however many lanes there are, and gradients are summed in one tree, so the number
 * of lanes changes no byte of a result. The optimiser runs in the engine's own thread.
 */
import type { ModelConfig } from '../../core/formats/models/hf.ts';
import type { Engine } from '../engine.ts';
import type { Execution, Executor, HostInputs, MemoryUse, Parameter } from '../contracts/executor.ts';
import { createWasmExecutor } from '../executors/wasm/executor.ts';
import type { KernelFiles } from '../executors/wasm/kernels.ts';
import type { GenerationService, GenerationUse } from '../generate/jobs.ts';
import { type AdapterSlot, isOptimizerOp, type Plan } from '../contracts/plan.ts';
import { bundleParameters, unbundleOutputs } from './bundle.ts';
import { LaneConnection } from './connection.ts';
import type { LaneWorker } from './protocol.ts';

export interface PoolOptions {
  readonly lanes: number;
  readonly reproducible?: boolean;
}

/** Starts `lanes` workers; throws the fault of the first that cannot start. `kernels`: what runs in this thread. */
export async function openPool(
  spawn: () => LaneWorker,
  kernels: KernelFiles,
  { lanes, reproducible = false }: PoolOptions,
): Promise<PoolEngine> {
  const connections = Array.from({ length: lanes }, () => new LaneConnection(spawn()));
  try {
    const [first] = await Promise.all(connections.map((lane) => lane.call('open', { reproducible })));
    const own = await createWasmExecutor(kernels, { reproducible });
    return new PoolEngine(connections, own, `${lanes} workers, ${(first?.device ?? '').replace(/^one thread, /, '')}`);
  } catch (error) {
    for (const lane of connections) lane.close();
    throw error;
  }
}

export class PoolEngine implements Engine {
  readonly backend = 'wasm';
  readonly recomputes = true;
  readonly #plans = new WeakMap<Plan, { readonly number: number; readonly known: Set<LaneConnection> }>();
  #numbers = 0;

  constructor(
    readonly connections: readonly LaneConnection[],
    /** Runs the optimiser: its numbers lie in this thread, and sending them takes longer than a step. */
    readonly own: Executor,
    readonly device: string,
  ) {}

  get lanes(): number {
    return this.connections.length;
  }

  setParameters(parameters: Iterable<readonly [string, Parameter]>): void {
    const bundle = bundleParameters([...parameters]);
    for (const lane of this.connections) lane.tell('setParameters', bundle);
  }

  removeParameters(names: Iterable<string>): void {
    const list = [...names];
    for (const lane of this.connections) lane.tell('removeParameters', list);
  }

  start(plan: Plan, inputs: HostInputs): Execution {
    if (plan.ops.forward.every(isOptimizerOp)) return this.own.start(plan, inputs);
    const lane = this.#idlest();
    const run = this.#next();
    lane.load += 1;
    lane.tell('start', run, this.#numberOf(plan, lane), inputs);
    let ended = false;
    return {
      run: async (stage, more, times = 1) => unbundleOutputs(await lane.call('run', run, stage, more, times)),
      dispose: () => {
        if (ended) return;
        ended = true;
        lane.load -= 1;
        lane.tell('end', run);
      },
    };
  }

  openGenerator(config: ModelConfig, slots: readonly AdapterSlot[], ends: readonly number[]): GenerationService {
    const generator = this.#next();
    for (const lane of this.connections) lane.tell('openGenerator', generator, config, slots, ends);
    return {
      submit: async (job, watcher) => {
        const lane = this.#idlest();
        const load = job.maxNewTokens;
        lane.load += load;
        const watch = watcher ? this.#next() : null;
        const unwatch = watcher && watch !== null ? lane.watch(watch, watcher) : undefined;
        try {
          return await lane.call('submit', generator, job, watch);
        } finally {
          unwatch?.();
          lane.load -= load;
        }
      },
      use: async () => (await Promise.all(this.connections.map((lane) => lane.call('use', generator)))).reduce(sumOfUse),
      dispose: () => {
        for (const lane of this.connections) lane.tell('closeGenerator', generator);
      },
    };
  }

  /** As of each lane's last answer. */
  memory(): MemoryUse {
    const all = [this.own.memory(), ...this.connections.map(({ memory }) => memory)];
    const sum = (pick: (memory: MemoryUse) => number) => all.reduce((total, memory) => total + pick(memory), 0);
    return { tensors: sum(({ tensors }) => tensors), bytes: sum(({ bytes }) => bytes), peakBytes: sum(({ peakBytes }) => peakBytes) };
  }

  dispose(): void {
    this.own.dispose();
    for (const lane of this.connections) lane.close();
  }

  /** The lane with the least under way; the first among equals. */
  #idlest(): LaneConnection {
    return this.connections.reduce((best, lane) => (lane.load < best.load ? lane : best));
  }

  #numberOf(plan: Plan, lane: LaneConnection): number {
    let sent = this.#plans.get(plan);
    if (!sent) this.#plans.set(plan, (sent = { number: this.#next(), known: new Set() }));
    if (!sent.known.has(lane)) {
      sent.known.add(lane);
      lane.tell('keepPlan', sent.number, plan);
    }
    return sent.number;
  }

  #next(): number {
    this.#numbers += 1;
    return this.#numbers;
  }
}

const sumOfUse = (a: GenerationUse, b: GenerationUse): GenerationUse => ({
  prefilled: a.prefilled + b.prefilled,
  reused: a.reused + b.reused,
  sampled: a.sampled + b.sampled,
  rows: a.rows + b.rows,
  steps: a.steps + b.steps,
});
