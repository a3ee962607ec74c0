/** A folder of somebody who has the package: what `npm pack` would ship, in their node_modules, and the examples. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sendStatic } from '../../../scripts/serve.mjs';

export const ROOT = join(import.meta.dirname, '../../..');

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program in `folder` to its end, with nothing of the repository in its environment. */
export function ran(folder: string, command: string, args: readonly string[]): Promise<Ended> {
  const { PATH, HOME } = process.env;
  const program = spawn(command, args, { cwd: folder, env: { PATH, HOME, XDG_CACHE_HOME: folder, BROWSER: 'none' } });
  const [stdout, stderr] = [[], []] as Buffer[][];
  program.stdout.on('data', (chunk: Buffer) => stdout?.push(chunk));
  program.stderr.on('data', (chunk: Buffer) => stderr?.push(chunk));
  return new Promise((resolve, reject) => {
    program.on('error', reject);
    program.on('close', (status) =>
      resolve({ status, stdout: Buffer.concat(stdout ?? []).toString(), stderr: Buffer.concat(stderr ?? []).toString() }),
    );
  });
}

export class Consumer {
  readonly folder = mkdtempSync(join(tmpdir(), 'marft-consumer-'));
  #server: Server | undefined;

  constructor() {
    cpSync(join(ROOT, 'examples'), this.folder, { recursive: true });
  }

  /** The package as its manifest's `files` say; the built page by a link, which is 50 MB. */
  lay(): void {
    const own = join(this.folder, 'node_modules/marft-workbench');
    const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly files: readonly string[] };
    for (const name of ['package.json', ...files.filter((path) => !/[!*]/.test(path) && path !== 'dist')]) {
      mkdirSync(dirname(join(own, name)), { recursive: true });
      cpSync(join(ROOT, name), join(own, name), { recursive: true });
    }
    symlinkSync(join(ROOT, 'dist'), join(own, 'dist'));
  }

  /** Serves `below` as any host of files does, without a header of ours; its address. */
  async serve(below: string): Promise<string> {
    const send = sendStatic(join(this.folder, below), [], true);
    this.#server = createServer((request, response) => send(request, response, () => response.writeHead(404).end()));
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  dispose(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
