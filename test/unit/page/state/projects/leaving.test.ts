import { describe, expect, it } from 'vitest';
import { whenLeft } from '../../../../../src/page/state/projects/leaving.ts';

describe('a project that is left', () => {
  const here = { elsewhere: false, untouched: false, knowledge: 'met', known: true, unwritten: false } as const;

  it.each([
    ['keep', {}],
    ['keep', { unwritten: true }],
    ['keep', { knowledge: 'listed' }],
    ['forget', { untouched: true }],
    ['release', { untouched: true, knowledge: 'listed' }],
    ['nothing', { knowledge: 'nothing' }],
    ['nothing', { untouched: true, knowledge: 'nothing' }],
    ['keep', { unwritten: true, knowledge: 'nothing' }],
    ['nothing', { elsewhere: true }],
    ['nothing', { elsewhere: true, untouched: true }],
    ['nothing', { elsewhere: true, known: false, unwritten: true }],
    // Not known to be this tab's, or not brought together with the database yet.
    ['release', { known: false }],
    ['release', { known: false, untouched: true }],
    ['copy', { known: false, unwritten: true }],
    ['copy', { known: false, unwritten: true, knowledge: 'nothing' }],
    ['nothing', { known: false, knowledge: 'nothing' }],
  ] as const)('%s: %o', (what, but) => {
    expect(whenLeft({ ...here, ...but })).toBe(what);
  });
});
