/**
 * A router: an agent that opens a turn, and whose message says which of the graph's connections hold in the rest of it, so that 𝒟 is an
 * action of a policy, sampled, recorded and trained like any other. The environment knows nothing of it.
 *
 * The message is names and nothing else, whatever stands between them. A name opens the connections from that agent, `from>to` a single
 * one; what is not opened is held back. A word that is neither, or is of nobody on duty, is a mistake: nothing is opened.
 */
import { at } from '../at.ts';
import type { TeamSettings } from '../document/schema.ts';
import type { ChosenGraph } from '../environment/contract.ts';
import { graphAt, routerOf, speaksAt } from './turns.ts';

/** Letters and digits of any script, so that a name that nobody has is a mistake and no separator. */
const WORD = /[\p{L}\p{N}_>-]+/gu;
/** Opens nothing, as an empty message does. */
const NOBODY = 'nobody';

export interface Routed {
  /**
   * Who is on duty, but for those whom others would hear and now nobody does; the router's own connections, and those from agents that
   * are skipped, hold as ever.
   */
  readonly graph: ChosenGraph;
  /** Whether all of the message could be followed. */
  readonly followed: boolean;
}

/** What the router's `text` makes of the graph of `turn`: the team's, or the one that the environment chose. `names` as in its prompt. */
export function routedBy(text: string, team: TeamSettings, names: readonly string[], turn: number, chosen?: ChosenGraph): Routed {
  const router = at(team.agents, routerOf(team), 'router');
  const onDuty = team.agents.filter((agent) => agent !== router && speaksAt(agent, turn, chosen)).map(({ role }) => role);
  const nameOf = new Map(team.agents.map(({ role }, index) => [role, at(names, index, 'name')]));
  const { edges } = graphAt(team, turn, chosen);
  const closable = edges.filter(({ from }) => onDuty.includes(from));
  const words = text.match(WORD) ?? [];
  const opens = (word: string, { from, to }: ChosenGraph['edges'][number]): boolean =>
    word === nameOf.get(from) || word === `${nameOf.get(from)}>${nameOf.get(to)}`;
  const isKnown = (word: string): boolean => onDuty.some((role) => word === nameOf.get(role)) || closable.some((edge) => opens(word, edge));
  const followed = words.every(isKnown) || words.join() === NOBODY;
  const closed = closable.filter((edge) => !followed || !words.some((word) => opens(word, edge)));
  const held = edges.filter((edge) => !closed.includes(edge));
  const isUnheard = (role: string): boolean => closed.some(({ from }) => from === role) && !held.some(({ from }) => from === role);
  return { graph: { edges: held, speaks: [router.role, ...onDuty.filter((role) => !isUnheard(role))] }, followed };
}
