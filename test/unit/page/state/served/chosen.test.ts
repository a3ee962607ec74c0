/** The server of an earlier visit: what is kept of it, and that it is looked for without creating anything there. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FORWARD_LOST } from '../../../../../src/core/forward.ts';
import { chosenFrom } from '../../../../../src/page/state/served/chosen.ts';
import { lookFor } from '../../../../../src/page/state/served/lookFor.ts';

const SERVER = { url: 'http://gpu:8000', model: 'Qwen/Qwen3-8B' };

afterEach(() => void vi.unstubAllGlobals());

describe('a kept choice', () => {
  it('is read as it was written, and is this computer where nothing was', () => {
    expect(chosenFrom(JSON.stringify(SERVER))).toEqual(SERVER);
    expect(chosenFrom(JSON.stringify({ url: SERVER.url, model: null }))).toEqual({ url: SERVER.url, model: null });
    for (const text of [null, 'null', '', '{"model":"x"}', '[1]', '{"url":1}']) expect(chosenFrom(text), String(text)).toBeNull();
  });
});

describe('looking for it', () => {
  const answering = (card: Response | Error, answer?: Response | Error) => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', (address: string) => {
      asked.push(address.replace(/^\//, ''));
      const given = address.endsWith('forward.json') ? card : answer;
      return given instanceof Response ? Promise.resolve(given) : Promise.reject(given ?? new TypeError('cut'));
    });
    return asked;
  };
  const card = (url: string | null) => Response.json({ forward: url && { url, token: false } });

  it('asks what creates nothing, and finds no fault where it answers', async () => {
    const asked = answering(card(SERVER.url), Response.json({ supported_models: [] }));
    expect(await lookFor(SERVER)).toBeNull();
    expect(asked).toEqual(['tinker/forward.json', 'tinker/api/v1/get_server_capabilities']);
  });

  it.each([
    ['E_FORWARD_GONE', 'the page’s own process is gone', new TypeError('cut'), undefined],
    ['E_FORWARD_OTHER', 'the page has no way', card(null), undefined],
    ['E_FORWARD_OTHER', 'the page has another way', card('http://other:1'), undefined],
    ['E_SERVER_OFFLINE', 'the server is down', card(SERVER.url), new Response('{"error":"refused"}', { headers: { [FORWARD_LOST]: '1' } })],
    ['E_SERVER_OFFLINE', 'it was cut off', card(SERVER.url), undefined],
  ])('says %s where %s', async (code, _, first, second) => {
    answering(first, second);
    expect(await lookFor(SERVER)).toMatchObject({ code });
  });
});
