import { describe, expect, it } from 'vitest';
import { parseRouting } from '../../../../src/core/team/calls.ts';

describe('parseRouting', () => {
  it.each([
    ['<done/>'],
    ['<done>'],
    ['<DONE  />'],
    ['<Done\n/>'],
    ['first <call>solver</call>, then <done/>'],
    ['<done><call>solver</call>'],
  ])('%j ends the turn', (text) => {
    expect(parseRouting(text)).toEqual({ kind: 'done' });
  });
  it.each([
    ['<call>solver</call>', 'solver'],
    ['<CALL>\n Solver \t</Call>', 'Solver'],
    ['<call>a-b_2</call><call>other</call>', 'a-b_2'],
    ['<call>no one</call> <call>solver</call>', 'solver'],
    ['<call></call><call>x</call>', 'x'],
    ['<call>é</call><call>x</call>', 'é'],
    ['<call><call>x</call>', 'x'],
  ])('%j calls', (text, name) => {
    expect(parseRouting(text)).toEqual({ kind: 'call', name });
  });
  it.each([
    [''],
    ['done'],
    ['<call>solver'],
    ['<call>a b</call>'],
    ['<call>a.b</call>'],
    ['< done/>'],
    ['<donee/>'],
    ['</done>'],
    ['call solver'],
  ])('%j says nothing', (text) => {
    expect(parseRouting(text)).toEqual({ kind: 'no_tag' });
  });
  it('takes a time that grows with the text alone', () => {
    expect(parseRouting(`<call>${' '.repeat(100_000)}`).kind).toBe('no_tag');
    expect(parseRouting('<call>a'.repeat(20_000)).kind).toBe('no_tag');
  });
});
