/** Programs of this repository beside the page, such as `npm start`, until the test ends them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Started {
  /** The first that its output says which matches. */
  readonly said: string;
  end(): Promise<void>;
}

/** Starts Node with `args`; resolves when the program has said what matches, rejects when it ends before. */
export async function started(args: readonly string[], said: RegExp, env: Readonly<Record<string, string>> = {}): Promise<Started> {
  const program = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(program, 'exit');
  let output = '';
  const found = new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      output += chunk.toString();
      const [match] = said.exec(output) ?? [];
      if (match !== undefined) resolve(match);
    };
    program.stdout.on('data', hear);
    program.stderr.on('data', hear);
    void ended.then(() => reject(new Error(`node ${args.join(' ')} ended: ${output}`)));
  });
  return {
    said: await found,
    end: async () => {
      program.kill();
      await ended;
    },
  };
}

/** A stub of a training server that computes, with the base *micro*; `said` is its address. */
export const startedServer = (): Promise<Started> =>
  started(['--import', 'tsx', 'test/support/tinkerServer/start.ts', 'open-rl', 'micro', '0'], /http:\/\/127\.0\.0\.1:\d+/);

/** `npm start` with `flags`, on a port of its own; `said` is the page's address. */
export const startedPage = (...flags: string[]): Promise<Started> =>
  started(['scripts/start.mjs', ...flags], /http:\/\/localhost:\d+\/\S*(?=\s)/, { PORT: '4600', BROWSER: 'none' });
