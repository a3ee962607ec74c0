/** Reads the team, or teams, that other people's files describe, whichever project wrote them. */
import { FaultError, fault } from '../../faults.ts';
import { isRecord } from '../../isRecord.ts';
import { jsonErrorOffset } from '../../dataset/jsonError.ts';
import { teamFileFaults } from '../../../words/words.ts';
import { looksLikeComponent, readAgentBuilder, readAutoGen } from './autogen.ts';
import { crewParts, joinParts, readCrew, type CrewParts } from './crewai.ts';
import { fieldsOf } from './fields.ts';
import { withoutComments } from './jsonc.ts';
import { readLangGraph } from './langgraph.ts';
import { readMermaid } from './mermaid.ts';
import { looksLikeMermaid } from './mermaidHead.ts';
import { readSiiMarft } from './siiMarft.ts';
import { type ForeignTeam, TEAM_LIMITS, unreadable } from './team.ts';
import { parseYaml } from './yaml.ts';

export interface TeamFile {
  /** Its name, or its path in a folder. */
  readonly name: string;
  readonly text: string;
}

/** The teams of one file, or the one of a crew's files. Throws `E_TEAM_FILE`, `E_TEAM_YAML` or `E_TEAM_JSON`. */
export function readTeams(files: readonly TeamFile[]): ForeignTeam[] {
  if (files.length > TEAM_LIMITS.files) throw unreadable('', 'many');
  const found = files.map(readFile);
  const parts = found.flatMap(({ crew }) => crew ?? []);
  const [first] = found;
  if (parts.length > 0 && parts.length === found.length) return [readCrew(joinParts(parts))];
  if (!first || found.length > 1)
    throw unreadable(
      files
        .map(({ name }) => name)
        .join(', ')
        .slice(0, 200),
      'mixed',
    );
  return first.teams;
}

interface Found {
  readonly teams: ForeignTeam[];
  /** What the file has of a crew. */
  readonly crew?: CrewParts;
}

function readFile({ name, text }: TeamFile): Found {
  if (text.length > TEAM_LIMITS.bytes) throw unreadable(name, 'large');
  if (looksLikeMermaid(text)) return { teams: [readMermaid(text)] };
  const value = /\.ya?ml$/i.test(name) ? parseYaml(text, name) : parseCommentedJson(text, name);
  if (!isRecord(value)) throw unreadable(name, 'unknown');
  if (isRecord(value['multi_agent'])) return { teams: [readSiiMarft(value['multi_agent'])] };
  if (Array.isArray(value['nodes']) && Array.isArray(value['edges'])) return { teams: [readLangGraph(value)] };
  if (looksLikeComponent(value) || Array.isArray(fieldsOf(value['components'])['teams'])) return { teams: readAutoGen(value) };
  if (Array.isArray(value['agent_configs'])) return { teams: [readAgentBuilder(value)] };
  const stem = name.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
  const crew = crewParts(value, stem);
  if (crew === null) throw unreadable(name, 'unknown');
  return { teams: [], crew };
}

function parseCommentedJson(text: string, name: string): unknown {
  const plain = withoutComments(text);
  try {
    return JSON.parse(plain);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const before = plain.slice(0, jsonErrorOffset(plain));
    const line = before.split('\n').length;
    const column = before.length - before.lastIndexOf('\n');
    throw new FaultError(fault(teamFileFaults, 'E_TEAM_JSON', { name, line }, { place: { subject: name, line, column }, detail }));
  }
}
