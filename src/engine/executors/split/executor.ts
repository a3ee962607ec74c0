/**
 * Layers over several executors, each with a memory of its own, all in this thread: for models that one memory cannot hold. A run goes
 * through the ranges one after the other, forward up and backward down, and what one hands to the next lies on the host for that moment.
 */
import { isPacked } from '../../../core/weights/packed.ts';
import type { Execution, Executor, HostInputs, HostOutputs, KvCache, MemoryUse, Parameter } from '../../contracts/executor.ts';
import type { BufferName, Plan, Stage } from '../../contracts/plan.ts';
import { liveRows } from '../../model/live.ts';
import { type Part, partsOf } from './parts.ts';
import type { Ranges } from './ranges.ts';

export class SplitExecutor implements Executor {
  readonly backend: string;
  readonly device: string;
  readonly recomputes: boolean;
  readonly lanes = 1;
  readonly stepsAtOnce = 1;

  /** `executors`: one for each range, all alike. */
  constructor(
    readonly ranges: Ranges,
    readonly executors: readonly Executor[],
  ) {
    const [first] = executors;
    if (!first || executors.length !== ranges.count) throw new Error(`${executors.length} executors for ${ranges.count} ranges`);
    this.backend = first.backend;
    this.device = `${first.device}, layers over ${ranges.count} memories`;
    this.recomputes = first.recomputes ?? false;
  }

  /** In f32 they take memory where they are read first; matrices in fewer bits lie at once where they belong. */
  setParameters(parameters: Iterable<readonly [BufferName, Parameter]>): void {
    const all = [...parameters];
    this.executors.forEach((executor, range) =>
      executor.setParameters(all.filter(([name, parameter]) => !isPacked(parameter) || this.ranges.of(name).includes(range))),
    );
  }

  removeParameters(names: Iterable<BufferName>): void {
    const all = [...names];
    for (const executor of this.executors) executor.removeParameters(all);
  }

  createCache(slots: number, capacity: number): KvCache {
    return new SplitCache(
      this.executors.map((executor) => executor.createCache(slots, capacity)),
      slots,
      capacity,
    );
  }

  start(plan: Plan, inputs: HostInputs, cache?: KvCache): Execution {
    if (cache && !(cache instanceof SplitCache)) throw new Error('this cache belongs to another executor');
    return new SplitExecution(this, plan, inputs, cache);
  }

  /** The peak is the sum of the ranges' own: a WebAssembly memory does not shrink again. */
  memory(): MemoryUse {
    const all = this.executors.map((executor) => executor.memory());
    const sum = (pick: (memory: MemoryUse) => number) => all.reduce((total, memory) => total + pick(memory), 0);
    return { tensors: sum(({ tensors }) => tensors), bytes: sum(({ bytes }) => bytes), peakBytes: sum(({ peakBytes }) => peakBytes) };
  }

  dispose(): void {
    for (const executor of this.executors) executor.dispose();
  }
}

/** Keys and values of each range's layers. */
class SplitCache implements KvCache {
  constructor(
    readonly caches: readonly KvCache[],
    readonly slots: number,
    readonly capacity: number,
  ) {}

  copy(from: number, to: number, tokens: number): void {
    for (const cache of this.caches) cache.copy(from, to, tokens);
  }

  clear(): void {
    for (const cache of this.caches) cache.clear();
  }

  dispose(): void {
    for (const cache of this.caches) cache.dispose();
  }
}

class SplitExecution implements Execution {
  readonly #parts: readonly Part[];
  readonly #running = new Map<Part, Execution>();
  #disposed = false;

  constructor(
    readonly executor: SplitExecutor,
    readonly plan: Plan,
    readonly inputs: HostInputs,
    readonly cache: SplitCache | undefined,
  ) {
    liveRows(plan, 'forward', inputs);
    this.#parts = partsOf(plan, executor.ranges);
    // The first checks what it is given at once; the others begin when there is something for them.
    if (this.#parts[0]) this.#begun(this.#parts[0], inputs);
  }

  async run(stage: Stage, inputs: HostInputs = this.inputs, times = 1): Promise<HostOutputs> {
    if (this.#disposed) throw new Error(`plan ${this.plan.name} is run after it was disposed`);
    if (times > 1) throw new Error(`plan ${this.plan.name} cannot be repeated over several memories`);
    const made: Record<string, Float32Array> = {};
    const parts = stage === 'forward' ? this.#parts : this.#parts.toReversed();
    for (const part of parts) {
      if (part.plan.ops[stage].length === 0) continue;
      const given = { ...inputs, ...made };
      Object.assign(made, await this.#begun(part, given).run(stage, given));
    }
    return Object.fromEntries(this.plan.outputs[stage].flatMap((name) => (made[name] ? [[name, made[name]] as const] : [])));
  }

  #begun(part: Part, inputs: HostInputs): Execution {
    const { executor, cache } = this;
    let execution = this.#running.get(part);
    if (!execution) {
      const on = executor.executors[part.range];
      if (!on) throw new Error(`there is no range ${part.range}`);
      this.#running.set(part, (execution = on.start(part.plan, inputs, cache?.caches[part.range])));
    }
    return execution;
  }

  dispose(): void {
    this.#disposed = true;
    for (const execution of this.#running.values()) execution.dispose();
    this.#running.clear();
  }
}
