/** When leaving the page loses something. */
import { expect, it } from 'vitest';
import { leavingLoses } from '../../../../src/page/shell/leaving.ts';
import { newWarmStart } from '../../../../src/page/state/engine/warmStart.ts';
import { defaultProject } from '../../../../src/page/state/document/defaultProject.ts';

const engine = { phase: 'idle', warm: null, runId: null, iteration: 0 } as const;
const library = { status: 'ready', keeping: null } as const;
const full = { code: 'E_LIBRARY_FULL', message: 'Full.' } as const;
const run = { ...engine, runId: 'r', iteration: 3 };

it.each([
  ['nothing was done', engine, library, false],
  ['a run goes on', { ...run, phase: 'rollout' }, library, true],
  ['its end is being written', { ...run, phase: 'checkpoint' }, library, true],
  ['it is finished, and on the disk', { ...run, phase: 'finished' }, library, false],
  ['it is paused, and on the disk', { ...run, phase: 'paused' }, library, false],
  ['it is paused, and in memory alone', { ...run, phase: 'paused' }, { ...library, keeping: { run: 'r', fault: full } }, true],
  ['it is finished, and in memory alone', { ...run, phase: 'finished' }, { ...library, keeping: { run: 'r', fault: full } }, true],
  ['another one was not kept', { ...run, phase: 'finished' }, { ...library, keeping: { run: 'other', fault: full } }, false],
  ['nothing is kept in this browser', { ...run, phase: 'stopped' }, { ...library, status: 'unavailable' }, true],
  ['nothing is kept, and nothing was trained', engine, { ...library, status: 'unavailable' }, false],
  ['a team is being warmed up', { ...engine, warm: newWarmStart('w', defaultProject()) }, library, true],
] as const)('%s', (_, engineState, libraryState, loses) => {
  expect(leavingLoses(engineState, libraryState)).toBe(loses);
});
