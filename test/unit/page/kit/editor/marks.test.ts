import { describe, expect, it } from 'vitest';
import { type EditorMark, piecesOf } from '../../../../../src/page/kit/editor/marks.ts';

const mark = (start: number, end: number, kind: EditorMark['kind'] = 'meaning'): EditorMark => ({ start, end, kind, message: '' });

describe('a text in pieces', () => {
  it('is cut at its marks, in the order of the text', () => {
    expect(piecesOf('say {role} {x}', [mark(11, 14, 'doubt'), mark(4, 10)])).toEqual([
      { text: 'say ', kind: null },
      { text: '{role}', kind: 'meaning' },
      { text: ' ', kind: null },
      { text: '{x}', kind: 'doubt' },
    ]);
  });

  it('comes to the very text, whatever the marks', () => {
    const text = 'ab{c}d';
    for (const marks of [[], [mark(0, 6)], [mark(2, 5), mark(3, 4)], [mark(2, 5), mark(4, 6)], [mark(5, 6)]])
      expect(
        piecesOf(text, marks)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
  });
});
