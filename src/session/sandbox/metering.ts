/**
 * Makes a WebAssembly program pay for its work. Each round of a loop, each call and each 32 bytes copied at once takes
 * one unit off a counter, and the program traps when none is left. The interpreter's own ticks count only JavaScript; this also ends
 * what never comes back from inside one built-in function (`indexOf` on a list that claims a length of billions), in a
 * browser and in a terminal alike, after the same work on every machine.
 */
import { at } from '../../core/at.ts';

/** The exported counter, a mutable 64-bit integer; it starts out all but endless. */
export const FUEL = 'marft_fuel';

const SECTION = { type: 1, import: 2, function: 3, global: 6, export: 7, code: 10 } as const;
const IMPORT_MEMORY = 2;
const IMPORT_GLOBAL = 3;
const I32 = 0x7f;
const I64 = 0x7e;
const MOST_I64 = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00];

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 0x80);
  } while (rest !== 0);
  return bytes;
}

/** Walks the bytes of a module. */
class Reader {
  readonly bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  byte(): number {
    const value = this.bytes[this.at];
    if (value === undefined) throw new Error('the WebAssembly module ends in the middle');
    this.at += 1;
    return value;
  }

  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) === 0) return value >>> 0;
    }
  }

  /** Passes over `count` numbers of any sign and size. */
  skipNumbers(count: number): void {
    for (let left = count; left > 0; ) if (this.byte() < 0x80) left -= 1;
  }

  skip(count: number): void {
    this.at += count;
  }

  /** Passes over a number, which from now on is `value`, in as many bytes. */
  replaceNumber(value: number): void {
    let rest = value;
    for (let more = true; more; ) {
      const begin = this.at;
      more = this.byte() >= 0x80;
      this.bytes[begin] = (rest & 0x7f) | (more ? 0x80 : 0);
      rest >>>= 7;
    }
    if (rest !== 0) throw new Error(`the WebAssembly module has no room for a memory of ${value} pages`);
  }
}

const LOOP = 0x03;
const BULK = -1;

/** How many numbers follow an instruction; `SPECIAL` where it is not that simple, `UNKNOWN` where it may not be used. */
const UNKNOWN = 255;
const SPECIAL = 254;
const FOLLOWING = new Uint8Array(256).fill(UNKNOWN);
for (const plain of [0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b]) FOLLOWING[plain] = 0;
for (const one of [0x02, 0x03, 0x04, 0x0c, 0x0d, 0x10, 0x3f, 0x40, 0x41, 0x42]) FOLLOWING[one] = 1;
for (const special of [0x0e, 0x1c, 0x43, 0x44, 0xfc]) FOLLOWING[special] = SPECIAL;
FOLLOWING[0x11] = 2; // call_indirect
FOLLOWING.fill(1, 0x20, 0x27); // locals, globals, tables
FOLLOWING.fill(2, 0x28, 0x3f); // loads and stores
FOLLOWING.fill(0, 0x45, 0xc5); // arithmetic

/** Passes over one instruction; returns which. What it does not know, it refuses: nothing may run unmetered. */
function skipInstruction(code: Reader): number {
  const instruction = code.byte();
  const following = FOLLOWING[instruction] ?? UNKNOWN;
  if (following === UNKNOWN) throw new Error(`the WebAssembly module uses instruction ${instruction}, which is not metered`);
  if (following !== SPECIAL) code.skipNumbers(following);
  else if (instruction === 0x43)
    code.skip(4); // f32.const
  else if (instruction === 0x44)
    code.skip(8); // f64.const
  else if (instruction === 0x0e)
    code.skipNumbers(code.number() + 1); // br_table
  else if (instruction === 0x1c)
    code.skipNumbers(code.number()); // select with a type
  else {
    const which = code.number();
    if (which <= 7) return instruction; // conversions
    if (which !== 10 && which !== 11) throw new Error(`the WebAssembly module uses instruction 252 ${which}, which is not metered`);
    code.skip(which === 10 ? 2 : 1); // memory.copy, memory.fill
    return BULK;
  }
  return instruction;
}

/** The module with the counter {@link FUEL}; the memory that it imports, if it does, may begin with `firstPages` of 64 KiB. */
export function metered(given: Uint8Array, firstPages: number): Uint8Array<ArrayBuffer> {
  const source = given.slice();
  const parts: (Uint8Array | readonly number[])[] = [source.subarray(0, 8)];
  const module = new Reader(source);
  module.skip(8);
  let counter = 0;
  /** Number of parameters of each type of function, and the type of each function. */
  let parameters: number[] = [];
  let types: number[] = [];

  const countImportedGlobals = (end: number): void => {
    for (let left = module.number(); left > 0; left -= 1) {
      for (let name = 0; name < 2; name += 1) module.skip(module.number());
      const kind = module.byte();
      if (kind === 0) module.skipNumbers(1);
      else if (kind === IMPORT_GLOBAL) {
        module.skip(2);
        counter += 1;
      } else {
        if (kind === 1) module.skip(1); // a table's type
        const bounded = module.number() & 1;
        if (kind === IMPORT_MEMORY) module.replaceNumber(firstPages);
        else module.skipNumbers(1);
        module.skipNumbers(bounded); // the most, when given
      }
    }
    if (module.at !== end) throw new Error('the imports of the WebAssembly module cannot be read');
  };

  const list = (read: () => number): number[] => Array.from({ length: module.number() }, read);
  const functionType = (): number => {
    module.skip(1);
    const count = module.number();
    module.skip(count);
    module.skip(module.number());
    return count;
  };

  /** counter -= what `amount` leaves on the stack; traps below zero. */
  const pay = (...amount: readonly number[]): readonly number[] => {
    const index = unsigned(counter);
    return [0x23, ...index, ...amount, 0x7d, 0x24, ...index, 0x23, ...index, 0x42, 0, 0x53, 0x04, 0x40, 0x00, 0x0b];
  };

  /** One element more at the end of a section's list. */
  const appended = (end: number, element: readonly number[]): { count: number; bytes: number[] } => {
    const count = module.number();
    return { count, bytes: [...unsigned(count + 1), ...source.subarray(module.at, end), ...element] };
  };

  const meteredFunction = (type: number, end: number): Uint8Array => {
    const groups = module.number();
    const locals = module.at;
    let spare = at(parameters, type, 'type');
    for (let left = groups; left > 0; left -= 1) {
      spare += module.number();
      module.skip(1);
    }
    // A local of its own keeps the size of a copy.
    const kept = unsigned(spare);
    const one = pay(0x42, 1);
    const bytes = [0x22, ...kept, ...pay(0x20, ...kept, 0x41, 5, 0x76, 0xad)];
    const pieces: (Uint8Array | readonly number[])[] = [unsigned(groups + 1), source.subarray(locals, module.at), [1, I32], one];
    let copied = module.at;
    while (module.at < end) {
      const begin = module.at;
      const instruction = skipInstruction(module);
      if (instruction !== LOOP && instruction !== BULK) continue;
      const at = instruction === LOOP ? module.at : begin;
      pieces.push(source.subarray(copied, at), instruction === LOOP ? one : bytes);
      copied = at;
    }
    pieces.push(source.subarray(copied, end));
    return joined(pieces);
  };

  while (module.at < source.length) {
    const begin = module.at;
    const id = module.byte();
    const size = module.number();
    const end = module.at + size;
    const put = (bytes: Uint8Array | readonly number[]): void => void parts.push([id, ...unsigned(bytes.length)], bytes);
    if (id === SECTION.global) {
      const { count, bytes } = appended(end, [I64, 1, 0x42, ...MOST_I64, 0x0b]);
      counter += count;
      put(bytes);
    } else if (id === SECTION.export) {
      const name = new TextEncoder().encode(FUEL);
      put(appended(end, [name.length, ...name, 3, ...unsigned(counter)]).bytes);
    } else if (id === SECTION.code) {
      const bodies: (Uint8Array | readonly number[])[] = [unsigned(module.number())];
      for (const type of types) {
        const length = module.number();
        const body = meteredFunction(type, module.at + length);
        bodies.push(unsigned(body.length), body);
      }
      put(joined(bodies));
    } else {
      if (id === SECTION.type) parameters = list(functionType);
      else if (id === SECTION.import) countImportedGlobals(end);
      else if (id === SECTION.function) types = list(() => module.number());
      parts.push(source.subarray(begin, end));
    }
    module.at = end;
  }
  return joined(parts);
}

function joined(parts: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
