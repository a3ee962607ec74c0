/** Turns what went wrong inside the sandbox into faults for people: which hook, which line of their code, what to do. */
import { at } from '../../core/at.ts';
import { fault, FaultError, type FaultLocation } from '../../core/faults.ts';
import { guestFaults, sandboxFaults } from '../../words/words.ts';
import { type CompiledModule, MODULE_FILE, type SourceLocation } from './compile.ts';
import { type AbortReason, GuestAbort, GuestError } from './interpreter.ts';
import { STACK_FRAMES, type SandboxLimits } from '../../core/environment/limits.ts';

export interface CallRef {
  /** `reset`, `step`, …; `load` while the module itself is evaluated. */
  readonly hook: string;
  /** 0-based index of the request in its batch, and the batch's size. */
  readonly request: number;
  readonly requests: number;
  /** Names the request where its number would say little. */
  readonly subject?: string;
}

/** The module itself is evaluated. */
export const LOADING: CallRef = { hook: 'load', request: 0, requests: 1 };

/** Beyond any column that is shown. */
const LONGEST_COLUMN = 1_000_000;
const FRAME = /at (?:(.*?) \()?([^()\s]+):(\d+):(\d+)\)?$/;

interface Frame {
  readonly name: string;
  readonly position: SourceLocation;
}

/** The frames of the person's own module, innermost first, at their positions in the source. */
function ownFrames(stack: string, module: CompiledModule): Frame[] {
  const lines = module.source.split('\n');
  return stack.split('\n').flatMap((text) => {
    const [, name = '', file, line, column] = FRAME.exec(text.trim()) ?? [];
    // A stack is a text that code may write itself: it leads nowhere but into the source.
    if (file !== MODULE_FILE || lines[Number(line) - 1] === undefined) return [];
    return [{ name, position: module.toSource({ line: Number(line), column: Math.min(Number(column), LONGEST_COLUMN) }) }];
  });
}

function showFrames(frames: readonly Frame[]): string | undefined {
  if (frames.length === 0) return undefined;
  const shown = frames
    .slice(0, STACK_FRAMES)
    .map(({ name, position }) => `at ${name.slice(0, 80) || 'the module'} (line ${position.line}, column ${position.column})`);
  return [...shown, ...(frames.length > STACK_FRAMES ? [`… and ${frames.length - STACK_FRAMES} more`] : [])].join('\n');
}

function locationOf(call: CallRef, position?: SourceLocation): FaultLocation {
  const subject =
    call.subject ??
    (call.requests > 1
      ? `${call.hook}(), request ${call.request + 1} of ${call.requests}`
      : call.hook === 'load'
        ? undefined
        : `${call.hook}()`);
  return { ...(subject !== undefined && { subject }), ...(position && { line: position.line, column: position.column }) };
}

/** Where the quoted module name stands in the source. */
function positionOf(needle: RegExp, source: string): SourceLocation | undefined {
  const found = needle.exec(source);
  if (!found) return undefined;
  const before = source.slice(0, found.index).split('\n');
  return { line: before.length, column: at(before, before.length - 1, 'line').length + 1 };
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A refused import, by the name in its quotes. */
export function importFault(name: string, module: CompiledModule): FaultError {
  const shown = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  const place = locationOf(LOADING, positionOf(new RegExp(`['"]${escapeForRegExp(name)}['"]`), module.source));
  return new FaultError(fault(sandboxFaults, 'E_ENV_IMPORT', { found: 'module', name: shown }, { place }));
}

/** What an error points at, by what the interpreter says of it. */
function causeOf(message: string) {
  const missing = /^'?(\w{1,80})'? is not defined/.exec(message)?.[1];
  if (missing !== undefined) return { cause: 'unknown_name', missing } as const;
  if (/of (undefined|null)/.test(message)) return { cause: 'no_value' } as const;
  if (/not a function/.test(message)) return { cause: 'not_function' } as const;
  if (/read-only|not extensible|no setter|not configurable/.test(message)) return { cause: 'frozen' } as const;
  return { cause: 'other' } as const;
}

function syntaxFault(message: string, stack: string, module: CompiledModule): FaultError {
  const missing = /^Could not find export '([\w$]{1,80})' in module 'marft\/env'$/.exec(message)?.[1];
  if (missing !== undefined) {
    const place = locationOf(LOADING, positionOf(new RegExp(`\\b${escapeForRegExp(missing)}\\b`), module.source));
    return new FaultError(fault(sandboxFaults, 'E_ENV_IMPORT', { found: 'helper', name: missing }, { place }));
  }
  const position = ownFrames(stack, module)[0]?.position;
  const more = { place: locationOf(LOADING, position), by: 'environment' } as const;
  return new FaultError(fault(sandboxFaults, 'E_ENV_SYNTAX', { line: position?.line, said: message }, more));
}

function thrownFault({ failure }: GuestError, call: CallRef, module: CompiledModule): FaultError {
  const frames = ownFrames(failure.stack, module);
  const position = frames[0]?.position;
  const more = { place: locationOf(call, position), detail: showFrames(frames), by: 'environment' } as const;
  const { name, message, rule } = failure;
  if (rule) return new FaultError(fault(guestFaults, rule.code, { message, hint: rule.hint }, more));
  if (call.hook === 'load' && name === 'SyntaxError') return syntaxFault(message, failure.stack, module);
  const params = { hook: call.hook, name, said: message, line: position?.line, ...causeOf(message) };
  return new FaultError(fault(sandboxFaults, 'E_ENV_THROW', params, more));
}

const ABORTS = {
  ticks: 'E_ENV_TICKS',
  work: 'E_ENV_WORK',
  time: 'E_ENV_TIME',
  memory: 'E_ENV_MEMORY',
  stack: 'E_ENV_STACK',
  pending: 'E_ENV_ASYNC',
  broken: 'E_ENV_LOST',
} as const satisfies Readonly<Record<AbortReason, keyof typeof sandboxFaults>>;

function abortFault(abort: GuestAbort, call: CallRef, module: CompiledModule, limits: SandboxLimits): FaultError {
  const frames = ownFrames(abort.guestStack, module);
  const { ticks, milliseconds, memoryBytes } = limits;
  const params = { hook: call.hook, ticks, milliseconds, memoryBytes };
  const more = { place: locationOf(call, frames[0]?.position), detail: showFrames(frames) };
  return new FaultError(fault(sandboxFaults, ABORTS[abort.reason], params, more));
}

/** Any error of the interpreter as a fault; others pass through. */
export function faultOfGuest(error: unknown, call: CallRef, module: CompiledModule, limits: SandboxLimits): unknown {
  if (error instanceof GuestError) return thrownFault(error, call, module);
  if (error instanceof GuestAbort) return abortFault(error, call, module, limits);
  return error;
}

/** Adds the location to a fault that the result checks found. */
export function withLocation(error: unknown, call: CallRef): unknown {
  if (!(error instanceof FaultError) || error.fault.place) return error;
  return new FaultError({ ...error.fault, place: locationOf(call) });
}
