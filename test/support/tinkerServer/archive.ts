/** An adapter as SkyRL gives it away: a tar.gz with PEFT's keys and `target_modules: null`. */
import { gzipSync } from 'node:zlib';
import { ADAPTER_CONFIG, ADAPTER_MODEL, type LoraWeights, writePeft } from '../../../src/core/formats/models/adapters/peft.ts';

export function adapterArchive(weights: LoraWeights, baseName: string): Uint8Array {
  const files = writePeft({ ...weights, baseName });
  const config = { ...(JSON.parse(new TextDecoder().decode(files[ADAPTER_CONFIG])) as object), ...UNSET };
  return gzipSync(
    tar({
      [ADAPTER_CONFIG]: new TextEncoder().encode(JSON.stringify(config, null, 2)),
      [ADAPTER_MODEL]: files[ADAPTER_MODEL] ?? new Uint8Array(),
    }),
  );
}

/** What SkyRL leaves as `LoraConfig` has it by default, so that nothing in the archive says where the adapter goes. */
const UNSET = { inference_mode: false, target_modules: null, task_type: null };

const BLOCK = 512;
/** Before every entry stands one of pax, as Python's `tarfile` writes for times with fractions. */
const PAX = new TextEncoder().encode('28 mtime=1767225600.0000001\n');

/** Python's pax format: https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html. The first entry is the folder itself, `/`. */
function tar(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const entries: [string, string, Uint8Array][] = [
    ['/', '5', new Uint8Array()],
    ...Object.entries(files).map(([name, bytes]): [string, string, Uint8Array] => [name, '0', bytes]),
  ];
  return Buffer.concat([
    ...entries.flatMap((entry) => [...blocks('././@PaxHeader', 'x', PAX), ...blocks(...entry)]),
    new Uint8Array(2 * BLOCK),
  ]);
}

function blocks(name: string, kind: string, bytes: Uint8Array): Uint8Array[] {
  const header = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => header.set(new TextEncoder().encode(text), at);
  put(0, name);
  put(100, '0000644\0');
  put(108, '0000000\0');
  put(116, '0000000\0');
  put(124, `${bytes.length.toString(8).padStart(11, '0')}\0`);
  put(136, '00000000000\0');
  put(148, '        ');
  put(156, kind);
  put(257, 'ustar\0');
  put(263, '00');
  const sum = header.reduce((a, b) => a + b, 0);
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  return [header, bytes, new Uint8Array((BLOCK - (bytes.length % BLOCK)) % BLOCK)];
}
