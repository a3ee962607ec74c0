import { describe, expect, it } from 'vitest';
import { whenLeft } from '../../../../../src/page/state/projects/leaving.ts';

describe('a project that is left', () => {
  it.each([
    ['keep', false, false, 'met'],
    ['keep', false, false, 'listed'],
    ['forget', false, true, 'met'],
    ['release', false, true, 'listed'],
    ['nothing', false, false, 'nothing'],
    ['nothing', false, true, 'nothing'],
    ['nothing', true, false, 'met'],
    ['nothing', true, true, 'met'],
  ] as const)('%s: elsewhere %s, untouched %s, knowing %s', (what, elsewhere, untouched, knowledge) => {
    expect(whenLeft({ elsewhere, untouched, knowledge })).toBe(what);
  });
});
