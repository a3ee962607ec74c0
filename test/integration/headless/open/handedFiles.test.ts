/** Files of a run are handed over to the page alone, in stretches, and only while they are what was listed. */
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingHttpHeaders, request as plain } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HandedFiles } from '../../../../headless/open/handedFiles.ts';
import { listHanded } from '../../../../headless/open/listing.ts';
import { HANDED_PIECE } from '../../../../src/core/handed.ts';

let home = '';
const ended: (() => void)[] = [];
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'handed-')));
  mkdirSync(join(home, 'run/rollouts'), { recursive: true });
  writeFileSync(join(home, 'run/a.jsonl'), '0123456789');
  writeFileSync(join(home, 'run/rollouts/1.jsonl'), 'rollout');
  writeFileSync(join(home, 'secret.txt'), '0123456789 and a secret');
});
afterEach(() => {
  for (const end of ended.splice(0)) end();
  rmSync(home, { recursive: true, force: true });
});

interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The folder handed over, and how the page asks for it. */
async function handedOver() {
  const handed = new HandedFiles(await listHanded(join(home, 'run')));
  const server = createServer((request, response) => {
    if (!handed.handle(request, response)) response.end('page');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ended.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  const { port } = server.address() as AddressInfo;
  const key = new URLSearchParams(handed.query).get('open') ?? '';
  const own = { host: `localhost:${port}`, 'sec-fetch-site': 'same-origin' };
  /** As a browser might send it: unlike `fetch`, it may say that it comes from anywhere. */
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const sent = plain({ port, host: '127.0.0.1', path, method, headers: { ...own, ...headers } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() }),
        );
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end();
    });
  const stretch = (index: number | string, range: string) => ask(`/open/${key}/${index}`, { range: `bytes=${range}` });
  return { ask, stretch, key, port };
}

describe('what is handed over', () => {
  it('is the list, and of each file the stretch that is asked for', async () => {
    const { ask, stretch, key } = await handedOver();
    expect(JSON.parse((await ask(`/open/${key}/list.json`)).body)).toEqual({
      name: 'run',
      kind: 'folder',
      files: [
        { path: 'a.jsonl', size: 10 },
        { path: 'rollouts/1.jsonl', size: 7 },
      ],
    });
    const answer = await stretch(0, '2-4');
    expect(answer).toMatchObject({ status: 206, body: '234' });
    expect(answer.headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-length': '3', 'cache-control': 'no-store' });
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect((await stretch(1, '0-6')).body).toBe('rollout');
  });

  it('stays what it was when it was listed, while a trainer writes on', async () => {
    const { stretch } = await handedOver();
    appendFileSync(join(home, 'run/a.jsonl'), 'more');
    expect(await stretch(0, '0-9')).toMatchObject({ status: 206, body: '0123456789' });
    expect((await stretch(0, '8-11')).status).toBe(416);
  });

  it('leaves every other path to the page', async () => {
    const { ask } = await handedOver();
    for (const path of ['/', '/opened/x', '/a.jsonl']) expect((await ask(path)).body).toBe('page');
  });

  it.each(['10-10', '5-4', '0-10', '-3', '3-', '0-1,3-4', 'x', `0-${HANDED_PIECE}`])('not the stretch %s', async (range) => {
    const { stretch } = await handedOver();
    expect((await stretch(0, range)).status).toBe(416);
  });

  it('nor a file without a stretch, or one longer than a piece', async () => {
    writeFileSync(join(home, 'run/a.jsonl'), Buffer.alloc(HANDED_PIECE + 1, 'x'));
    const { ask, stretch, key } = await handedOver();
    expect((await ask(`/open/${key}/0`)).status).toBe(416);
    expect((await stretch(0, `0-${HANDED_PIECE}`)).status).toBe(416);
    expect((await stretch(0, `1-${HANDED_PIECE}`)).body).toHaveLength(HANDED_PIECE);
  });

  it.each([
    '2',
    '99',
    '1000000',
    '-1',
    '0x0',
    '..',
    '../a.jsonl',
    '..%2f..%2fsecret.txt',
    '%2e%2e/secret.txt',
    'a.jsonl',
    '0/../1',
    '0?x',
    '',
  ])('nothing is called “%s”', async (name) => {
    const { stretch } = await handedOver();
    expect((await stretch(name, '0-0')).status).toBe(404);
  });
});

describe('who may ask', () => {
  it('nobody without the key', async () => {
    const { ask, key, stretch } = await handedOver();
    const other = `${key.startsWith('A') ? 'B' : 'A'}${key.slice(1)}`;
    for (const wrong of ['', 'x', other, `${key}A`]) {
      expect((await ask(`/open/${wrong}/list.json`)).status).toBe(404);
      expect((await ask(`/open/${wrong}/0`, { range: 'bytes=0-0' })).status).toBe(404);
    }
    expect((await stretch(0, '0-0')).status).toBe(206);
    const { key: again } = await handedOver();
    expect(again).not.toBe(key);
    expect(key.length).toBeGreaterThanOrEqual(22);
  });

  it.each<[string, Record<string, string>]>([
    ['another origin', { origin: 'http://evil.example' }],
    ['another port of this computer', { origin: 'http://localhost:1' }],
    ['another name that means this computer', { host: 'rebound.example' }],
    ['a name that begins like ours', { host: 'localhost.evil.example:PORT' }],
    ['our name with another port', { host: 'localhost:1' }],
    ['another site, by the browser’s own word', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this site, by the browser’s own word', { 'sec-fetch-site': 'same-site' }],
  ])('not %s', async (_, headers) => {
    const { ask, key, port } = await handedOver();
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', String(port))]));
    for (const path of [`/open/${key}/list.json`, `/open/${key}/0`]) {
      const answer = await ask(path, { range: 'bytes=0-0', ...given });
      expect(answer.status).toBe(403);
      expect(JSON.parse(answer.body)).toEqual({ error: expect.any(String) });
    }
  });

  it('nor does anything but reading', async () => {
    const { ask, key, port } = await handedOver();
    const posting = { origin: `http://localhost:${port}`, 'content-type': 'application/json' };
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await ask(`/open/${key}/0`, posting, method)).status).toBe(405);
  });
});

describe('a file that is no longer the one that was listed', () => {
  const own = () => join(home, 'run/a.jsonl');
  const put: Record<string, () => void> = {
    'a link': () => {
      unlinkSync(own());
      symlinkSync(join(home, 'secret.txt'), own());
    },
    'another file': () => {
      unlinkSync(own());
      linkSync(join(home, 'secret.txt'), own());
    },
    'a folder': () => {
      unlinkSync(own());
      mkdirSync(own());
    },
    nothing: () => unlinkSync(own()),
  };

  it.each(Object.keys(put))('%s in its place is refused', async (what) => {
    const { stretch } = await handedOver();
    put[what]?.();
    const { status, body } = await stretch(0, '0-9');
    expect([status, body.includes('0123')]).toEqual([409, false]);
    expect(JSON.parse(body)).toEqual({ error: expect.stringContaining('no longer the file') });
  });

  it('a link in the place of its folder is refused, also to the very same file', async () => {
    const { stretch } = await handedOver();
    renameSync(join(home, 'run/rollouts'), join(home, 'moved'));
    symlinkSync(join(home, 'moved'), join(home, 'run/rollouts'));
    expect((await stretch(1, '0-6')).status).toBe(409);
    expect((await stretch(0, '0-9')).status).toBe(206);
  });

  it('one that became shorter is refused, also where the stretch is still there', async () => {
    const { stretch } = await handedOver();
    truncateSync(own(), 5);
    for (const range of ['0-3', '0-9']) {
      const { status, body } = await stretch(0, range);
      expect([status, JSON.parse(body)]).toEqual([409, { error: expect.stringContaining('shorter') }]);
    }
  });
});
