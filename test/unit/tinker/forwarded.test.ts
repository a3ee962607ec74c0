/** A page's way to a server: results are asked for together, and what was lost behind the page's own server is lost for the client. */
import { describe, expect, it } from 'vitest';
import { FORWARD_LOST, FORWARD_STATUS, type PollAnswer } from '../../../src/core/forward.ts';
import { forwardedOutside } from '../../../src/tinker/forwarded.ts';
import { Futures } from '../../../src/tinker/futures.ts';
import { Http } from '../../../src/tinker/http.ts';
import { faultFrom } from '../../../src/core/faults.ts';

const PAGE = 'http://localhost:4173/tinker';

interface Question {
  readonly ids: readonly string[];
  readonly aborted: () => boolean;
  answer(answers: readonly PollAnswer[]): void;
  fail(): void;
}

/** Questions for results as they come, to be answered by the test; other requests by `other`. */
function page(other: (address: string) => Response = () => Response.json({})) {
  const questions: Question[] = [];
  const asked: ((question: Question) => void)[] = [];
  const outside = forwardedOutside(
    {
      now: () => performance.now(),
      // Gathering ends with what is under way; rests and patience take no time.
      sleep: (_, signal) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
          if (signal === undefined) setTimeout(resolve, 0);
        }),
      fetch: (input, init = {}) => {
        if (String(input) !== `${PAGE}/polls`) return Promise.resolve(other(String(input)));
        return new Promise((resolve, reject) => {
          const signal = init.signal as AbortSignal;
          signal.addEventListener('abort', () => reject(signal.reason as Error));
          const question: Question = {
            ids: (JSON.parse(String(init.body)) as { ids: string[] }).ids,
            aborted: () => signal.aborted,
            answer: (answers) => resolve(Response.json(answers)),
            fail: () => reject(new TypeError('Failed to fetch')),
          };
          questions.push(question);
          asked.shift()?.(question);
        });
      },
    },
    `${PAGE}/polls`,
  );
  const http = new Http(outside, { url: 'http://gpu:8000', way: { url: `${PAGE}/`, addsToken: true }, token: null, patience: 0 });
  const futures = new Futures(http, outside, { inFlight: 32, deadline: 60 });
  const next = (): Promise<Question> => new Promise((resolve) => asked.push(resolve));
  return { http, futures, questions, next };
}

const done = (id: string, of: unknown): PollAnswer => ({ id, status: 200, type: 'application/json', body: JSON.stringify({ of }) });

describe('a page’s way to a server', () => {
  it('asks for results together, and for those that are left again', async () => {
    const { futures, next, questions } = page();
    const first = next();
    const a = futures.end('asample', 'a');
    const b = futures.end('asample', 'b');
    expect((await first).ids).toEqual(['a', 'b']);
    const second = next();
    (await first).answer([done('b', 1)]);
    expect(await b).toEqual({ of: 1 });
    expect((await second).ids).toEqual(['a']);
    // One that comes later is asked for with those before it, by one connection.
    const third = next();
    const c = futures.end('asample', 'c');
    expect((await third).ids).toEqual(['a', 'c']);
    expect((await second).aborted()).toBe(true);
    (await third).answer([done('a', 2), done('c', 3)]);
    expect([await a, await c]).toEqual([{ of: 2 }, { of: 3 }]);
    expect(questions).toHaveLength(3);
  });

  it('gives up what nobody waits for any more', async () => {
    const { futures, next } = page();
    const giving = new AbortController();
    const question = next();
    const result = futures.end('asample', 'a', { signal: giving.signal });
    const { aborted } = await question;
    giving.abort(new Error('enough'));
    await expect(result).rejects.toThrow('enough');
    expect(aborted()).toBe(true);
  });

  it('tells a lost server from a result', async () => {
    const { futures, next } = page();
    const question = next();
    const result = futures.end('asample', 'a').catch(faultFrom);
    (await question).answer([{ id: 'a', lost: 'http://gpu:8000 cannot be reached: ECONNREFUSED' }]);
    expect(await result).toMatchObject({
      code: 'E_SERVER_OFFLINE',
      place: { subject: 'http://gpu:8000' },
      detail: 'http://gpu:8000 cannot be reached: ECONNREFUSED',
    });
  });

  it('is lost itself where the page’s server is', async () => {
    const { futures, next } = page();
    const question = next();
    const result = futures.end('asample', 'a').catch(faultFrom);
    (await question).fail();
    expect(await result).toMatchObject({ code: 'E_SERVER_OFFLINE', detail: 'Failed to fetch' });
  });

  it('names the server itself, asks below the page, and does not send twice what might be done twice', async () => {
    const addresses: string[] = [];
    const { http } = page((address) => {
      addresses.push(address);
      return Response.json({ error: 'http://gpu:8000 cannot be reached: gone' }, { headers: { [FORWARD_LOST]: '1' } });
    });
    const fault = faultFrom(await http.json('optim_step', {}, { resend: false }).catch((error: unknown) => error));
    expect(fault).toMatchObject({ code: 'E_SERVER_UNSURE', detail: 'http://gpu:8000 cannot be reached: gone' });
    expect(addresses).toEqual([`${PAGE}/api/v1/optim_step`]);
    expect(http.url).toBe('http://gpu:8000');
  });

  it('says where a token is given to it', async () => {
    const { http } = page(() => Response.json({ detail: 'no' }, { headers: { [FORWARD_STATUS]: '401' } }));
    const fault = faultFrom(await http.json('healthz', undefined, { resend: true }).catch((error: unknown) => error));
    expect(fault).toMatchObject({ code: 'E_SERVER_TOKEN', params: { given: true, inPage: true } });
    expect(fault.hint).toContain('npm start -- --forward http://gpu:8000 --token-file');
  });
});
