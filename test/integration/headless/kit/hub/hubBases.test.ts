/** Models of the Hub in the terminal: the cache of huggingface_hub, and the bases that a command is given. */
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { basesFrom } from '../../../../../headless/kit/bases.ts';
import { baseFolder, readFolder } from '../../../../../headless/kit/folders.ts';
import { withHubBases } from '../../../../../headless/kit/hub/hubBases.ts';
import { hubSettings } from '../../../../../headless/kit/hub/hubCache.ts';
import { withLock } from '../../../../../headless/kit/run/lock.ts';
import { chooseProject } from '../../../../../headless/kit/project.ts';
import type { ProjectDocument } from '../../../../../src/core/document/schema.ts';
import { type Fault, faultFrom } from '../../../../../src/core/faults.ts';
import { answers, COMMIT, cutAfter, HubServer, TOKEN } from '../../../../support/hubServer.ts';

const root = mkdtempSync(join(tmpdir(), 'hub-'));
afterAll(() => rmSync(root, { recursive: true }));

const files = readFolder(baseFolder('micro'));
const project = chooseProject({ preset: 'micro' });
const based = (base: string): ProjectDocument => ({ ...project, team: { ...project.team, base } });
const PINNED = `org/micro@${COMMIT}`;

let server: HubServer;
let home: string;
let told: string[];
beforeEach(async () => {
  server = await HubServer.start();
  server.models.set('org/micro', { files });
  home = mkdtempSync(join(root, 'home-'));
  told = [];
});
afterEach(() => server.stop());

const settings = (more: Record<string, string> = {}) => hubSettings({ HF_HOME: home, HF_ENDPOINT: server.address, ...more });
const listener = { notice: (code: string, message: string) => void told.push(`${code}: ${message}`) };

const given = (flag: string, document = project, begins = true, more: Record<string, string> = {}) =>
  withHubBases(document, [flag], begins, listener, settings(more));

async function faultOf(work: Promise<unknown>): Promise<Fault> {
  return work.then(
    () => {
      throw new Error('nothing was refused');
    },
    (error: unknown) => faultFrom(error),
  );
}

const cached = (...path: string[]) => join(home, 'hub', 'models--org--micro', ...path);
const SNAPSHOT = ['snapshots', COMMIT] as const;

describe('--base with a model of the Hub', () => {
  it('puts the team on it, pinned by its commit, and loads from the cache as Python lays it', async () => {
    const { base, document } = await given('hf:org/micro');
    expect(document.team.base).toBe(PINNED);
    expect(base).toEqual([`${PINNED}=${cached(...SNAPSHOT)}`]);
    expect(Object.keys(basesFrom(base)(PINNED, [PINNED]))).toContain('model.safetensors');
    expect(told).toEqual([
      expect.stringMatching(/^hub_model: org\/micro@ccccccc \(commit c{40}; licence apache-2\.0; 1 MiB\) was fetched\.$/),
    ]);

    expect(readFileSync(cached('refs', 'main'), 'utf8')).toBe(COMMIT);
    const pointer = cached(...SNAPSHOT, 'model.safetensors');
    expect(lstatSync(pointer).isSymbolicLink()).toBe(true);
    expect(readlinkSync(pointer)).toMatch(/^\.\.\/\.\.\/blobs\/[0-9a-f]{64}$/);
    expect(readlinkSync(cached(...SNAPSHOT, 'config.json'))).toMatch(/^\.\.\/\.\.\/blobs\/[0-9a-f]{40}$/);
    expect(existsSync(join(home, 'hub', '.locks', 'models--org--micro'))).toBe(false);
  });

  it.each(['mine=hf:org/micro', 'mine=org/micro', 'mine=hf:org/micro@main', `mine=org/micro@${COMMIT}`])(
    'is the base of a name: %s',
    async (flag) => {
      const { base, document } = await given(flag, based('mine'));
      expect(base).toEqual([`mine=${cached(...SNAPSHOT)}`]);
      expect(document.team.base).toBe('mine');
    },
  );

  it.each([PINNED, 'org/micro', 'hf:org/micro@main'])('is the base that a document calls so: %s', async (name) => {
    const { base } = await given('hf:org/micro', based(name), false);
    expect(base).toEqual([`${name}=${cached(...SNAPSHOT)}`]);
  });

  it('of a document that pins a commit is that commit, though the branch has moved on', async () => {
    server.models.set('org/micro', { files, revisions: { main: 'd'.repeat(40), earlier: COMMIT } });
    expect((await given('hf:org/micro', based(PINNED), false)).base).toEqual([`${PINNED}=${cached(...SNAPSHOT)}`]);
  });

  it.each([
    ['hf:org/micro', 'a run that has no such base', /no base here is called org\/micro; it uses “micro”/],
    ['hf:micro', 'no name', /“micro” is not the name of a model on the Hub/],
    ['micro=hf:org/micro', 'the name of a shipped base', /ships with the workbench/],
    ['mine=./org/micro', 'a folder that is not there', /there is no folder/],
  ])('%s is refused: %s', async (flag, _why, message) => {
    expect((await faultOf(given(flag, project, false))).message).toMatch(message);
    expect(server.seen).toEqual([]);
  });

  it('is what a project may not fetch by naming it', () => {
    let said: Fault | null = null;
    try {
      basesFrom()(PINNED, [PINNED]);
    } catch (error) {
      said = faultFrom(error);
    }
    expect(said).toMatchObject({ code: 'E_BASE_FOLDER', hint: expect.stringContaining(`--base "hf:${PINNED}"`) });
  });
});

describe('the cache', () => {
  /** As huggingface_hub leaves a model behind. */
  function cachedByPython(...left: readonly string[]): void {
    for (const [path, bytes] of Object.entries(files)) {
      if (left.includes(path)) continue;
      const [blob, pointer] = [cached('blobs', `etag-of-${path}`), cached(...SNAPSHOT, path)];
      for (const each of [blob, pointer]) mkdirSync(dirname(each), { recursive: true });
      writeFileSync(blob, bytes);
      symlinkSync(`../../blobs/etag-of-${path}`, pointer);
    }
    mkdirSync(cached('refs'), { recursive: true });
    writeFileSync(cached('refs', 'main'), COMMIT);
  }

  it('of Python is used as it is: by its commit without a question, by its branch without a file', async () => {
    cachedByPython();
    expect((await given(`hf:${PINNED}`)).base).toEqual([`${PINNED}=${cached(...SNAPSHOT)}`]);
    expect(server.seen).toEqual([]);
    await given('hf:org/micro');
    expect(server.fetched()).toEqual([]);
    expect(told.at(-1)).toContain('was here already');
  });

  it('of Python that lacks a file is filled up', async () => {
    cachedByPython('model.safetensors');
    await given(`hf:${PINNED}`);
    expect(server.fetched()).toEqual(['model.safetensors']);
  });

  it('serves where the Hub cannot be reached or asks to wait, which is told; HF_HUB_OFFLINE asks for nothing', async () => {
    expect(await faultOf(given('hf:org/micro', project, true, { HF_HUB_OFFLINE: '1' }))).toMatchObject({ code: 'E_BASE_UNCACHED' });
    cachedByPython();
    await given('hf:org/micro', project, true, { HF_HUB_OFFLINE: '1' });
    expect(server.seen).toEqual([]);
    server.mishaps.push(answers(429, { 'Retry-After': '3600' }));
    expect((await given('hf:org/micro')).document.team.base).toBe(PINNED);
    expect(told.at(-1)).toContain('what is in the cache is taken');
  });

  it('keeps what was cut, and goes on from there', async () => {
    const weights = files['model.safetensors']!;
    server.mishaps.push(cutAfter(200_000, weights), answers(404, {}, 'cdn'));
    expect((await faultOf(given('hf:org/micro'))).code).toBe('E_HUB_MISSING');
    server.seen.length = 0;
    await given('hf:org/micro');
    expect(server.seen.filter(({ host }) => host === 'cdn').map(({ range }) => range)).toEqual(['bytes=200000-']);
    expect(new Uint8Array(readFileSync(cached(...SNAPSHOT, 'model.safetensors')))).toEqual(weights);
  });

  it('is written by one process at a time', async () => {
    const said = withLock(
      join(home, 'hub', '.locks', 'models--org--micro'),
      () => undefined,
      () => faultOf(given('hf:org/micro')),
    );
    expect(await said).toMatchObject({ code: 'E_HUB_BUSY' });
  });
});

it('a token comes from the environment or from the file of `hf auth login`, and is written nowhere', async () => {
  server.models.set('org/micro', { files, gated: true });
  expect(await faultOf(given('hf:org/micro'))).toMatchObject({ code: 'E_HUB_GATED', hint: expect.stringContaining('HF_TOKEN') });
  writeFileSync(join(home, 'token'), `${TOKEN}\n`);
  expect(settings({ HF_HUB_DISABLE_IMPLICIT_TOKEN: '1' }).token()).toBeNull();
  expect(settings().token()).toBe(TOKEN);
  rmSync(join(home, 'token'));
  const { document } = await given('hf:org/micro', project, true, { HF_TOKEN: TOKEN });
  const written = [
    JSON.stringify(document),
    ...told,
    ...Object.values(readFolder(home)).map((bytes) => Buffer.from(bytes).toString('latin1')),
  ];
  expect(written.filter((text) => text.includes(TOKEN))).toEqual([]);
});

it('the cache lies where huggingface_hub’s variables say', () => {
  expect(hubSettings({ HF_HOME: '/a' }).cache).toBe(join('/a', 'hub'));
  expect(hubSettings({ HF_HOME: '/a', HF_HUB_CACHE: '/b' }).cache).toBe('/b');
  expect(hubSettings({ XDG_CACHE_HOME: '/c' }).cache).toBe(join('/c', 'huggingface', 'hub'));
  expect(hubSettings({}).endpoint).toBe('https://huggingface.co');
});
