/**
 * Agents on the system's clipboard, as JSON text: they travel between tabs, browsers and files of notes. What comes back is
 * hostile until it is read: size, form, version and graph are checked, and a text that is something else says so.
 */
import { isRecord } from '../isRecord.ts';
import { z } from 'zod';
import { addCopies } from './copies.ts';
import type { Position } from './edits.ts';
import { agentSchema, DOCUMENT_VERSION, edgeSchema } from '../document/schema.ts';
import type { ProjectDocument } from '../document/schema.ts';
import { fault, FaultError, type ParamsOf } from '../faults.ts';
import { edgeFaults, graphFaults } from '../team/graph.ts';
import { graphAt } from '../team/turns.ts';
import { clipboardFaults } from '../../words/words.ts';

/** The value of `marft` in what is copied, by which it is known. */
const KIND = 'agents';
/** Longest text read: 32 agents with the longest prompts, escaped, are less. */
export const MAX_CLIP_LENGTH = 4 * 1024 * 1024;
/** Farthest an agent may stand from the middle of the canvas. */
const FAR = 1e6;

const coordinate = z.number().min(-FAR).max(FAR);
const edges = z.array(edgeSchema).max(1024);
const clipSchema = z.strictObject({
  marft: z.literal(KIND),
  /** Version of the documents whose agents these are. */
  version: z.literal(DOCUMENT_VERSION),
  agents: z
    .array(z.strictObject({ agent: agentSchema, place: z.strictObject({ x: coordinate, y: coordinate }) }))
    .min(1)
    .max(32),
  /** Connections among them. */
  edges,
  /** Those of later turns, as in the document. */
  turns: z.array(z.strictObject({ turn: z.int().min(1).max(63), edges })).max(63),
});

/** Agents with the connections among them. */
export type TeamClip = z.infer<typeof clipSchema>;

/** The agents `roles` of a document as text; `positions` says where they stand. */
export function clipText(document: ProjectDocument, roles: readonly string[], positions: Readonly<Record<string, Position>>): string {
  const { team } = document;
  const inner = (among: TeamClip['edges']) => among.filter(({ from, to }) => roles.includes(from) && roles.includes(to));
  const clip: TeamClip = {
    marft: KIND,
    version: DOCUMENT_VERSION,
    agents: team.agents
      .filter((agent) => roles.includes(agent.role))
      .map((agent) => {
        const { x, y } = positions[agent.role] ?? { x: 0, y: 0 };
        return { agent, place: { x, y } };
      }),
    edges: inner(team.edges),
    turns: team.turns.map((entry) => ({ turn: entry.turn, edges: inner(entry.edges) })),
  };
  return JSON.stringify(clip, null, 2);
}

/** The agents in a pasted text; throws a `FaultError` with code `E_CLIP_*` that says why there are none. */
export function parseClip(text: string): TeamClip {
  if (text.trim() === '') throw refusal('E_CLIP_EMPTY', {});
  if (text.length > MAX_CLIP_LENGTH) throw refusal('E_CLIP_SIZE', {});
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw refusal('E_CLIP_OTHER', { found: 'text', beginning: beginning(text) });
  }
  const kind = isRecord(raw) ? raw['marft'] : undefined;
  if (!isRecord(raw) || kind !== KIND) throw refusal('E_CLIP_OTHER', { found: kindOf(raw) });
  const { version } = raw;
  if (version !== DOCUMENT_VERSION) throw refusal('E_CLIP_VERSION', { version: shown(version), reads: DOCUMENT_VERSION });
  const read = clipSchema.safeParse(raw);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw refusal('E_CLIP_INVALID', { found: 'form', path: issue?.path.join('.') ?? '', wrong: issue?.message });
  }
  const clip = read.data;
  const graph = { agents: clip.agents.map(({ agent }) => agent), context: 'parents' as const };
  const [wrong] = [
    ...graphFaults({ ...graph, edges: clip.edges }),
    ...clip.turns.flatMap((entry) => edgeFaults({ ...graph, edges: entry.edges })),
  ];
  if (wrong) throw refusal('E_CLIP_INVALID', { found: 'graph', fault: wrong });
  return clip;
}

/** A document with pasted agents: their new roles, and the turns whose own connections this document has no graph for. */
export interface Pasted {
  readonly document: ProjectDocument;
  readonly roles: readonly string[];
  readonly lostTurns: readonly number[];
}

/** Adds the agents of `clip` at `positions`, in their order; the graph of each turn gets the connections they had in it. */
export function pasteClip(document: ProjectDocument, clip: TeamClip, positions: readonly Position[]): Pasted {
  const { document: grown, roles } = addCopies(
    document,
    clip.agents.map(({ agent, place: position }, index) => ({ agent, position: positions[index] ?? position })),
  );
  const newRole = new Map(clip.agents.map(({ agent }, index) => [agent.role, roles[index] ?? agent.role]));
  const source = { agents: [], context: 'parents' as const, edges: clip.edges, turns: clip.turns };
  const added = (turn: number) =>
    graphAt(source, turn).edges.map(({ from, to }) => ({ from: newRole.get(from) ?? from, to: newRole.get(to) ?? to }));
  const { team } = grown;
  return {
    document: {
      ...grown,
      team: {
        ...team,
        edges: [...team.edges, ...added(0)],
        turns: team.turns.map((entry) => ({ ...entry, edges: [...entry.edges, ...added(entry.turn)] })),
      },
    },
    roles,
    lostTurns: clip.turns.map(({ turn }) => turn).filter((turn) => !team.turns.some((entry) => entry.turn === turn)),
  };
}

function refusal<C extends keyof typeof clipboardFaults>(code: C, values: ParamsOf<(typeof clipboardFaults)[C]>): FaultError {
  return new FaultError(fault(clipboardFaults, code, values));
}

/** What JSON is that is not ours; projects and profiles are told where they belong. */
function kindOf(raw: unknown): 'project' | 'profiles' | 'data' {
  if (isRecord(raw) && 'team' in raw && 'environment' in raw) return 'project';
  if (Array.isArray(raw) && raw.some((entry) => isRecord(entry) && 'role' in entry && 'prompt' in entry)) return 'profiles';
  return 'data';
}

function beginning(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
}

const shown = (version: unknown): string | null =>
  typeof version === 'number' || typeof version === 'string' ? String(version).slice(0, 20) : null;
