/** The parts that all packages for verifiers share come as they were packed, or not at all. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { writeTar } from '../../../../../../../scripts/package/tar.ts';
import { commonFiles } from '../../../../../../../src/page/features/projects/dialogues/verifiers/downloadPackage.ts';

const answer = (body: Uint8Array, status = 200) => vi.fn<typeof fetch>(async () => new Response(new Uint8Array(body), { status }));

describe('the parts that packages share', () => {
  it('are taken out of what the build packed', async () => {
    const packed = gzipSync(writeTar(new Map([['env_host.mjs', new TextEncoder().encode('host')]])));
    expect(Object.keys(await commonFiles(answer(packed)))).toEqual(['env_host.mjs']);
  });

  it('are refused where a host unpacked them, or has none', async () => {
    await expect(commonFiles(answer(new Uint8Array([116, 101])))).rejects.toMatchObject({
      fault: { code: 'E_VERIFIERS_PARTS', params: { status: null } },
    });
    await expect(commonFiles(answer(new Uint8Array(), 404))).rejects.toMatchObject({ fault: { params: { status: 404 } } });
  });
});
