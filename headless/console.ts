/** What the terminal front prints: faults for people, a progress line, one JSON line where asked. */
import { type Fault, faultFrom } from '../src/core/faults.ts';

/** Runs a command; a fault ends it with a message instead of a stack. */
export async function main(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    printFault(faultFrom(error));
    process.exitCode = 1;
  }
  // Backends and sandboxes may keep handles open; everything that matters has been written by now.
  process.exit();
}

export function printFault(fault: Fault): void {
  const place = fault.place?.line ? ` (line ${fault.place.line}${fault.place.column ? `, column ${fault.place.column}` : ''})` : '';
  process.stderr.write(`\nerror ${fault.code}${place}: ${fault.message}\n`);
  if (fault.hint) process.stderr.write(`  ${fault.hint}\n`);
  if (fault.detail) process.stderr.write(`${fault.detail.replace(/^/gm, '  | ')}\n`);
}

/** A line that rewrites itself on a terminal and stays silent elsewhere. */
export class ProgressLine {
  readonly #live = process.stderr.isTTY;

  show(done: number, total: number, text: string): void {
    if (!this.#live) return;
    const width = 24;
    const filled = Math.round((done / Math.max(1, total)) * width);
    process.stderr.write(`\r\u001b[K${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${done}/${total}  ${text}`);
  }

  /** Leaves a line behind (above the bar). */
  print(text: string): void {
    if (this.#live) process.stderr.write('\r\u001b[K');
    process.stderr.write(`${text}\n`);
  }

  end(): void {
    if (this.#live) process.stderr.write('\n');
  }
}
