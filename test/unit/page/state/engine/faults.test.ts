import { describe, expect, it } from 'vitest';
import { keepFault } from '../../../../../src/page/state/engine/faults.ts';

describe('a base that could not be kept', () => {
  it('is told with the browser’s reason where it gave one', () => {
    const full = keepFault('E_BASE_KEEP', 'It could not be kept.', new DOMException('quota', 'QuotaExceededError'));
    expect(full).toMatchObject({ code: 'E_BASE_KEEP', message: 'It could not be kept. This browser has no room left for this page.' });
    const other = keepFault('E_BASE_KEEP', 'It could not be kept.', new Error('odd'));
    expect(other).toMatchObject({ message: 'It could not be kept.', detail: 'Error: odd' });
  });
});
