/** The worker's end: an engine of its own, told what to do by messages. */
import { outcomeOf } from '../../core/faults.ts';
import { type Engine, LocalEngine } from '../engine.ts';
import type { Execution, Executor } from '../contracts/executor.ts';
import type { GenerationService } from '../generate/jobs.ts';
import type { Plan } from '../contracts/plan.ts';
import { type Bundle, bundleOutputs, unbundleParameters } from './bundle.ts';
import type { Arguments, LaneAnswer, LaneCall, LaneMethod, LaneMethods, LanePort, LaneProgress, Result } from './protocol.ts';

type Handlers = { readonly [M in LaneMethod]: (...args: Arguments<M>) => Result<M> | Promise<Result<M>> };

/** Answers the calls that come through `port`; `create` makes the lane's executor. */
export function serveLane(port: LanePort, create: (options: Parameters<LaneMethods['open']>[0]) => Promise<Executor>): void {
  const lane = new Lane(create, (progress) => port.post(progress));
  port.onMessage((message) => {
    const { call, method, args } = message as LaneCall;
    void lane.answer(call, method, args).then((answer) => {
      // What a run has computed is a bundle made for its answer, which nobody here reads again.
      port.post(answer, method === 'run' && answer.ok ? [(answer.value as Bundle).data.buffer] : []);
    });
  });
}

class Lane {
  #engine: Engine | undefined;
  readonly #plans = new Map<number, Plan>();
  readonly #runs = new Map<number, Execution>();
  readonly #generators = new Map<number, GenerationService>();
  readonly #handlers: Handlers;

  constructor(create: (options: Parameters<LaneMethods['open']>[0]) => Promise<Executor>, tell: (progress: LaneProgress) => void) {
    this.#handlers = {
      open: async (options) => {
        this.#engine = new LocalEngine(await create(options));
        return { device: this.#engine.device };
      },
      setParameters: (parameters) => this.#opened().setParameters(unbundleParameters(parameters)),
      removeParameters: (names) => this.#opened().removeParameters(names),
      keepPlan: (plan, value) => void this.#plans.set(plan, value),
      start: (run, plan, inputs) => void this.#runs.set(run, this.#opened().start(found(this.#plans, plan), inputs)),
      run: async (run, stage, inputs, times) => bundleOutputs(await found(this.#runs, run).run(stage, inputs, times)),
      end: (run) => {
        this.#runs.get(run)?.dispose();
        this.#runs.delete(run);
      },
      openGenerator: (generator, config, slots, ends) =>
        void this.#generators.set(generator, this.#opened().openGenerator(config, slots, ends)),
      submit: (generator, job, watch) =>
        found(this.#generators, generator).submit(job, watch === null ? undefined : (ids) => tell({ watch, ids })),
      use: (generator) => found(this.#generators, generator).use(),
      closeGenerator: (generator) => {
        this.#generators.get(generator)?.dispose();
        this.#generators.delete(generator);
      },
    };
  }

  async answer(call: number, method: LaneMethod, args: readonly unknown[]): Promise<LaneAnswer> {
    const handler = this.#handlers[method] as (...args: readonly unknown[]) => unknown;
    const outcome = await outcomeOf(() => handler(...args));
    return { call, memory: this.#engine?.memory() ?? { tensors: 0, bytes: 0, peakBytes: 0 }, ...outcome };
  }

  #opened(): Engine {
    if (!this.#engine) throw new Error('the lane was not opened');
    return this.#engine;
  }
}

function found<T>(among: ReadonlyMap<number, T>, number: number): T {
  const value = among.get(number);
  if (value === undefined) throw new Error(`the lane knows no number ${number}`);
  return value;
}
