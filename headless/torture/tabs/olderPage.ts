/** The page as an earlier commit of this repository builds it, and an address at which one build takes another's place. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { headerRules, sendStatic } from '../../../scripts/serve.mjs';
import { projectRoot } from '../../kit/folders.ts';

/** The last commit whose projects are of format 5, of 23 November 2026: four migrations ago, and its runs lie as today's do. */
export const OLDER = { commit: '3b9231cc9d5b9400a3252bbcd841390a14d130a5', format: 5 } as const;

/** Where it is built, once for every campaign; made where it is not there. Throws where there is no such commit, or it does not build. */
export function olderPage(): string {
  const built = join(projectRoot, 'node_modules', '.cache', 'torture', OLDER.commit.slice(0, 12));
  if (existsSync(built)) return built;
  const own = mkdtempSync(join(tmpdir(), 'torture-older-'));
  const tree = join(own, 'tree');
  const run = (program: string, args: readonly string[], cwd: string): void =>
    void execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    run('git', ['worktree', 'add', '--detach', tree, OLDER.commit], projectRoot);
    // What it needs has the same versions today.
    symlinkSync(join(projectRoot, 'node_modules'), join(tree, 'node_modules'));
    run(process.execPath, ['scripts/build.mjs'], tree);
    // Whole or not at all.
    cpSync(join(tree, 'dist'), `${built}.part`, { recursive: true });
    renameSync(`${built}.part`, built);
    return built;
  } catch (error) {
    throw new Error(`there is no page of commit ${OLDER.commit}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  } finally {
    rmSync(own, { recursive: true, force: true });
    run('git', ['worktree', 'prune'], projectRoot);
  }
}

export type Build = 'older' | 'newer';

/** Serves one of two builds of the page at an address that stays. */
export interface TwoBuilds {
  readonly url: string;
  /** From now on. Files that are called by their content are there of both, as a tab that is open still asks for them. */
  put(build: Build): void;
  close(): Promise<void>;
}

export async function twoBuilds(folders: Readonly<Record<Build, string>>): Promise<TwoBuilds> {
  const sender = (folder: string) => sendStatic(folder, headerRules(readFileSync(join(folder, '_headers'), 'utf8')), true);
  const send = { older: sender(folders.older), newer: sender(folders.newer) };
  let build: Build = 'older';
  const server = createServer((request, response) => {
    const other = build === 'older' ? 'newer' : 'older';
    const absent = (): void => void response.writeHead(404).end();
    send[build](request, response, () => (request.url?.startsWith('/assets/') ? send[other](request, response, absent) : absent()));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    put: (next) => {
      build = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
