/** Which commit of the workbench this is, for what a run records of the code that made it. */
import { execFileSync } from 'node:child_process';

/** The first twelve digits of the commit checked out at `root`, `+changes` behind it where tracked files differ; undefined without a repository. */
export function commitAt(root: string): string | undefined {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    if (git('rev-parse', '--show-prefix') !== '') return undefined; // a folder within somebody else's repository
    const commit = git('rev-parse', '--short=12', 'HEAD');
    return git('status', '--porcelain', '--untracked-files=no') === '' ? commit : `${commit}+changes`;
  } catch {
    return undefined; // a download without a repository, or no git: not known, which the run then does not say
  }
}
