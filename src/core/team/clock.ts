/** Whether agents have clocks (`timing.ts`), and what follows from it. */
import type { AgentSettings, TeamSettings } from '../document/schema.ts';

export const takesTime = ({ clock }: Pick<AgentSettings, 'clock'>): boolean => clock.timeToFirstToken > 0 || clock.timePerOutputToken > 0;

/** Whether time passes in this team. */
export const hasClocks = ({ agents }: Pick<TeamSettings, 'agents'>): boolean => agents.some(takesTime);

/** Whether somebody may be interrupted, and then before the first token, so that it says nothing in a turn. */
export const mayFallSilent = (team: Pick<TeamSettings, 'agents'>): boolean =>
  hasClocks(team) && team.agents.some(({ clock }) => clock.interrupts && clock.timeout !== null);
