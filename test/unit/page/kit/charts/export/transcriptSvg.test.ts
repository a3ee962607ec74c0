import { expect, it } from 'vitest';
import { tokensSvg } from '../../../../../../src/page/kit/charts/export/tokensSvg.ts';
import type { Paint } from '../../../../../../src/page/kit/charts/export/svg.ts';
import { drawn } from '../../../../../../src/page/features/inspect/microscope/saveTranscript.ts';
import { batchCredit } from '../../../../../../src/page/state/reading/batchCredit.ts';
import { channelOf, channelRange } from '../../../../../../src/page/state/reading/tokens.ts';
import { episode, message, run as aRun } from '../../../../core/episode/records.ts';

const paint: Paint = {
  font: 'Inter',
  surface: '#ffffff',
  ink: '#111111',
  dimmed: '#555555',
  line: '#dddddd',
  lineStrong: '#888888',
  alarm: '#cc0000',
};
const SHADES: Readonly<Record<string, string>> = { '--shade-positive': '#0000ff', '--shade-negative': '#ff0000' };

it('draws every token of the episode once, on the shade that the page gives it', () => {
  const record = episode(4, 0, { messages: [message('planner', 150), message('solver', 3)] });
  const run = aRun({ id: 'a', episodes: { 4: [record] } });
  const credit = batchCredit(run, 4, [record]);
  const heat = {
    channel: 'advantage',
    range: channelRange(credit, 'advantage'),
    byToken: channelOf(credit, record, 'advantage'),
    rawBecause: 'notWhole',
  } as const;
  const transcript = drawn({ run, episode: record, heat, scheme: 'light' }, (color) => SHADES[color] ?? '#123456');
  const { text, width, height } = tokensSvg(transcript, paint);
  const boxes = [...text.matchAll(/<rect x="([\d.]+)" y="(\d+)" width="([\d.]+)"[^>]* fill="none"/g)].map(([, ...numbers]) =>
    numbers.map(Number),
  );
  expect(boxes).toHaveLength(153);
  for (const [x = 0, y = 0, wide = 0] of boxes) {
    expect(x + wide).toBeLessThanOrEqual(width);
    expect(y + 20).toBeLessThan(height);
  }
  const rows = new Set(boxes.map(([, y]) => y));
  expect(rows.size, 'lines are broken').toBeGreaterThan(3);
  // Advantages of the records are 0.4 and −0.2 in turn.
  const shades = [...text.matchAll(/fill="(#[0-9a-f]{6})" fill-opacity="([\d.]+)"/g)];
  expect(shades.filter(([, fill]) => fill === '#0000ff').map(([, , strength]) => strength)).toEqual(Array<string>(77).fill('1.00'));
  expect(shades.filter(([, fill]) => fill === '#ff0000').map(([, , strength]) => strength)).toEqual(Array<string>(76).fill('0.50'));
  expect(text).toContain('iteration 4 · episode 0 · colour: Advantage');
  expect(text, 'what was asked for, and why it is not there').toContain('The advantages as they are recorded. Normalised ones: Unknown');
});
