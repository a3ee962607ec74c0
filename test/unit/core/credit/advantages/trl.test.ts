/** The advantages and the punishment of length of TRL's own functions on the same rewards (`test/golden/makers/make_trl.py`). */
import { describe, expect, it } from 'vitest';
import { overlongPenalty } from '../../../../../src/core/credit/rewards/price.ts';
import { REWARD_EPSILON } from '../../../../../src/core/credit/rewards/processRewards.ts';
import { golden } from '../../objectives/support.ts';
import { credited, type Overrides, recordOf, settingsOf, sum } from '../support.ts';

interface Case {
  readonly settings: Overrides;
  readonly rewards: number[];
  /** Episodes of a problem. */
  readonly group: number;
  readonly logprobs: number[][];
  readonly refLogprobs: number[][];
  readonly advantages: number[];
}
const trl = golden('trl.json') as {
  readonly advantages: Record<string, Case>;
  readonly overlong: readonly Readonly<Record<'limit' | 'buffer' | 'length' | 'reward', number>>[];
};
/** What TRL adds to a deviation. */
const TRL_EPSILON = 1e-4;

function ours({ settings, rewards, group, logprobs, refLogprobs }: Case): number[] {
  const records = rewards.map((reward, index) => {
    const record = recordOf([{ role: 'a', tokens: logprobs[index]!.length }], [reward], { group: Math.floor(index / group) });
    return {
      ...record,
      messages: record.messages.map((said) => ({ ...said, logprobs: logprobs[index]!, ref_logprobs: refLogprobs[index]! })),
    };
  });
  const found = credited(records, settingsOf({ gamma: 1, gammaToken: 1, ...settings }));
  return found.map(({ messages }) => {
    const [first, ...others] = messages[0]!.advantages;
    expect(others.every((advantage) => advantage === first)).toBe(true);
    return first!;
  });
}

function deviation(x: readonly number[]): number {
  const mean = sum(x) / x.length;
  return Math.sqrt(sum(x.map((value) => (value - mean) ** 2)) / (x.length - 1));
}

describe('TRL’s advantages are ours', () => {
  it.each(['scale_rewards: none', 'RLOOTrainer', 'RLOOTrainer with KL'])('%s', (name) => {
    const theirs = trl.advantages[name]!;
    ours(theirs).forEach((advantage, index) => expect(advantage).toBeCloseTo(theirs.advantages[index]!, 12));
  });

  it.each(['scale_rewards: group', 'scale_rewards: batch'])('%s, but for what is added to the deviation', (name) => {
    const theirs = trl.advantages[name]!;
    const { rewards, group } = theirs;
    ours(theirs).forEach((advantage, index) => {
      const from = index - (index % group);
      const spread = deviation(name.endsWith('batch') ? rewards : rewards.slice(from, from + group));
      expect(advantage * (spread + REWARD_EPSILON)).toBeCloseTo(theirs.advantages[index]! * (spread + TRL_EPSILON), 12);
      expect(Math.abs(advantage - theirs.advantages[index]!)).toBeLessThan(2e-4);
    });
  });
});

it('TRL’s punishment of length is our penalty of 1', () => {
  for (const { limit, buffer, length, reward } of trl.overlong) {
    const message = { response_ids: Array.from({ length }, () => 0), max_tokens: limit };
    expect(-overlongPenalty(message, { overlong: { buffer, penalty: 1 } })).toBeCloseTo(reward, 12);
  }
});
