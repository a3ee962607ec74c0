/**
 * 𝒟 chosen while the episode runs: the graph that the environment's `dependencies` gives one turn in place of the team's. It comes
 * with the state of the turn (`reset`, `step`), so whoever plays the episode follows it, and a replay of the same messages as well.
 */
import { episodeFaults } from '../../words/words.ts';
import type { TeamSettings } from '../document/schema.ts';
import type { ChosenGraph } from '../environment/contract.ts';
import { fault, FaultError } from '../faults.ts';
import { edgeFaults } from './graph.ts';

type Team = Pick<TeamSettings, 'agents' | 'edges' | 'context' | 'orchestration' | 'orchestrator'>;

/** Throws `E_ENV_DEPENDENCIES` unless `chosen` is a graph that this team can play in `turn`. */
export function checkChosen(team: Team, turn: number, chosen: ChosenGraph | undefined): void {
  if (!chosen) return;
  const { edges, speaks } = chosen;
  const roles = team.agents.map(({ role }) => role);
  const refuse = (wrong: Parameters<typeof episodeFaults.E_ENV_DEPENDENCIES>[0]['wrong']): never => {
    throw new FaultError(fault(episodeFaults, 'E_ENV_DEPENDENCIES', { turn, wrong }));
  };
  const stranger = speaks?.find((role) => !roles.includes(role));
  if (stranger !== undefined) refuse({ found: 'stranger', role: stranger, roles });
  const twice = speaks?.find((role, index) => speaks.indexOf(role) < index);
  if (twice !== undefined) refuse({ found: 'twice', role: twice });
  if (speaks?.length === 0) refuse({ found: 'nobody' });
  const [wrong] = edgeFaults({ ...team, edges: [...edges] });
  if (wrong) refuse({ found: 'graph', sentence: wrong.message });
  if (team.orchestration === 'static') return;
  const idle = edges.find(({ to }) => team.context === 'prefix' || to === team.orchestrator.role);
  if (idle) refuse({ found: 'idle', ...idle, orchestrator: team.orchestrator.role, routes: team.orchestration === 'routed' });
}
