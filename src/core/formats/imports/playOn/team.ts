/** The project that an imported run is played on with: of a project at hand, with a base, a team and adapters as a person chose. */
import { documentSchema, type AgentSettings, type ProjectDocument } from '../../../document/schema.ts';
import { fault, FaultError } from '../../../faults.ts';
import { playOnFaults } from '../../../../words/words.ts';
import { type Files, filesUnder } from '../../files.ts';
import { rolesIn } from '../../models/adapters/adapterFiles.ts';
import { readPeft } from '../../models/adapters/peft.ts';
import type { PlayOn } from './playOn.ts';

export interface Brought {
  /** Its environment with its data, its settings and, for `project`, its team. */
  readonly project: ProjectDocument;
  readonly team: PlayOn['team'];
  /** Name of the base that all agents stand on; '' leaves each on the project's. */
  readonly base: string;
  /** One PEFT folder per role; null for the base alone. */
  readonly adapters: Files | null;
}

/**
 * The document. Throws `E_PLAY_ON_ROLES` where an agent of the run is not in the project's team, and `E_PEFT_*` for adapters that
 * cannot be read.
 */
export function playOnDocument(imported: ProjectDocument, { project, team, base, adapters }: Brought): ProjectDocument {
  const agents = team === 'project' ? ownAgents(imported, project) : foundAgents(imported, project);
  const roles = new Set(agents.map(({ role }) => role));
  const stranger = [...rolesIn(adapters ?? {})].find((role) => !roles.has(role));
  if (stranger !== undefined) throw new FaultError(fault(playOnFaults, 'E_PLAY_ON_ADAPTER', { role: stranger, roles: [...roles] }));
  return documentSchema.parse({
    ...project,
    name: imported.name,
    team: {
      ...project.team,
      ...(base === '' ? {} : { base }),
      ...(team === 'files' ? { edges: imported.team.edges, context: imported.team.context, orchestration: 'static' } : {}),
      agents: agents.map((agent) => ({
        ...agent,
        ...(base === '' ? {} : { base: '' }),
        adapter: adapterOf(agent, adapters ?? {}),
      })),
    },
    view: team === 'files' ? imported.view : project.view,
  });
}

/** The project's team; each of the run's agents must be in it. */
function ownAgents({ team: { agents: found } }: ProjectDocument, { team: { agents } }: ProjectDocument): readonly AgentSettings[] {
  const roles = agents.map(({ role }) => role);
  const missing = found.map(({ role }) => role).filter((role) => !roles.includes(role));
  if (missing.length > 0) throw new FaultError(fault(playOnFaults, 'E_PLAY_ON_ROLES', { missing, roles }));
  return agents;
}

/** The agents of the files, who speak as the project's agents of the same roles do, or as its first. */
function foundAgents({ team: { agents: found } }: ProjectDocument, { team: { agents } }: ProjectDocument): readonly AgentSettings[] {
  return found.map((agent) => {
    const like = agents.find(({ role }) => role === agent.role) ?? agents[0];
    return like ? { ...agent, base: like.base, sampling: like.sampling } : agent;
  });
}

/** An adapter is what its files say, whatever the project would train. */
function adapterOf({ role, adapter }: AgentSettings, files: Files): AgentSettings['adapter'] {
  if (!rolesIn(files).has(role)) return adapter;
  const { rank, alpha, targets } = readPeft(filesUnder(files, role), { folder: role });
  return { ...adapter, rank, alpha, targets: [...targets], group: '' };
}
