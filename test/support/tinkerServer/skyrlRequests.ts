/** Requests that SkyRL has taken: a number each, the answer of its future, and what was sent under a `seq_id` before. */
import { createHash } from 'node:crypto';
import { type Answer, Answered, type Call, type Host, ok } from './flavour.ts';
import { Futures } from './futures.ts';
import { Refusal, type SampleCall, type Sampled } from './service.ts';
import type { Records } from './skyrlRecords.ts';

export class Requests {
  readonly #futures = new Futures();
  /** Which model a request is of. */
  readonly #modelOf = new Map<string, string>();
  #count = 0;

  constructor(
    private readonly host: Host,
    private readonly records: Records,
  ) {}

  async retrieve(id: string): Promise<Answer> {
    if (!/^-?\d+$/.test(id)) throw new Error(`invalid literal for int() with base 10: '${id}'`);
    if (!this.#futures.has(id)) throw new Answered({ status: 404, body: { detail: 'Future not found' } });
    return (await this.#futures.wait(id, this.host.pollMs)) ?? { status: 408, body: { detail: 'Timeout waiting for result' } };
  }

  /** The same body under the same `seq_id` is the request it was. */
  once(call: Call, model: string, seqId: number | null | undefined, data: unknown, run: () => Promise<object>): Answer {
    this.records.model(model);
    const body = createHash('sha256')
      .update(JSON.stringify([call.path, data]))
      .digest('hex');
    const before = seqId == null ? undefined : this.records.sent(model, seqId, body);
    const id = before ?? this.ofModel(call, model, run);
    if (seqId != null && before === undefined) this.records.send(model, seqId, body, id);
    return taken(id);
  }

  /** A request of a model that must be loaded when its turn comes. */
  ofModel(call: Call, model: string, run: () => Promise<object>, ifFailed?: (message: string) => void): string {
    this.records.model(model).requests += 1;
    const inTurn = async () => {
      this.#checkLoaded(model);
      return run();
    };
    return this.later(call, model, inTurn, ifFailed);
  }

  later(call: Call, model: string, run: () => Promise<object>, ifFailed: (message: string) => void = () => undefined): string {
    const id = this.#newRequest(call, model);
    this.host.worker.add({
      run: async () => this.#futures.settle(id, ok(await run())),
      failed: (error) => {
        ifFailed(messageOf(error));
        this.#futures.settle(id, failed(messageOf(error)));
      },
    });
    return id;
  }

  sample(call: Call, model: string | null, asked: Omit<SampleCall, 'model'>, bodyOf: (sampled: Sampled) => object): string {
    const id = this.#newRequest(call, model ?? '');
    if (model !== null) this.records.model(model).requests += 1;
    this.host.worker.add({
      call: () => {
        if (model !== null) this.#checkLoaded(model);
        return { model, ...asked };
      },
      done: (outcome) => this.#futures.settle(id, 'error' in outcome ? failed(messageOf(outcome.error)) : ok(bodyOf(outcome.result))),
    });
    return id;
  }

  /** What waited when the process ended is of models that are no longer loaded. */
  restarted(disk: boolean): void {
    if (!disk) this.#futures.forget();
    for (const id of this.#futures.pending()) this.#futures.settle(id, failed(stale(this.#modelOf.get(id) ?? '')));
  }

  #checkLoaded(model: string): void {
    if (!this.host.service.has(model)) throw new Refusal(stale(model));
  }

  #newRequest(call: Call, model: string): string {
    this.#count += 1;
    const id = String(this.#count);
    this.#futures.create(id, call.stuck);
    this.#modelOf.set(id, model);
    return id;
  }
}

export const taken = (id: string): Answer => ok({ future_id: id, status: 'pending', request_id: id });

const failed = (detail: string): Answer => ({ status: 400, body: { detail } });
const stale = (model: string): string => `Model ${model} not loaded (likely stale request from previous server)`;
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
