/** A thought is folded away in the episode reader until it is asked for, or until the cursor stands in it. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MessageView } from '../../../../../src/page/features/inspect/MessageView.tsx';
import { document, episode, message } from '../../../core/episode/records.ts';

const said = message('solver', 5, {
  segments: [
    { kind: 'scaffold', source: 'observation', start: 0, end: 3 },
    { kind: 'sampled', source: 'thought', role: 'solver', start: 3, end: 6 },
    { kind: 'sampled', source: 'response', role: 'solver', start: 6, end: 8 },
  ],
});
const heat = { channel: 'advantage', range: { low: -1, high: 1 }, byToken: { values: [[0.1, 0.2, 0.3, 0.4, 0.5]] } };

/** The positions of the tokens that are drawn, with the response in stretches that end at `ends`. */
function drawn(current: number | null, ends: readonly number[] = [5]): { tokens: number[]; html: string } {
  const html = renderToStaticMarkup(
    createElement(MessageView, {
      index: 0,
      message: said,
      episode: episode(1, 0),
      document,
      vocabulary: Array.from({ length: 40 }, (_, id) => `t${id}`),
      scheme: 'light',
      parts: ends.map((end, at) => ({ start: ends[at - 1] ?? 0, end, heat: heat as never })),
      open: false,
      entry: null,
      current,
    }),
  );
  return { tokens: [...html.matchAll(/data-token="(\d+)"/g)].map(([, token]) => Number(token)), html };
}

it('shows the answer, and how long the thought before it is', () => {
  const { tokens, html } = drawn(null);
  expect(tokens).toEqual([3, 4]);
  expect(html).toContain('thought, 3 tokens');
});

it('opens with the cursor in it, also where a stretch ends within', () => {
  expect(drawn(1).tokens).toEqual([0, 1, 2, 3, 4]);
  expect(drawn(4).tokens).toEqual([3, 4]);
  expect(drawn(1, [2, 5]).tokens).toEqual([0, 1, 3, 4]);
});
