/** Runs a command of the terminal front as a person would, in a process of its own. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** What `headless/commands/<script>.ts` prints; what it complains of when it fails. */
export function command(script: string, ...args: string[]): string {
  try {
    return execFileSync(
      process.execPath,
      ['--import', 'tsx', join(import.meta.dirname, `../../../headless/commands/${script}.ts`), ...args],
      {
        encoding: 'utf8',
        stdio: 'pipe',
      },
    );
  } catch (error) {
    return (error as { stderr: string }).stderr;
  }
}
