import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setPrompt } from '../../../src/core/document/edits.ts';
import { defaultProject } from '../../../src/stores/defaultProject.ts';
import { createDocumentStore } from '../../../src/stores/document.ts';
import { autosave, restoreDocument } from '../../../src/stores/documentStorage.ts';
import { guardedStorage, STORAGE_KEYS, storageWorks, type TextStorage } from '../../../src/stores/storage.ts';

function memory(entries: Record<string, string> = {}): TextStorage & { readonly entries: Record<string, string> } {
  return {
    entries,
    read: (key) => entries[key] ?? null,
    write: (key, text) => {
      entries[key] = text;
      return true;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the kept document', () => {
  it('comes back as it was left', () => {
    const storage = memory();
    const store = createDocumentStore(defaultProject());
    const saving = autosave(store, storage, () => expect.unreachable('storage works'));
    store.getState().edit((document) => setPrompt(document, 'solver', 'naïve “words” ☃'));
    expect(storage.entries[STORAGE_KEYS.document]).toBeUndefined();
    vi.advanceTimersByTime(1000);
    saving.stop();
    expect(restoreDocument(storage)).toEqual({ document: store.getState().document, fault: null });
  });

  it('is written at once when the page goes away', () => {
    const storage = memory();
    const store = createDocumentStore(defaultProject());
    const saving = autosave(store, storage, () => undefined);
    store.getState().edit((document) => setPrompt(document, 'solver', 'last words'));
    saving.flush();
    expect(storage.entries[STORAGE_KEYS.document]).toContain('last words');
  });

  it.each(['{', '{"version":1}', '[]', '{"version":99}'])('is set aside whole when it cannot be read: %s', (kept) => {
    const storage = memory({ [STORAGE_KEYS.document]: kept });
    const { document, fault } = restoreDocument(storage);
    expect(document).toBeNull();
    expect(fault?.code).toMatch(/^E_DOCUMENT/);
    expect(storage.entries[STORAGE_KEYS.unreadable]).toBe(kept);
  });

  it('is missing on a first visit, which is no fault', () => {
    expect(restoreDocument(memory())).toEqual({ document: null, fault: null });
  });

  it('says once that the browser keeps nothing', () => {
    const refuses = vi.fn();
    const store = createDocumentStore(defaultProject());
    autosave(store, { read: () => null, write: () => false }, refuses);
    for (const prompt of ['a', 'b', 'c']) {
      store.getState().edit((document) => setPrompt(document, 'solver', prompt));
      vi.advanceTimersByTime(1000);
    }
    expect(refuses).toHaveBeenCalledTimes(1);
  });
});

describe('forbidden storage', () => {
  it('reads nothing, writes nothing and never throws', () => {
    const storage = guardedStorage(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(storage.read('x')).toBeNull();
    expect(storage.write('x', 'y')).toBe(false);
    expect(storageWorks(storage)).toBe(false);
  });
});
