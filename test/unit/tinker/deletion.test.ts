/** What became of something that was to be deleted, by what servers answer. */
import { describe, expect, it } from 'vitest';
import { deleteSaved } from '../../../src/tinker/deletion.ts';
import { Http, type Sending } from '../../../src/tinker/http.ts';
import { clock } from './outside.ts';

const PATH = 'tinker://model_1/weights/marft-1-0-2';

/** Asked to delete `path`, of a server that answers this; or is not there. */
async function asked(path: string, answer: Response | Error) {
  const sent: string[] = [];
  const outside = clock((input, init) => {
    sent.push(`${(init as Sending | undefined)?.method} ${new URL(String(input)).pathname}`);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  const http = new Http(outside, { url: 'http://server', token: null, patience: 60 });
  const outcome = deleteSaved(http, { path }, new AbortController().signal);
  return { sent, outcome, outside };
}

const said = (status: number, detail: string): Response => Response.json({ detail }, { status });

describe('what is asked to be deleted', () => {
  it.each<[string, Response, string]>([
    ['gone', new Response(null, { status: 204 }), 'deleted'],
    ['gone before', said(404, 'Checkpoint not found: model_1/marft-1-0-2'), 'deleted'],
    ['still written', said(425, 'Checkpoint is still being created'), 'later'],
    ['of a busy server', said(429, 'Too Many Requests'), 'later'],
    ['of a server without this route', said(404, 'Not Found'), 'never'],
    ['of a server that knows the address by other methods', said(405, 'Method Not Allowed'), 'never'],
    ['of a server that is no such thing', new Response('<html>', { status: 404 }), 'never'],
  ])('is %s', async (_, answer, expected) => {
    const { sent, outcome } = await asked(PATH, answer);
    expect(await outcome).toBe(expected);
    expect(sent).toEqual(['DELETE /api/v1/training_runs/model_1/checkpoints/weights/marft-1-0-2']);
  });

  it.each(['keep1', '/tmp/checkpoints/keep1', 'tinker://model_1/weights/../x', 'tinker://model_1/other/x'])(
    'is not asked where %s is no address',
    async (path) => {
      const { sent, outcome } = await asked(path, new Error('nobody'));
      expect([await outcome, sent]).toEqual(['never', []]);
    },
  );

  it.each([new TypeError('cut'), said(500, 'Internal Server Error'), said(503, 'Service Unavailable')])(
    'is waited for no longer where the server is lost',
    async (answer) => {
      const { sent, outcome, outside } = await asked(PATH, answer);
      await expect(outcome).rejects.toMatchObject({ fault: { code: expect.stringMatching(/^E_SERVER_/) as string } });
      expect(sent).toHaveLength(1);
      expect(outside.slept.filter((milliseconds) => milliseconds > 10_000)).toEqual([]);
    },
  );
});
