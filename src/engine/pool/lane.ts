/** The worker's end: an engine of its own, told what to do by messages. */
import { outcomeOf } from '../../core/faults.ts';
import type { WasmExecutor, WasmOptions } from '../executors/wasm/executor.ts';
import { openSharedMemory } from '../executors/wasm/memory/sharedSpace.ts';
import { type Engine, LocalEngine } from '../engine.ts';
import type { Execution } from '../contracts/executor.ts';
import type { GenerationService } from '../generate/jobs.ts';
import type { Plan } from '../contracts/plan.ts';
import { type Bundle, bundleOutputs, unbundleParameters } from './bundle.ts';
import type {
  Arguments,
  LaneAnswer,
  LaneCall,
  LaneMethod,
  LaneOpened,
  LaneOptions,
  LanePort,
  LaneProgress,
  LaneWishes,
  Result,
} from './protocol.ts';
import { Wishes } from './wishes.ts';

type Handlers = { readonly [M in LaneMethod]: (...args: Arguments<M>) => Result<M> | Promise<Result<M>> };

/** Answers the calls that come through `port`; `create` makes the lane's executor. */
export function serveLane(port: LanePort, create: (options: WasmOptions) => Promise<WasmExecutor>): void {
  const lane = new Lane(create, (unasked) => port.post(unasked));
  port.onMessage((message) =>
    lane.take(message as LaneCall, (answer, method) => {
      // What a run has computed is a bundle made for its answer, which nobody here reads again.
      port.post(answer, method === 'run' && answer.ok ? [(answer.value as Bundle).data.buffer] : []);
    }),
  );
}

type Answering = (answer: LaneAnswer, method: LaneMethod) => void;
/** What a lane hears while something of its own waits for it. */
const GRANTS: readonly LaneMethod[] = ['makeForm', 'learnForm'];

class Lane {
  #engine: Engine | undefined;
  #executor: WasmExecutor | undefined;
  readonly #wishes: Wishes;
  /** What came while it waited: calls keep their order. */
  readonly #later: (readonly [LaneCall, Answering])[] = [];
  readonly #plans = new Map<number, Plan>();
  readonly #runs = new Map<number, Execution>();
  readonly #generators = new Map<number, GenerationService>();
  readonly #handlers: Handlers;

  constructor(
    readonly create: (options: WasmOptions) => Promise<WasmExecutor>,
    tell: (unasked: LaneProgress | LaneWishes) => void,
  ) {
    this.#wishes = new Wishes(
      (wishes) => tell({ wishes }),
      () => this.#goOn(),
    );
    this.#handlers = {
      open: (options) => this.#open(options),
      borrow: (loans) => {
        this.#executor?.borrow(loans);
        this.#opened().setParameters([]); // generators forget what they know of those before
      },
      makeForm: (wish, source) =>
        this.#wishes.grant(wish, () => {
          const place = this.#found().make(wish.form, source);
          this.#found().learn({ ...wish, place });
          return place;
        }),
      learnForm: ({ place, ...wish }) => {
        if (place) this.#wishes.grant(wish, () => this.#found().learn({ ...wish, place }));
        else this.#wishes.refuse(wish, new Error(`parameter ${wish.key} is not on this engine any more`));
      },
      freeForm: (place) => this.#found().free(place),
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

  take(call: LaneCall, answered: Answering): void {
    if (this.#wishes.waiting && !GRANTS.includes(call.method)) this.#later.push([call, answered]);
    else void this.#answer(call).then((answer) => answered(answer, call.method));
  }

  #goOn(): void {
    while (!this.#wishes.waiting) {
      const next = this.#later.shift();
      if (!next) return;
      this.take(...next);
    }
  }

  async #answer({ call, method, args }: LaneCall): Promise<LaneAnswer> {
    const handler = this.#handlers[method] as (...args: readonly unknown[]) => unknown;
    const outcome = await outcomeOf(() => handler(...args));
    return { call, memory: this.#engine?.memory() ?? { tensors: 0, bytes: 0, peakBytes: 0 }, ...outcome };
  }

  async #open({ reproducible, memory }: LaneOptions): Promise<LaneOpened> {
    const alone = memory !== null && 'to' in memory && memory.to.length === 0;
    const shared = !memory || alone ? null : 'to' in memory ? handRound(memory.to) : await receive(memory.from);
    this.#executor = await this.create({
      reproducible,
      ...(shared && { memory: shared }),
      wish: (wishes) => this.#wishes.wish(wishes),
    });
    this.#engine = new LocalEngine(this.#executor);
    return { device: this.#engine.device, borrows: alone || shared !== null };
  }

  #found(): WasmExecutor {
    if (!this.#executor) throw new Error('the lane was not opened');
    return this.#executor;
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

/** Opens a memory for all lanes, or tells them that there is none. */
function handRound(ports: readonly MessagePort[]): WebAssembly.Memory | null {
  const memory = openSharedMemory();
  for (const port of ports) {
    port.postMessage(memory);
    port.close();
  }
  return memory;
}

function receive(port: MessagePort): Promise<WebAssembly.Memory | null> {
  return new Promise((resolve, reject) => {
    port.onmessage = ({ data }: MessageEvent<WebAssembly.Memory | null>) => {
      port.close();
      resolve(data);
    };
    port.onmessageerror = () => reject(new Error('the memory of the workers did not arrive'));
  });
}
