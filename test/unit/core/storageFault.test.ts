/** What a browser's storage says when it fails becomes words for people, and nothing else does. */
import { describe, expect, it } from 'vitest';
import { bytesOf, textOf } from '../../../src/core/askStorage.ts';
import { faultFrom } from '../../../src/core/faults.ts';
import { storageFault } from '../../../src/core/storageFault.ts';
import { writeFault } from '../../../src/runs/runWriter.ts';

const dom = (name: string) => new DOMException('said by the browser', name);

describe('a storage that fails', () => {
  it.each([
    ['QuotaExceededError', 'E_STORAGE_FULL'],
    ['NoModificationAllowedError', 'E_STORAGE_LOCKED'],
    ['NotAllowedError', 'E_STORAGE_FORBIDDEN'],
    ['SecurityError', 'E_STORAGE_FORBIDDEN'],
    ['InvalidStateError', 'E_STORAGE_GONE'],
    ['NotReadableError', 'E_STORAGE_READ'],
    ['NotFoundError', 'E_STORAGE_MISSING'],
    ['UnknownError', 'E_STORAGE_FAILED'],
    ['TimeoutError', 'E_STORAGE_SILENT'],
  ])('by %s is said so', (name, code) => {
    expect(storageFault(dom(name))).toMatchObject({ code, detail: `${name}: said by the browser` });
  });

  it('is known anywhere where its name means nothing else', () => {
    expect(faultFrom(dom('QuotaExceededError')).code).toBe('E_STORAGE_FULL');
    expect(faultFrom(dom('NoModificationAllowedError')).code).toBe('E_STORAGE_LOCKED');
    // React throws this where another program moved a node of the page.
    expect(faultFrom(dom('NotFoundError')).code).toBe('E_INTERNAL');
    expect(storageFault(new TypeError('x'))).toBeNull();
    expect(storageFault({ name: 'QuotaExceededError' })).toBeNull();
  });

  it('tells of a run what it means for the run', () => {
    expect(writeFault(dom('QuotaExceededError'))).toMatchObject({
      code: 'E_LIBRARY_FULL',
      hint: expect.stringContaining('then storing resumes'),
    });
    expect(writeFault(dom('InvalidStateError'))).toMatchObject({
      code: 'E_LIBRARY_WRITE',
      message: expect.stringContaining('closed or cleared while it was in use'),
    });
    expect(writeFault(new Error('odd')).detail).toContain('odd');
  });
});

describe('a file that a person chose', () => {
  const file = (error: unknown): Blob => ({ arrayBuffer: () => Promise.reject(error), text: () => Promise.reject(error) }) as never;

  it.each([
    ['NotAllowedError', 'E_STORAGE_FORBIDDEN'],
    ['NotFoundError', 'E_STORAGE_MISSING'],
    ['InvalidStateError', 'E_STORAGE_GONE'],
    ['NotReadableError', 'E_STORAGE_READ'],
  ])('and that is refused by %s is refused in words', async (name, code) => {
    await expect(bytesOf(file(dom(name)))).rejects.toMatchObject({ fault: { code } });
    await expect(textOf(file(dom(name)))).rejects.toMatchObject({ fault: { code } });
  });

  it('and that nothing is wrong with is read', async () => {
    expect(await bytesOf(new Blob(['ab']))).toEqual(new Uint8Array([97, 98]));
    expect(await textOf(new Blob(['ab']))).toBe('ab');
  });

  it('keeps a fault that is none of its storage', async () => {
    await expect(bytesOf(file(new TypeError('x')))).rejects.toThrow(TypeError);
  });
});
