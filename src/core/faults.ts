/**
 * Errors that are for people. A {@link Fault} is plain data, so it crosses worker boundaries whole:
 * what happened, where, and what to do next. Programmer mistakes throw ordinary errors instead.
 */

import { faultSentence, GAP, generalFaults } from '../words/words.ts';
import { surelyFetchFault } from './fetchFault.ts';
import { surelyStorageFault } from './storageFault.ts';

export interface FaultLocation {
  /** The part of the document or the file it is about: an agent's role, a file name, a setting's path. */
  readonly subject?: string;
  /** 1-based position in source code, when the fault is at a line of it. */
  readonly line?: number;
  readonly column?: number;
}

/** What a fault says: one sentence a learner understands, and what to do next. */
export interface FaultText {
  readonly message: string;
  readonly hint?: string;
}

/** Sentences by code, each from the values it names: a part of `src/words/en/faults`. */
export type FaultWords = Readonly<Record<`E_${string}`, (params: never) => FaultText>>;

export interface Fault extends FaultText {
  /** Stable code such as `E_GRAPH_CYCLE`; tests and help texts refer to it. */
  readonly code: `E_${string}`;
  /** The values the sentence names, as plain data; missing in faults that were recorded before they were kept. */
  readonly params?: object;
  readonly place?: FaultLocation;
  /** Supporting text, such as a stack inside the sandbox or captured console lines. */
  readonly detail?: string;
  /** Whose words message and hint repeat, where they are not the workbench's own. */
  readonly by?: 'environment';
}

/** What an entry's sentence is made from; any object, as a rule an empty one, where it names no values. */
export type ParamsOf<Entry> = Entry extends (params: infer P) => FaultText ? P & object : never;

/**
 * A fault as its code and the values it is about, in the words of the catalogue part that has the code. Worded where it is made,
 * because run folders, logs and `Error.message` keep sentences; code and params let whoever shows it word it again.
 */
export function fault<W extends FaultWords, C extends keyof W & Fault['code']>(
  words: W,
  code: C,
  params: ParamsOf<W[C]>,
  more: Pick<Fault, 'place' | 'detail' | 'by'> = {},
): Fault {
  const text = words[code]?.(params as never);
  if (!text) throw new Error(`${code} has no words`);
  return { code, params, ...text, ...more };
}

/** What to show of a fault: its own sentences, or in another language those of its code, made from the values it names. */
export function worded(fault: Fault): FaultText {
  const sentence = fault.params && fault.by === undefined ? faultSentence(fault.code) : undefined;
  return sentence ? sentence(fault.params as never) : fault;
}

/** Message and hint in one line. */
export function sentencesOf(fault: Fault): string {
  const { message, hint } = worded(fault);
  return hint ? `${message}${GAP}${hint}` : message;
}

/** A fault whose message begins with what it stood in the way of. */
export function introduced(fault: Fault, introduction: string): Fault {
  const { params: _, ...rest } = fault;
  const { message, hint } = worded(fault);
  return { ...rest, message: `${introduction}${GAP}${message}`, ...(hint !== undefined && { hint }) };
}

/** Carries a {@link Fault} through code that throws. */
export class FaultError extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault.hint ? `${fault.message} ${fault.hint}` : fault.message);
    this.name = 'FaultError';
    this.fault = fault;
  }
}

/** What crosses a worker boundary in place of a thrown error (Comlink keeps only an error's message). */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: Fault };

/** Runs `work` and turns anything it throws into an {@link Outcome}. */
export async function outcomeOf<T>(work: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, fault: faultFrom(error) };
  }
}

/** The value of an outcome, or its fault thrown. */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new FaultError(outcome.fault);
}

/** Any thrown thing as a fault; what was not meant for people keeps its stack as detail. */
export function faultFrom(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault;
  const known = surelyStorageFault(error) ?? surelyFetchFault(error);
  if (known) return known;
  const { message: said, stack: detail } = error instanceof Error ? error : { message: String(error), stack: undefined };
  return fault(generalFaults, 'E_INTERNAL', { said }, { detail });
}
