/** What the terminal front prints: faults for people, a progress line, one JSON line where asked. */
import { stripVTControlCharacters } from 'node:util';
import type { Fault } from '../../src/core/faults.ts';
import { terminalFault } from './ioFaults.ts';

/** A day, milliseconds. */
const LONG = 86_400_000;

/** Runs a command; a fault ends it with a message instead of a stack. */
export async function main(command: () => Promise<void>): Promise<void> {
  // Node 20, where its event loop has nothing else to wait for, waits for V8's threads, which may wait for it
  // (https://github.com/nodejs/node/issues/54918): one start of a training stood still so, for ever.
  setInterval(() => undefined, LONG);
  try {
    await command();
  } catch (error) {
    printFault(terminalFault(error));
    process.exitCode = 1;
  }
  // Backends and sandboxes may keep handles open; everything that matters has been written by now.
  process.exit();
}

/** Control characters of both sets but tab and newline, and those that turn the direction of writing. */
const CONTROLS = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text as it may be shown on a terminal. Projects, environments and models write parts of what is printed: an escape
 * sequence of theirs could rewrite the screen, or set the clipboard.
 */
export function plain(text: string): string {
  return stripVTControlCharacters(text).replaceAll(CONTROLS, '');
}

let spoken = (text: string): string => text;

/** Has texts printed as `say` puts them: commands that are recommended are typed otherwise where there is no npm script. */
export function spokenOf(say: (text: string) => string): void {
  spoken = say;
}

/** Prints a text of several lines, or a part of one. */
export function printText(text: string, stream: NodeJS.WritableStream = process.stderr): void {
  stream.write(plain(spoken(text)));
}

/** Prints a value as a line of JSON: control characters that JSON leaves as they are become its escapes. */
export function printJson(value: unknown): void {
  const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  process.stdout.write(`${JSON.stringify(value).replaceAll(CONTROLS, escaped)}\n`);
}

export function printFault(fault: Fault): void {
  const location = fault.place?.line ? ` (line ${fault.place.line}${fault.place.column ? `, column ${fault.place.column}` : ''})` : '';
  printText(`\nerror ${fault.code}${location}: ${fault.message}\n`);
  if (fault.hint) printText(`  ${fault.hint}\n`);
  if (fault.detail) printText(`${fault.detail.replace(/^/gm, '  | ')}\n`);
}

/** A line that rewrites itself on a terminal and stays silent elsewhere. */
export class ProgressLine {
  readonly #live = process.stderr.isTTY;

  /** `more`: share of the next one that is done already. */
  show(done: number, total: number, text: string, more = 0): void {
    if (!this.#live) return;
    const width = 24;
    const filled = Math.round((Math.min(total, done + more) / Math.max(1, total)) * width);
    process.stderr.write(`\r\u001b[K${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${done}/${total}  ${plain(text)}`);
  }

  /** Leaves a line behind (above the bar). */
  print(text: string): void {
    if (this.#live) process.stderr.write('\r\u001b[K');
    printText(`${text}\n`);
  }

  end(): void {
    if (this.#live) process.stderr.write('\n');
  }
}
