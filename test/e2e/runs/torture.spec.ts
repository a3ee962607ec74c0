/** The campaign's short form (docs/reliability.md) of rows that start processes or threads of the terminal; that of others is among the integration tests. */
import { SHORT_APART, trialApart } from '../../../headless/torture/campaign/shortApart.ts';
import { expect, test } from '../support/test.ts';

for (const [id, seeds] of Object.entries(SHORT_APART))
  test(`${id} survives its short form`, async () => {
    test.setTimeout(600_000);
    for (const seed of seeds) expect(await trialApart(id, seed), `seed ${seed}`).toMatchObject({ kind: 'survived' });
  });
