import { describe, expect, it } from 'vitest';
import { afterMessage } from '../../../../../src/page/state/projects/hearing.ts';

describe('a message of another tab', () => {
  it('that something was kept has the projects listed anew', () => {
    expect(afterMessage({ kind: 'kept' }, { present: 'a', elsewhere: true })).toBe('list');
  });

  it('that wants the open project gets it', () => {
    expect(afterMessage({ kind: 'yield', id: 'a' }, { present: 'a', elsewhere: false })).toBe('yield');
  });

  it('that wants what this tab does not have asks for nothing', () => {
    expect(afterMessage({ kind: 'yield', id: 'a' }, { present: 'a', elsewhere: true })).toBe('nothing');
    expect(afterMessage({ kind: 'yield', id: 'b' }, { present: 'a', elsewhere: false })).toBe('nothing');
  });
});
