/** Waiting for results: polls go on, our own deadline ends them, and so many calls are under way at a time. */
import { describe, expect, it } from 'vitest';
import { faultAt } from '../../../src/core/faultAt.ts';
import { faultFrom } from '../../../src/core/faults.ts';
import { Futures } from '../../../src/tinker/futures.ts';
import { Http } from '../../../src/tinker/http.ts';
import { serverFaults } from '../../../src/words/words.ts';
import { clock } from './outside.ts';

function futures(polls: (poll: number) => Response | Error, options = { inFlight: 4, deadline: 60 }) {
  const seen: string[] = [];
  let count = 0;
  const outside = clock((input) => {
    const path = String(input).split('/').at(-1) ?? '';
    seen.push(path);
    if (path !== 'retrieve_future') return Promise.resolve(Response.json({ request_id: 'r1' }));
    const answer = polls(count++);
    return answer instanceof Response ? Promise.resolve(answer) : Promise.reject(answer);
  });
  const http = new Http(outside, { url: 'http://server', token: null, patience: 30 });
  return { seen, outside, futures: new Futures(http, outside, options) };
}

const tryAgain = (): Response => Response.json({ type: 'try_again', request_id: 'r1', queue_state: 'active' });
const refused = (status: number, detail: string): Response => Response.json({ detail }, { status });
const faultOf = async (work: Promise<unknown>) =>
  faultFrom(
    await work.then(
      () => new Error('nothing was thrown'),
      (error: unknown) => error,
    ),
  );

describe('a future', () => {
  it('is asked for through “try again”, 408, 500 and lost connections', async () => {
    const answers = [tryAgain(), refused(408, 'Timeout waiting for result'), refused(500, 'fell over'), new TypeError('cut')];
    const { futures: client, seen } = futures((poll) => answers[poll] ?? Response.json({ done: true }));
    expect(await client.result('optim_step', {}, { resend: false })).toEqual({ done: true });
    expect(seen).toEqual(['optim_step', ...Array.from({ length: 5 }, () => 'retrieve_future')]);
  });

  it('ends at our deadline where a server says “try again” for ever', async () => {
    const { futures: client } = futures(tryAgain, { inFlight: 4, deadline: 5 });
    expect(await faultOf(client.result('forward', {}, { resend: false }))).toMatchObject({
      code: 'E_SERVER_DEADLINE',
      params: { call: 'forward' },
    });
  });

  it.each([
    ['E_SERVER_FORGOT', refused(404, 'Future not found')],
    ['E_SERVER_REFUSED', Response.json({ type: 'RequestFailedResponse', error_message: 'Loss nosuch not supported' }, { status: 400 })],
    ['E_SERVER_ANSWER', Response.json([1])],
  ] as const)('that failed is %s', async (code, answer) => {
    expect(await faultOf(futures(() => answer).futures.result('forward', {}, { resend: false }))).toMatchObject({ code });
  });

  it('that is held back longer than a poll waits is asked for again, and no lost server', async () => {
    let polls = 0;
    const outside = clock(
      (input, init = {}) => {
        if (!String(input).endsWith('retrieve_future')) return Promise.resolve(Response.json({ request_id: 'r1' }));
        polls += 1;
        if (polls === 3) return Promise.resolve(Response.json({ done: true }));
        return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)));
      },
      (milliseconds) => milliseconds <= 45_000,
    );
    const http = new Http(outside, { url: 'http://server', token: null, patience: 0 });
    const client = new Futures(http, outside, { inFlight: 1, deadline: 200 });
    expect(await client.result('forward', {}, { resend: false })).toEqual({ done: true });
    expect(polls).toBe(3);
  });
});

describe('a request that may be forgotten', () => {
  const forgot = () =>
    Promise.reject(faultAt(serverFaults, 'E_SERVER_FORGOT', { subject: 'http://server', call: 'forward', said: 'gone' }));
  const cut = new TypeError('cut');

  it('is given up behind a lost connection, where the server no longer knows what it is about', async () => {
    const { futures: client, seen } = futures((poll) => (poll === 1 ? cut : tryAgain()));
    expect(await faultOf(client.result('forward', {}, { resend: false, known: forgot }))).toMatchObject({ code: 'E_SERVER_FORGOT' });
    expect(seen.length).toBeLessThan(8);
  });

  it('is waited for where the server knows it, or answers something else, and asked about once for each loss', async () => {
    for (const known of [() => Promise.resolve(), () => Promise.reject(new Error('no data'))]) {
      let asked = 0;
      const { futures: client } = futures((poll) =>
        poll === 1 || poll === 4 ? cut : poll < 9 ? tryAgain() : Response.json({ done: true }),
      );
      const counted = () => {
        asked += 1;
        return known();
      };
      expect(await client.result('forward', {}, { resend: false, known: counted })).toEqual({ done: true });
      expect(asked).toBe(2);
    }
  });

  it('is not asked about as long as no connection was lost', async () => {
    const { futures: client } = futures((poll) => (poll < 9 ? tryAgain() : Response.json({ done: true })));
    expect(await client.result('forward', {}, { resend: false, known: forgot })).toEqual({ done: true });
  });
});

describe('calls under way', () => {
  it('are bounded, and each waits its turn', async () => {
    const { futures: client } = futures(tryAgain, { inFlight: 2, deadline: 1 });
    let most = 0;
    let under = 0;
    const order: number[] = [];
    const work = (index: number) => async (): Promise<void> => {
      under += 1;
      most = Math.max(most, under);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(index);
      under -= 1;
      if (index === 1) throw new Error('one fails');
    };
    const all = await Promise.allSettled(Array.from({ length: 7 }, (_, index) => client.bounded(work(index))));
    expect(most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(all.filter(({ status }) => status === 'rejected').length).toBe(1);
  });
});
