/** The host of episodes as it is exported: bundled once a file of tests, and run by Node on a project in a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundleHost } from '../../../../scripts/page/verifiersPackage.ts';
import type { Answer, Hello, Standing, ToldFault } from '../../../../headless/envHost/protocol.ts';
import type { ProjectDocument } from '../../../../src/core/document/schema.ts';
import type { ProblemLine } from '../../../../src/core/formats/exports/verifiers/input.ts';

interface Line {
  readonly protocol: number;
  readonly hello?: Hello;
  readonly id?: number | null;
  readonly answers?: readonly Answer[];
  readonly fault?: ToldFault;
}

/** Temporary folders and processes of a file of tests. */
export class Hosts {
  readonly #folder = mkdtempSync(join(tmpdir(), 'marft-host-'));
  readonly #hosts: Spawned[] = [];
  #bundled: Promise<void> | undefined;

  /** Starts the host on a project; `flags` as on its command line. */
  async start(document: ProjectDocument, problems: readonly ProblemLine[], flags: readonly string[] = []): Promise<Spawned> {
    const file = join(this.#folder, 'env_host.mjs');
    await (this.#bundled ??= bundleHost().then(({ code }) => writeFileSync(file, code)));
    const folder = join(this.#folder, `${this.#hosts.length}`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'project.json'), JSON.stringify(document));
    writeFileSync(join(folder, 'problems.jsonl'), problems.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const host = new Spawned(spawn(process.execPath, [file, '--folder', folder, ...flags], { stdio: ['pipe', 'pipe', 'pipe'] }));
    this.#hosts.push(host);
    return host;
  }

  /** Ends what still runs. */
  end(): void {
    for (const host of this.#hosts) host.process.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true });
  }
}

export class Spawned {
  /** The code it ended with, null where a signal ended it. */
  readonly exit: Promise<number | null>;
  readonly #lines: AsyncIterator<string>;
  #sent = 0;

  constructor(readonly process: ChildProcess) {
    this.exit = new Promise((resolve) => process.once('exit', resolve));
    if (!process.stdout) throw new Error('the host has no output');
    this.#lines = createInterface({ input: process.stdout })[Symbol.asyncIterator]();
  }

  async line(): Promise<Line> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error('the host ended');
    return JSON.parse(value) as Line;
  }

  write(text: string): void {
    this.process.stdin?.write(text);
  }

  /** Asks for these calls in one request. */
  async ask(...calls: readonly object[]): Promise<readonly Answer[]> {
    const id = (this.#sent += 1);
    this.write(`${JSON.stringify({ protocol: 1, id, calls })}\n`);
    const line = await this.line();
    if (line.id !== id || !line.answers) throw new Error(`not the answer: ${JSON.stringify(line)}`);
    return line.answers;
  }

  /** Asks for one, which is granted. */
  async standing(call: object): Promise<Standing> {
    const [answer] = await this.ask(call);
    if (!answer || !('ok' in answer) || !answer.ok) throw new Error(JSON.stringify(answer));
    return answer.ok;
  }
}

export const codeOf = (answer: Answer | undefined): string | undefined => (answer && 'fault' in answer ? answer.fault.code : undefined);
