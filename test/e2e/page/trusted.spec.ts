/**
 * Trusted Types in the built page: whoever got a script to run there could still make no elements of a text, nor start another script. That the page
 * itself works so is seen by all other tests, which fail when it logs an error.
 */
import { expect, test } from '../support/test.ts';
import { notRefused, OWN_WORKER } from '../support/trusted.ts';
import { Workbench } from '../support/workbench.ts';

test('no element and no script comes from a text, nor a policy that would let it', async ({ page }) => {
  await new Workbench(page).open();
  expect(await notRefused(page)).toEqual([OWN_WORKER]);
});
