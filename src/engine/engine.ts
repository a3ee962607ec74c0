/** What a session computes with: parameters, runs of plans, generation; on one executor, or on several in workers. */
import type { ModelConfig } from '../core/formats/models/hf.ts';
import type { DeviceOptimizer, Executor, MemoryUse, Parameter, Runner } from './contracts/executor.ts';
import { Generator } from './generate/generator.ts';
import type { GenerationService } from './generate/jobs.ts';
import type { AdapterSlot } from './contracts/plan.ts';

export interface Engine extends Runner {
  /** `--backend` name. */
  readonly backend: string;
  /** Device or build it runs on, for people. */
  readonly device: string;
  /** `frozen`: they stay as they are until they are removed, so that workers may read one copy. */
  setParameters(parameters: Iterable<readonly [string, Parameter]>, frozen?: boolean): void;
  removeParameters(names: Iterable<string>): void;
  /** Opens the generation service; `end` is the token that ends a message. */
  openGenerator(config: ModelConfig, slots: readonly AdapterSlot[], ends: readonly number[]): GenerationService;
  memory(): MemoryUse;
  dispose(): void;
}

/** An engine of one executor, in this thread. */
export class LocalEngine implements Engine {
  readonly #generators = new Set<Generator>();

  constructor(readonly executor: Executor) {}

  get backend(): string {
    return this.executor.backend;
  }

  get device(): string {
    return this.executor.device;
  }

  get recomputes(): boolean {
    return this.executor.recomputes ?? false;
  }

  get lanes(): number {
    return this.executor.lanes;
  }

  get optimizer(): DeviceOptimizer | undefined {
    return this.executor.optimizer;
  }

  setParameters(parameters: Iterable<readonly [string, Parameter]>): void {
    this.executor.setParameters(parameters);
    for (const generator of this.#generators) generator.forget();
  }

  removeParameters(names: Iterable<string>): void {
    this.executor.removeParameters(names);
    for (const generator of this.#generators) generator.forget();
  }

  start(...run: Parameters<Runner['start']>): ReturnType<Runner['start']> {
    return this.executor.start(...run);
  }

  openGenerator(config: ModelConfig, slots: readonly AdapterSlot[], ends: readonly number[]): GenerationService {
    const generator = new Generator(this.executor, config, slots, ends);
    this.#generators.add(generator);
    return {
      submit: (job, watcher) => generator.submit(job, watcher),
      use: () => generator.use(),
      dispose: () => {
        this.#generators.delete(generator);
        generator.dispose();
      },
    };
  }

  memory(): MemoryUse {
    return this.executor.memory();
  }

  dispose(): void {
    for (const generator of this.#generators) generator.dispose();
    this.executor.dispose();
  }
}
