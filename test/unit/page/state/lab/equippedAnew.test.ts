/** Answers of an imported run are forgotten once it is played on with something else, and not for anything less. */
import { expect, it } from 'vitest';
import { document } from '../../../core/episode/records.ts';
import type { PlayOn } from '../../../../../src/core/formats/imports/playOn/playOn.ts';
import { whenEquippedAnew } from '../../../../../src/page/state/lab/equippedAnew.ts';
import { newRun } from '../../../../../src/page/state/runs/reduce.ts';
import { runsStore } from '../../../../../src/page/state/runs/runs.ts';
import { DEFAULT_SHARES, sharesStore } from '../../../../../src/page/features/shares/shares.ts';

const equipment = (): PlayOn => ({
  ...{ version: 1, document: { ...document }, project: 'x', team: 'files', adapters: null, problems: {} },
  ...{ episodes: { matched: 0, of: 0 }, check: null },
});

it('is told for another project alone', () => {
  const forgotten: string[] = [];
  whenEquippedAnew((id) => forgotten.push(id));
  const { put } = runsStore.getState();
  const run = { ...newRun('theirs', document, {}), origin: 'kept' as const };
  const playOn = equipment();
  put(run);
  expect(forgotten).toEqual([]);
  put({ ...run, playOn });
  expect(forgotten).toEqual(['theirs']);
  const answered = { form: DEFAULT_SHARES, iteration: 0, answer: { shares: [], worth: [], problems: 0 } } as never;
  sharesStore.setState({ results: { theirs: answered, other: answered } });
  // What was found of it makes it nothing else.
  put({ ...run, playOn: { ...playOn, episodes: { matched: 1, of: 1 } } });
  expect(forgotten).toEqual(['theirs']);
  expect(Object.keys(sharesStore.getState().results)).toEqual(['theirs', 'other']);
  put({ ...run, playOn: equipment() });
  put({ ...run, playOn: null });
  expect(forgotten).toEqual(['theirs', 'theirs', 'theirs']);
  expect(Object.keys(sharesStore.getState().results)).toEqual(['other']);
});
