/** Graphs that an environment may not choose for a turn. */
import { describe, expect, it } from 'vitest';
import { teamSchema } from '../../../../src/core/document/schema.ts';
import { FaultError } from '../../../../src/core/faults.ts';
import type { ChosenGraph } from '../../../../src/core/environment/contract.ts';
import { checkChosen } from '../../../../src/core/team/chosen.ts';

const team = teamSchema.parse({ agents: [{ role: 'planner' }, { role: 'solver' }, { role: 'judge2' }] });
const led = teamSchema.parse({ ...team, context: 'parents', orchestration: 'dynamic', orchestrator: { role: 'planner' } });
const routed = teamSchema.parse({ ...team, orchestration: 'routed', orchestrator: { role: 'planner' } });
const edge = (from: string, to: string) => ({ from, to });

const refusal = (of: typeof team, chosen: ChosenGraph): string | null => {
  try {
    checkChosen(of, 2, chosen);
    return null;
  } catch (error) {
    if (error instanceof FaultError && error.fault.code === 'E_ENV_DEPENDENCIES') return error.fault.message;
    throw error;
  }
};

describe('a chosen graph', () => {
  it.each<readonly [string, ChosenGraph, RegExp]>([
    [
      'a stranger who speaks',
      { edges: [], speaks: ['critic'] },
      /turn 2 .* “critic” is to speak, but no agent has that role.*planner, solver/,
    ],
    ['nobody who speaks', { edges: [], speaks: [] }, /nobody is to speak/],
    ['somebody who speaks twice', { edges: [], speaks: ['planner', 'planner'] }, /“planner” is named twice/],
    ['an edge to a stranger', { edges: [edge('critic', 'solver')] }, /critic/],
    ['an agent that hears itself', { edges: [edge('solver', 'solver')] }, /solver/],
    ['the same edge twice', { edges: [edge('planner', 'solver'), edge('planner', 'solver')] }, /planner → solver|planner.*solver/],
    ['a circle', { edges: [edge('planner', 'solver'), edge('solver', 'judge2'), edge('judge2', 'planner')] }, /planner.*solver.*judge2/],
  ])('with %s is refused', (_, chosen, sentence) => {
    expect(refusal(team, chosen)).toMatch(sentence);
  });

  it('may leave anybody out, reverse the team’s edges, and be none', () => {
    expect(refusal(team, { edges: [edge('solver', 'planner')], speaks: ['solver', 'planner'] })).toBeNull();
    expect(() => checkChosen(team, 0, undefined)).not.toThrow();
  });

  it('connects nobody to an orchestrator, who sees all anyway, and nobody at all where everybody does', () => {
    expect(refusal(led, { edges: [edge('solver', 'planner')] })).toMatch(/solver → planner shows nobody anything/);
    expect(refusal(led, { edges: [edge('planner', 'solver')], speaks: ['solver'] })).toBeNull();
    expect(refusal(routed, { edges: [edge('solver', 'planner')] })).toMatch(/the router \(“planner”\) speaks before all others/);
    expect(refusal(routed, { edges: [edge('solver', 'judge2')], speaks: ['solver', 'judge2'] })).toBeNull();
    expect(refusal({ ...led, context: 'prefix' }, { edges: [edge('planner', 'solver')] })).toMatch(/shows nobody anything/);
  });
});
