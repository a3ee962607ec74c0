/** Metrics of other trainers under our names: those that mean the same, and no others. */
import { expect, it } from 'vitest';
import type { MetricsRow } from '../../../../../src/core/metricsRow.ts';
import { withOurNames } from '../../../../../src/core/formats/imports/run/sameMetrics.ts';

it('puts what means the same under our name, row by row, and keeps theirs', () => {
  const rows: MetricsRow[] = [
    { iteration: 1, 'train/reward': 0.25, 'train/reward_std': 0.5 },
    { iteration: 2, 'train/loss': 1 },
  ];
  const { rows: named, matched } = withOurNames(rows);
  expect(named).toEqual([{ ...rows[0], 'reward/mean': 0.25 }, rows[1]]);
  expect([...matched]).toEqual([['reward/mean', 'train/reward']]);
  const verl = [{ iteration: 1, 'critic/score/mean': 0.5, 'critic/rewards/mean': 0.4 }];
  expect(withOurNames(verl).rows[0]).toMatchObject({ 'reward/mean': 0.5, 'critic/rewards/mean': 0.4 });
});

it('leaves alone what is there, what is alike by name alone, and what is another thing', () => {
  for (const rows of [
    [{ iteration: 1, 'reward/mean': 1, reward: 0.25, reward_std: 0.5 }],
    [{ iteration: 1, reward: 0.25 }], // anybody's
    [{ iteration: 1, 'critic/rewards/mean': 0.4 }], // less a penalty
    [{ iteration: 1, entropy: 0.4, kl: 0.1, reward_std: 1 }],
  ])
    expect(withOurNames(rows)).toEqual({ rows, matched: new Map() });
});
