import { describe, expect, it } from 'vitest';
import { keepFault } from '../../../../../src/page/state/engine/faults.ts';

describe('a base that could not be kept', () => {
  it('is told with the browser’s reason where it gave one', () => {
    const full = keepFault('E_BASE_KEEP', 'words', new DOMException('quota', 'QuotaExceededError'));
    expect(full).toMatchObject({
      code: 'E_BASE_KEEP',
      params: { name: 'words', why: 'This browser has no room left for this page.' },
      message: '“words” could not be kept in this browser. This browser has no room left for this page.',
    });
    const other = keepFault('E_BASE_DELETE', 'words', new Error('odd'));
    expect(other).toMatchObject({ message: '“words” could not be deleted from this browser.', detail: 'Error: odd' });
  });
});
