/** The team of two against sums over all that may happen, against finite differences, and the numbers of its lesson by hand. */
import { describe, expect, it } from 'vitest';
import {
  CARRY,
  decompose,
  FIRST_POLICY,
  gainsOf,
  JOINTS,
  plannerStep,
  solverStep,
  stepInTurn,
  stepTogether,
  type Table,
  type TeamPolicy,
  valueOf,
  withHearing,
} from '../../../../src/core/explorables/twoAgents.ts';

const GRID = [0.05, 0.3, 0.5, 0.9];
const GAMES: readonly Table[] = [
  CARRY,
  [
    [0.3, 1],
    [0.7, 0.1],
  ],
  [
    [1, 0.2],
    [0.9, 0],
  ],
];
const deaf = GRID.flatMap((planner) => GRID.map((q): TeamPolicy => ({ planner, solver: [q, q], hears: false })));
const hearing = GRID.flatMap((planner) =>
  GRID.flatMap((first) => GRID.map((second): TeamPolicy => ({ planner, solver: [first, second], hears: true }))),
);
const everything = GAMES.flatMap((payoffs) => [...deaf, ...hearing].map((policy) => ({ payoffs, policy })));
const RATES = [0.3, 1, 5, 40];

/** Chances of both agents' actions, written out: not the module's own. */
const chances = ({ planner: p, solver: [q, r] }: TeamPolicy): readonly number[] => [p * q, p * (1 - q), (1 - p) * r, (1 - p) * (1 - r)];
const paid = (payoffs: Table): readonly number[] => payoffs.flat();
const mean = (policy: TeamPolicy, values: readonly number[]): number =>
  chances(policy).reduce((sum, chance, joint) => sum + chance * values[joint]!, 0);

describe('the decomposition', () => {
  it('adds up to the joint advantage for every joint action, policy, arrow and game', () => {
    for (const { payoffs, policy } of everything) {
      const { planner, solver, joint, value } = decompose(payoffs, policy);
      expect(value).toBeCloseTo(mean(policy, paid(payoffs)), 12);
      for (const [a, b] of JOINTS) {
        expect(planner[a] + solver[a][b]).toBeCloseTo(joint[a][b], 12);
        expect(joint[a][b]).toBeCloseTo(payoffs[a][b] - mean(policy, paid(payoffs)), 12);
      }
    }
  });

  it('has terms whose mean is 0: the planner’s over its actions, the solver’s after each of them', () => {
    for (const { payoffs, policy } of everything) {
      const { planner, solver } = decompose(payoffs, policy);
      expect(policy.planner * planner[0] + (1 - policy.planner) * planner[1]).toBeCloseTo(0, 12);
      for (const a of [0, 1] as const) expect(policy.solver[a] * solver[a][0] + (1 - policy.solver[a]) * solver[a][1]).toBeCloseTo(0, 12);
    }
  });

  it('is that of the lesson, worked out there by hand', () => {
    const { value, planner, solver, joint } = decompose(CARRY, FIRST_POLICY);
    expect(value).toBeCloseTo(0.32, 12);
    expect(planner[0]).toBeCloseTo(0.48, 12);
    expect(planner[1]).toBeCloseTo(-0.12, 12);
    expect(solver[0][0]).toBeCloseTo(-0.8, 12);
    expect(solver[0][1]).toBeCloseTo(0.2, 12);
    expect(joint[0][0]).toBeCloseTo(-0.32, 12);
  });
});

describe('a step', () => {
  const H = 1e-6;

  it('of one agent goes where the expected reward rises, as finite differences say', () => {
    for (const { payoffs, policy } of everything) {
      const slope =
        (valueOf(payoffs, { ...policy, planner: policy.planner + H }) - valueOf(payoffs, { ...policy, planner: policy.planner - H })) /
        (2 * H);
      const logit = (p: number): number => Math.log(p / (1 - p));
      expect(logit(plannerStep(payoffs, policy, 0.5).planner) - logit(policy.planner)).toBeCloseTo(0.5 * slope, 6);
    }
  });

  it('of one agent never lowers the expected reward, however long it is; nor do both in turn', () => {
    for (const { payoffs, policy } of everything)
      for (const rate of RATES) {
        const value = valueOf(payoffs, policy);
        for (const step of [plannerStep, solverStep, stepInTurn])
          expect(valueOf(payoffs, step(payoffs, policy, rate))).toBeGreaterThanOrEqual(value - 1e-12);
      }
  });

  it('of both at once may lower it where the solver does not hear, and never where it does', () => {
    const falls = (team: readonly TeamPolicy[]): number =>
      GAMES.flatMap((payoffs) =>
        team.flatMap((policy) => RATES.map((rate) => gainsOf(payoffs, policy, stepTogether(payoffs, policy, rate)).came)),
      ).filter((came) => came < -1e-12).length;
    expect(falls(deaf)).toBeGreaterThan(0);
    expect(falls(hearing)).toBe(0);
  });

  it('brings what the terms add up to, the solver’s counted for the planner as it became', () => {
    for (const { payoffs, policy } of everything)
      for (const step of [stepTogether, stepInTurn]) {
        const next = step(payoffs, policy, 5);
        const { terms, alone, came } = gainsOf(payoffs, policy, next);
        expect(came).toBeCloseTo(mean(next, paid(payoffs)) - mean(policy, paid(payoffs)), 12);
        expect(terms.planner + terms.solver).toBeCloseTo(came, 12);
        expect(terms.planner).toBeCloseTo(alone.planner, 12);
      }
  });

  it('of both at once hopes for a lot and loses, in the game and with the team that the lesson begins with', () => {
    const { alone, came } = gainsOf(CARRY, FIRST_POLICY, stepTogether(CARRY, FIRST_POLICY, 5));
    expect(alone.planner).toBeCloseTo(0.38, 2);
    expect(alone.solver).toBeCloseTo(0.38, 2);
    expect(came).toBeCloseTo(-0.04, 2);
    const turned = gainsOf(CARRY, FIRST_POLICY, stepInTurn(CARRY, FIRST_POLICY, 5));
    expect([turned.terms.planner, turned.terms.solver].map((one) => one.toFixed(2))).toEqual(['0.38', '0.13']);
  });

  it('of both at once with a small step keeps two that begin alike alike, and they come no further than one half', () => {
    let team = FIRST_POLICY;
    for (let step = 0; step < 400; step += 1) team = stepTogether(CARRY, team, 1);
    expect(team.planner).toBe(team.solver[0]);
    expect(valueOf(CARRY, team)).toBeCloseTo(0.5, 6);
    let inTurn = FIRST_POLICY;
    for (let step = 0; step < 400; step += 1) inTurn = stepInTurn(CARRY, inTurn, 1);
    expect(valueOf(CARRY, inTurn)).toBeGreaterThan(0.999);
  });
});

it('an arrow that is deleted leaves the solver the mean of what it did', () => {
  const heard: TeamPolicy = { planner: 0.25, solver: [0.8, 0.4], hears: true };
  expect(withHearing(heard, false).solver[0]).toBeCloseTo(0.5, 12);
  expect(withHearing(heard, true)).toEqual(heard);
});
