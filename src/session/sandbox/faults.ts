/** Turns what went wrong inside the sandbox into faults for people: which hook, which line of their code, what to do. */
import { at } from '../../core/at.ts';
import { type Fault, FaultError, type FaultPlace } from '../../core/faults.ts';
import { type CompiledModule, MODULE_FILE, type Position } from './compile.ts';
import { type AbortReason, GuestAbort, GuestError } from './interpreter.ts';
import { STACK_FRAMES, type SandboxLimits } from '../../core/environment/limits.ts';

export interface CallPlace {
  /** `reset`, `step`, …; `load` while the module itself is evaluated. */
  readonly hook: string;
  /** 0-based index of the request in its batch, and the batch's size. */
  readonly request: number;
  readonly requests: number;
  /** Names the request where its number would say little. */
  readonly subject?: string;
}

/** Beyond any column that is shown. */
const LONGEST_COLUMN = 1_000_000;
const FRAME = /at (?:(.*?) \()?([^()\s]+):(\d+):(\d+)\)?$/;

interface Frame {
  readonly name: string;
  readonly position: Position;
}

/** The frames of the person's own module, innermost first, at their places in the source. */
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

/** `step()`, or `The module's top level`. */
function nameOf(hook: string): string {
  return hook === 'load' ? 'The top level of the module' : `${hook}()`;
}

function placeOf(call: CallPlace, position?: Position): FaultPlace {
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
function positionOf(needle: RegExp, source: string): Position | undefined {
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
  return new FaultError({
    code: 'E_ENV_IMPORT',
    message: `Environment code cannot import '${shown}'.`,
    hint: "The only module there is is 'marft/env'. Copy what you need into this file.",
    place: placeOf({ hook: 'load', request: 0, requests: 1 }, positionOf(new RegExp(`['"]${escapeForRegExp(name)}['"]`), module.source)),
  });
}

function hintFor(message: string): string {
  const missing = /^'?(\w{1,80})'? is not defined/.exec(message)?.[1];
  if (missing !== undefined) return `Check the spelling of ${missing}, or import it from 'marft/env' if it is one of its helpers.`;
  if (/of (undefined|null)/.test(message)) return 'Something there has no value: print it with console.log just before.';
  if (/not a function/.test(message)) return 'Check the spelling of what is called.';
  if (/read-only|not extensible|no setter|not configurable/.test(message))
    return 'The module and the language are frozen between calls: keep what must be remembered in `state`.';
  return 'Fix that line, or print values with console.log just before it.';
}

function syntaxFault(message: string, stack: string, module: CompiledModule): FaultError {
  const missing = /^Could not find export '([\w$]{1,80})' in module 'marft\/env'$/.exec(message)?.[1];
  if (missing !== undefined) {
    return new FaultError({
      code: 'E_ENV_IMPORT',
      message: `'marft/env' has no '${missing}'.`,
      hint: 'The editor lists what it offers when you type inside the braces of the import.',
      place: placeOf({ hook: 'load', request: 0, requests: 1 }, positionOf(new RegExp(`\\b${escapeForRegExp(missing)}\\b`), module.source)),
    });
  }
  const position = ownFrames(stack, module)[0]?.position;
  return new FaultError({
    code: 'E_ENV_SYNTAX',
    message: `The code cannot be read${position ? ` at line ${position.line}` : ''}: ${message}.`,
    hint: 'Look for a missing bracket, comma or quote there or just before.',
    place: placeOf({ hook: 'load', request: 0, requests: 1 }, position),
    by: 'environment',
  });
}

function thrownFault({ failure }: GuestError, call: CallPlace, module: CompiledModule): FaultError {
  const frames = ownFrames(failure.stack, module);
  const position = frames[0]?.position;
  const place = placeOf(call, position);
  if (failure.rule) {
    const { code, hint } = failure.rule;
    return new FaultError({ code, message: failure.message, hint, place, detail: showFrames(frames), by: 'environment' });
  }
  if (call.hook === 'load' && failure.name === 'SyntaxError') return syntaxFault(failure.message, failure.stack, module);
  const what = failure.name === '' ? `threw ${failure.message}` : `stopped with ${failure.name}: ${failure.message}`;
  return new FaultError({
    code: 'E_ENV_THROW',
    message: `${nameOf(call.hook)} ${what}${position ? ` (line ${position.line})` : ''}.`,
    hint: hintFor(failure.message),
    place,
    detail: showFrames(frames),
    by: 'environment',
  });
}

function abortWords(reason: AbortReason, hook: string, limits: SandboxLimits): Pick<Fault, 'code' | 'message' | 'hint'> {
  const where = hook === 'load' ? 'at the top level of the module' : `in ${hook}()`;
  switch (reason) {
    case 'ticks':
      return {
        code: 'E_ENV_TICKS',
        message: `The code looked like an endless loop (budget ${limits.ticks.toLocaleString('en-US')} ticks) ${where}.`,
        hint: 'Check the conditions of its loops; heavy work belongs into fewer, smaller steps.',
      };
    case 'work':
      return {
        code: 'E_ENV_WORK',
        message: `The code did more work than one call may do ${where}.`,
        hint: 'Check the conditions of its loops; look for very long texts or lists, a `length` of billions, or huge BigInt numbers.',
      };
    case 'time':
      return {
        code: 'E_ENV_TIME',
        message: `The code did not come back within ${limits.milliseconds / 1000} s ${where}.`,
        hint: 'Look for very large lists or texts.',
      };
    case 'memory':
      return {
        code: 'E_ENV_MEMORY',
        message: `The code needed more than ${Math.round(limits.memoryBytes / 1024 / 1024)} MB ${where}.`,
        hint: 'Look for a list or a text that grows without end.',
      };
    case 'stack':
      return {
        code: 'E_ENV_STACK',
        message: `Functions called each other too deeply ${where}.`,
        hint: 'Look for a function that calls itself without an end.',
      };
    case 'pending':
      return {
        code: 'E_ENV_ASYNC',
        message: `The code started something to wait for ${where}.`,
        hint: 'Environments answer at once: remove await, promises and import().',
      };
    case 'broken':
      return {
        code: 'E_ENV_LOST',
        message: `The sandbox broke down ${where} and was replaced.`,
        hint: 'Try again; if it happens again, simplify the code there.',
      };
    default:
      return reason satisfies never;
  }
}

function abortFault(abort: GuestAbort, call: CallPlace, module: CompiledModule, limits: SandboxLimits): FaultError {
  const frames = ownFrames(abort.guestStack, module);
  return new FaultError({
    ...abortWords(abort.reason, call.hook, limits),
    place: placeOf(call, frames[0]?.position),
    detail: showFrames(frames),
  });
}

/** Any error of the interpreter as a fault; others pass through. */
export function faultOfGuest(error: unknown, call: CallPlace, module: CompiledModule, limits: SandboxLimits): unknown {
  if (error instanceof GuestError) return thrownFault(error, call, module);
  if (error instanceof GuestAbort) return abortFault(error, call, module, limits);
  return error;
}

/** Adds the place to a fault that the result checks found. */
export function withPlace(error: unknown, call: CallPlace): unknown {
  if (!(error instanceof FaultError) || error.fault.place) return error;
  return new FaultError({ ...error.fault, place: placeOf(call) });
}
