/** Files that a terminal hands over are read by the readers of imports as if they were here. */
import { expect, it } from 'vitest';
import type { Ask } from '../../../../src/core/handed.ts';
import { handedReader } from '../../../../workers/library/handedReader.ts';
import { seededRandom } from '../../core/formats/helpers.ts';

const MIB = 2 ** 20;
const contents = [3 * MIB + 17, 40_000].map((size, file) =>
  Uint8Array.from({ length: size }, (_, at) => (at * 31 + file * 7 + (at >> 8)) & 255),
);
const files = contents.map(({ length: size }, file) => ({ url: String(file), path: `${file}.jsonl.gz`, size }));

function reading() {
  const asked: [file: number, bytes: number][] = [];
  const ask: Ask = async (url, { headers }) => {
    const [, start, end] = (/^bytes=(\d+)-(\d+)$/.exec(headers['range'] ?? '') ?? []).map(Number) as [number, number, number];
    asked.push([Number(url), end + 1 - start]);
    const bytes = contents[Number(url)] as Uint8Array<ArrayBuffer>;
    return new Response(bytes.slice(start, end + 1), {
      status: 206,
      headers: { 'content-range': `bytes ${start}-${end}/${bytes.length}` },
    });
  };
  const reader = handedReader(ask);
  return { ask, asked, reads: files.map((file) => reader(file)) };
}

it('any stretches of any files in any order have the bytes of the files', async () => {
  const random = seededRandom(7);
  const { reads } = reading();
  let ended = 0;
  for (let turn = 0; turn < 400; turn += 1) {
    const file = random() < 0.7 ? 0 : 1;
    const size = files[file]!.size;
    // As often as not it goes on where it ended, as readers do.
    const start = random() < 0.5 ? Math.min(ended, size) : Math.floor(random() * size);
    const end = start + Math.floor(random() ** 6 * 1.5 * MIB);
    expect(Buffer.compare(await reads[file]!(start, end), contents[file]!.slice(start, end)), `${file}: ${start}-${end}`).toBe(0);
    ended = end;
  }
});

it('who reads on and on in small pieces asks for large ones, and who looks at a beginning for that alone', async () => {
  const { reads, asked } = reading();
  await reads[0]!(0, 65_536);
  expect(asked).toEqual([[0, 65_536]]);
  for (let start = 65_536; start < files[0]!.size + 16_384; start += 16_384) await reads[0]!(start, start + 16_384);
  expect(asked.length).toBeLessThanOrEqual(4);
  expect(
    asked.reduce((sum, [, bytes]) => sum + bytes, 0),
    'each byte once',
  ).toBe(files[0]!.size);
});

it('what could not be read ahead is told to who comes to read it, and not before', async () => {
  const { ask } = reading();
  let asked = 0;
  // The third is the first that nobody has asked for yet.
  const stopping: Ask = (...given) => ((asked += 1) < 3 ? ask(...given) : Promise.reject(new TypeError('Failed to fetch')));
  const read = handedReader(stopping)(files[0]!);
  for (let start = 0; start < 2 * MIB; start += MIB / 2) await read(start, start + MIB / 2);
  expect(asked).toBe(3);
  await read(2 * MIB, 2.5 * MIB);
  await expect(read(2.5 * MIB, 3 * MIB)).rejects.toMatchObject({ fault: { code: 'E_HANDED_GONE' } });
});
