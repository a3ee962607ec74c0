/** Writes folders as POSIX ustar: the same files give the same bytes, with no time, owner or machine in them. */

const BLOCK = 512;

/** A tar of `files` by path, sorted, as files that anyone may read. Throws for a path that ustar cannot hold. */
export function writeTar(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const parts = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([path, bytes]) => [header(path, bytes.length), padded(bytes)]);
  return Buffer.concat([...parts, new Uint8Array(2 * BLOCK)]);
}

function header(path: string, size: number): Uint8Array {
  const block = Buffer.alloc(BLOCK);
  const [prefix, name] = split(path);
  block.write(name, 0, 'utf8');
  block.write('0000644\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('00000000000\0', 136);
  // Its own field counts as spaces in the checksum.
  block.write('        ', 148);
  block.write('0', 156);
  block.write('ustar\x0000', 257);
  block.write(prefix, 345, 'utf8');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** At a slash, so that the name has at most 100 bytes and what is before it at most 155. */
function split(path: string): readonly [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= 100) return ['', path];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(name) <= 100 && Buffer.byteLength(prefix) <= 155) return [prefix, name];
  }
  throw new Error(`writeTar: ${path} is too long`);
}

const padded = (bytes: Uint8Array): Uint8Array => Buffer.concat([bytes, new Uint8Array((BLOCK - (bytes.length % BLOCK)) % BLOCK)]);
