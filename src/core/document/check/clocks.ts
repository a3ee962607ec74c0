/** What of agents' clocks cannot work, and what of them nothing reads. */
import { checkFaults, type UnreadReason } from '../../../words/words.ts';
import { orElse } from '../../at.ts';
import { fault, type Fault } from '../../faults.ts';
import { hasClocks, takesTime } from '../../team/clock.ts';
import { graphFaults } from '../../team/graph.ts';
import { dependenciesAt, speakersAt } from '../../team/turns.ts';
import type { AgentSettings, ProjectDocument } from '../schema.ts';
import { mayChoose } from './sight.ts';

/** Faults of a team in which time passes, but is not told: who speaks is not the graph's to say, or all read one transcript. */
export function clockFaults({ team, training }: ProjectDocument): Fault[] {
  const timed = team.agents.find(takesTime);
  const transcript = training.compat.find((name) => name === 'r3_linear_transcript' || name === 'r3_linear_training');
  if (!timed || (team.orchestration === 'static' && !transcript)) return [];
  const setting = timed.clock.timeToFirstToken > 0 ? 'timeToFirstToken' : 'timePerOutputToken';
  const place = { subject: `team.agents.${timed.role}.clock.${setting}` };
  return [fault(checkFaults, 'E_TEAM_CLOCK', { role: timed.role, transcript: transcript ?? null }, { place })];
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
      return clock.timeout === null ? 'waitsForAll' : whyNeverWaits(document, agent);
    case 'timeout':
      return whyNeverWaits(document, agent);
    default:
      return null;
  }
}

/** Why an agent finds all that it sees there already; null where it may wait. */
function whyNeverWaits(document: ProjectDocument, agent: AgentSettings): UnreadReason | null {
  const { team, training } = document;
  if (!hasClocks(team)) return 'noTimePasses';
  const turns = [team, ...team.turns.map(({ edges }) => ({ ...team, edges }))];
  if (mayChoose(document) || turns.some((graph) => graphFaults(graph).length > 0)) return null;
  const own = team.agents.indexOf(agent);
  let hears = false;
  for (let turn = 0; turn < training.horizon; turn += 1) {
    const speakers = speakersAt(team, turn);
    if (!speakers.includes(own)) continue;
    const rows = dependenciesAt(team, turn).map((row) => row.filter((seen) => speakers.includes(seen)));
    // Whoever is awaited may itself wait for others.
    const awaited = new Set(rows[own]);
    for (const seen of awaited) for (const further of orElse(rows[seen], [])) awaited.add(further);
    hears ||= awaited.size > 0;
    if (team.agents.some((other, index) => awaited.has(index) && takesTime(other))) return null;
  }
  return hears ? 'heardAtOnce' : 'hearsNobody';
}
