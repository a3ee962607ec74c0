import { expect, it } from 'vitest';
import { logDefect, logEntries, logFault, logged } from '../../../../../src/page/state/log/log.ts';

it('keeps the newest two hundred, codes apart from what was said, and no sentence of any length', () => {
  for (let event = 0; event < 250; event += 1) logged(`event ${event}`);
  logFault({ code: 'E_GRAPH_CYCLE', message: 'a hears b', hint: 'Take one away.' });
  logDefect(new Error('x'.repeat(5000)));
  logDefect('not even an error');
  const entries = logEntries();
  expect(entries).toHaveLength(200);
  expect(entries[0]?.what).toBe('event 53');
  expect(entries.slice(-3).map(({ what }) => what)).toEqual(['E_GRAPH_CYCLE', 'defect', 'defect']);
  expect(entries.at(-3)?.said).toBe('a hears b\nTake one away.');
  expect(entries.at(-2)?.said).toHaveLength(2000);
  expect(entries.at(-1)?.said).toBe('not even an error');
});
