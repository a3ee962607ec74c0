/** What of agents' clocks cannot work, and what of them nothing reads. */
import { checkFaults, type UnreadReason } from '../../../words/words.ts';
import { fault, type Fault } from '../../faults.ts';
import { hasClocks, takesTime } from '../../team/clock.ts';
import { dependenciesAt, speakersAt } from '../../team/turns.ts';
import type { AgentSettings, ProjectDocument } from '../schema.ts';
import { graphIsWrong, mayChoose } from './sight.ts';

/** Faults of a team in which time passes, but is not told: who speaks is not the graph's to say, or all read one transcript. */
export function clockFaults({ team, training }: ProjectDocument): Fault[] {
  const timed = team.agents.find(takesTime);
  const transcript = training.compat.find((name) => name === 'r3_linear_transcript' || name === 'r3_linear_training');
  if (!timed || (team.orchestration === 'static' && !transcript)) return [];
  const setting = timed.clock.timeToFirstToken > 0 ? 'timeToFirstToken' : 'timePerOutputToken';
  const place = { subject: `team.agents.${timed.role}.clock.${setting}` };
  const routes = team.orchestration === 'routed';
  return [fault(checkFaults, 'E_TEAM_CLOCK', { role: timed.role, transcript: transcript ?? null, routes }, { place })];
}

/** Why a setting of an agent's clock, by its path below `clock`, is not read; null when it is. */
export function whyClockUnread(document: ProjectDocument, agent: AgentSettings, path: string): UnreadReason | null {
  const { clock, sampling } = agent;
  switch (path) {
    case 'timePerOutputToken':
      return sampling.maxNewTokens === 1 ? 'oneToken' : null;
    case 'jitter':
      return takesTime(agent) ? null : 'takesNoTime';
    case 'interrupts':
      if (clock.timeout === null) return 'waitsForAll';
      return neverWaits(document, agent) ? 'neverWaits' : null;
    case 'timeout':
      return neverWaits(document, agent) ? 'neverWaits' : null;
    default:
      return null;
  }
}

/** Whether none of those that an agent may wait for takes time. */
function neverWaits(document: ProjectDocument, agent: AgentSettings): boolean {
  const { team, training } = document;
  if (!hasClocks(team)) return true;
  if (mayChoose(document) || graphIsWrong(document)) return false;
  const own = team.agents.indexOf(agent);
  return Array.from({ length: training.horizon }, (_, turn) => turn).every((turn) => {
    const speakers = speakersAt(team, turn);
    const rows = dependenciesAt(team, turn).map((row) => row.filter((seen) => speakers.includes(seen)));
    // Whoever is awaited may itself wait for others.
    const awaited = new Set(speakers.includes(own) ? rows[own] : []);
    for (const seen of awaited) for (const further of rows[seen] ?? []) awaited.add(further);
    return !team.agents.some((other, index) => awaited.has(index) && takesTime(other));
  });
}
