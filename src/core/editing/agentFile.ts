/**
 * One agent as a file: our own, with all its settings, in the form in which the canvas copies agents; or an entry of
 * MARFT's role profiles, which knows a prompt. What is read changes an agent that is there: it keeps its role, its place and
 * its connections, and what else could not be taken over is reported.
 */
import { isRecord } from '../isRecord.ts';
import { fault, FaultError } from '../faults.ts';
import { clipText, parseClip } from './clipboard.ts';
import { findPlaceholders } from '../team/placeholders.ts';
import { updateAgent } from './edits.ts';
import { parseJson } from '../document/parse.ts';
import { agentOfProfile, exportProfiles, parseProfiles, type Profile, type ProfileNotice } from './profiles.ts';
import { type AgentSettings, agentSchema, type ProjectDocument } from '../document/schema.ts';
import { agentFileFaults, teamFaults } from '../../words/words.ts';

/** The agent with all its settings, as the canvas copies agents. Throws a `FaultError` when nobody has that role. */
export function agentFileText(document: ProjectDocument, role: string): string {
  if (!document.team.agents.some((agent) => agent.role === role)) throw unknownRole(role);
  return `${clipText(document, [role], {})}\n`;
}

/** The agent as one of MARFT's role profiles, with what such a file cannot say. Throws the fault of a team that cannot run. */
export function agentProfile(document: ProjectDocument, role: string): { profile: Profile; notices: ProfileNotice[] } {
  const { profiles, notices } = exportProfiles(document);
  const found = profiles.find((profile) => profile.role === role);
  if (!found) throw unknownRole(role);
  const { depends_on: _, ...profile } = found;
  const own = document.team.agents.find((agent) => agent.role === role);
  const filled = findPlaceholders(own?.prompt ?? '').some(({ kind }) => kind === 'known');
  const lost = own ? unsaid(own) : [];
  return {
    profile,
    notices: [
      ...notices.filter(({ code }) => code === 'N_PROFILE_PLACEHOLDERS' && filled),
      ...(lost.length > 0
        ? [
            {
              code: 'N_PROFILE_SETTINGS' as const,
              message: `A profile holds role, prompt and “with_answer”; not in it: ${lost.join(', ')}.`,
            },
          ]
        : []),
    ],
  };
}

/** Settings of an agent that differ from their defaults and have no place in a profile. */
function unsaid(agent: AgentSettings): string[] {
  const usual = agentSchema.parse({ role: agent.role });
  const names = {
    label: 'label',
    base: 'base model',
    observes: 'observes',
    speaks: 'the turns it speaks in',
    stops: 'what ends the episode',
    clock: 'its clock',
    adapter: 'adapter',
    sampling: 'sampling',
  };
  return (Object.keys(names) as (keyof typeof names)[]) // keys of the literal
    .filter((key) => JSON.stringify(agent[key]) !== JSON.stringify(usual[key]))
    .map((key) => names[key]);
}

/** Takes what a file or pasted text says of an agent over into the agent `role`. Throws `E_AGENT_FILE`, `E_CLIP_*` or `E_PROFILES_INVALID`. */
export function readAgentFile(
  text: string,
  document: ProjectDocument,
  role: string,
): { document: ProjectDocument; notices: ProfileNotice[] } {
  const value = parse(text);
  if (isRecord(value) && value['marft'] === 'agents') {
    const agents = parseClip(text).agents.map(({ agent }) => agent);
    const { role: from, ...changes } = chosen(agents, role);
    return { document: updateAgent(document, role, changes), notices: [...kept(from, role), ...others(agents.length)] };
  }
  if (isRecord(value) && 'team' in value) {
    throw new FaultError(fault(agentFileFaults, 'E_AGENT_FILE', { found: 'project' }));
  }
  const entries = parseProfiles(isRecord(value) ? [value] : value);
  const entry = chosen(entries, role);
  const { changes, notices } = agentOfProfile(entry, role);
  return { document: updateAgent(document, role, changes), notices: [...kept(entry.role, role), ...others(entries.length), ...notices] };
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof FaultError) || error.fault.code !== 'E_DOCUMENT_JSON') throw error;
    throw new FaultError(fault(agentFileFaults, 'E_AGENT_FILE', { found: 'other' }, { detail: error.fault.detail }));
  }
}

/** The only one, or the one with this role. */
function chosen<T extends { readonly role: string }>(entries: readonly T[], role: string): T {
  const entry = entries.length === 1 ? entries[0] : entries.find((candidate) => candidate.role.toLowerCase() === role.toLowerCase());
  if (entry) return entry;
  throw new FaultError(fault(agentFileFaults, 'E_AGENT_FILE', { found: 'others', roles: entries.map((one) => one.role), wanted: role }));
}

const kept = (from: string, role: string): ProfileNotice[] =>
  from === role ? [] : [{ code: 'N_PROFILE_ROLE', message: `The agent is still called “${role}”; in the file it is “${from}”.` }];

const others = (count: number): ProfileNotice[] =>
  count === 1 ? [] : [{ code: 'N_PROFILE_OTHERS', message: `The file holds ${count} agents; only this one was taken.` }];

function unknownRole(role: string): FaultError {
  return new FaultError(fault(teamFaults, 'E_GRAPH_UNKNOWN_ROLE', { role, for: 'file' }, { place: { subject: role } }));
}
