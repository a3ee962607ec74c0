/**
 * What is drawn between agents: connections of the turn that is shown, ghosts of those of other turns, what an episode
 * showed beyond them, and an orchestrator's calls. An edge carries what it is, and selects the words it shows itself.
 */
import { MarkerType, type Edge as FlowEdge } from '@xyflow/react';
import type { Edge, TeamSettings } from '../../../../core/document/schema.ts';
import type { EpisodeRecord } from '../../../../core/episode/records.ts';
import { graphAt } from '../../../../core/team/turns.ts';
import { callsIn, seenIn } from './exchanges.ts';
import { CLAUSE, teamText } from '../../../../words/words.ts';
import { agentColor, type Scheme } from '../../../kit/theme/agentColors.ts';

/**
 * `plain`: in force. `ghost`: in force in another turn. `seen`: carried a message in the episode that is read; `idle`: did
 * not. `through`: a message seen without a connection of its own, by 𝒟; `earlier`: messages of earlier turns alone, by the
 * team's history. `may`: a call that is possible; `call`: one that was made.
 */
export type EdgeState = 'plain' | 'ghost' | 'seen' | 'idle' | 'through' | 'earlier' | 'may' | 'call';
export type TeamFlowEdge = FlowEdge<{ readonly state: EdgeState; readonly turn: number }, 'hears' | 'call'>;

interface Shown {
  readonly team: TeamSettings;
  /** Each agent's place in the palette. */
  readonly slots: ReadonlyMap<string, number>;
  readonly turn: number;
  /** The episode that is read; null where none was chosen. */
  readonly episode: EpisodeRecord | null;
  /** Selected connections. */
  readonly chosen: readonly Edge[];
  readonly scheme: Scheme;
}

const isSame = (a: Edge, b: Edge): boolean => a.from === b.from && a.to === b.to;
const has = (list: readonly Edge[], edge: Edge): boolean => list.some((other) => isSame(other, edge));

/** Edges in the order of the document; those that only show come behind. */
export function edgesOf({ team, slots, turn, episode, chosen, scheme }: Shown): TeamFlowEdge[] {
  const drawn = once([...team.edges, ...team.turns.flatMap((entry) => entry.edges)]);
  const inForce = graphAt(team, turn).edges;
  const messages = episode && seenIn(episode, turn);
  const seen = messages && once(messages);
  const ofThisTurn = (messages ?? []).filter((message) => message.turn === turn);
  const isHere = ({ from, to }: Edge) => team.agents.some(({ role }) => role === from) && team.agents.some(({ role }) => role === to);
  const hears = drawn.map((edge) => {
    const state: EdgeState = !has(inForce, edge) ? 'ghost' : seen === null ? 'plain' : has(seen, edge) ? 'seen' : 'idle';
    return { edge, state };
  });
  const dynamic = team.orchestration === 'dynamic';
  const leader = team.orchestrator.role;
  // With an orchestrator the path of its calls says who spoke; what it saw is everything.
  const through = dynamic ? [] : (seen ?? []).filter((edge) => isHere(edge) && !has(inForce, edge));
  const called = dynamic && episode ? once(callsIn(episode, turn, leader).map(({ to }) => ({ from: leader, to }))) : [];
  const callable =
    dynamic && team.agents.some(({ role }) => role === leader)
      ? team.agents.flatMap(({ role }) => (role === leader ? [] : [{ from: leader, to: role }]))
      : [];
  return [
    ...hears,
    ...through.map((edge) => ({ edge, state: has(ofThisTurn, edge) ? ('through' as const) : ('earlier' as const) })),
    ...callable.map((edge) => ({ edge, state: has(called, edge) ? ('call' as const) : ('may' as const) })),
  ].map(({ edge, state }) => flowEdge(edge, state, turn, has(chosen, edge), agentColor(slots.get(edge.from) ?? -1, scheme)));
}

function flowEdge(edge: Edge, state: EdgeState, turn: number, selected: boolean, color: string): TeamFlowEdge {
  const { from, to } = edge;
  const connects = state === 'plain' || state === 'seen' || state === 'idle';
  const quiet = state === 'ghost' || state === 'may' || state === 'through' || state === 'earlier';
  return {
    // Kinds of one pair stand beside one another; the first two entries are the pair.
    id: JSON.stringify(connects || state === 'ghost' ? [from, to] : [from, to, state]),
    type: state === 'may' || state === 'call' ? 'call' : 'hears',
    source: from,
    target: to,
    data: { state, turn },
    selected: connects && selected,
    selectable: connects,
    focusable: connects,
    ariaLabel: labelOf(edge, state),
    // One that is in force can be pointed at.
    ...(connects ? { domAttributes: { 'data-stage': `edge:${from}>${to}` } as object } : {}),
    style: {
      stroke: color,
      strokeWidth: selected && connects ? 3 : state === 'seen' || state === 'call' ? 2.5 : 1.75,
      opacity: quiet ? 0.4 : state === 'idle' ? 0.6 : 1,
      strokeDasharray: quiet ? '2 5' : undefined,
    },
    markerEnd: { type: MarkerType.ArrowClosed, color, width: 18, height: 18 },
  };
}

function labelOf({ from, to }: Edge, state: EdgeState): string {
  switch (state) {
    case 'plain':
    case 'seen':
      return teamText.edge(from, to);
    case 'idle':
      return `${teamText.edge(from, to)}${CLAUSE}${teamText.seen.notSeen}`;
    case 'ghost':
      return teamText.turns.ghost(from, to);
    case 'through':
      return teamText.seen.through(from, to);
    case 'earlier':
      return teamText.seen.earlier(from, to);
    case 'may':
    case 'call':
      return teamText.calls.may(from, to);
    default:
      return state satisfies never;
  }
}

function once(edges: readonly Edge[]): Edge[] {
  return edges.filter((edge, index) => edges.findIndex((other) => isSame(other, edge)) === index);
}
