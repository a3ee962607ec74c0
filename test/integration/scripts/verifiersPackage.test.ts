/** What packages for verifiers share: the host as one file that names no machine, its licences, and the Python. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { inSample } from '../../../scripts/testing/sample.ts';
import { verifiersFiles } from '../../../scripts/page/verifiersPackage.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

describe('what packages for verifiers share', () => {
  it('is one host without paths of this machine, the licences in it, and the Python', async () => {
    const files = await verifiersFiles();
    expect([...files.keys()].sort()).toEqual(
      ['LICENSE', 'THIRD_PARTY_NOTICES.txt', 'env.py', 'env_host.mjs', 'harness.py', 'host.py', 'taskset.py'].sort(),
    );
    const host = text(files.get('env_host.mjs'));
    expect(host).not.toContain(root);
    for (const name of ['quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync', 'sucrase', 'zod'])
      expect(text(files.get('THIRD_PARTY_NOTICES.txt'))).toContain(`${name} `);
    if (inSample('the host is the same bytes each time')) expect(text((await verifiersFiles()).get('env_host.mjs'))).toBe(host);
  });
});
