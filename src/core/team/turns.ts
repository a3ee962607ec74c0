/**
 * What changes from turn to turn: the edges that hold, hence 𝒟, and who is on duty. Turns count from 0. `chosen` is the graph that the
 * environment gave the turn or a router left of it, which takes the place of the team's.
 */
import type { AgentSettings, TeamSettings } from '../document/schema.ts';
import { dependencies, layersOf, speakingOrder } from './graph.ts';
import type { ChosenGraph } from '../environment/contract.ts';
import type { TeamGraph } from './graph.ts';

type TurnGraph = TeamGraph & Pick<TeamSettings, 'turns'>;

/** The latest entry of `turns` that has begun in `turn`; null where the team's own edges still hold. */
export function entryAt({ turns }: Pick<TeamSettings, 'turns'>, turn: number): TeamSettings['turns'][number] | null {
  let begun: TeamSettings['turns'][number] | null = null;
  for (const entry of turns) if (entry.turn <= turn && entry.turn > (begun?.turn ?? 0)) begun = entry;
  return begun;
}

/** The team with the edges of `turn`: the chosen ones, those of the latest entry of `turns` that has begun, or its own. */
export function graphAt<T extends TurnGraph>(team: T, turn: number, chosen?: ChosenGraph): T {
  if (chosen) return { ...team, edges: [...chosen.edges] };
  const begun = entryAt(team, turn);
  return begun ? { ...team, edges: begun.edges } : team;
}

/** The rows of 𝒟 in `turn`, of all agents: who is skipped in it says nothing, but its ancestors are still seen through it. */
export function dependenciesAt(team: TurnGraph, turn: number, chosen?: ChosenGraph): number[][] {
  return dependencies(graphAt(team, turn, chosen));
}

/** Index of the agent that says which connections hold; −1 where none does. */
export const routerOf = ({
  agents,
  orchestration,
  orchestrator,
}: Pick<TeamSettings, 'agents' | 'orchestration' | 'orchestrator'>): number =>
  orchestration === 'routed' ? agents.findIndex(({ role }) => role === orchestrator.role) : -1;

/** `order` with the router before all others, who wait for it. */
export const routerFirst = (team: TeamSettings, order: readonly number[]): number[] =>
  order.toSorted((a, b) => Number(b === routerOf(team)) - Number(a === routerOf(team)));

/** Indices of the agents on duty in `turn` that may speak at the same time, layer by layer. */
export function layersAt(team: TeamSettings, turn: number, chosen?: ChosenGraph): number[][] {
  const onDuty = new Set(speakersAt(team, turn, chosen));
  const router = routerOf(team);
  const layers = layersOf(graphAt(team, turn, chosen)).map((layer) => layer.filter((agent) => onDuty.has(agent) && agent !== router));
  return onDuty.has(router) ? [[router], ...layers] : layers;
}

/** Whether an agent is on duty in `turn`. */
export function speaksAt({ role, speaks }: Pick<AgentSettings, 'role' | 'speaks'>, turn: number, chosen?: ChosenGraph): boolean {
  if (chosen?.speaks) return chosen.speaks.includes(role);
  return turn >= speaks.from && (turn - speaks.from) % speaks.every === 0;
}

/** Indices of the agents on duty in `turn`, in the order in which the turn is serialised. */
export function speakersAt(team: TeamSettings, turn: number, chosen?: ChosenGraph): number[] {
  return routerFirst(team, speakingOrder(graphAt(team, turn, chosen))).filter((index) => {
    const agent = team.agents[index];
    return agent !== undefined && speaksAt(agent, turn, chosen);
  });
}
