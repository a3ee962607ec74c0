/** `.tar.gz` archives: one that a server sent, one with each kind of name, and hostile ones. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readTarGz } from '../../../../src/core/formats/tar.ts';

/** A header of POSIX ustar. */
function header(name: string, size: number, kind: string, prefix = ''): Uint8Array {
  const bytes = new Uint8Array(512);
  const put = (text: string, at: number): void => bytes.set(new TextEncoder().encode(text), at);
  put(name, 0);
  put('0000644\0', 100);
  put(`${size.toString(8).padStart(11, '0')}\0`, 124);
  put(kind, 156);
  put('ustar\x0000', 257);
  put(prefix, 345);
  bytes.fill(32, 148, 156);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
function entry(name: string, contents: string, kind = '0', prefix = ''): Uint8Array {
  const bytes = text(contents);
  const all = new Uint8Array(512 + Math.ceil(bytes.length / 512) * 512);
  all.set(header(name, bytes.length, kind, prefix));
  all.set(bytes, 512);
  return all;
}

const END = new Uint8Array(1024);
const packed = (...parts: readonly Uint8Array[]): Uint8Array => gzipSync(new Uint8Array(Buffer.concat(parts)));
const namesIn = (...parts: readonly Uint8Array[]): string[] => Object.keys(readTarGz(packed(...parts, END)));

describe('a tar.gz', () => {
  it('of a server holds its adapter', () => {
    const exchanges = JSON.parse(readFileSync('test/golden/tinker/dialogue.skyrl-jax.json', 'utf8')) as { response_base64?: string }[];
    const archive = exchanges.find(({ response_base64: base64 }) => base64 !== undefined)?.response_base64 ?? '';
    const files = readTarGz(new Uint8Array(Buffer.from(archive, 'base64')));
    expect(Object.keys(files).sort()).toEqual(['adapter_config.json', 'adapter_model.safetensors']);
    expect(JSON.parse(new TextDecoder().decode(files['adapter_config.json']))).toMatchObject({ peft_type: 'LORA', r: 8 });
  });

  it('has files by path, and leaves folders and links out', () => {
    expect(
      readTarGz(packed(entry('./', '', '5'), entry('./a.txt', 'one'), entry('b', '', '2'), entry('c/d', 'x'.repeat(700)), END)),
    ).toEqual({
      'a.txt': text('one'),
      'c/d': text('x'.repeat(700)),
    });
  });

  it('has long names in each of the three ways', () => {
    const long = `${'folder/'.repeat(30)}file`;
    expect(namesIn(entry('file', '1', '0', 'some/prefix'))).toEqual(['some/prefix/file']);
    expect(namesIn(entry('././@LongLink', `${long}\0`, 'L'), entry(long.slice(0, 99), '1'))).toEqual([long]);
    const record = ` path=${long}\n`;
    const length = record.length + String(record.length + 3).length;
    expect(namesIn(entry('pax', `${length}${record}`, 'x'), entry('short', '1'))).toEqual([long]);
  });

  it.each([
    ['a way out', [entry('../evil', '1'), END], 'E_ARCHIVE_PATH'],
    ['an absolute path', [entry('/etc/passwd', '1'), END], 'E_ARCHIVE_PATH'],
    ['a name twice', [entry('a', '1'), entry('a', '2'), END], 'E_ARCHIVE_PATH'],
    ['no end', [entry('a', '1')], 'E_ARCHIVE_DAMAGED'],
    ['a size beyond its end', [header('a', 4096, '0'), END], 'E_ARCHIVE_DAMAGED'],
    ['a changed header', [entry('a', '1').fill(65, 0, 1).fill(66, 1, 2), END], 'E_ARCHIVE_DAMAGED'],
  ] as const)('with %s is refused', (_, parts, code) => {
    expect(() => readTarGz(packed(...parts))).toThrow(expect.objectContaining({ fault: expect.objectContaining({ code }) as object }));
  });

  it('that is none, is cut, or unpacks to too much is refused', () => {
    const faultOf = (bytes: Uint8Array, limits = { files: 10, bytes: 1e6 }) => {
      try {
        readTarGz(bytes, limits);
      } catch (error) {
        return (error as { fault?: { code: string } }).fault?.code;
      }
      return null;
    };
    expect(faultOf(text('not packed at all'))).toBe('E_ARCHIVE_DAMAGED');
    const sound = packed(entry('a', '1'), END);
    expect(faultOf(sound)).toBeNull();
    expect(faultOf(sound.slice(0, sound.length >> 1))).toBe('E_ARCHIVE_DAMAGED');
    expect(faultOf(packed(new Uint8Array(5e6)), { files: 10, bytes: 1e6 })).toBe('E_ARCHIVE_LIMIT');
    expect(faultOf(packed(entry('a', '1'), entry('b', '1'), END), { files: 1, bytes: 1e6 })).toBe('E_ARCHIVE_LIMIT');
  });
});
