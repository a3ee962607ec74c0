/** Who may speak now: the seam between an episode and the ways in which a team decides it. */
import type { TeamSettings } from '../document/schema.ts';
import type { ChosenGraph } from '../environment/contract.ts';
import type { Timing } from '../team/timing.ts';
import type { Presentation } from '../team/presentation.ts';
import { dynamicOrchestration } from './dynamicOrchestration.ts';
import type { RoutingRecord } from './records.ts';
import { routedOrchestration } from './routedOrchestration.ts';
import { staticOrchestration } from './staticOrchestration.ts';
import type { TranscriptShape } from './transcript.ts';

/** A message of a turn before it is said. Its index in the turn is its number in serial order, from 0. */
export interface Slot {
  readonly agent: number;
  /** Indices, ascending, of the turn's messages that its prompt shows; it waits for them. */
  readonly sees: readonly number[];
  /** What is said to the agent before it; empty for nothing. */
  readonly introduction: string;
  /** When it begins and how fast it is said, where agents have clocks. */
  readonly timing?: Timing;
}

/** What of a message decides who speaks next. */
export interface Said {
  readonly agent: number;
  readonly text: string;
  /** Seconds from the turn's beginning; absent where agents have no clocks. */
  readonly arrived?: number;
}

/** Pure: the same turn, graph and messages give the same slots. `chosen`: the graph that the environment gave the turn. */
export interface Orchestration {
  /** The slots that are known when `turn` begins, in serial order. */
  open(turn: number, chosen?: ChosenGraph): Slot[];
  /** The slots that are known behind those of `said`, which have all spoken; none when the turn is over. */
  follow(turn: number, said: readonly Said[], chosen?: ChosenGraph): readonly Slot[];
  /** The graph that a router's message left of a turn's; absent where nobody routes, undefined where it has not spoken. */
  graph?(turn: number, said: readonly Said[], chosen?: ChosenGraph): ChosenGraph | undefined;
  /** What is counted over the episode's turns; null where nothing is. */
  count(turns: readonly { readonly said: readonly Said[]; readonly chosen?: ChosenGraph | undefined }[]): RoutingRecord | null;
}

export function orchestrationOf(team: TeamSettings, view: Presentation, transcript: TranscriptShape): Orchestration {
  if (team.orchestration === 'dynamic')
    return dynamicOrchestration(transcript === 'branches' ? team : { ...team, context: 'prefix' }, view);
  if (team.orchestration === 'routed') return routedOrchestration(team, view);
  return staticOrchestration(team, view, transcript);
}
