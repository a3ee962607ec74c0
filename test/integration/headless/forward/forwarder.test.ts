/** The process that serves the page hands requests on to one server: of the page alone, with a token that it keeps to itself. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as plain,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type ForwardOptions, Forwarder } from '../../../../headless/forward/forwarder.ts';
import { withoutSecret } from '../../../../headless/forward/secret.ts';
import { FORWARD_LOST, FORWARD_STATUS } from '../../../../src/core/forward.ts';

const TOKEN = 'tml-secret-0123456789';

const ended: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ended.push(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return (server.address() as AddressInfo).port;
}

interface Heard {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answering = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A server behind a forwarder, and how the page asks it. */
async function forwarded(answering: Answering, options: Partial<ForwardOptions> = {}) {
  const heard: Heard[] = [];
  const upstream = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      heard.push({ method: request.method, url: request.url, headers: request.headers, body });
      answering(request, response, body);
    });
  });
  const url = `http://127.0.0.1:${await listening(upstream)}`;
  const forwarder = new Forwarder({ url, token: null, ...options });
  ended.push(() => forwarder.close());
  const page = createServer((request, response) => {
    if (!forwarder.handle(request, response)) response.end('page');
  });
  const port = await listening(page);
  const own = { host: `localhost:${port}`, origin: `http://localhost:${port}`, 'content-type': 'application/json' };
  const ask = (path: string, body?: unknown, headers: Record<string, string | undefined> = {}, signal?: AbortSignal) =>
    asked(
      port,
      path,
      body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
      { ...own, ...headers },
      signal,
    );
  return { heard, url, port, upstream, ask };
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A request as a browser might send it: unlike `fetch`, it may say that it comes from anywhere. */
function asked(
  port: number,
  path: string,
  body: string | undefined,
  headers: Record<string, string | undefined>,
  signal?: AbortSignal,
  method = body === undefined ? 'GET' : 'POST',
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<string, string>;
    const sent = plain({ port, host: '127.0.0.1', path, method, headers: given, signal }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const fine: Answering = (_, response) => response.setHeader('content-type', 'application/json').end('{"fine":1}');

describe('what is handed on', () => {
  it('goes to the one address, as it was sent, with the token and nothing else of the browser', async () => {
    const { ask, heard } = await forwarded(fine, { token: TOKEN });
    const answer = await ask(
      '/tinker/api/v1/create_session',
      { tags: [] },
      { cookie: 'session=1', referer: 'http://localhost/', 'x-other': '1' },
    );
    expect(answer).toMatchObject({ status: 200, body: '{"fine":1}' });
    expect(heard).toHaveLength(1);
    const { method, url, headers = {}, body } = heard[0] ?? {};
    expect({ method, url, body }).toEqual({ method: 'POST', url: '/api/v1/create_session', body: '{"tags":[]}' });
    expect(headers['x-api-key']).toBe(TOKEN);
    for (const name of ['cookie', 'referer', 'origin', 'x-other', 'sec-fetch-site']) expect(headers[name], name).toBeUndefined();
  });

  it('may delete what the server keeps', async () => {
    const { heard, port } = await forwarded((_, response) => response.writeHead(204).end());
    const origin = `http://localhost:${port}`;
    const path = '/api/v1/training_runs/model_1/checkpoints/weights/marft-1-0-2';
    expect((await asked(port, `/tinker${path}`, undefined, { host: `localhost:${port}`, origin }, undefined, 'DELETE')).status).toBe(204);
    expect((await asked(port, `/tinker${path}`, undefined, { host: `localhost:${port}` }, undefined, 'DELETE')).status).toBe(403);
    expect(heard).toMatchObject([{ method: 'DELETE', url: path, body: '' }]);
  });

  it('says which server it is, and no token', async () => {
    const { ask, url, heard } = await forwarded(fine, { token: TOKEN });
    const answer = await ask('/tinker/forward.json');
    expect(JSON.parse(answer.body)).toEqual({ forward: { url, token: true } });
    expect(JSON.stringify(answer)).not.toContain(TOKEN);
    expect(heard).toEqual([]);
  });

  it('leaves every other path to the page', async () => {
    const { ask, heard } = await forwarded(fine);
    expect((await ask('/api/v1/healthz')).body).toBe('page');
    expect((await ask('/tinkerer')).body).toBe('page');
    expect(heard).toEqual([]);
  });

  it.each([
    '/tinker/',
    '/tinker/healthz',
    '/tinker/api/v1/',
    '/tinker/api/v1/../../admin',
    '/tinker/api/v1/%2e%2e/%2e%2e/admin',
    '/tinker/api/v1/a%2f..%2fb',
    '/tinker/api/v1/a%5cb',
    '/tinker/api/v1//evil.example/x',
    '/tinker/api/v1/healthz?to=http://evil.example',
    '/tinker/http://evil.example/api/v1/x',
    '/tinker/api/v1/%zz',
  ])('%s leads nowhere', async (path) => {
    const { ask, heard } = await forwarded(fine);
    const answer = await ask(path);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toEqual({ error: expect.stringContaining('no route of the Tinker protocol') });
    expect(heard).toEqual([]);
  });

  it('loses headers that are for one connection, and those that are not for the page', async () => {
    const { ask } = await forwarded((_, response) => {
      response.writeHead(429, {
        'content-type': 'application/json',
        'retry-after': '7',
        'set-cookie': 'a=1',
        'access-control-allow-origin': '*',
        'keep-alive': 'timeout=99',
        'proxy-authenticate': 'Basic',
        [FORWARD_LOST]: '1',
        [FORWARD_STATUS]: '200',
      });
      response.end('{}');
    });
    const { status, headers } = await ask('/tinker/api/v1/asample', {});
    // In the console of a browser it would be an error.
    expect([status, headers[FORWARD_STATUS]]).toEqual([200, '429']);
    expect(headers['retry-after']).toBe('7');
    expect(headers['keep-alive']).not.toBe('timeout=99');
    for (const name of ['set-cookie', 'access-control-allow-origin', 'proxy-authenticate', FORWARD_LOST])
      expect(headers[name], name).toBeUndefined();
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  });
});

describe('who may ask', () => {
  const refused = async (headers: Record<string, string | undefined>, body: unknown = {}) => {
    const { ask, heard, port } = await forwarded(fine, { token: TOKEN });
    const given = Object.entries(headers).map(([name, value]) => [name, value?.replace('PORT', String(port))]);
    const answer = await ask('/tinker/api/v1/asample', body, Object.fromEntries(given));
    expect(heard).toEqual([]);
    expect(JSON.parse(answer.body)).toEqual({ error: expect.any(String) });
    return answer.status;
  };

  it.each<[string, Record<string, string | undefined>]>([
    ['another origin', { origin: 'http://evil.example' }],
    ['another port of this computer', { origin: 'http://localhost:1' }],
    ['a frame without an origin', { origin: 'null' }],
    ['no origin at all', { origin: undefined }],
    ['another name that means this computer', { host: 'rebound.example', origin: 'http://rebound.example' }],
    ['another name with our port', { host: 'rebound.example:PORT', origin: 'http://rebound.example:PORT' }],
    ['a name that begins like ours', { host: 'localhost.evil.example:PORT', origin: 'http://localhost.evil.example:PORT' }],
    ['our name with another port', { host: 'localhost:1', origin: 'http://localhost:1' }],
    ['another site, by the browser’s own word', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this site, by the browser’s own word', { 'sec-fetch-site': 'same-site' }],
  ])('not %s', async (_, headers) => {
    expect(await refused(headers)).toBe(403);
  });

  it('not a form, which other pages may send without asking', async () => {
    expect(await refused({ 'content-type': 'text/plain' })).toBe(415);
  });

  it('nor a page of another site that only reads: neither where it leads nor what is there', async () => {
    const { ask, heard } = await forwarded(fine);
    expect((await ask('/tinker/forward.json', undefined, { 'sec-fetch-site': 'cross-site', origin: undefined })).status).toBe(403);
    expect((await ask('/tinker/api/v1/healthz', undefined, { origin: 'http://evil.example' })).status).toBe(403);
    expect(heard).toEqual([]);
    expect((await ask('/tinker/api/v1/healthz', undefined, { origin: undefined, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });
});

describe('the token', () => {
  it('is not repeated to the page, whatever the server says', async () => {
    const { ask } = await forwarded(
      (_, response) =>
        response.writeHead(400, { 'content-type': 'application/json', 'retry-after': TOKEN }).end(`{"detail":"no ${TOKEN}"}`),
      { token: TOKEN },
    );
    const answer = await ask('/tinker/api/v1/asample', {});
    expect(JSON.stringify(answer)).not.toContain(TOKEN);
    expect(answer.body).toBe(`{"detail":"no ${'*'.repeat(TOKEN.length)}"}`);
  });

  it('is found however an answer is cut', async () => {
    const text = `a${TOKEN}${TOKEN}b tml-secret-01 c`;
    for (let size = 1; size < text.length; size += 1) {
      const hiding = withoutSecret(TOKEN, 1e6, () => new Error('too long'));
      const out: Buffer[] = [];
      hiding.on('data', (chunk: Buffer) => out.push(chunk));
      const done = new Promise((resolve) => hiding.on('end', resolve));
      for (let at = 0; at < text.length; at += size) hiding.write(Buffer.from(text.slice(at, at + size)));
      hiding.end();
      await done;
      expect(Buffer.concat(out).toString()).toBe(text.replaceAll(TOKEN, '*'.repeat(TOKEN.length)));
    }
  });
});

describe('redirects', () => {
  const leadingTo = (to: (origin: string) => string) =>
    forwarded(({ url, headers }, response) => {
      if (url?.endsWith('/download')) response.setHeader('content-type', 'application/octet-stream').end('bytes');
      else response.writeHead(302, { location: to(`http://${headers.host}`) }).end();
    });

  it('below the server’s own address lead through here again', async () => {
    const { ask, heard } = await leadingTo((origin) => `${origin}/api/v1/training_runs/m/checkpoints/c/download`);
    const { status, headers } = await ask('/tinker/api/v1/training_runs/m/checkpoints/c/archive');
    expect([status, headers.location]).toEqual([302, '/tinker/api/v1/training_runs/m/checkpoints/c/download']);
    expect(heard).toHaveLength(1);
    expect((await ask(headers.location ?? '')).body).toBe('bytes');
  });

  it.each(['http://evil.example/api/v1/x?key=1', 'file:///etc/passwd', '//evil.example/x'])(
    'to %s are refused, with a reason',
    async (to) => {
      const { ask, heard } = await leadingTo(() => to);
      const { status, headers, body } = await ask('/tinker/api/v1/training_runs/m/checkpoints/c/archive');
      expect([status, headers[FORWARD_STATUS]]).toEqual([200, '400']);
      expect(headers.location).toBeUndefined();
      expect(JSON.parse(body).error).toContain('Only what lies at its own address is handed on');
      expect(body).not.toContain('key=1');
      expect(heard).toHaveLength(1);
    },
  );
});

describe('limits and losses', () => {
  it('a request that is too large is refused, told beforehand or not', async () => {
    const { ask, port, heard } = await forwarded(fine, { mostSent: 1000 });
    const large = JSON.stringify('x'.repeat(2000));
    expect((await ask('/tinker/api/v1/asample', large)).status).toBe(413);
    const headers = { host: `localhost:${port}`, origin: `http://localhost:${port}`, 'content-type': 'application/json' };
    expect((await asked(port, '/tinker/api/v1/asample', large, { ...headers, 'transfer-encoding': 'chunked' })).status).toBe(413);
    expect(heard).toEqual([]);
  });

  it('an answer that is too long, or breaks off, breaks off', async () => {
    const long = await forwarded((_, response) => response.end('x'.repeat(5000)), { mostAnswered: 1000 });
    await expect(long.ask('/tinker/api/v1/healthz')).rejects.toThrow();
    const cut = await forwarded((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    await expect(cut.ask('/tinker/api/v1/healthz')).rejects.toThrow();
  });

  it('a server that is down is said to be lost, and why', async () => {
    const { ask, upstream, url } = await forwarded(fine);
    await new Promise<void>((resolve) => {
      upstream.close(() => resolve());
      upstream.closeAllConnections();
    });
    const { status, headers, body } = await ask('/tinker/api/v1/asample', {});
    expect([status, headers[FORWARD_LOST]]).toEqual([200, '1']);
    expect(JSON.parse(body).error).toMatch(new RegExp(`^${url} cannot be reached: .*ECONNREFUSED`));
    expect(JSON.parse((await ask('/tinker/forward.json')).body).forward.url).toBe(url);
  });

  it('a server that is silent is given up', async () => {
    const { ask } = await forwarded(() => undefined, { silence: 50 });
    const { headers, body } = await ask('/tinker/api/v1/asample', {});
    expect(headers[FORWARD_LOST]).toBe('1');
    expect(JSON.parse(body).error).toContain('no answer within 0.05 s');
  });

  it('what the page gives up is given up at the server too', async () => {
    const giving = new AbortController();
    const gone = new Promise<void>((resolve) => {
      void forwarded((request, response) => {
        response.on('close', () => resolve());
        giving.abort();
      }).then(({ ask }) => ask('/tinker/api/v1/asample', {}, {}, giving.signal).catch(() => undefined));
    });
    await gone;
  });
});

describe('results that are waited for', () => {
  it('are asked for under their numbers once, however often the page asks, and told as they come', async () => {
    const waiting = new Map<string, ServerResponse>();
    const { ask, heard } = await forwarded((_, response, body) => void waiting.set(JSON.parse(body).request_id, response), {
      token: TOKEN,
      polls: { held: 40 },
    });
    const polled = async (...ids: string[]) => JSON.parse((await ask('/tinker/polls', { ids })).body) as unknown;
    expect(await polled('a', 'b')).toEqual([]);
    waiting.get('b')?.setHeader('content-type', 'application/json').end(`{"of":"b ${TOKEN}"}`);
    expect(await polled('a', 'b', 'c')).toEqual([
      { id: 'b', status: 200, type: 'application/json', body: `{"of":"b ${'*'.repeat(TOKEN.length)}"}` },
    ]);
    waiting.get('a')?.writeHead(408).end('{}');
    expect(await polled('a', 'c')).toEqual([{ id: 'a', status: 408, type: 'application/json', body: '{}' }]);
    expect(heard.map(({ url, body }) => [url, JSON.parse(body).request_id])).toEqual([
      ['/api/v1/retrieve_future', 'a'],
      ['/api/v1/retrieve_future', 'b'],
      ['/api/v1/retrieve_future', 'c'],
    ]);
    expect(heard.every(({ headers }) => headers['x-api-key'] === TOKEN)).toBe(true);
  });

  it('are kept where the page did not hear them, and given up where it asks no more', async () => {
    const waiting = new Map<string, ServerResponse>();
    const closed: string[] = [];
    const giving = new AbortController();
    const { ask, heard } = await forwarded(
      (_, response, body) => {
        const id = JSON.parse(body).request_id as string;
        waiting.set(id, response);
        response.on('close', () => response.writableFinished || closed.push(id));
        giving.abort();
      },
      { polls: { forgotten: 60 } },
    );
    await ask('/tinker/polls', { ids: ['a'] }, {}, giving.signal).catch(() => undefined);
    waiting.get('a')?.end('{}');
    expect(JSON.parse((await ask('/tinker/polls', { ids: ['a'] })).body)).toMatchObject([{ id: 'a', status: 200 }]);
    expect(heard).toHaveLength(1);
    const again = new AbortController();
    const asking = ask('/tinker/polls', { ids: ['b'] }, {}, again.signal).catch(() => undefined);
    await expect.poll(() => waiting.has('b')).toBe(true);
    again.abort();
    await asking;
    await expect.poll(() => closed).toEqual(['b']);
  });

  it('of a server that is down are lost', async () => {
    const { ask, upstream } = await forwarded(fine);
    await new Promise<void>((resolve) => {
      upstream.close(() => resolve());
      upstream.closeAllConnections();
    });
    expect(JSON.parse((await ask('/tinker/polls', { ids: ['a'] })).body)).toEqual([
      { id: 'a', lost: expect.stringContaining('ECONNREFUSED') },
    ]);
  });

  it.each(['{}', 'no json', '{"ids":[]}', '{"ids":[1]}'])('are not asked for by %s', async (body) => {
    const { ask, heard } = await forwarded(fine);
    expect((await ask('/tinker/polls', body)).status).toBe(400);
    expect(heard).toEqual([]);
  });
});
