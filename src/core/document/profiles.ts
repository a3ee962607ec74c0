/**
 * Role profiles of the original MARFT (R1: `marft/scripts/profiles/*.json`): an array in execution order of
 * `{ role, prompt, with_answer, device? }`, where the prompt carries its own markers. Here the markers belong to the layout,
 * the answer is the environment's business and devices do not exist; what has no place is reported, never lost silently.
 */
import { z } from 'zod';
import { FaultError } from '../faults.ts';
import { graphFaults, roleFault, seenBy, speakingOrder } from '../team/graph.ts';
import { agentSchema } from './schema.ts';
import { parseJson } from './parse.ts';
import type { AgentSettings, ProjectDocument } from './schema.ts';

/** One entry of R1's file. */
export interface Profile {
  readonly role: string;
  readonly prompt: string;
  readonly with_answer: boolean;
}

/** A sentence about something an import or export could not carry over. */
export interface ProfileNotice {
  readonly code: `N_PROFILE_${string}`;
  readonly message: string;
}

const START = '<|im_start|>';
const END = '<|im_end|>';
const MARKED = /^<\|im_start\|>system: ([\s\S]*)<\|im_end\|>\n?$/;

const profilesSchema = z
  .array(z.looseObject({ role: z.string().min(1).max(200), prompt: z.string().max(65_536) }))
  .min(1)
  .max(32);

/** Puts the team of a profile file, as text or value, in place of the document's: a chain in the order of the file. */
export function importProfiles(input: unknown, document: ProjectDocument): { document: ProjectDocument; notices: ProfileNotice[] } {
  const result = profilesSchema.safeParse(typeof input === 'string' ? parseJson(input) : input);
  if (!result.success) {
    throw new FaultError({
      code: 'E_PROFILES_INVALID',
      message: 'The file does not hold role profiles.',
      hint: 'MARFT profiles are a list of 1 to 32 objects, each with a “role” and a “prompt”.',
      detail: result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    });
  }
  const notices: ProfileNotice[] = [];
  const model = document.team.agents.at(-1);
  const agents: AgentSettings[] = [];
  for (const entry of result.data) {
    const role = legalRole(entry.role, agents);
    if (role !== entry.role) notices.push({ code: 'N_PROFILE_ROLE', message: `The role “${entry.role}” became “${role}”.` });
    agents.push(
      agentSchema.parse({
        ...(model ? { adapter: model.adapter, sampling: model.sampling } : {}),
        role,
        prompt: withoutMarkers(entry.prompt, role, notices),
      }),
    );
    const dropped = Object.keys(entry).filter((key) => key !== 'role' && key !== 'prompt');
    if (dropped.length > 0)
      notices.push({
        code: 'N_PROFILE_DROPPED',
        message: `${role}: ${dropped.map((key) => `“${key}”`).join(', ')} has no place in a project and was left out.${dropped.includes('with_answer') ? ' Whose answer counts is decided by the environment.' : ''}`,
      });
  }
  return {
    document: {
      ...document,
      team: {
        ...document.team,
        agents,
        edges: agents.slice(1).map((agent, index) => ({ from: agents[index]?.role ?? '', to: agent.role })),
        context: 'ancestors',
      },
      view: { ...document.view, positions: Object.fromEntries(agents.map((agent, index) => [agent.role, { x: index * 320, y: 0 }])) },
    },
    notices,
  };
}

/** The team as R1's profiles, in speaking order; the last speaker answers. Throws the fault of a team that cannot run. */
export function exportProfiles(document: ProjectDocument): { profiles: Profile[]; notices: ProfileNotice[] } {
  const { team } = document;
  const [fault] = graphFaults(team);
  if (fault) throw new FaultError(fault);
  const order = speakingOrder(team);
  const notices: ProfileNotice[] = [];
  if (order.some((agent, place) => seenBy(team, agent).length !== place)) {
    notices.push({
      code: 'N_PROFILE_GRAPH',
      message: 'In MARFT every agent sees all that spoke before it; this team’s graph says less, and that is lost.',
    });
  }
  const profiles = order.flatMap((index, place) => {
    const agent = team.agents[index];
    return agent
      ? [
          {
            role: agent.role,
            prompt: agent.prompt === '' ? '' : `${START}system: ${agent.prompt}${END}\n`,
            with_answer: place === order.length - 1,
          },
        ]
      : [];
  });
  return { profiles, notices };
}

/** The text between the markers when the prompt is exactly one system block, the raw prompt otherwise. */
function withoutMarkers(prompt: string, role: string, notices: ProfileNotice[]): string {
  const inner = MARKED.exec(prompt)?.[1];
  if (inner !== undefined && !inner.includes(START) && !inner.includes(END)) return inner;
  if (prompt.includes(START) || prompt.includes(END)) {
    notices.push({
      code: 'N_PROFILE_MARKERS',
      message: `${role}: the prompt is not exactly one system block, so it was kept as it is; its markers are read as plain text.`,
    });
  }
  return prompt;
}

/** The nearest legal role that none of `agents` has. */
function legalRole(wish: string, agents: readonly AgentSettings[]): string {
  let base = wish.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 32);
  if (!/^[A-Za-z]/.test(base)) base = `agent_${base}`.slice(0, 32);
  const taken = (role: string) => agents.some((agent) => agent.role.toLowerCase() === role.toLowerCase());
  let role = base;
  for (let n = 2; roleFault(role) !== null || taken(role); n++) role = `${base.slice(0, 28)}_${n}`;
  return role;
}
