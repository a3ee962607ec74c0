/** The engine's end of one lane: calls become messages, answers settle promises. */
import { type Fault, fault, FaultError, type ParamsOf } from '../../core/faults.ts';
import { engineFaults } from '../../words/words.ts';
import type { MemoryUse } from '../contracts/executor.ts';
import type { TokenWatcher } from '../generate/jobs.ts';
import type { Wish } from '../executors/wasm/lending.ts';
import type { Arguments, Handed, LaneAnswer, LaneMethod, LaneProgress, LaneWishes, LaneWorker, Result } from './protocol.ts';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class LaneConnection {
  readonly #waiting = new Map<number, Waiting>();
  readonly #watchers = new Map<number, TokenWatcher>();
  #calls = 0;
  #failure: FaultError | undefined;
  #memory: MemoryUse = { tensors: 0, bytes: 0, peakBytes: 0 };
  /** Work under way here, in whatever unit the engine counts. */
  load = 0;

  /** `grant` hears what the lane waits for; `lanes`: how many there are of them. */
  constructor(
    readonly worker: LaneWorker,
    grant: (lane: LaneConnection, wishes: readonly Wish[]) => void,
    private readonly lanes = 1,
  ) {
    worker.onMessage((message) => {
      const said = message as LaneAnswer | LaneProgress | LaneWishes;
      if ('watch' in said) this.#watchers.get(said.watch)?.(said.ids);
      else if ('wishes' in said) grant(this, said.wishes);
      else this.#settle(said);
    });
    worker.onFailure((said) => this.#fail({ found: 'stopped', said }));
  }

  /** As of the last answer. */
  get memory(): MemoryUse {
    return this.#memory;
  }

  call<M extends LaneMethod>(method: M, ...args: Arguments<M>): Promise<Result<M>> {
    return this.hand([], method, ...args);
  }

  /** The same, with what goes over itself. */
  hand<M extends LaneMethod>(handed: Handed[], method: M, ...args: Arguments<M>): Promise<Result<M>> {
    if (this.#failure) return Promise.reject(this.#failure);
    this.#calls += 1;
    const call = this.#calls;
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, { resolve: resolve as (value: unknown) => void, reject });
      this.worker.post({ call, method, args }, handed);
    });
  }

  /**
   * A call whose answer nobody waits for. Messages keep their order, so what is asked next finds it done; when it fails,
   * whatever is asked next fails likewise. Resolves when the lane is done with it, or will never be.
   */
  async tell<M extends LaneMethod>(method: M, ...args: Arguments<M>): Promise<void> {
    try {
      await this.call(method, ...args);
    } catch (error) {
      this.#failure ??=
        error instanceof FaultError ? error : new FaultError(fault(engineFaults, 'E_WORKER', { found: 'failed', said: String(error) }));
    }
  }

  /** Hears of a message that grows under the number `watch`; the result ends that. */
  watch(watch: number, watcher: TokenWatcher): () => void {
    this.#watchers.set(watch, watcher);
    return () => void this.#watchers.delete(watch);
  }

  close(): void {
    this.#fail({ found: 'closed' });
    this.worker.terminate();
  }

  #settle(answer: LaneAnswer): void {
    this.#memory = answer.memory;
    const waiting = this.#waiting.get(answer.call);
    this.#waiting.delete(answer.call);
    if (answer.ok) waiting?.resolve(answer.value);
    else waiting?.reject(new FaultError(this.#inPool(answer.fault)));
  }

  /** Of memory that ran out: with fewer lanes it may suffice. */
  #inPool(found: Fault): Fault {
    if (found.code !== 'E_MEMORY' || this.lanes < 2) return found;
    return fault(engineFaults, 'E_MEMORY', { ...(found.params as ParamsOf<(typeof engineFaults)['E_MEMORY']>), workers: this.lanes });
  }

  #fail(params: ParamsOf<(typeof engineFaults)['E_WORKER']>): void {
    this.#failure ??= new FaultError(fault(engineFaults, 'E_WORKER', params));
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }
}
