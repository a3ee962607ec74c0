/**
 * Runs environment code where it can do no harm: QuickJS in WebAssembly, no ambient authority, limits on ticks, memory
 * and stack, JSON across (DESIGN §8). Used by the environment worker and by Node alike. One sandbox holds one module.
 */
import { at, orElse } from '../../core/at.ts';
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
} from '../../core/environment/contract.ts';
import type { Json } from '../../core/json.ts';
import { checkAnswer, checkExport, checkReset, checkStep, checkStepReward, checkText } from '../../core/environment/validate.ts';
import { CONSOLE_LINES, COSTS_KEPT, DEFAULT_LIMITS, type SandboxLimits } from '../../core/environment/limits.ts';
import { guestWords } from '../../core/environment/words.ts';
import { fault, FaultError } from '../../core/faults.ts';
import { sandboxFaults } from '../../words/words.ts';
import { type CompiledModule, MODULE_FILE, compileModule } from './compile.ts';
import { type CallRef, faultOfGuest, importFault, LOADING, withLocation } from './faults.ts';
import { LINE_LIMIT } from './harnessLimits.ts';
import { type GuestModules, Interpreter } from './interpreter.ts';
import { checkKeepsNothing } from './probe.ts';
import type { QuickJsProgram } from './program.ts';

/** What every sandbox of a process shares; `node.ts` and `vite.ts` make it once. */
export interface SandboxParts {
  readonly program: QuickJsProgram;
  readonly modules: GuestModules;
}

export interface SandboxOptions {
  readonly limits?: Partial<SandboxLimits>;
}

/** For a hook that is called more than once per request: what each call is about, and which request it serves. */
interface CallNames {
  subject(call: number): string;
  requestOf(call: number): number;
}

interface TransitionRequest {
  readonly state: Json;
  readonly messages: readonly SpokenMessage[];
}

interface Loaded {
  readonly module: CompiledModule;
  readonly info: EnvironmentInfo;
}

export class QuickJsSandbox implements EnvironmentHost {
  readonly #program: QuickJsProgram;
  readonly #modules: GuestModules;
  readonly #limits: SandboxLimits;
  #interpreter: Interpreter | undefined;
  #loaded: Loaded | undefined;
  #console: string[] = [];
  #droppedLines = 0;
  #costs: CallCost[] = [];
  #disposed = false;
  /** Calls run one after the other: booting is asynchronous, the guest is not. */
  #turn: Promise<unknown> = Promise.resolve();
  /** Every call of an episode, checked, for whoever has the turn. */
  readonly #hooks = {
    reset: (requests: readonly ResetRequest[]) => this.#checked('reset', requests, checkReset),
    step: (requests: readonly StepRequest[]) => this.#checked('step', requests, (value, info) => checkStep(value, info.skills)),
    stepReward: (requests: readonly StepRewardRequest[]) => this.#stepRewards(requests),
    demonstrate: (requests: readonly DemonstrateRequest[]) =>
      this.#checked('demonstrate', requests, (value) => checkText(value, 'demonstrate')),
    mistake: (requests: readonly DemonstrateRequest[]) => this.#checked('mistake', requests, (value) => checkText(value, 'mistake')),
    transition: async (requests: readonly TransitionRequest[]) => {
      if (!this.#current().info.hooks.transition) return requests.map(() => '');
      return this.#checked('transition', requests, (value) => checkText(value, 'transition'));
    },
    tool: (requests: readonly ToolRequest[]) => this.#checked('tool', requests, checkAnswer),
    render: async (state: Json) => {
      const [text = ''] = await this.#checked('render', [{ state }], (value) => checkText(value, 'render'));
      return text;
    },
    privileged: async (states: readonly Json[]) => {
      if (!this.#current().info.hooks.privileged) return states.map(() => '');
      const requests = states.map((state) => ({ state }));
      return this.#checked('privileged', requests, (value) => checkText(value, 'privileged'));
    },
  };

  constructor(parts: SandboxParts, options: SandboxOptions = {}) {
    this.#program = parts.program;
    this.#modules = parts.modules;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
  }

  load(source: string): Promise<EnvironmentInfo> {
    return this.#inTurn(async () => {
      this.#loaded = undefined;
      this.#costs = [];
      const module = compileModule(source);
      const { info } = await this.#evaluate(module);
      const ofLoad = [...this.#costs];
      this.#loaded = { module, info };
      try {
        await checkKeepsNothing(info, this.#hooks);
      } catch (error) {
        this.#loaded = undefined;
        throw error;
      }
      // What the check printed is nobody's output, and what it cost nobody's call.
      this.#clearConsole();
      this.#costs = ofLoad;
      return info;
    });
  }

  reset(requests: readonly ResetRequest[]): Promise<ResetResult[]> {
    return this.#inTurn(() => this.#hooks.reset(requests));
  }

  step(requests: readonly StepRequest[]): Promise<StepResult[]> {
    return this.#inTurn(() => this.#hooks.step(requests));
  }

  transition(requests: readonly TransitionRequest[]): Promise<string[]> {
    return this.#inTurn(() => this.#hooks.transition(requests));
  }

  stepReward(requests: readonly StepRewardRequest[]): Promise<number[][]> {
    return this.#inTurn(() => this.#hooks.stepReward(requests));
  }

  demonstrate(requests: readonly DemonstrateRequest[]): Promise<string[]> {
    return this.#inTurn(() => this.#hooks.demonstrate(requests));
  }

  mistake(requests: readonly DemonstrateRequest[]): Promise<string[]> {
    return this.#inTurn(() => this.#hooks.mistake(requests));
  }

  tool(requests: readonly ToolRequest[]): Promise<(string | null)[]> {
    return this.#inTurn(() => this.#hooks.tool(requests));
  }

  render(state: Json): Promise<string> {
    return this.#inTurn(() => this.#hooks.render(state));
  }

  privileged(states: readonly Json[]): Promise<string[]> {
    return this.#inTurn(() => this.#hooks.privileged(states));
  }

  takeConsole(): Promise<string[]> {
    const dropped = this.#droppedLines;
    const lines = dropped > 0 ? [...this.#console, `… and ${dropped} more lines, which were not kept`] : this.#console;
    this.#clearConsole();
    return Promise.resolve(lines);
  }

  takeCost(): Promise<readonly CallCost[]> {
    const costs = this.#costs;
    this.#costs = [];
    return Promise.resolve(costs);
  }

  dispose(): Promise<void> {
    return this.#inTurn(() => {
      this.#interpreter?.dispose();
      this.#interpreter = undefined;
      this.#loaded = undefined;
      this.#disposed = true;
      return Promise.resolve();
    });
  }

  /** Bytes the guest's heap holds now; 0 when nothing is loaded. */
  memoryBytes(): number {
    return this.#interpreter?.memoryBytes() ?? 0;
  }

  /** One call of the hook per message: each has its tick budget, and none sees what another changed in its input. */
  async #stepRewards(requests: readonly StepRewardRequest[]): Promise<number[][]> {
    const rated = requests.map(ratedPositions);
    const calls = requests.flatMap(({ state, messages, teamReward }, index) =>
      at(rated, index).map((position) => ({ state, messages, position, teamReward })),
    );
    const requestOf = rated.flatMap((positions, request) => positions.map(() => request));
    const rewards = await this.#checked('stepReward', calls, checkStepReward, {
      subject(call) {
        const { position, messages } = at(calls, call, 'call');
        return `stepReward(), message ${position + 1} of ${messages.length} (${messages[position]?.role})`;
      },
      requestOf: (call) => at(requestOf, call, 'call'),
    });
    let next = 0;
    return rated.map(({ length }) => rewards.slice(next, (next += length)));
  }

  async #checked<T>(
    hook: string,
    requests: readonly unknown[],
    check: (value: unknown, info: EnvironmentInfo) => T,
    names?: CallNames,
  ): Promise<T[]> {
    const { info } = this.#current();
    const results = await this.#call(hook, requests, names);
    return results.map((value, request) => {
      try {
        return check(value, info);
      } catch (error) {
        throw withLocation(error, { hook, request, requests: results.length, subject: names?.subject(request) });
      }
    });
  }

  /** One crossing into the guest and back, unchecked. */
  async #call(hook: string, requests: readonly unknown[], names?: CallNames): Promise<unknown[]> {
    const { module, info } = this.#current();
    if (hook === 'stepReward' && !info.hooks.stepReward) {
      throw new FaultError(fault(sandboxFaults, 'E_ENV_STEP_REWARD', {}));
    }
    if ((hook === 'demonstrate' || hook === 'mistake' || hook === 'render' || hook === 'tool') && !info.hooks[hook]) {
      throw new FaultError(fault(sandboxFaults, 'E_ENV_HOOK', { hook }));
    }
    if (requests.length === 0) return [];
    const interpreter = this.#interpreter?.usable ? this.#interpreter : (await this.#evaluate(module)).interpreter;
    try {
      return interpreter.call(hook, requests) as unknown[];
    } catch (error) {
      const { request } = interpreter;
      throw this.#faultOf(error, { hook, request, requests: requests.length, subject: names?.subject(request) }, module);
    } finally {
      this.#noteCosts(hook, interpreter, names);
    }
  }

  /** Boots a fresh interpreter and evaluates the module in it. */
  async #evaluate(module: CompiledModule): Promise<{ interpreter: Interpreter; info: EnvironmentInfo }> {
    this.#interpreter?.dispose();
    const interpreter = await Interpreter.boot(this.#program, this.#modules, this.#limits, (line) => this.#print(line));
    this.#interpreter = interpreter;
    try {
      return { interpreter, info: checkExport(interpreter.load(module.code, MODULE_FILE)) };
    } catch (error) {
      if (interpreter.refusedImport !== undefined) throw importFault(interpreter.refusedImport, module);
      throw this.#faultOf(error, LOADING, module);
    } finally {
      this.#noteCosts('load', interpreter);
    }
  }

  #noteCosts(hook: string, { ticks }: Interpreter, names?: CallNames): void {
    const perRequest = new Map<number, number>();
    for (const [call, spent] of ticks.entries()) {
      const request = names?.requestOf(call) ?? call;
      perRequest.set(request, orElse(perRequest.get(request), 0) + spent);
    }
    for (const [request, spent] of perRequest) {
      if (this.#costs.length >= COSTS_KEPT) return;
      this.#costs.push({ hook, request, ticks: spent });
    }
  }

  #faultOf(error: unknown, call: CallRef, module: CompiledModule): unknown {
    return faultOfGuest(error, call, module, this.#limits);
  }

  #current(): Loaded {
    if (!this.#loaded) {
      throw new FaultError(fault(sandboxFaults, 'E_ENV_NONE', { found: this.#disposed ? 'closed' : 'empty' }));
    }
    return this.#loaded;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  #print(line: string): void {
    if (this.#console.length < CONSOLE_LINES) this.#console.push(guestWords(line, LINE_LIMIT + 1));
    else this.#droppedLines += 1;
  }

  #clearConsole(): void {
    this.#console = [];
    this.#droppedLines = 0;
  }
}
