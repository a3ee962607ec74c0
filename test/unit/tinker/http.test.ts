/** Busy and lost servers, and a token that goes nowhere else. */
import { describe, expect, it } from 'vitest';
import { faultFrom } from '../../../src/core/faults.ts';
import { type Asked, Http, type HttpOptions } from '../../../src/tinker/http.ts';
import { clock } from './outside.ts';

type Answers = readonly (Response | Error)[];

function http(answers: Answers, options: Partial<HttpOptions> = {}) {
  const left = [...answers];
  const seen: { readonly address: string; readonly token: string | null; readonly redirect: string | undefined }[] = [];
  const outside = clock((input, init = {}) => {
    const headers = new Headers(init.headers);
    seen.push({ address: String(input), token: headers.get('x-api-key'), redirect: init.redirect });
    const next = left.shift();
    return next instanceof Response ? Promise.resolve(next) : Promise.reject(next ?? new Error('nothing left'));
  });
  return { seen, outside, left, http: new Http(outside, { url: 'http://server:8000/', token: null, patience: 60, ...options }) };
}

const busy = (status: number, headers: Record<string, string> = {}): Response => Response.json({ detail: 'busy' }, { status, headers });
const lost = (): Error => new TypeError('fetch failed', { cause: new Error('ECONNRESET') });
const RESEND: Asked = { resend: true };
const ONCE: Asked = { resend: false };
const faultOf = async (work: Promise<unknown>) =>
  faultFrom(
    await work.then(
      () => new Error('nothing was thrown'),
      (error: unknown) => error,
    ),
  );

describe('a request', () => {
  it('backs off, twice as long each time, and says so', async () => {
    const waits: number[] = [];
    const onProgress: HttpOptions['onProgress'] = (told) => void (told.doing === 'waiting' && waits.push(told.seconds));
    const { http: client, outside } = http([busy(503), lost(), busy(500), Response.json({ fine: 1 })], { onProgress });
    expect((await client.json('call', {}, RESEND)).body).toEqual({ fine: 1 });
    expect(outside.slept).toEqual([500, 1000, 2000]);
    expect(waits).toEqual([0.5, 1, 2]);
  });

  it('waits as long as it is asked to', async () => {
    const { http: client, outside } = http([busy(429, { 'retry-after': '7' }), Response.json({})]);
    await client.json('call', {}, ONCE);
    expect(outside.slept).toEqual([7000]);
  });

  it('ends with patience: a busy server and a lost one are told apart', async () => {
    const busyFor = await faultOf(http([busy(503), busy(503), busy(503)], { patience: 2 }).http.json('call', {}, RESEND));
    expect(busyFor).toMatchObject({ code: 'E_SERVER_BUSY', params: { status: 503, waited: 1.5 }, detail: 'busy' });
    const lostFor = await faultOf(http([lost(), lost(), lost()], { patience: 2 }).http.json('call', {}, RESEND));
    expect(lostFor).toMatchObject({ code: 'E_SERVER_OFFLINE', params: { waited: 1.5 }, detail: 'fetch failed: ECONNRESET' });
  });

  it('that might be done twice is sent once, unless the server says that it was not done', async () => {
    const cut = http([lost(), Response.json({})]);
    expect(await faultOf(cut.http.json('optim_step', {}, ONCE))).toMatchObject({ code: 'E_SERVER_UNSURE', params: { call: 'optim_step' } });
    expect(cut.left.length).toBe(1);
    const failed = http([busy(500), Response.json({})]);
    expect(await faultOf(failed.http.json('optim_step', {}, ONCE))).toMatchObject({ code: 'E_SERVER_REFUSED', params: { status: 500 } });
    const full = http([busy(429), Response.json({})]);
    await full.http.json('optim_step', {}, ONCE);
    expect(full.left.length).toBe(0);
  });

  it('whose answer breaks off is a lost one', async () => {
    const broken = new Response(new ReadableStream({ start: (controller) => controller.error(new Error('cut')) }));
    const { http: client } = http([broken, Response.json({ fine: 1 })]);
    expect((await client.json('call', {}, RESEND)).body).toEqual({ fine: 1 });
  });

  it('is given up at once when its signal says so, and never sent again', async () => {
    const giving = new AbortController();
    const { http: client, left } = http([busy(503), Response.json({})], { onProgress: () => giving.abort(new Error('enough')) });
    await expect(client.json('call', {}, { resend: true, signal: giving.signal })).rejects.toThrow('enough');
    expect(left.length).toBe(1);
  });
});

describe('the token', () => {
  it('goes to the server, and not where a redirect leads', async () => {
    const elsewhere = new Response(null, { status: 302, headers: { location: 'http://store:9000/file' } });
    const { http: client, seen } = http([elsewhere, new Response('abc')], { token: 'secret' });
    expect(await client.bytes('archive')).toEqual(new TextEncoder().encode('abc'));
    expect(seen).toEqual([
      { address: 'http://server:8000/api/v1/archive', token: 'secret', redirect: 'manual' },
      { address: 'http://store:9000/file', token: null, redirect: 'manual' },
    ]);
  });

  it('stands in no fault, even where the server repeats it', async () => {
    const { http: client } = http([Response.json({ detail: 'no such key: secret' }, { status: 400 })], { token: 'secret' });
    expect(JSON.stringify(await faultOf(client.json('call', {}, RESEND)))).not.toContain('secret');
    const cut = http([new TypeError('secret refused')], { token: 'secret', patience: 0 });
    expect(JSON.stringify(await faultOf(cut.http.json('call', {}, RESEND)))).not.toContain('secret');
  });

  it.each([
    ['secret', true],
    [null, false],
  ])('%s that is not accepted is said to be so', async (token, given) => {
    const { http: client } = http([busy(401)], { token });
    expect(await faultOf(client.json('call', {}, RESEND))).toMatchObject({ code: 'E_SERVER_TOKEN', params: { given } });
  });
});

describe('an address', () => {
  it.each(['nowhere', 'ftp://server', ''])('%j is none of a server', (url) => {
    expect(() => http([], { url })).toThrow('is not the address of a server');
  });

  it('keeps no password, and may end in /api/v1', () => {
    expect(http([], { url: 'https://me:word@server/api/v1/?key=1' }).http.url).toBe('https://server');
  });
});
