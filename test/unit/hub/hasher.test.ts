import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { plainHasher } from '../../../src/hub/hasher.ts';

it('hashes of bytes in parts are those of SHA-256, and of git', () => {
  for (const length of [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1000, 4096]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + 7) % 256);
    for (const step of [1, 7, 64, 130]) {
      for (const kind of ['sha256', 'git'] as const) {
        const hasher = plainHasher({ path: 'file', bytes: length, hash: { kind, hex: '' } });
        for (let at = 0; at < length; at += step) hasher.update(bytes.subarray(at, at + step));
        const expected = kind === 'git' ? createHash('sha1').update(`blob ${length}\0`) : createHash('sha256');
        expect(hasher.hex(), `${kind} of ${length} by ${step}`).toBe(expected.update(bytes).digest('hex'));
      }
    }
  }
});
