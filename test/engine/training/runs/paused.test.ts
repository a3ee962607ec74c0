/** A run that is paused in the middle of its iterations has the very bytes of one that was not, and says how far it is. */
import { expect, it } from 'vitest';
import type { IterationProgress } from '../../../../src/core/episode/iterationProgress.ts';
import { keepSessions } from '../../support/sessions.ts';
import { microProject, openTeam } from '../../support/team.ts';

const kept = keepSessions();
const document = microProject({ episodes: 4, iterations: 2, seed: 7, evaluateEvery: 0 });

/** Opens the gate a little later each time somebody comes to it. */
function slow(): { gate: () => Promise<void>; passed: () => number } {
  let passed = 0;
  return {
    gate: async () => {
      passed += 1;
      await new Promise((resolve) => setTimeout(resolve, passed % 3));
    },
    passed: () => passed,
  };
}

it('pauses between messages and between plans change no byte', async () => {
  const straight = kept(await openTeam(document));
  const { gate, passed } = slow();
  const told: IterationProgress[] = [];
  const held = kept(
    await openTeam(
      document,
      'wasm',
      (event) => {
        if (event.type === 'progress') told.push(event.progress);
      },
      gate,
    ),
  );
  for (let iteration = 0; iteration < 2; iteration += 1) {
    const [one, other] = [await straight.iterate(), await held.iterate()];
    expect(other.metrics).toEqual(one.metrics);
    expect(other.episodes).toEqual(one.episodes);
  }
  expect(passed()).toBeGreaterThan(2 * 4 * 2);
  const rolled = told.filter(({ part }) => part === 'rollout').at(-1)!;
  expect(rolled.episodes).toEqual({ done: 4, total: 4 });
  expect(rolled.sampled).toBeGreaterThan(8);
  expect(new Set(told.map(({ part }) => part))).toEqual(new Set(['rollout', 'credit', 'update']));
  // Within an iteration it only grows.
  const first = told.slice(
    0,
    told.findIndex(({ part }, index) => part === 'rollout' && told[index - 1]?.part === 'update'),
  );
  expect(first.map(({ share }) => share)).toEqual(first.map(({ share }) => share).toSorted((a, b) => a - b));
});
