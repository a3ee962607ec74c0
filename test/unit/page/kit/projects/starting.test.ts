/** Projects begin once the code of their environment is there: the last one asked for, or none where it cannot be fetched. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sha256 } from '../../../../../src/core/sha256.ts';
import { BUILTIN_ENVIRONMENTS } from '../../../../../src/environments/index.ts';
import { environmentSource, templateSource } from '../../../../../src/environments/source.node.ts';
import { fileOfDigest } from '../../../../../src/environments/source.vite.ts';
import { linkOf, namesEnvironment, openLink } from '../../../../../src/page/kit/projects/links.ts';
import { startBlank, startFrom, startModelProject } from '../../../../../src/page/kit/projects/projectActions.ts';
import { cursorStore } from '../../../../../src/page/state/address/cursor.ts';
import { builtInFileOf, presetOutline, presetProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { documentStore } from '../../../../../src/page/state/document/document.ts';
import { pageFaultsStore } from '../../../../../src/page/state/document/pageFaults.ts';

const fetching = vi.hoisted(() => ({ hold: new Map<string, Promise<void>>() }));
const shown = vi.hoisted(() => ({ notices: [] as { title?: unknown; message?: unknown }[] }));

vi.mock('../../../../../src/environments/source.vite.ts', async (original) => {
  const real = await original<typeof import('../../../../../src/environments/source.vite.ts')>();
  return {
    ...real,
    fetchSource: async (file: string) => {
      await fetching.hold.get(file);
      return real.fetchSource(file);
    },
  };
});
vi.mock('@mantine/notifications', () => ({
  notifications: { show: (notice: object) => void shown.notices.push(notice), hide: () => undefined, update: () => undefined },
}));
afterAll(() => {
  vi.doUnmock('../../../../../src/environments/source.vite.ts');
  vi.doUnmock('@mantine/notifications'); // files of unit tests share a process
});

const project = () => documentStore.getState().document;
const said = () => shown.notices.map(({ title, message }) => `${String(title)}: ${String(message)}`).join('\n');
/** The fetching of this file goes wrong. */
const broken = (file: string): void => {
  const failed = Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  failed.catch(() => undefined);
  fetching.hold.set(file, failed);
};

beforeEach(() => {
  fetching.hold.clear();
  shown.notices.length = 0;
});

describe('what the page knows of an environment that it has not fetched', () => {
  it.each(BUILTIN_ENVIRONMENTS)('$id by its text, to the letter', ({ id, file }) => {
    const source = environmentSource(id);
    expect(fileOfDigest(sha256(source))).toBe(file);
    expect(builtInFileOf(source)).toBe(file);
    expect(builtInFileOf(`${source} `)).toBeUndefined();
  });

  it('the template too, which is no environment', () => {
    expect(builtInFileOf(templateSource())).toBe('template.env.ts');
    expect(BUILTIN_ENVIRONMENTS.map(({ file }) => file)).not.toContain('template.env.ts');
  });

  it('all of a shipped project but its code', async () => {
    const { environment, ...rest } = await presetProject('trio');
    expect(presetOutline('trio')).toEqual({ ...rest, environment: { ...environment, source: '' } });
  });
});

describe('a project is begun', () => {
  it('with its environment’s code', async () => {
    expect(await startFrom('trio')).toBe(true);
    expect(project().environment).toMatchObject({ file: 'verifier.env.ts', source: environmentSource('verifier') });
    expect(await startBlank()).toBe(true);
    expect(project().environment.source).toBe(templateSource());
    expect(await startModelProject('gsm8k-duo')).toBe(true);
    expect(project().environment.source).toBe(environmentSource('gsm8k'));
    expect(cursorStore.getState().place).toBe('training');
    expect(said()).toContain('fetch it under Base model');
  });

  it('or not, which is said, and the one at hand stays', async () => {
    await startFrom('micro');
    const before = project();
    shown.notices.length = 0;
    broken('flow.env.ts');
    expect(await startFrom('flow')).toBe(false);
    expect(project()).toBe(before);
    expect(said()).toMatch(/^No new project: The environment flow\.env\.ts, .* could not be fetched\. Check the connection/);
  });

  it('the last one that was asked for, whichever is there first', async () => {
    let release = (): void => undefined;
    fetching.hold.set('verifier.env.ts', new Promise((resolve) => (release = resolve)));
    const slow = startFrom('trio');
    expect(await startFrom('relay')).toBe(true);
    release();
    expect(await slow).toBe(false);
    expect(project().environment.file).toBe('relay.env.ts');
  });
});

describe('a link that names its environment', () => {
  const history = { state: null, replaceState: vi.fn((_state: unknown, _title: string, address: string) => goTo(address)) };
  const location = { origin: 'https://here', pathname: '/', search: '?a', hash: '' };
  const goTo = (address: string): void => void (location.hash = address.includes('#') ? address.slice(address.indexOf('#')) : '');
  beforeEach(() => vi.stubGlobal('window', { history, location, addEventListener: () => undefined }));
  afterEach(() => vi.unstubAllGlobals());

  it('is opened with its code, and leaves the address', async () => {
    const flow = { ...(await presetProject('flow')), name: 'Shared' };
    expect(namesEnvironment(flow)).toBe(true);
    goTo(linkOf(flow));
    expect(location.hash.length).toBeLessThan(1500);
    expect(await openLink()).toBe(true);
    expect(project()).toEqual(flow);
    expect(location.hash).toBe('');
    expect(await openLink()).toBe(false);
  });

  it('is put back into the address where that cannot be fetched, to be tried again', async () => {
    const debate = await presetProject('debate');
    const before = project();
    goTo(linkOf(debate));
    const { hash } = location;
    broken('debate.env.ts');
    expect(await openLink()).toBe(false);
    expect(project()).toBe(before);
    expect(location.hash).toBe(hash);
    expect(pageFaultsStore.getState().faults.project[0]).toMatchObject({ code: 'E_ENV_FETCH' });
    fetching.hold.clear();
    expect(await openLink()).toBe(true);
    expect(project()).toEqual(debate);
  });

  it('carries code of one’s own, and any code when asked to', async () => {
    const own = await presetProject('flow');
    const changed = { ...own, environment: { ...own.environment, source: `${own.environment.source}\n// mine` } };
    expect(namesEnvironment(changed)).toBe(false);
    expect(linkOf(changed).length).toBeGreaterThan(2500);
    expect(linkOf(own, { carryCode: true }).length).toBeGreaterThan(2500);
  });
});
