/**
 * A team as another project's file describes it, before it becomes one of ours: nodes and links exactly as the file has them, and notes
 * on what has no counterpart here or had to be guessed. `core/editing/importTeam.ts` makes a project's team of it.
 */
import { fault, FaultError } from '../../faults.ts';
import { teamFileFaults, teamInText } from '../../../words/words.ts';

/** Whose file it is. */
export type TeamSource = 'langgraph' | 'mermaid' | 'autogen' | 'ag2' | 'crewai' | 'sii-marft';

/**
 * What a node is. `agent`: the file says that a model speaks. `step`: code of any kind, perhaps with a model (LangGraph does not say).
 * `tools` runs tools, `human` is a person, `data` passes values on, `start` and `end` are marks.
 */
export type NodeKind = 'agent' | 'step' | 'tools' | 'human' | 'data' | 'start' | 'end';

export interface TeamNode {
  /** As the file calls it; links name it so. */
  readonly id: string;
  readonly kind: NodeKind;
  /** What it is told, as written; empty where the file does not say. */
  readonly prompt: string;
  /** Nodes of one group are tasks of one agent, and share its adapter; null for an agent of its own. */
  readonly group: string | null;
}

export interface TeamLink {
  readonly from: string;
  readonly to: string;
  /** Whether it is taken only sometimes. */
  readonly conditional: boolean;
  /** What the file writes on it; null where nothing. */
  readonly label: string | null;
}

/** Something of the file that has no counterpart, or that the file does not say. */
export interface TeamNote {
  readonly code: NoteCode;
  /** Whether it is what was assumed, rather than what was left out. */
  readonly guess: boolean;
  readonly what: string;
  /** The node, link or field it is about; empty for the whole team. */
  readonly where: string;
  readonly why: string;
}

export interface ForeignTeam {
  readonly source: TeamSource;
  /** What the file calls the team; null where it does not. */
  readonly name: string | null;
  readonly nodes: readonly TeamNode[];
  readonly links: readonly TeamLink[];
  /** How the links are read: as our `team.context`. */
  readonly context: 'ancestors' | 'parents' | 'prefix';
  /** The node that decides who speaks next, where one does. */
  readonly orchestrator: string | null;
  /** How often it may speak in a turn; null where the file does not say. */
  readonly maxSteps: number | null;
  readonly notes: readonly TeamNote[];
}

type Notes = typeof teamInText.notes;
export type NoteCode = keyof Notes;

/** A note in the words of the catalogue. */
export function note<C extends NoteCode>(code: C, where: string, values: Parameters<Notes[C]>[0]): TeamNote {
  const { what, why, guess } = (teamInText.notes[code] as (values: unknown) => { what: string; why: string; guess?: boolean })(values);
  return { code, guess: guess ?? false, what, where, why };
}

/** More than anybody draws, and little enough to walk through at once. */
export const TEAM_LIMITS = { bytes: 2 * 2 ** 20, yaml: 128 * 2 ** 10, files: 200, nodes: 500, links: 2000, name: 200 } as const;

/** A fault of a file that should hold a team: what is wrong at `where`. */
export function unreadable(where: string, wrong: Parameters<typeof teamFileFaults.E_TEAM_FILE>[0]['wrong'], line?: number): FaultError {
  const place = { subject: where, ...(line === undefined ? {} : { line }) };
  return new FaultError(fault(teamFileFaults, 'E_TEAM_FILE', { where, wrong }, { place }));
}

/** What a team has that no file says otherwise. */
export const PLAIN_TEAM = { name: null, context: 'ancestors', orchestrator: null, maxSteps: null } as const;

/** The team with its names checked: nodes are unique, links lead from node to node, two links between the same nodes are one. */
export function checkedTeam(team: ForeignTeam): ForeignTeam {
  const { nodes, links } = team;
  if (nodes.length === 0) throw unreadable('', 'empty');
  if (nodes.length > TEAM_LIMITS.nodes || links.length > TEAM_LIMITS.links) throw unreadable('', 'many');
  const known = new Set<string>();
  for (const { id } of nodes) {
    if (id.length > TEAM_LIMITS.name) throw unreadable(id.slice(0, 60), 'long');
    if (known.has(id)) throw unreadable(id, 'twice');
    known.add(id);
  }
  const joined = new Map<string, TeamLink>();
  for (const link of links) {
    for (const end of [link.from, link.to]) if (!known.has(end)) throw unreadable(`${link.from} → ${link.to}`, 'end');
    const key = JSON.stringify([link.from, link.to]);
    const other = joined.get(key);
    const labels = [other?.label, link.label].filter((label) => label != null);
    joined.set(key, {
      ...link,
      conditional: link.conditional && (other?.conditional ?? true),
      label: labels.length === 0 ? null : [...new Set(labels)].join(' / '),
    });
  }
  return { ...team, links: [...joined.values()] };
}
