/** Teams of one to four agents for the shipped environments, with the prompts their bases were made with. */
import { agentSchema } from '../schema.ts';
import type { AgentSettings, ProjectDocument } from '../schema.ts';

export const TEAMS = ['solo', 'duo', 'trio', 'quartet'] as const;
export type TeamName = (typeof TEAMS)[number];

interface Member {
  readonly role: string;
  readonly label: string;
  readonly prompt: string;
}

const MEMBERS: Readonly<Record<TeamName, readonly Member[]>> = {
  solo: [{ role: 'actor', label: 'Actor', prompt: 'You work alone. Show every step.' }],
  duo: [
    { role: 'planner', label: 'Planner', prompt: 'Write only the expression.' },
    { role: 'solver', label: 'Solver', prompt: 'Compute the answer.' },
  ],
  trio: [
    { role: 'planner', label: 'Planner', prompt: 'Write only the expression.' },
    { role: 'solver', label: 'Solver', prompt: 'Compute the answer.' },
    { role: 'verifier', label: 'Verifier', prompt: 'Check the answer.' },
  ],
  quartet: [
    { role: 'planner', label: 'Planner', prompt: 'Write only the expression.' },
    { role: 'solver', label: 'Solver', prompt: 'Compute the answer.' },
    { role: 'checker', label: 'Checker', prompt: 'Check the work of the others.' },
    { role: 'verifier', label: 'Verifier', prompt: 'Check the answer.' },
  ],
};

/** The document with the team `name` in place of its own: a chain, with the first agent's adapter and sampling. */
export function withTeam(document: ProjectDocument, name: TeamName): ProjectDocument {
  const [model] = document.team.agents;
  const agents = MEMBERS[name].map(
    (member): AgentSettings => agentSchema.parse({ ...(model ? { adapter: model.adapter, sampling: model.sampling } : {}), ...member }),
  );
  return {
    ...document,
    team: {
      ...document.team,
      agents,
      edges: agents.slice(1).map(({ role }, index) => ({ from: agents[index]?.role ?? '', to: role })),
    },
    view: { ...document.view, positions: Object.fromEntries(agents.map(({ role }, index) => [role, { x: index * 320, y: 0 }])) },
  };
}
