/** Who earned the reward: from a run to the worst episode, why, what if, who, and what was learnt from it. */
import { creditWalk } from '../support/creditWalk.ts';
import { LONG, test } from '../support/test.ts';

test('the default project is trained, its worst episode explained and mended; Shapley names the weak runner; the receipt tells the next update', {
  tag: LONG,
}, async ({ workbench }) => {
  await creditWalk(workbench, async () => {});
});
