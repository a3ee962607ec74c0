/** Agents that may end the episode: a message of theirs with their word in it is the decision to stop, and learnt as any other. */
import type { AgentSettings } from '../document/schema.ts';

/** Whether a message of `agent`, thoughts left out, ends the episode behind its turn. */
export const stops = (agent: Pick<AgentSettings, 'stops'> | undefined, text: string): boolean =>
  agent !== undefined && agent.stops !== '' && text.includes(agent.stops);
