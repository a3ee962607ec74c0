/** Which commit of the workbench this is, for what a run records of the code that made it. */
import { execFileSync } from 'node:child_process';

/**
 * The first twelve digits of the commit checked out at `root`, `+changes` behind it where tracked files differ; undefined without a repository,
 * unless `told`, the environment's `MARFT_COMMIT`, says which one it is, as where an image is built. Changes below the paths that are
 * `written` by what asks, so its own outcome, are none.
 */
export function commitAt(
  root: string,
  { told = process.env['MARFT_COMMIT'], written = [] }: { readonly told?: string | undefined; readonly written?: readonly string[] } = {},
): string | undefined {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    if (git('rev-parse', '--show-prefix') !== '') return undefined; // a folder within somebody else's repository
    const commit = git('rev-parse', '--short=12', 'HEAD');
    return git('status', '--porcelain', '--untracked-files=no', '--', '.', ...written.map((path) => `:!${path}`)) === ''
      ? commit
      : `${commit}+changes`;
  } catch {
    // A download without a repository, or no git: not known, which the run then does not say.
    return told && /^[0-9a-f]{7,40}$/.test(told) ? told.slice(0, 12) : undefined;
  }
}
