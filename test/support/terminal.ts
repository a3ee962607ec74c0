/** Runs a command of the terminal front as a person would, in a process of its own. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { inject } from 'vitest';

/** What Node is given to run `headless/commands/<name>.ts`, or another program that programs.setup.ts bundles. */
export const program = (name: string): string => join(inject('programs'), `${name}.mjs`);

/** What a command prints; what it complains of when it fails. */
export function command(name: string, ...args: string[]): string {
  try {
    return execFileSync(process.execPath, [program(name), ...args], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return (error as { stderr: string }).stderr;
  }
}
