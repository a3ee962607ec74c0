/**
 * The near side of the environment worker: an {@link EnvironmentHost} whose calls travel over Comlink. A watchdog notices
 * a worker that died or hangs in native code, where ticks cannot reach it; from then on every call says `E_ENV_LOST`.
 */
import * as Comlink from 'comlink';
import {
  type CallCost,
  type DemonstrateRequest,
  type EnvironmentHost,
  type EnvironmentInfo,
  ratedPositions,
  type ResetRequest,
  type ResetResult,
  type SpokenMessage,
  type StepRequest,
  type StepResult,
  type StepRewardRequest,
  type ToolRequest,
} from '../../src/core/environment/contract.ts';
import type { Json } from '../../src/core/json.ts';
import { fault, FaultError, type ParamsOf, type Outcome, valueOf } from '../../src/core/faults.ts';
import { WATCHDOG } from '../../src/core/environment/limits.ts';
import { clientsFaults } from '../../src/words/words.ts';
import type { EnvironmentApi } from './protocol.ts';

export interface EnvironmentClientOptions {
  /** Milliseconds a call may take, plus `perRequest` for each request of its batch. */
  readonly patience?: number;
  readonly perRequest?: number;
  /** Called once when the worker is given up; its owner ends it and starts another. */
  readonly onLost?: (lost: FaultError) => void;
}

/** The page holds the worker itself, the trainer worker a port of it. */
export type EnvironmentEndpoint = Worker | MessagePort;

/** `load` makes about this many calls of its own, to check the module. */
const REQUESTS_OF_LOAD = 20;

export class EnvironmentClient implements EnvironmentHost {
  readonly #endpoint: EnvironmentEndpoint;
  readonly #api: Comlink.Remote<EnvironmentApi>;
  readonly #patience: number;
  readonly #perRequest: number;
  readonly #onLost: ((lost: FaultError) => void) | undefined;
  /** Gives up every call under way. */
  readonly #waiting = new Set<(lost: FaultError) => void>();
  #lost: FaultError | undefined;

  constructor(endpoint: EnvironmentEndpoint, options: EnvironmentClientOptions = {}) {
    this.#endpoint = endpoint;
    this.#api = Comlink.wrap<EnvironmentApi>(endpoint);
    this.#patience = options.patience ?? WATCHDOG.milliseconds;
    this.#perRequest = options.perRequest ?? WATCHDOG.perRequest;
    this.#onLost = options.onLost;
    endpoint.addEventListener('error', () => this.#giveUp({ found: 'stopped' }));
    endpoint.addEventListener('messageerror', () => this.#giveUp({ found: 'unreadable' }));
  }

  load(source: string): Promise<EnvironmentInfo> {
    return this.#ask(REQUESTS_OF_LOAD, () => this.#api.load(source));
  }

  reset(requests: readonly ResetRequest[]): Promise<ResetResult[]> {
    return this.#ask(requests.length, () => this.#api.reset(requests));
  }

  step(requests: readonly StepRequest[]): Promise<StepResult[]> {
    return this.#ask(requests.length, () => this.#api.step(requests));
  }

  transition(requests: readonly { readonly state: Json; readonly messages: readonly SpokenMessage[] }[]): Promise<string[]> {
    return this.#ask(requests.length, () => this.#api.transition(requests));
  }

  async stepReward(requests: readonly StepRewardRequest[]): Promise<number[][]> {
    // One call in the sandbox per message.
    const calls = requests.reduce((sum, request) => sum + ratedPositions(request).length, 0);
    return this.#ask(calls, () => this.#api.stepReward(requests));
  }

  demonstrate(requests: readonly DemonstrateRequest[]): Promise<string[]> {
    return this.#ask(requests.length, () => this.#api.demonstrate(requests));
  }

  mistake(requests: readonly DemonstrateRequest[]): Promise<string[]> {
    return this.#ask(requests.length, () => this.#api.mistake(requests));
  }

  tool(requests: readonly ToolRequest[]): Promise<(string | null)[]> {
    return this.#ask(requests.length, () => this.#api.tool(requests));
  }

  render(state: Json): Promise<string> {
    return this.#ask(1, () => this.#api.render(state));
  }

  privileged(states: readonly Json[]): Promise<string[]> {
    return this.#ask(states.length, () => this.#api.privileged(states));
  }

  takeConsole(): Promise<string[]> {
    return this.#ask(0, () => this.#api.takeConsole());
  }

  takeCost(): Promise<readonly CallCost[]> {
    return this.#ask(0, () => this.#api.takeCost());
  }

  /** Frees the sandbox on the far side; a port is closed, a worker is left to its owner. */
  async dispose(): Promise<void> {
    if (!this.#lost) {
      await this.#ask(0, async () => {
        await this.#api.disposeHost();
        return { ok: true, value: undefined };
      });
    }
    this.#api[Comlink.releaseProxy]();
    if ('close' in this.#endpoint) this.#endpoint.close();
  }

  async #ask<T>(requests: number, send: () => Promise<Outcome<T>>): Promise<T> {
    if (this.#lost) throw this.#lost;
    const milliseconds = this.#patience + this.#perRequest * requests;
    const timer = setTimeout(() => this.#giveUp({ found: 'silent', milliseconds }), milliseconds);
    let forget = (): boolean => false;
    const givenUp = new Promise<never>((_, reject) => {
      this.#waiting.add(reject);
      forget = () => this.#waiting.delete(reject);
    });
    try {
      return valueOf(await Promise.race([send(), givenUp]));
    } finally {
      clearTimeout(timer);
      forget();
    }
  }

  #giveUp(params: ParamsOf<(typeof clientsFaults)['E_ENV_LOST']>): void {
    if (this.#lost) return;
    const lost = new FaultError(fault(clientsFaults, 'E_ENV_LOST', params));
    this.#lost = lost;
    for (const reject of this.#waiting) reject(lost);
    this.#waiting.clear();
    this.#onLost?.(lost);
  }
}
