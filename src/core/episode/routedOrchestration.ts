/**
 * The graph says who speaks, as one agent routes it (`team/router.ts`): the router opens each turn that it is on duty in, and the
 * others follow as on the graph that its message left. All wait for it, but its message is seen only where a connection from it says so.
 */
import type { TeamSettings } from '../document/schema.ts';
import type { ChosenGraph } from '../environment/contract.ts';
import type { Presentation } from '../team/presentation.ts';
import { routedBy } from '../team/router.ts';
import { routerOf, speakersAt } from '../team/turns.ts';
import type { Orchestration, Said } from './orchestration.ts';
import { staticOrchestration } from './staticOrchestration.ts';

export function routedOrchestration(team: TeamSettings, view: Presentation): Orchestration {
  const { open } = staticOrchestration(team, view, 'branches');
  const router = routerOf(team);
  /** What the router's message made of the turn; null before it, and in turns that it is not on duty in. */
  const routed = (turn: number, [first]: readonly Said[], chosen?: ChosenGraph) =>
    first?.agent === router ? routedBy(first.text, team, view.names, turn, chosen) : null;
  return {
    open: (turn, chosen) => open(turn, chosen).slice(0, speakersAt(team, turn, chosen)[0] === router ? 1 : undefined),
    follow(turn, said, chosen) {
      const graph = routed(turn, said, chosen)?.graph;
      return graph ? open(turn, graph).slice(said.length) : [];
    },
    graph: (turn, said, chosen) => routed(turn, said, chosen)?.graph,
    count(turns) {
      const routes = turns.flatMap(({ said, chosen }, turn) => routed(turn, said, chosen) ?? []);
      const spoken = turns.flatMap(({ said }) => said);
      return {
        orchestrator_calls: routes.length,
        specialist_calls: spoken.length - routes.length,
        unknown_role: routes.filter(({ followed }) => !followed).length,
        no_tag: 0,
        limit: 0,
      };
    },
  };
}
