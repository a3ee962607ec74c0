/**
 * One agent says who speaks (R3, marft-spec §12.6): the orchestrator, who sees all that is said in the turn, opens it and
 * speaks after every agent it called, until it ends the turn, makes a mistake, or has written `maxSteps` messages; then the
 * last agent it called has the last word. A called agent sees what 𝒟 shows it, and what it said itself. Behind a message that ends
 * the episode nobody speaks any more.
 */
import type { TeamSettings } from '../document/schema.ts';
import type { ChosenGraph } from '../environment/contract.ts';
import type { Presentation } from '../team/presentation.ts';
import { parseRouting } from '../team/calls.ts';
import { stops } from '../team/stopping.ts';
import { dependenciesAt, speaksAt } from '../team/turns.ts';
import type { Orchestration, Said, Slot } from './orchestration.ts';

type Ending = 'done' | 'unknown_role' | 'no_tag' | 'limit';

export function dynamicOrchestration(team: TeamSettings, view: Presentation): Orchestration {
  const { maxSteps, role } = team.orchestrator;
  const leader = team.agents.findIndex((agent) => agent.role === role);
  if (leader < 0) throw new Error(`The team has no orchestrator “${role}”.`);

  const step = (turn: number, said: readonly Said[], chosen?: ChosenGraph): Slot | Ending => {
    const everything = said.map((_, index) => index);
    const last = said.at(-1);
    if (!last) return { agent: leader, sees: [], introduction: '' };
    if (stops(team.agents[last.agent], last.text)) return 'done';
    if (last.agent !== leader) {
      if (said.filter(({ agent }) => agent === leader).length >= maxSteps) return 'limit';
      return slot(leader, everything);
    }
    const routing = parseRouting(last.text);
    if (routing.kind !== 'call') return routing.kind;
    const called = view.names.indexOf(routing.name);
    const agent = team.agents[called];
    if (!agent || called === leader || !speaksAt(agent, turn, chosen)) return 'unknown_role';
    if (team.context === 'prefix') return slot(called, everything);
    const seen = new Set([called, ...(dependenciesAt(team, turn, chosen)[called] ?? [])]);
    return slot(
      called,
      everything.filter((index) => seen.has(said[index]?.agent ?? -1)),
    );
  };
  const slot = (agent: number, sees: readonly number[]): Slot => ({ agent, sees, introduction: view.introductions[agent] ?? '' });

  return {
    open: () => [{ agent: leader, sees: [], introduction: '' }],
    follow(turn, said, chosen) {
      const next = step(turn, said, chosen);
      return typeof next === 'string' ? [] : [next];
    },
    count(turns) {
      const endings = turns.map(({ said, chosen }, turn) => step(turn, said, chosen));
      const ended = (how: Ending) => endings.filter((ending) => ending === how).length;
      const spoken = turns.flatMap(({ said }) => said);
      const calls = spoken.filter(({ agent }) => agent === leader).length;
      return {
        orchestrator_calls: calls,
        specialist_calls: spoken.length - calls,
        unknown_role: ended('unknown_role'),
        no_tag: ended('no_tag'),
        limit: ended('limit'),
      };
    },
  };
}
