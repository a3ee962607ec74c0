import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { FaultError } from '../../../../src/core/faults.ts';
import { unzipFiles, zipFiles } from '../../../../src/core/formats/archive.ts';
import { faultCode, seededRandom } from './helpers.ts';

const files = {
  'project.json': strToU8('{"version":1}\n'),
  'planner/adapter_model.safetensors': Uint8Array.from({ length: 5000 }, (_, i) => (i * i) % 251),
  'солвер/empty': new Uint8Array(0),
};

/** Overwrites the first occurrence of `from` at or after the central directory, or everywhere. */
function patch(zip: Uint8Array, from: string, to: string): Uint8Array {
  const bytes = zip.slice();
  const [needle, replacement] = [strToU8(from), strToU8(to)];
  for (let at = 0; at + needle.length <= bytes.length; at += 1) {
    if (needle.every((byte, i) => bytes[at + i] === byte)) bytes.set(replacement, at);
  }
  return bytes;
}

describe('zipFiles', () => {
  it('gives back the files, from the same bytes whatever the order', () => {
    const zip = zipFiles(files);
    expect(unzipFiles(zip)).toEqual(files);
    expect(zipFiles(Object.fromEntries(Object.entries(files).reverse()))).toEqual(zip);
    expect(unzipFiles(zipFiles({}))).toEqual({});
  });

  it('refuses to write a path that could not be read back', () => {
    for (const path of ['/etc/passwd', '../up', 'a/../b', 'a//b', 'a/', 'C:\\x', '.', '', 'a\u0000b']) {
      expect(() => zipFiles({ [path]: new Uint8Array(1) }), path).toThrow('no plain relative path');
    }
  });
});

describe('unzipFiles', () => {
  it('leaves out folders, and refuses paths that leave the folder', () => {
    expect(unzipFiles(zipSync({ 'a/': new Uint8Array(0), 'a/b': strToU8('x') }))).toEqual({ 'a/b': strToU8('x') });
    for (const path of ['../x', '/xx', 'a/..', 'a\\b', 'C:xx'])
      expect(
        faultCode(() => unzipFiles(zipSync({ [path]: strToU8('x') }))),
        path,
      ).toBe('E_ARCHIVE_PATH');
    const proto = patch(zipSync({ __prot0__: strToU8('x') }), '__prot0__', '__proto__');
    expect(faultCode(() => unzipFiles(proto))).toBe('E_ARCHIVE_PATH');
    expect(faultCode(() => unzipFiles(patch(zipSync({ aaa1: strToU8('x'), aaa2: strToU8('y') }), 'aaa2', 'aaa1')))).toBe('E_ARCHIVE_PATH');
  });

  it('stops before it unpacks too much', () => {
    const bomb = zipSync({ big: new Uint8Array(5_000_000) });
    expect(bomb.length).toBeLessThan(10_000);
    expect(faultCode(() => unzipFiles(bomb, { files: 10, bytes: 1_000_000 }))).toBe('E_ARCHIVE_LIMIT');
    expect(unzipFiles(bomb, { files: 1, bytes: 5_000_000 })['big']).toHaveLength(5_000_000);
    expect(faultCode(() => unzipFiles(zipFiles(files), { files: 2, bytes: 1e6 }))).toBe('E_ARCHIVE_LIMIT');
  });

  it('unpacks no more than an archive states, and refuses one that states too much', () => {
    const zip = zipSync({ big: new Uint8Array(100_000) });
    const view = new DataView(zip.buffer, zip.byteOffset);
    const directory = view.getUint32(zip.length - 6, true);
    view.setUint32(directory + 24, 10, true);
    expect(unzipFiles(zip)['big']).toHaveLength(10);
    view.setUint32(directory + 24, 200_000, true);
    expect(faultCode(() => unzipFiles(zip))).toBe('E_ARCHIVE_DAMAGED');
    view.setUint32(directory + 20, 1_000_000, true);
    expect(faultCode(() => unzipFiles(zip))).toBe('E_ARCHIVE_DAMAGED');
  });

  it('throws nothing but faults on anything', () => {
    expect(faultCode(() => unzipFiles(new Uint8Array(0)))).toBe('E_ARCHIVE_DAMAGED');
    expect(faultCode(() => unzipFiles(strToU8('not a zip at all, but long enough to look for one')))).toBe('E_ARCHIVE_DAMAGED');
    const zip = zipFiles(files);
    const random = seededRandom(5);
    let refused = 0;
    for (let round = 0; round < 600; round += 1) {
      const bytes = round % 2 ? zip.slice(0, Math.floor(random() * zip.length)) : zip.slice();
      for (let flip = 0; flip < 3; flip += 1) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      try {
        unzipFiles(bytes, { files: 100, bytes: 1_000_000 });
      } catch (error) {
        refused += 1;
        if (!(error instanceof FaultError)) throw error;
      }
    }
    expect(refused).toBeGreaterThan(300);
  });
});
