/**
 * What differs between documents, as rows of a table: only what changes a run, only where it differs, in the order of the
 * schema. Names for display, positions on the canvas and settings of the warm start do not count.
 */
import { isRecord } from '../isRecord.ts';
import type { Json } from '../json.ts';
import { changedLines } from './lines.ts';
import type { AgentSettings, ProjectDocument } from '../document/schema.ts';
import { TRAINING_PATHS, settingAt } from '../document/settingPaths.ts';
import { COMPAT } from '../document/trainingSchema.ts';

/** How a row's values are to be read. */
export type DiffKind =
  /** A value of the document. */
  | 'setting'
  /** A long text: a prompt. */
  | 'text'
  /** Roles of the team's agents, in order. */
  | 'agents'
  /** Whether `to` sees `from`: true or false. */
  | 'edge'
  /** Lines of code that are not as in the first document; 0 in the first. */
  | 'code';

export interface DiffRow {
  /** Into the document, such as `training.learningRate`; of an agent with its role, `*` for all agents alike. */
  readonly path: string;
  readonly kind: DiffKind;
  /** One per document; undefined where a document has no such thing. */
  readonly values: readonly (Json | undefined)[];
}

/** The rows in which `documents` differ; none for fewer than two. */
export function diffDocuments(documents: readonly ProjectDocument[]): DiffRow[] {
  return [...environmentRows(documents), ...teamRows(documents), ...agentRows(documents), ...trainingRows(documents)].filter(
    ({ values }) => !allSame(values),
  );
}

function environmentRows(documents: readonly ProjectDocument[]): DiffRow[] {
  const sources = documents.map(({ environment }) => environment.source);
  const first = sources[0] ?? '';
  const code: DiffRow = {
    path: 'environment.source',
    kind: 'code',
    values: sources.map((source) => changedLines(first, source)),
  };
  return [
    // An environment that only differs in how its lines end is the same code and another text: one line at least.
    allSame(sources) ? code : { ...code, values: code.values.map((lines, at) => (sources[at] === first ? 0 : Math.max(1, Number(lines)))) },
    ...leafRows(
      'environment.dataset',
      documents.map(({ environment }) => environment.dataset ?? undefined),
    ),
  ];
}

function teamRows(documents: readonly ProjectDocument[]): DiffRow[] {
  const teams = documents.map(({ team }) => team);
  const edges = [...new Set(teams.flatMap((team) => team.edges.map(edgeName)))];
  return [
    { path: 'team.agents', kind: 'agents', values: teams.map((team) => team.agents.map(({ role }) => role)) },
    ...leafRows(
      'team',
      teams.map(({ agents: _agents, edges: _edges, turns: _turns, ...settings }) => settings),
    ),
    ...edges.map((name): DiffRow => {
      const values = teams.map((team) => team.edges.some((edge) => edgeName(edge) === name));
      return { path: `team.edges.${name}`, kind: 'edge', values };
    }),
    {
      path: 'team.turns',
      kind: 'setting',
      values: teams.map((team) => team.turns.map(({ turn, edges: own }) => `${turn}: ${own.map(edgeName).join(', ') || '–'}`)),
    },
  ];
}

const edgeName = ({ from, to }: { readonly from: string; readonly to: string }): string => `${from} → ${to}`;

/** An agent that only one document has is told by `team.agents`; what it is like differs from nothing. */
function agentRows(documents: readonly ProjectDocument[]): DiffRow[] {
  const roles = [...new Set(documents.flatMap(({ team }) => team.agents.map(({ role }) => role)))];
  const rows = roles.map((role) => {
    const agents = documents.map(({ team }) => team.agents.find((agent) => agent.role === role));
    if (agents.filter(Boolean).length < 2) return [];
    return leafRows('', agents.map(withoutNames)).map((row): DiffRow => (row.path === 'prompt' ? { ...row, kind: 'text' } : row));
  });
  const paths = [...new Set(rows.flatMap((own) => own.map(({ path }) => path)))];
  return paths.flatMap((path) => {
    const own = rows.map((of) => of.find((row) => row.path === path));
    const [first] = own;
    const alike = roles.length > 1 && first && own.every((row) => row && sameJson(row.values, first.values));
    if (alike) return [{ ...first, path: `team.agents.*.${path}` }];
    return own.flatMap((row, at) => {
      const present = row?.values.filter((value) => value !== undefined) ?? [];
      return row && !allSame(present) ? [{ ...row, path: `team.agents.${roles[at]}.${path}` }] : [];
    });
  });
}

function withoutNames(agent: AgentSettings | undefined): object | undefined {
  if (!agent) return undefined;
  const { role: _role, label: _label, ...settings } = agent;
  return settings;
}

function trainingRows(documents: readonly ProjectDocument[]): DiffRow[] {
  return TRAINING_PATHS.flatMap((path): DiffRow[] => {
    if (path !== 'compat')
      return [{ path: `training.${path}`, kind: 'setting', values: documents.map(({ training }) => settingAt(training, path) as Json) }];
    return COMPAT.map((name) => ({
      path: `training.compat.${name}`,
      kind: 'setting',
      values: documents.map(({ training }) => training.compat.includes(name)),
    }));
  });
}

/** One row for each plain value inside `objects`, at any depth; a list is one value. */
function leafRows(prefix: string, objects: readonly (object | undefined)[]): DiffRow[] {
  const under = (key: string): string => (prefix === '' ? key : `${prefix}.${key}`);
  const keys = [...new Set(objects.flatMap((object) => Object.keys(object ?? {})))];
  return keys.flatMap((key): DiffRow[] => {
    const values = objects.map((object) => (object as Readonly<Record<string, Json>> | undefined)?.[key]);
    if (values.some(isRecord))
      return leafRows(
        under(key),
        values.map((value) => (isRecord(value) ? value : undefined)),
      );
    return [{ path: under(key), kind: 'setting', values }];
  });
}

function allSame(values: readonly unknown[]): boolean {
  return values.every((value) => sameJson(value, values[0]));
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
