/** The page's end of what a terminal hands over. */
import { describe, expect, it } from 'vitest';
import { type Ask, HANDED_PIECE, handedListIn, readHanded } from '../../../src/core/handed.ts';

const SIZE = 2 * HANDED_PIECE + 5;
const CONTENT = Uint8Array.from({ length: SIZE }, (_, at) => at % 251);
const FILE = { url: 'http://localhost/open/key/3', path: 'a/1.jsonl', size: SIZE };

const answering = (start: number, end: number, size = SIZE) =>
  new Response(CONTENT.slice(start, end + 1), { status: 206, headers: { 'content-range': `bytes ${start}-${end}/${size}` } });

function disk(): { readonly ask: Ask; readonly asked: string[] } {
  const asked: string[] = [];
  const ask: Ask = async (_, { headers }) => {
    asked.push(headers['range'] ?? '');
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers['range'] ?? '') ?? [];
    return answering(Number(start), Number(end));
  };
  return { ask, asked };
}

const faultOf = (ask: Ask) =>
  readHanded(FILE, 0, 10, ask).then(
    () => null,
    (error: unknown) => (error as { fault: object }).fault,
  );

describe('a file that is handed over', () => {
  it('is read in pieces that one answer may have, and not beyond its end', async () => {
    const { ask, asked } = disk();
    expect(Buffer.compare(await readHanded(FILE, 3, SIZE + 100, ask), CONTENT.slice(3))).toBe(0);
    expect(asked).toEqual([
      `bytes=3-${HANDED_PIECE + 2}`,
      `bytes=${HANDED_PIECE + 3}-${2 * HANDED_PIECE + 2}`,
      `bytes=${2 * HANDED_PIECE + 3}-${SIZE - 1}`,
    ]);
    expect(await readHanded(FILE, SIZE, SIZE + 9, ask)).toEqual(new Uint8Array());
    expect(asked).toHaveLength(3);
  });

  it('whose terminal was stopped says so', async () => {
    const gone = await faultOf(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(gone).toMatchObject({ code: 'E_HANDED_GONE', place: { subject: 'a/1.jsonl' } });
    expect(gone).toMatchObject({ message: expect.stringContaining('was stopped'), hint: expect.stringContaining('npm run open') });
  });

  it.each<[string, () => Response]>([
    ['a page for every path', () => new Response('<!doctype html><title>a page</title>', { status: 200 })],
    ['a stretch of such a page', () => new Response('<!doctype ', { status: 206, headers: { 'content-range': 'bytes 0-9/4000' } })],
    ['another stretch', () => answering(1, 10)],
    ['a file of another length', () => answering(0, 9, SIZE + 1)],
    ['fewer bytes than it says', () => new Response('123', { status: 206, headers: { 'content-range': `bytes 0-9/${SIZE}` } })],
    ['an error without a reason', () => new Response('no', { status: 502 })],
  ])('is not taken from another server in its place: %s', async (_, answer) => {
    expect(await faultOf(async () => answer())).toMatchObject({ code: 'E_HANDED_GONE' });
  });

  it('that is refused says why', async () => {
    const refused = await faultOf(async () => Response.json({ error: 'it has become shorter.' }, { status: 409 }));
    expect(refused).toMatchObject({ code: 'E_HANDED_REFUSED', message: 'a/1.jsonl cannot be read: it has become shorter.' });
  });
});

it.each([
  null,
  'x',
  [],
  {},
  { name: 'a', kind: 'folder' },
  { name: 'a', kind: 'disk', files: [] },
  { name: 'a', kind: 'file', files: [{ path: 'a' }] },
])('%j is no list', (value) => {
  expect(handedListIn(value)).toBeNull();
});
