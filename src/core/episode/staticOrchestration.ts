/** The graph says who speaks: every agent on duty once a turn, after those it sees; the others are skipped. */
import type { TeamSettings } from '../document/schema.ts';
import type { Presentation } from '../team/presentation.ts';
import { dependenciesAt, speakersAt } from '../team/turns.ts';
import type { Orchestration } from './orchestration.ts';

export function staticOrchestration(team: TeamSettings, view: Presentation): Orchestration {
  return {
    open(turn) {
      const rows = dependenciesAt(team, turn);
      const speakers = speakersAt(team, turn);
      const place = new Map(speakers.map((agent, index) => [agent, index]));
      return speakers.map((agent) => ({
        agent,
        sees: (rows[agent] ?? []).flatMap((seen) => place.get(seen) ?? []),
        introduction: view.introductions[agent] ?? '',
      }));
    },
    follow: () => null,
    count: () => null,
  };
}
