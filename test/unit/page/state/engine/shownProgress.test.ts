import { expect, it } from 'vitest';
import type { IterationProgress } from '../../../../../src/core/episode/iterationProgress.ts';
import { shownProgress } from '../../../../../src/page/state/engine/afterEvent.ts';

it('how far an iteration is, is shown where there is time to read it', () => {
  const progress: IterationProgress = {
    part: 'rollout',
    episodes: { done: 1, total: 4 },
    sampled: 9,
    scored: null,
    share: 0.5,
    secondsLeft: null,
  };
  expect(shownProgress({ progress })).toBe(progress);
  expect(shownProgress({ progress: { ...progress, secondsLeft: 0.2 } })).toBeNull();
  expect(shownProgress({ progress: { ...progress, secondsLeft: 20 } })).not.toBeNull();
  expect(shownProgress({ progress: { ...progress, share: 1, secondsLeft: 0 } })).toBeNull();
  expect(shownProgress({ progress: null })).toBeNull();
});
