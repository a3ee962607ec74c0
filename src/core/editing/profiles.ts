/**
 * Role profiles of the original MARFT (R1: `marft/scripts/profiles/*.json`): an array in execution order of
 * `{ role, prompt, with_answer, device? }`, where the prompt carries its own markers, and every agent sees all before it.
 * C3 adds `depends_on`, the roles an agent listens to; a file with it is a graph. Here the markers belong to the layout and
 * devices do not exist; what has no place is reported, never lost silently. Such a prompt is read as written: what looks
 * like a placeholder of ours is escaped on the way in, and placeholders are filled in on the way out.
 */
import { z } from 'zod';
import { fault, FaultError } from '../faults.ts';
import { graphFaults, layersOf, seenBy, speakingOrder } from '../team/graph.ts';
import { legalRole } from '../team/legalRole.ts';
import { escapePrompt, findPlaceholders } from '../team/placeholders.ts';
import { presentTeam } from '../team/presentation.ts';
import { agentSchema, teamSchema } from '../document/schema.ts';
import { parseJson } from '../document/parse.ts';
import type { AgentSettings, Edge, ProjectDocument, TeamSettings } from '../document/schema.ts';
import { agentFileFaults } from '../../words/words.ts';

/** One entry of the file. */
export interface Profile {
  readonly role: string;
  readonly prompt: string;
  readonly with_answer: boolean;
  /** In all entries of a file or in none. */
  readonly depends_on?: readonly string[];
}

/** A sentence about something an import or export could not carry over. */
export interface ProfileNotice {
  readonly code: `N_PROFILE_${string}`;
  readonly message: string;
}

const START = '<|im_start|>';
const END = '<|im_end|>';
const MARKED = /^<\|im_start\|>system: ([\s\S]*)<\|im_end\|>\n?$/;

const profileSchema = z.looseObject({
  role: z.string().min(1).max(200),
  prompt: z.string().max(65_536),
  with_answer: z.boolean().nullable().default(null),
  depends_on: z.array(z.string().max(200)).max(32).optional(),
});
const profilesSchema = z.array(profileSchema).min(1).max(32);
type Entries = z.infer<typeof profilesSchema>;
const CARRIED = ['role', 'prompt', 'with_answer', 'depends_on'];

/**
 * Puts the team of a profile file, as text or value, in place of the document's: a chain in the order of the file, or the
 * graph of its `depends_on`. Either way an agent sees its ancestors.
 */
export function importProfiles(input: unknown, document: ProjectDocument): { document: ProjectDocument; notices: ProfileNotice[] } {
  const entries = parseProfiles(typeof input === 'string' ? parseJson(input) : input);
  const notices: ProfileNotice[] = [];
  const model = document.team.agents.at(-1);
  const agents: AgentSettings[] = [];
  for (const entry of entries) {
    const role = legalRole(entry.role, agents);
    if (role !== entry.role) notices.push({ code: 'N_PROFILE_ROLE', message: `The role “${entry.role}” became “${role}”.` });
    agents.push(
      agentSchema.parse({
        ...(model ? { adapter: model.adapter, sampling: model.sampling } : {}),
        role,
        prompt: promptOf(entry.prompt, role, notices),
        withAnswer: entry.with_answer,
      }),
    );
    notices.push(...droppedFrom(entry, role));
  }
  const { turns, orchestration } = document.team;
  if (turns.length > 0 || orchestration !== 'static')
    notices.push({
      code: 'N_PROFILE_TEAM',
      message: 'A profile file knows one graph and nobody who calls others: connections by turn and the orchestrator were removed.',
    });
  const team: TeamSettings = {
    ...document.team,
    agents,
    edges: edgesOf(entries, agents),
    context: 'ancestors',
    turns: [],
    orchestration: 'static',
    orchestrator: teamSchema.shape.orchestrator.parse(undefined),
  };
  const [wrong] = graphFaults(team);
  if (wrong) throw new FaultError(wrong);
  return { document: { ...document, team, view: { ...document.view, positions: positionsOf(team) } }, notices };
}

/** The entries of a profile file, whose roles may still be illegal. Throws `E_PROFILES_INVALID`. */
export function parseProfiles(value: unknown): Entries {
  const result = profilesSchema.safeParse(value);
  if (!result.success) throw invalid(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  return result.data;
}

/** What one entry says of an agent that keeps its own role. */
export function agentOfProfile(
  entry: Entries[number],
  role: string,
): { readonly changes: Pick<AgentSettings, 'prompt' | 'withAnswer'>; readonly notices: ProfileNotice[] } {
  const notices: ProfileNotice[] = [];
  const prompt = promptOf(entry.prompt, role, notices);
  notices.push(...droppedFrom(entry, role));
  if (entry.depends_on)
    notices.push({
      code: 'N_PROFILE_EDGES',
      message: `${role}: whom it listens to (“depends_on”) is drawn on the canvas and was not taken over.`,
    });
  return { changes: { prompt, withAnswer: entry.with_answer }, notices };
}

function droppedFrom(entry: Entries[number], role: string): ProfileNotice[] {
  const dropped = Object.keys(entry).filter((key) => !CARRIED.includes(key));
  if (dropped.length === 0) return [];
  const names = dropped.map((key) => `“${key}”`).join(', ');
  return [{ code: 'N_PROFILE_DROPPED', message: `${role}: ${names} has no place in a project and was left out.` }];
}

function edgesOf(entries: Entries, agents: readonly AgentSettings[]): Edge[] {
  const role = (index: number) => agents[index]?.role ?? '';
  if (entries.every((entry) => entry.depends_on === undefined))
    return agents.slice(1).map((agent, index) => ({ from: role(index), to: agent.role }));
  return entries.flatMap((entry, to) =>
    [...new Set(entry.depends_on)].map((name) => {
      const from = entries.findIndex((other) => other.role === name);
      if (from < 0) throw invalid(`${to}.depends_on: no entry has the role “${name}”`);
      return { from: role(from), to: role(to) };
    }),
  );
}

/** Agents that speak at the same time stand above one another. */
function positionsOf(team: TeamSettings): Record<string, { x: number; y: number }> {
  return Object.fromEntries(
    layersOf(team).flatMap((layer, column) =>
      layer.map((index, row) => [team.agents[index]?.role ?? '', { x: column * 320, y: row * 200 }]),
    ),
  );
}

function invalid(detail: string): FaultError {
  return new FaultError(fault(agentFileFaults, 'E_PROFILES_INVALID', {}, { detail }));
}

/**
 * The team as profiles, in speaking order: R1's where every agent sees all before it, with `depends_on` otherwise. Who has
 * not said whether it answers does when it speaks last. Throws the fault of a team that cannot run.
 */
export function exportProfiles(document: ProjectDocument): { profiles: Profile[]; notices: ProfileNotice[] } {
  const { team } = document;
  const [wrong] = graphFaults(team);
  if (wrong) throw new FaultError(wrong);
  const order = speakingOrder(team);
  const chain = order.every((agent, index) => seenBy(team, agent).length === index);
  const notices: ProfileNotice[] = [];
  if (team.turns.length > 0 || team.orchestration !== 'static')
    notices.push({
      code: 'N_PROFILE_TEAM',
      message: 'A profile file knows one graph and nobody who calls others: connections by turn and the orchestrator are lost.',
    });
  if (!chain && seesMore(team))
    notices.push({
      code: 'N_PROFILE_CONTEXT',
      message:
        'A file with “depends_on” is read as showing each agent all its ancestors; in this team it sees its direct predecessors alone.',
    });
  const filled = team.agents.filter(({ prompt }) => findPlaceholders(prompt).some(({ kind }) => kind === 'known'));
  if (filled.length > 0)
    notices.push({
      code: 'N_PROFILE_PLACEHOLDERS',
      message: `A profile file knows no placeholders: those of ${filled.map(({ role }) => role).join(', ')} are filled in as they are now.`,
    });
  const prompts = presentTeam({ ...team, anonymous: false, orchestration: 'static' }).profiles;
  const profiles = order.flatMap((index, nth): Profile[] => {
    const agent = team.agents[index];
    if (!agent) return [];
    const prompt = prompts[index] ?? '';
    const before = new Set(team.edges.flatMap(({ from, to }) => (to === agent.role ? from : [])));
    return [
      {
        role: agent.role,
        prompt: prompt === '' ? '' : `${START}system: ${prompt}${END}\n`,
        with_answer: agent.withAnswer ?? nth === order.length - 1,
        ...(chain ? {} : { depends_on: order.flatMap((other) => team.agents[other]?.role ?? []).filter((role) => before.has(role)) }),
      },
    ];
  });
  return { profiles, notices };
}

/** Whether some agent would see more if it saw its ancestors. */
function seesMore(team: TeamSettings): boolean {
  const wide: TeamSettings = { ...team, context: 'ancestors' };
  return team.agents.some((_, agent) => seenBy(wide, agent).length > seenBy(team, agent).length);
}

/** A prompt of the file as one of ours: without markers, and read as written. */
function promptOf(text: string, role: string, notices: ProfileNotice[]): string {
  const inner = withoutMarkers(text, role, notices);
  const prompt = escapePrompt(inner);
  if (prompt !== inner)
    notices.push({
      code: 'N_PROFILE_BRACES',
      message: `${role}: what looks like a placeholder in the prompt is text in such a file, and was put into double braces.`,
    });
  return prompt;
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
