/** Who learns when, beside the critic's warm-up. */
import { describe, expect, it } from 'vitest';
import { trainingSchema } from '../../../../src/core/document/schema.ts';
import { learner } from '../../../../src/session/run/schedule.ts';

const turns = (settings: object, count = 9) => {
  const training = trainingSchema.parse({ iterations: 20, ...settings });
  return Array.from({ length: count }, (_, index) => learner(training, [4, 7], index + 1));
};

describe('agent by agent', () => {
  it('gives each agent its full interval, in order and in reverse', () => {
    expect(turns({ rotation: { interval: 3, order: 'in_order' } })).toEqual([4, 4, 4, 7, 7, 7, 4, 4, 4]);
    expect(turns({ rotation: { interval: 3, order: 'reverse' } })).toEqual([7, 7, 7, 4, 4, 4, 7, 7, 7]);
  });

  it('counts from the end of the critic’s warm-up, in which nobody learns', () => {
    const critic = { warmup: 2 };
    expect(turns({ critic, rotation: { interval: 3, order: 'in_order' } })).toEqual([4, 4, 4, 4, 4, 7, 7, 7, 4]);
    const random = { interval: 1, order: 'random' };
    expect(turns({ critic, rotation: random }).slice(2)).toEqual(turns({ rotation: random }).slice(0, 7));
    // R1 counts all its environment steps.
    expect(turns({ critic, rotation: { interval: 3, order: 'r1_appo' } })).toEqual([4, 4, 7, 7, 7, 4, 4, 4, 7]);
    // There is no warm-up where there is no critic.
    expect(turns({ algorithm: 'rloo', critic, rotation: { interval: 3, order: 'in_order' } }, 4)).toEqual([4, 4, 4, 7]);
  });
});
