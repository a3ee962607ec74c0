/** The graph says who speaks: every agent on duty once a turn, after those it sees; the others are skipped. */
import type { TeamSettings } from '../document/schema.ts';
import type { Presentation } from '../team/presentation.ts';
import { dependenciesAt, layersAt, speakersAt } from '../team/turns.ts';
import type { Orchestration } from './orchestration.ts';
import type { TranscriptShape } from './transcript.ts';

/** In layers an agent sees all that was said in those before its own (R3), instead of what 𝒟 shows it. */
export function staticOrchestration(own: TeamSettings, view: Presentation, transcript: TranscriptShape): Orchestration {
  const team: TeamSettings = transcript === 'linear' ? { ...own, context: 'prefix' } : own;
  return {
    open(turn, chosen) {
      if (transcript === 'layers') {
        const layers = layersAt(team, turn, chosen);
        return layers.flatMap((layer, depth) => {
          const sees = layers
            .slice(0, depth)
            .flat()
            .map((_, index) => index);
          return layer.map((agent) => ({ agent, sees, introduction: view.introductions[agent] ?? '' }));
        });
      }
      const rows = dependenciesAt(team, turn, chosen);
      const speakers = speakersAt(team, turn, chosen);
      const indexOf = new Map(speakers.map((agent, index) => [agent, index]));
      return speakers.map((agent) => ({
        agent,
        sees: (rows[agent] ?? []).flatMap((seen) => indexOf.get(seen) ?? []).sort((a, b) => a - b),
        introduction: view.introductions[agent] ?? '',
      }));
    },
    follow: () => [],
    count: () => null,
  };
}
