/** Teams from files: role profiles, or what another project wrote, put in place of a project's team; with what is to be said of it. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseJson } from '../../src/core/document/parse.ts';
import type { Edge, ProjectDocument } from '../../src/core/document/schema.ts';
import { importTeam, mayBeAgent, speakers } from '../../src/core/editing/importTeam.ts';
import { importProfiles } from '../../src/core/editing/profiles.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import { crewFolders, crewPaths } from '../../src/core/formats/teams/looks.ts';
import { readTeams, type TeamFile } from '../../src/core/formats/teams/read.ts';
import { type ForeignTeam, TEAM_LIMITS, type TeamNote, unreadable } from '../../src/core/formats/teams/team.ts';
import { commandFaults, pathFaults, teamInText } from '../../src/words/words.ts';
import { filePaths } from './folders.ts';

const words = teamInText.terminal;

export interface TeamChoice {
  /** Files, or the one folder of a crew. */
  readonly paths: readonly string[];
  /** Which of several teams: its name, or its number from 1. */
  readonly team?: string;
  /** Nodes that become no agents. */
  readonly leaveOut?: readonly string[];
}

export interface TakenTeam {
  readonly document: ProjectDocument;
  /** What the team is, and what was left behind or assumed, a line each. */
  readonly said: readonly string[];
}

/** The project with the team of these files. */
export function withTeamOf(document: ProjectDocument, choice: TeamChoice): TakenTeam {
  const files = filesOf(choice.paths);
  const [only] = files;
  if (only && files.length === 1 && /^\s*\[/.test(only.text)) {
    const { document: next, notices } = importProfiles(parseJson(only.text), document);
    return { document: next, said: [words.graph(next.team.edges.map(arrow)), ...notices.map(({ message }) => message)] };
  }
  const team = chosen(readTeams(files), choice.team);
  const nodes = team.nodes.filter(mayBeAgent).map(({ id }) => id);
  const without = new Set(choice.leaveOut);
  const unknown = [...without].find((id) => !nodes.includes(id));
  if (unknown !== undefined) throw flagFault({ wrong: 'no node', given: unknown, of: nodes });
  const taken = importTeam(
    team,
    document,
    speakers(team).filter((id) => !without.has(id)),
  );
  const { edges, orchestration, orchestrator } = taken.document.team;
  return {
    document: taken.document,
    said: [
      words.read(teamInText.sources[team.source], team.name),
      words.graph(edges.map(arrow)),
      ...(orchestration === 'dynamic' ? [words.led(orchestrator.role)] : []),
      ...(taken.back.length > 0 ? [words.back(taken.back.map(arrow))] : []),
      ...listed(words.unmatched, taken.notes, false),
      ...listed(words.guesses, taken.notes, true),
    ],
  };
}

const arrow = ({ from, to }: Edge): string => `${from} → ${to}`;

function listed(heading: string, notes: readonly TeamNote[], guess: boolean): string[] {
  const own = notes.filter((note) => note.guess === guess);
  return own.length === 0 ? [] : [heading, ...own.map(({ what, where, why }) => `  ${words.note(what, where, why).replaceAll('\n', ' ')}`)];
}

type Wrong = Extract<Parameters<typeof commandFaults.E_FLAG>[0], { readonly command: 'import-team' }>;
type WithoutCommand = Wrong extends infer W ? (W extends Wrong ? Omit<W, 'command'> : never) : never;

export const flagFault = (of: WithoutCommand): FaultError =>
  new FaultError(fault(commandFaults, 'E_FLAG', { command: 'import-team', ...of } as Wrong));

function chosen(teams: readonly ForeignTeam[], which: string | undefined): ForeignTeam {
  const names = teams.map(({ name }, index) => name ?? String(index + 1));
  const at = which === undefined ? (teams.length === 1 ? 0 : -1) : names.includes(which) ? names.indexOf(which) : Number(which) - 1;
  const team = teams[at];
  if (team) return team;
  throw flagFault({ wrong: 'which team', names });
}

/** The texts of the files, or of a folder's crew; nothing that is no file of a team is read. */
function filesOf(paths: readonly string[]): TeamFile[] {
  const missing = paths.find((path) => !existsSync(path));
  if (missing !== undefined) throw new FaultError(fault(pathFaults, 'E_FILE_MISSING', { path: missing, wanted: 'team' }));
  return paths.flatMap((path) => {
    if (!statSync(path).isDirectory()) return [{ name: path, text: textAt(path) }];
    const own = crewPaths(filePaths(path));
    const folders = crewFolders(own);
    if (folders.length > 1) throw unreadable(folders.map((folder) => folder || '.').join(', '), 'several');
    if (own.length === 0) throw unreadable(path, 'unknown');
    return own.map((name) => ({ name, text: textAt(`${path}/${name}`) }));
  });
}

function textAt(path: string): string {
  if (statSync(path).size > TEAM_LIMITS.bytes) throw unreadable(path, 'large');
  return readFileSync(path, 'utf8');
}
