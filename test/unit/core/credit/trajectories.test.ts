/** Credit of trajectories that were played elsewhere, against sums written out here. */
import { describe, expect, it } from 'vitest';
import { creditTrajectories, type Trajectory } from '../../../../src/core/credit/trajectories.ts';

const EVEN = { gamma: 1, lambda: 1, gammaToken: 1, lambdaToken: 1 } as const;
const said = (role: string, turn: number, values: readonly number[]) => ({ role, turn, tokens: values.length, values });
const code = (trajectories: readonly Trajectory[], settings = {}): string => {
  try {
    creditTrajectories(trajectories, settings);
    return 'none';
  } catch (error) {
    const { code, params } = (error as { fault: { code: string; params: { found: string } } }).fault;
    return `${code} ${params.found}`;
  }
};

describe('credit of one’s own trajectories', () => {
  const one: Trajectory = { messages: [said('a', 0, [0.25, 0.5]), said('b', 0, [0.75])], rewards: [1] };

  it('is R − V at every token with λ = γ = 1, and its returns are R', () => {
    const [credit] = creditTrajectories([one], { algorithm: 'tppo', ...EVEN });
    expect(credit?.advantages).toEqual([[0.75, 0.5], [0.25]]);
    expect(credit?.returns).toEqual([[1, 1], [1]]);
    expect(credit?.rewards).toEqual([[0, 0], [1]]);
  });

  it('has one decision a message with appo', () => {
    const whole: Trajectory = {
      messages: [
        { role: 'a', tokens: 2, values: [0.25] },
        { role: 'b', tokens: 1, values: [0.5] },
      ],
      rewards: [1],
    };
    const [credit] = creditTrajectories([whole], { algorithm: 'appo', gamma: 0.5, lambda: 0 });
    // δ_b = 1 − 0.5; δ_a = 0.5 · 0.5 − 0.25, for both of its tokens.
    expect(credit?.advantages).toEqual([[0, 0], [0.5]]);
  });

  it('takes up a cut trajectory where its value says, and pays roles their own', () => {
    const cut: Trajectory = { messages: [said('a', 0, [0])], rewards: [0], bootstrap: 0.5 };
    expect(creditTrajectories([cut], EVEN)[0]?.advantages).toEqual([[0.5]]);
    const own: Trajectory = {
      messages: [
        { role: 'a', tokens: 1 },
        { role: 'b', tokens: 1 },
      ],
      rewards: [{ a: 1, b: 0 }],
    };
    expect(
      creditTrajectories([own], { algorithm: 'rloo' })[0]
        ?.rewards.flat()
        .reduce((sum, paid) => sum + paid, 0),
    ).toBe(1);
  });

  it('compares within groups without a critic', () => {
    const played = [1, 0, 5, 5].map(
      (reward, index): Trajectory => ({ messages: [{ role: 'a', tokens: 2 }], rewards: [reward], group: index >> 1 }),
    );
    expect(creditTrajectories(played, { algorithm: 'rloo' }).map(({ advantages }) => advantages[0])).toEqual([
      [1, 1],
      [-1, -1],
      [0, 0],
      [0, 0],
    ]);
  });

  it('refuses what cannot be told', () => {
    expect(code([one])).toBe('none');
    expect(code([{ ...one, messages: [] }])).toBe('E_CREDIT_TRAJECTORY silent');
    expect(code([{ ...one, rewards: [1, 1] }])).toBe('E_CREDIT_TRAJECTORY unspoken');
    expect(code([{ ...one, rewards: [] }])).toBe('E_CREDIT_TRAJECTORY turn');
    expect(code([{ messages: [{ role: 'a', tokens: 2 }], rewards: [1] }])).toBe('E_CREDIT_TRAJECTORY values');
    expect(code([{ messages: [{ role: 'a', tokens: 0.5 }], rewards: [1] }], { algorithm: 'grpo' })).toBe('E_CREDIT_TRAJECTORY tokens');
    expect(code([one], { algorithm: 'vineppo' })).toBe('E_CREDIT_TRAJECTORY playsOn');
    expect(code([one], { gamma: 2 })).toBe('E_CREDIT_TRAJECTORY settings');
    expect(() => creditTrajectories([{ ...one, rewards: [Number.NaN] }])).toThrow();
  });
});
