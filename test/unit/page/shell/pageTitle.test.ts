import { expect, it } from 'vitest';
import { titleOf } from '../../../../src/page/shell/pageTitle.ts';
import { run } from '../../core/episode/records.ts';

it('tells how far the run is that is trained, and whether it waits', () => {
  const live = run({ origin: 'live', phase: 'rollout', iteration: 12 });
  const of = live.document.training.iterations;
  expect(titleOf(live, 'Planner and solver')).toBe(`12/${of} · Planner and solver · MARFT Workbench`);
  expect(titleOf({ ...live, phase: 'paused' }, 'Planner and solver')).toBe(`12/${of} · paused · Planner and solver · MARFT Workbench`);
});

it('of a run that is over, recorded or not there is the project’s name', () => {
  const live = run({ origin: 'live', phase: 'finished', iteration: 12 });
  for (const none of [null, live, { ...live, origin: 'recorded' as const, phase: 'rollout' as const }])
    expect(titleOf(none, 'Trio')).toBe('Trio · MARFT Workbench');
  expect(titleOf(null, '')).toBe('MARFT Workbench');
});
