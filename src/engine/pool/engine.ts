/**
 * An engine of several lanes: workers with an executor each. Scoring spreads an update's shards over them, generation its
 * sequences. Both are cut the same way however many lanes there are, and gradients are summed in one tree, so the number
 * of lanes changes no byte of a result. The optimiser runs in the engine's own thread.
 *
 * Where workers can share a memory, all lanes compute in one, each in blocks of its own, and what is frozen lies there once.
 * Elsewhere every lane has a memory and a copy of its own.
 */
import type { ModelConfig } from '../../core/formats/models/hf.ts';
import type { Engine } from '../engine.ts';
import type { Execution, Executor, HostInputs, MemoryUse, Parameter } from '../contracts/executor.ts';
import { isPacked } from '../../core/weights/packed.ts';
import { sharesMemory } from '../executors/wasm/memory/sharedSpace.ts';
import { createWasmExecutor } from '../executors/wasm/executor.ts';
import type { KernelFiles } from '../executors/wasm/kernels.ts';
import type { GenerationService, GenerationUse } from '../generate/jobs.ts';
import { type AdapterSlot, isOptimizerOp, type Plan } from '../contracts/plan.ts';
import { bundleParameters, unbundleOutputs } from './bundle.ts';
import { LaneConnection } from './connection.ts';
import { Loans } from './loans.ts';
import type { LaneOptions, LaneWorker } from './protocol.ts';

export interface PoolOptions {
  readonly lanes: number;
  readonly reproducible?: boolean;
  /** Whether the lanes may share a memory; by default where the host lets them. */
  readonly share?: boolean;
}

/** Starts `lanes` workers; throws the fault of the first that cannot start. `kernels`: what runs in this thread. */
export async function openPool(
  spawn: () => LaneWorker,
  kernels: KernelFiles,
  { lanes, reproducible = false, share = sharesMemory() }: PoolOptions,
): Promise<PoolEngine> {
  const loans = new Loans();
  const connections = Array.from(
    { length: lanes },
    () => new LaneConnection(spawn(), (lane, wishes) => void loans.grant(lane, wishes), lanes),
  );
  const channels = share ? connections.slice(1).map(() => new MessageChannel()) : [];
  const memoryOf = (index: number): LaneOptions['memory'] => {
    if (!share && lanes > 1) return null;
    const channel = channels[index - 1];
    return channel ? { from: channel.port2 } : { to: channels.map(({ port1 }) => port1) };
  };
  try {
    const opened = connections.map((lane, index) => {
      const memory = memoryOf(index);
      const ports = !memory ? [] : 'to' in memory ? [...memory.to] : [memory.from];
      return lane.hand(ports, 'open', { reproducible, memory });
    });
    const [first] = await Promise.all(opened);
    const own = await createWasmExecutor(kernels, { reproducible });
    const device = `${lanes} workers, ${(first?.device ?? '').replace(/^one thread, /, '')}`;
    return new PoolEngine(connections, own, first?.borrows ? loans : null, device);
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
    /** What lies once for all lanes; null where each must have its own. */
    readonly loans: Loans | null,
    readonly device: string,
  ) {}

  get lanes(): number {
    return this.connections.length;
  }

  setParameters(parameters: Iterable<readonly [string, Parameter]>, frozen = false): void {
    const { loans } = this;
    const all = [...parameters];
    const lent = loans ? all.filter(([, parameter]) => frozen || isPacked(parameter)) : [];
    const sent = lent.length > 0 ? all.filter((entry) => !lent.includes(entry)) : all;
    this.#replace(
      all.map(([name]) => name),
      () => {
        const bundle = bundleParameters(sent);
        const lending = loans ? lent.map(([name, parameter]) => loans.lend(name, parameter)) : [];
        return this.connections.flatMap((lane) => [
          ...(sent.length > 0 ? [lane.tell('setParameters', bundle)] : []),
          ...(lending.length > 0 ? [lane.tell('borrow', lending)] : []),
        ]);
      },
    );
  }

  removeParameters(names: Iterable<string>): void {
    const list = [...names];
    this.#replace(list, () => this.connections.map((lane) => lane.tell('removeParameters', list)));
  }

  /** Tells the lanes of something else under these names, or nothing. */
  #replace(names: readonly string[], tell: () => readonly Promise<void>[]): void {
    if (this.loans) void this.loans.end(names, tell);
    else void Promise.all(tell());
  }

  start(plan: Plan, inputs: HostInputs): Execution {
    if (plan.ops.forward.every(isOptimizerOp)) return this.own.start(plan, inputs);
    const lane = this.#idlest();
    const run = this.#next();
    lane.load += 1;
    void lane.tell('start', run, this.#numberOf(plan, lane), inputs);
    let ended = false;
    return {
      run: async (stage, more, times = 1) => unbundleOutputs(await lane.call('run', run, stage, more, times)),
      dispose: () => {
        if (ended) return;
        ended = true;
        lane.load -= 1;
        void lane.tell('end', run);
      },
    };
  }

  openGenerator(config: ModelConfig, slots: readonly AdapterSlot[], ends: readonly number[]): GenerationService {
    const generator = this.#next();
    for (const lane of this.connections) void lane.tell('openGenerator', generator, config, slots, ends);
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
        for (const lane of this.connections) void lane.tell('closeGenerator', generator);
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
      void lane.tell('keepPlan', sent.number, plan);
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
