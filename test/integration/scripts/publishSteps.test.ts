/**
 * The steps of publish.yml, run in order against a repository on this disk: what GitHub fills in is filled in here, its actions are played, and `gh`
 * notes what it was asked. What only GitHub can show: its events, its rights, and Pages.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../../..');
const REPOSITORY = 'someone/workbench';
const ADDRESS = 'https://someone.github.io/workbench/';

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly 'working-directory'?: string;
  readonly env?: Readonly<Record<string, string>>;
}
const job = (
  parse(readFileSync(join(ROOT, '.github/workflows/publish.yml'), 'utf8')) as {
    readonly jobs: { readonly publish: { readonly if: string; readonly env: Record<string, string>; readonly steps: readonly Step[] } };
  }
).jobs.publish;

/** The value of one of GitHub's expressions. JavaScript reads them alike, but for a property of nothing, which is nothing there. */
const valueOf = (expression: string, context: object): unknown =>
  runInNewContext(
    expression.replace(/'[^']*'|\.(?=[a-z_])|\[/g, (found) => (found.startsWith("'") ? found : found === '.' ? '?.' : '?.[')),
    { ...context },
  );
const filled = (text: string, context: object): string =>
  text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => String(valueOf(expression.trim(), context) ?? ''));

interface Event {
  readonly event_name: string;
  readonly event: object;
}
const checked = (fields: object = {}): Event => ({
  event_name: 'workflow_run',
  event: {
    workflow_run: {
      id: 1,
      conclusion: 'success',
      event: 'push',
      head_branch: 'main',
      head_sha: 'abc123',
      head_repository: { full_name: REPOSITORY },
      actor: { login: 'somebody' },
      pull_requests: [],
      ...fields,
    },
  },
});
const request = (number: number, fields: object = {}): Event =>
  checked({ event: 'pull_request', head_branch: 'idea', pull_requests: [{ number }], ...fields });
const closed = (number: number): Event => ({
  event_name: 'pull_request_target',
  event: { pull_request: { number, head: { repo: { full_name: REPOSITORY } } } },
});

interface Outcome {
  /** Files that went to Pages; undefined where nothing did. */
  readonly deployed?: readonly string[];
  /** What `gh` was asked, a word each. */
  readonly asked: readonly string[];
  readonly summary: string;
}

describe.skipIf(process.platform === 'win32')('publish', () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'marft-publish-')));
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/gh'), '#!/bin/sh\nprintf "%s\\n" "$@" >> "$ASKED"\n', { mode: 0o755 });
    execFileSync('git', ['init', '-q', '--bare', join(folder, 'remote', `${REPOSITORY}.git`)]);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const filesIn = (path: string): string[] =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
      .sort();
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['--git-dir', join(folder, 'remote', `${REPOSITORY}.git`), ...words], { encoding: 'utf8' }).trim();
  const kept = (): string[] => git('ls-tree', '-r', '--name-only', 'site').split('\n').sort();

  /** Plays one of GitHub's actions in `place`; returns what it puts out. */
  function play(action: string, place: string, page: string, deployed: (files: readonly string[]) => void): Record<string, string> {
    if (action === 'actions/checkout') {
      cpSync(join(ROOT, 'scripts/publish'), join(place, 'code/scripts/publish'), { recursive: true });
      cpSync(join(ROOT, 'package.json'), join(place, 'code/package.json'));
    } else if (action === 'actions/download-artifact') {
      mkdirSync(join(place, 'page'));
      writeFileSync(join(place, 'page', page), '');
      writeFileSync(join(place, 'page/index.html'), '');
    } else if (action === 'actions/upload-pages-artifact') deployed(filesIn(join(place, 'site')));
    else if (action === 'actions/deploy-pages') return { page_url: ADDRESS };
    else if (action !== 'actions/setup-node') throw new Error(`nobody plays ${action}`);
    return {};
  }

  /** Runs the job as GitHub would for `event`, with a page that has a file called `page`, and the branch read from the folder `read`; undefined where the job does not start. */
  function publish(event: Event, page = 'preview.js', read = 'remote'): Outcome | undefined {
    const steps: Record<string, { outputs: Record<string, string> }> = {};
    const context = { github: { ...event, repository: REPOSITORY, token: 'secret' }, steps };
    if (!valueOf(job.if, context)) return undefined;
    const place = mkdtempSync(join(folder, 'job-'));
    const [asked, summary, output] = ['asked', 'summary', 'output'].map((name) => join(place, name)) as [string, string, string];
    const text = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
    const filledIn = (env: Readonly<Record<string, string>> = {}) =>
      Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value, context)]));
    let deployed: readonly string[] | undefined;
    for (const step of job.steps) {
      if (step.if !== undefined && !valueOf(step.if, context)) continue;
      const outputs = step.uses === undefined ? {} : play(step.uses.split('@')[0]!, place, page, (files) => (deployed = files));
      if (step.run !== undefined) {
        rmSync(output, { force: true });
        const { status, stderr } = spawnSync('bash', ['-e', '-c', step.run], {
          cwd: join(place, step['working-directory'] ?? ''),
          encoding: 'utf8',
          env: {
            PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter),
            HOME: folder,
            ASKED: asked,
            GITHUB_REPOSITORY: REPOSITORY,
            GITHUB_OUTPUT: output,
            GITHUB_STEP_SUMMARY: summary,
            GIT_CONFIG_COUNT: '2',
            GIT_CONFIG_KEY_0: `url.file://${folder}/${read}/.insteadOf`,
            GIT_CONFIG_VALUE_0: 'https://x-access-token:secret@github.com/',
            GIT_CONFIG_KEY_1: `url.file://${folder}/remote/.pushInsteadOf`,
            GIT_CONFIG_VALUE_1: 'https://x-access-token:secret@github.com/',
            ...filledIn(job.env),
            ...filledIn(step.env),
          },
        });
        if (status !== 0) throw new Error(stderr);
        for (const [, name = '', value = ''] of text(output).matchAll(/^(\w+)=(.*)$/gm)) outputs[name] = value;
      }
      if (step.id !== undefined) steps[step.id] = { outputs };
    }
    return { ...(deployed && { deployed }), asked: text(asked).split('\n').filter(Boolean), summary: text(summary) };
  }

  it('puts main at the root and a request below its number, keeps both, and takes a closed request’s away', () => {
    const preview = publish(request(7));
    expect(preview?.deployed, 'the first that there is').toEqual(['.nojekyll', 'pr-7/index.html', 'pr-7/preview.js']);
    expect(preview?.asked.slice(0, 2)).toEqual(['api', `repos/${REPOSITORY}/statuses/abc123`]);
    expect(preview?.asked).toContain(`target_url=${ADDRESS}pr-7/`);

    const main = publish(checked(), 'main.js');
    expect(main?.deployed).toEqual(['.nojekyll', 'index.html', 'main.js', 'pr-7/index.html', 'pr-7/preview.js']);
    expect(kept()).toEqual(main?.deployed);
    expect(git('rev-list', '--count', 'site'), 'one commit without a history').toBe('1');
    expect(main?.asked).toContain(`target_url=${ADDRESS}`);
    expect(main?.summary).toContain(`The page is at ${ADDRESS}`);

    expect(publish(closed(7))).toEqual({ deployed: ['.nojekyll', 'index.html', 'main.js'], asked: [], summary: '' });
    expect(kept()).toEqual(['.nojekyll', 'index.html', 'main.js']);
    expect(publish(closed(7)), 'nothing of it is left').toEqual({ asked: [], summary: '' });
  });

  it('does not start for a fork, a failed check, a bot, another branch, or a request that was closed meanwhile', () => {
    const fork = { full_name: 'another/workbench' };
    for (const event of [
      request(7, { head_repository: fork }),
      checked({ head_repository: fork }),
      checked({ conclusion: 'failure' }),
      checked({ actor: { login: 'dependabot[bot]' } }),
      checked({ head_branch: 'idea' }),
      request(7, { pull_requests: [] }),
      { event_name: 'pull_request_target', event: { pull_request: { number: 7, head: { repo: fork } } } },
    ])
      expect(publish(event)).toBeUndefined();
  });

  it('publishes nothing when what is published cannot be asked for', () => {
    expect(() => publish(request(7), 'preview.js', 'nowhere')).toThrow('nowhere');
    expect(git('branch', '--list', 'site')).toBe('');
  });
});
