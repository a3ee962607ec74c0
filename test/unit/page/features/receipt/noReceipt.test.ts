/** What the learning receipt's view says where an iteration was recorded without receipts. */
import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ReceiptView } from '../../../../../src/page/features/receipt/ReceiptView.tsx';
import type { EpisodeRecord } from '../../../../../src/core/episode/records.ts';
import { episode, message, run } from '../../../core/episode/records.ts';

function viewOf(record: EpisodeRecord): string {
  const props = { run: run(), iteration: 4, episodes: [record], episode: record };
  return renderToStaticMarkup(createElement(MantineProvider, null, createElement(ReceiptView, props)));
}

it('says that there is none, and how to get one', () => {
  const view = viewOf(episode(4, 0, { messages: [message('planner', 2)] }));
  expect(view).toContain('This iteration has no learning receipt');
  expect(view).toMatch(/<button[^]*Train one iteration[^]*<\/button>/);
  expect(view).not.toContain('What became of the tokens');
});

it('says nothing of the kind where there is one', () => {
  const receipt = { updated_logprobs: [-0.05], push: [0.4], clipped: [0], normalized_advantages: [1] };
  const view = viewOf(episode(4, 0, { messages: [message('planner', 1, { receipt })] }));
  expect(view).not.toContain('no learning receipt');
  expect(view).toContain('What became of the tokens');
});
