/** What may be said of shares of credit, and what not. */
import { describe, expect, it } from 'vitest';
import type { AgentShare, CreditShares } from '../../../../src/core/credit/estimates.ts';
import { allCoalitions, isIn, shapleyValues } from '../../../../src/core/counterfactual/shapley.ts';
import { efficiencyOf, joiningRows, standingsOf } from '../../../../src/core/counterfactual/standings.ts';
import { Cases } from '../episode/support.ts';

const share = (role: string, value: number, half: number | null): AgentShare => ({
  role,
  value,
  interval: half === null ? null : { low: value - half, high: value + half },
});
const of = (...shares: AgentShare[]): CreditShares => ({ method: 'exact', problems: 4, shares, worth: [] });

/** The shares of a game of three with random worths, rounded nowhere. */
function game(seed: number): CreditShares {
  const roles = ['a', 'b', 'c'];
  const worth = Array.from(new Cases(seed).array(8, -1, 1));
  const values = shapleyValues(3, worth);
  return {
    method: 'exact',
    problems: 4,
    shares: roles.map((role, index) => share(role, values[index]!, 0.1)),
    worth: allCoalitions(3).map((coalition) => ({
      roles: roles.filter((_, index) => isIn(coalition, index)),
      reward: worth[coalition]!,
    })),
  };
}

describe('standings', () => {
  it('name who earned most and least where the intervals lie apart', () => {
    const found = standingsOf(of(share('a', 0.1, 0.05), share('b', 0.6, 0.1), share('c', -0.3, 0.1)))!;
    expect([found.most.share.role, found.most.apart]).toEqual(['b', true]);
    expect([found.least.share.role, found.least.apart]).toEqual(['c', true]);
    expect(found.gains.map(({ role }) => role)).toEqual(['a', 'b']);
    expect(found.harms.map(({ role }) => role)).toEqual(['c']);
    expect(found.open).toEqual([]);
  });

  it('do not claim what chance could have done', () => {
    const found = standingsOf(of(share('a', 0.5, 0.1), share('b', 0.6, 0.1), share('c', 0.02, 0.1)))!;
    expect([found.most.share.role, found.most.apart]).toEqual(['b', false]);
    expect([found.least.share.role, found.least.apart]).toEqual(['c', true]);
    expect(found.open.map(({ role }) => role)).toEqual(['c']);
    const alone = standingsOf(of(share('a', 0.5, 0.1)))!;
    expect([alone.most.apart, alone.least.apart]).toEqual([false, false]);
    const unknown = standingsOf(of(share('a', 0.5, null), share('b', 0.1, null)))!;
    expect([unknown.most.apart, unknown.open.length]).toEqual([false, 2]);
    expect(standingsOf(of())).toBeNull();
  });
});

describe('the numbers behind them', () => {
  it('efficiency is the sum of the shares against v(N) − v(∅)', () => {
    const { whole, empty, sum } = efficiencyOf(game(3));
    expect(sum).toBeCloseTo(whole - empty, 12);
    expect(efficiencyOf(of(share('a', 1, 0))).whole).toBeNaN();
  });

  it('by all orders of joining, each column’s mean is the agent’s share and each row sums to the whole', () => {
    const shares = game(5);
    const rows = joiningRows(shares);
    expect(rows.map(({ order }) => order.join(''))).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']);
    const { whole, empty } = efficiencyOf(shares);
    for (const { gains } of rows) expect(gains.reduce((a, b) => a + b, 0)).toBeCloseTo(whole - empty, 12);
    shares.shares.forEach(({ value }, index) => {
      expect(rows.reduce((sum, { gains }) => sum + gains[index]!, 0) / 6).toBeCloseTo(value, 12);
    });
  });

  it('orders of four are not listed', () => {
    const four = ['a', 'b', 'c', 'd'].map((role) => share(role, 0, 0));
    expect(joiningRows({ method: 'exact', problems: 4, shares: four, worth: [] })).toEqual([]);
  });
});
