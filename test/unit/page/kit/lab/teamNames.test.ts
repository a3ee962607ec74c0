/** Who played: of an imported run that which a person brought, never a team as it began. */
import { expect, it } from 'vitest';
import { document } from '../../../core/episode/records.ts';
import type { PlayOn } from '../../../../../src/core/formats/imports/playOn/playOn.ts';
import { teamNames } from '../../../../../src/page/kit/lab/teamNames.ts';

const playOn: PlayOn = {
  ...{ version: 1, document, project: 'x', team: 'files', adapters: null, problems: {}, episodes: { matched: 0, of: 0 }, check: null },
};

it('a run of ours has its iterations, one that was equipped what it was equipped with', () => {
  expect(teamNames({}).team(0)).toBe('Team as it began');
  expect(teamNames({ playOn: null }).inSentence(7)).toBe('team after iteration 7');
  expect(teamNames({ playOn }).team(0)).toBe('The base without adapters');
  const brought = teamNames({ playOn: { ...playOn, adapters: { after: 7, from: 'lora', roles: ['solver'], trainedOn: [] } } });
  expect([brought.team(7), brought.inSentence(7), brought.after(7)]).toEqual([
    'The adapters that were brought (after iteration 7)',
    'adapters that were brought (after iteration 7)',
    'that was brought (adapters after iteration 7)',
  ]);
});
