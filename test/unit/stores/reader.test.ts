import { expect, it } from 'vitest';
import { cursorStore } from '../../../src/stores/cursor.ts';
import { stepIteration } from '../../../src/stores/reader.ts';
import { runsStore } from '../../../src/stores/runs.ts';
import { newRun } from '../../../src/stores/runs/reduce.ts';
import { document, episode } from '../runs/records.ts';

it('steps through the iterations on disk as through those in memory, also before they are read', () => {
  const run = { ...newRun('kept', document), origin: 'kept', stored: [1, 2, 5, 9], episodes: { 9: [episode(9, 0)] } } as const;
  runsStore.setState({ runs: { kept: run }, order: ['kept'], current: 'kept' });
  const at = (): number | null => cursorStore.getState().iteration;
  stepIteration(-1);
  expect(at()).toBe(5);
  stepIteration(-1);
  expect(at()).toBe(2);
  stepIteration(1);
  stepIteration(1);
  expect(at()).toBe(9);
  stepIteration(1);
  expect(at(), 'there is none later').toBe(9);
});
