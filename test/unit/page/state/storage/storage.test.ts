import { describe, expect, it } from 'vitest';
import { guardedStorage, storageWorks } from '../../../../../src/page/state/storage/storage.ts';

describe('forbidden storage', () => {
  it('reads nothing, writes nothing and never throws', () => {
    const storage = guardedStorage(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(storage.read('x')).toBeNull();
    expect(storage.write('x', 'y')).toBe(false);
    expect(storage.keys('')).toEqual([]);
    expect(() => storage.remove('x')).not.toThrow();
    expect(storageWorks(storage)).toBe(false);
  });
});
