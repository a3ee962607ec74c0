/** A large export in Chromium: streamed into the file that a person chose, the very bytes of the download that a small one is. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PART_BYTES } from '../../src/core/formats/zipStream.ts';
import { saveZipOfBases as saveZip } from '../../src/page/kit/files/saveZip.ts';
import type { SavingWindow } from '../../src/page/kit/files/savedParts.ts';

const names = ['config.json', 'model.safetensors', 'tokenizer.json', 'tokenizer_config.json'];
async function micro(): Promise<Record<string, Blob>> {
  const files = names.map(async (name) => [name, await (await fetch(`/models/micro/${name}`)).blob()] as const);
  return Object.fromEntries(await Promise.all(files));
}

/** What cannot be packed, so that the zip has several parts; the same each time. */
let state = 1;
const noise = Uint8Array.from({ length: 2 * PART_BYTES + 5 }, () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0) >>> 24);
const beside = () => ({ 'noise.bin': noise });

/** The browser's private files, where a person's own would be. */
async function chosenFile() {
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle(`export-${crypto.randomUUID()}.zip`, { create: true });
  const written: number[] = [];
  const asked: string[] = [];
  const window: SavingWindow = {
    async showSaveFilePicker({ suggestedName }) {
      asked.push(suggestedName);
      const { createWritable } = handle;
      handle.createWritable = async () => {
        const stream = await createWritable.call(handle);
        const { write } = stream;
        stream.write = (part) => {
          written.push((part as Uint8Array).byteLength);
          return write.call(stream, part);
        };
        return stream;
      };
      return handle;
    },
  };
  const bytes = async () => new Uint8Array(await (await handle.getFile()).arrayBuffer());
  return { window, asked, written, bytes, remove: () => folder.removeEntry(handle.name) };
}

/** What becomes of downloads. */
const downloads: Blob[] = [];
beforeEach(() => {
  downloads.length = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    downloads.push(blob as Blob);
    return 'about:blank';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

const export_ = async (options: Parameters<typeof saveZip>[4], rest: Parameters<typeof saveZip>[3] = beside) =>
  saveZip('run.zip', { micro: await micro() }, {}, rest, options);

describe('a large export', () => {
  it('is streamed in parts into the file that was chosen, with the bytes of the download', async () => {
    const file = await chosenFile();
    const size = await export_({ large: 1, window: file.window });
    expect(file.asked).toEqual(['run.zip']);
    expect(downloads).toEqual([]);
    const streamed = await file.bytes();
    expect(streamed.byteLength).toBe(size);
    expect(file.written.length).toBeGreaterThan(2);
    expect(file.written.slice(0, -1)).toEqual(file.written.slice(0, -1).map(() => PART_BYTES));
    // Not large, the browser is not asked.
    expect(await export_({ window: file.window })).toBe(size);
    expect(file.asked).toHaveLength(1);
    const downloaded = new Uint8Array(await downloads[0]!.arrayBuffer());
    expect(downloaded.byteLength).toBe(size);
    expect(downloaded.every((byte, at) => byte === streamed[at])).toBe(true);
    await file.remove();
  });

  it('for which no place is chosen is not begun', async () => {
    const rest = vi.fn(beside);
    const window = { showSaveFilePicker: () => Promise.reject(new DOMException('no', 'AbortError')) };
    expect(await export_({ large: 1, window }, rest)).toBeNull();
    expect(rest).not.toHaveBeenCalled();
    expect(downloads).toEqual([]);
  });

  it('becomes a download where the browser may not ask', async () => {
    const window = { showSaveFilePicker: () => Promise.reject(new DOMException('no click', 'SecurityError')) };
    const size = await export_({ large: 1, window }, () => ({}));
    expect(downloads.map((blob) => blob.size)).toEqual([size]);
  });

  it('that fails on its way says so and leaves the chosen file empty', async () => {
    const file = await chosenFile();
    const failing = () => {
      throw new Error('the run is gone');
    };
    await expect(export_({ large: 1, window: file.window }, failing)).rejects.toThrow('the run is gone');
    expect((await file.bytes()).byteLength).toBe(0);
    expect(downloads).toEqual([]);
    await file.remove();
  });
});
