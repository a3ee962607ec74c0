/** The graph says who speaks, and the agents' clocks when and on what: a turn is serialised in the order of the starts. */
import { at } from '../at.ts';
import type { TeamSettings } from '../document/schema.ts';
import { type ClockedTurn, starts } from '../team/starts.ts';
import type { Presentation } from '../team/presentation.ts';
import { dependenciesAt, speakersAt } from '../team/turns.ts';
import type { Orchestration, Slot } from './orchestration.ts';

/** `draw`: a standard normal number for the message that `agent` would begin as the `index`-th of `turn`. */
export function clockedOrchestration(
  team: TeamSettings,
  view: Presentation,
  draw: (turn: number, ...of: Parameters<ClockedTurn['draw']>) => number,
): Orchestration {
  const clocks = team.agents.map(({ clock }) => clock);
  const slotsOf = (turn: number, arrived: readonly number[], chosen: Parameters<Orchestration['open']>[1]): Slot[] =>
    starts(
      {
        order: speakersAt(team, turn, chosen),
        rows: dependenciesAt(team, turn, chosen),
        clocks,
        draw: (agent, index) => draw(turn, agent, index),
      },
      arrived,
    ).map((start) => ({ ...start, introduction: at(view.introductions, start.agent, 'introduction') }));
  return {
    open: (turn, chosen) => slotsOf(turn, [], chosen),
    follow: (turn, said, chosen) =>
      slotsOf(
        turn,
        said.map(({ arrived }) => {
          if (arrived === undefined) throw new TypeError('A message of agents with clocks arrives at some time.');
          return arrived;
        }),
        chosen,
      ).slice(said.length),
    count: () => null,
  };
}
