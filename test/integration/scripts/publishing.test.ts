/** What publishes the page: the workflows, the site's folders, the README's first line, and the image. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

// Plain JavaScript without types: they run where nothing is installed.
const [site, address]: string[] = ['../../../scripts/publish/site.mjs', '../../../scripts/publish/address.mjs'];
const { place } = (await import(site!)) as {
  readonly place: (site: string, page: string, event: string, number?: string) => { readonly changed: boolean; readonly below: string };
};
const { firstLine, published } = (await import(address!)) as {
  readonly firstLine: (homepage: string) => string;
  readonly published: (url: string, homepage: string) => string;
};

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const { scripts, homepage, engines } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  homepage: string;
  engines: { node: string };
};

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly Step[]; readonly permissions?: Readonly<Record<string, string>>; readonly if?: string }>
  >;
}
const FILES = readdirSync(join(ROOT, '.github/workflows'));
const workflow = (file: string): Workflow => parse(read(`.github/workflows/${file}`)) as Workflow;
const stepsOf = (file: string): readonly Step[] => Object.values(workflow(file).jobs).flatMap(({ steps }) => steps);

describe('the workflows', () => {
  it.each(FILES)('%s runs GitHub’s own actions, others only by their commit, and scripts that there are', (file) => {
    expect(stepsOf(file).length).toBeGreaterThan(0);
    for (const { uses, run, with: given } of stepsOf(file)) {
      expect(uses === undefined, 'a step uses or runs').toBe(run !== undefined);
      if (uses) expect(uses).toMatch(/^(?:actions\/[\w-]+@v\d+|[\w-]+\/[\w./-]+@[0-9a-f]{40})$/);
      if (uses?.startsWith('actions/checkout')) expect(given?.['persist-credentials']).toBe(false);
      for (const [, name] of (run ?? '').matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty([name!]);
      for (const [, path] of (run ?? '').matchAll(/(scripts\/[\w.]+)/g)) expect(existsSync(join(ROOT, path!)), path).toBe(true);
      // What others can name must not become part of a command.
      expect(run ?? '', 'a value is handed in by env').not.toContain('${{');
    }
  });

  it('check runs code of pull requests with no right to write, and no secret', () => {
    const { permissions, jobs, on } = workflow('check.yml');
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(jobs)) expect(job.permissions).toBeUndefined();
    expect(Object.keys(on)).toEqual(['push', 'pull_request']);
    expect(read('.github/workflows/check.yml')).not.toMatch(/secrets\.|github\.token/);
  });

  it('publish, which may write, checks out the main branch alone, installs nothing and runs nothing of the page', () => {
    const { permissions, jobs } = workflow('publish.yml');
    expect(permissions).toEqual({});
    expect(jobs['publish']!.if).toContain('head_repository.full_name == github.repository');
    const steps = stepsOf('publish.yml');
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout'));
    expect(checkouts.map((step) => step.with?.['ref'])).toEqual(['main']);
    for (const { run = '' } of steps) {
      expect(run).not.toMatch(/\bnpm\b|\bnpx\b/);
      for (const [, program] of run.matchAll(/\bnode (\S+)/g)) expect(program).toMatch(/^code\/scripts\//);
    }
  });
});

describe('the site', () => {
  let folder: string;
  const write = (path: string, text = path): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const files = (): string[] =>
    readdirSync(join(folder, 'site'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 6))
      .sort();
  const placed = (event: string, number?: string) => place(join(folder, 'site'), join(folder, 'page'), event, number);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'marft-site-'));
    mkdirSync(join(folder, 'site'));
    write('page/index.html');
    write('page/assets/new.js');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('has the main branch’s page at its root; what it was goes, previews and history stay', () => {
    for (const path of ['site/assets/old.js', 'site/pr-7/index.html', 'site/.git/HEAD']) write(path);
    expect(placed('push')).toEqual({ changed: true, below: '' });
    expect(files()).toEqual(['.git/HEAD', '.nojekyll', 'assets/new.js', 'index.html', 'pr-7/index.html']);
  });

  it('has a pull request’s below its number, until it is closed', () => {
    for (const path of ['site/index.html', 'site/pr-12/assets/old.js', 'site/pr-1/index.html']) write(path);
    expect(placed('pull_request', '12')).toEqual({ changed: true, below: 'pr-12/' });
    expect(files()).toEqual(['.nojekyll', 'index.html', 'pr-1/index.html', 'pr-12/assets/new.js', 'pr-12/index.html']);
    expect(placed('closed', '12')).toEqual({ changed: true, below: '' });
    expect(placed('closed', '12')).toEqual({ changed: false, below: '' });
    expect(files()).toEqual(['.nojekyll', 'index.html', 'pr-1/index.html']);
  });

  it('takes no page with links in it, none without an index, none in another’s place, and no other event', () => {
    for (const number of ['', '../..', '1/../..', 'undefined', '1e9', undefined])
      expect(() => placed('pull_request', number)).toThrow('no number');
    for (const event of ['release', '']) expect(() => placed(event, '3')).toThrow('nothing is published');
    symlinkSync('/etc/hostname', join(folder, 'page/assets/link.js'));
    expect(() => placed('push')).toThrow('neither a file nor a folder');
    rmSync(join(folder, 'page/assets/link.js'));
    write('page/pr-3/index.html');
    expect(() => placed('push')).toThrow('not its own');
    rmSync(join(folder, 'page/index.html'));
    expect(() => placed('pull_request', '3')).toThrow('there is no page');
    expect(files(), 'nothing was touched').toEqual([]);
  });
});

describe('the README’s first line', () => {
  it('is where the page is published, or says that it is not', () => {
    expect(read('README.md').split('\n')[0]).toBe(firstLine(homepage));
    expect(firstLine('')).not.toContain('http');
    expect(firstLine('https://a.example/b/')).toContain('](https://a.example/b/)');
  });

  it('is asked for where it differs from where the page was published', () => {
    expect(published('https://a.example/b/', '')).toContain('node scripts/publish/address.mjs https://a.example/b/');
    expect(published('https://a.example/b/', 'https://a.example/b/')).toBe('The page is at https://a.example/b/');
    expect(published('https://a.example/b/pr-3/', '')).toBe('The page is at https://a.example/b/pr-3/');
  });
});

describe('the image', () => {
  const lines = read('Dockerfile').split('\n');
  it('takes a Node that may run the page’s server, and runs it as nobody in particular, watched over', () => {
    const least = Number(/>=(\d+)/.exec(engines.node)?.[1]);
    const images = lines.filter((line) => line.startsWith('FROM ')).map((line) => /^FROM node:(\d+)-[\w-]+/.exec(line));
    expect(images).toHaveLength(2);
    for (const image of images) expect(Number(image?.[1])).toBeGreaterThanOrEqual(least);
    expect(lines.indexOf('USER node')).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith('FROM ')));
    expect(lines.some((line) => line.startsWith('HEALTHCHECK'))).toBe(true);
  });

  it('leaves out nothing that the build reads', async () => {
    const path: string = '../../../scripts/build.mjs';
    const { SOURCES } = (await import(path)) as { readonly SOURCES: readonly string[] };
    const left = read('.dockerignore')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    const within = (path: string, folder: string): boolean => `${path}/`.startsWith(`${folder}/`);
    for (const source of SOURCES)
      for (const pattern of left)
        expect(within(source, pattern) || within(pattern, source), `${source} is left out by ${pattern}`).toBe(false);
  });
});
