/**
 * Flowcharts of Mermaid exactly as LangGraph's `draw_mermaid` writes them (langchain-core 1.6.5 and before, `runnables/graph_mermaid.py`;
 * the JavaScript library's likewise): `graph TD;`, a node or a link a line, subgraphs, styles. Anything else is refused with its line:
 * half a flowchart understood would be another team.
 */
import { type GraphNode, graphTeam } from './langgraph.ts';
import { type ForeignTeam, type TeamLink, unreadable } from './team.ts';

/** Letters of an identifier as they are, any other as a backslash and its number in hexadecimal digits, of which there are two or more. */
const ID = String.raw`(?:[A-Za-z0-9_-]|\\[0-9a-f]{2})+`;
const LINK = new RegExp(String.raw`^(${ID}) (-->|-\.->|-- (.+) -->|-\. (.+) \.->) (${ID});$`);
const NODE = new RegExp(String.raw`^(${ID})(?:\(\[(.*)\]\)|\((.*)\)|\[(.*)\])(?::::(first|last|startclass|endclass|otherclass))?;?$`, 's');
const SUBGRAPH = /^subgraph (\S.*)$/;
const STYLE = /^classDef [A-Za-z]+ [^;]*;?$/;
const DETAILS = '<hr/><small><em>';

export function readMermaid(text: string): ForeignTeam {
  const statements = statementsOf(text);
  const nodes = new Map<string, GraphNode>();
  let open = 0;
  for (const { line, statement } of statements) {
    const node = NODE.exec(statement);
    if (node) {
      const [, raw = '', round, plain, square] = node;
      if (nodes.has(raw)) throw unreadable(raw, 'twice', line);
      nodes.set(raw, nodeOf(raw, round ?? plain ?? square ?? ''));
    } else if (SUBGRAPH.test(statement)) open += 1;
    else if (statement === 'end' && open > 0) open -= 1;
    else if (!STYLE.test(statement) && !LINK.test(statement)) throw unreadable(statement.slice(0, 60), 'mermaid', line);
  }
  if (open > 0) throw unreadable('subgraph', 'mermaidEnd');
  // Links may come before the nodes they name, and without styles there are only links.
  const named = (raw: string): string => {
    const known = nodes.get(raw) ?? { id: idOf(raw), kind: kindOf(idOf(raw)), metadata: [] };
    nodes.set(raw, known);
    return known.id;
  };
  const links = statements.flatMap(({ statement }): TeamLink[] => {
    const [, from, arrow = '', plain, dotted, to] = LINK.exec(statement) ?? [];
    if (from === undefined || to === undefined) return [];
    const label = plain ?? dotted;
    return [
      {
        from: named(from),
        to: named(to),
        conditional: arrow.startsWith('-.'),
        label:
          label === undefined
            ? null
            : label
                .replace(/&nbsp;?|<br>/g, ' ')
                .replace(/ +/g, ' ')
                .trim(),
      },
    ];
  });
  return graphTeam('mermaid', [...nodes.values()], links);
}

/** The statements behind the head, each with its line; a node's details may run over several. */
function statementsOf(text: string): { readonly line: number; readonly statement: string }[] {
  const fenced = /^\s*```mermaid\s*\n([\s\S]*?)\n```\s*$/.exec(text)?.[1];
  const lines = (fenced ?? text).replaceAll('\r\n', '\n').split('\n');
  let at = lines.findIndex((line) => line.trim() !== '');
  if (lines[at]?.trim() === '---') at = lines.findIndex((line, index) => index > at && line.trim() === '---') + 1;
  else if (/^%%\{.*\}%%$/.test(lines[at]?.trim() ?? '')) at += 1;
  if (lines[at]?.trim() !== 'graph TD;') throw unreadable((lines[at] ?? '').trim().slice(0, 60), 'mermaidHead', at + 1);
  const found: { line: number; statement: string }[] = [];
  for (let index = at + 1; index < lines.length; index++) {
    const line = index + 1;
    let statement = lines[index]?.trim() ?? '';
    while (statement.includes(DETAILS) && !statement.includes('</em>') && index + 1 < lines.length)
      statement += `\n${lines[++index]?.trim()}`;
    if (statement !== '') found.push({ line, statement });
  }
  return found;
}

/** A node from its identifier and label: the label is the last part of its name, and details of it. */
function nodeOf(raw: string, label: string): GraphNode {
  const [named = '', details] = label.split(DETAILS);
  const name = named.replace(/^<p>|<\/p>$/g, '');
  const metadata = (details ?? '')
    .replace(/<\/em>.*$/s, '')
    .split('\n')
    .flatMap((line): [string, string][] => {
      const [key, ...rest] = line.split(' = ');
      return key === undefined || rest.length === 0 ? [] : [[key.trim(), rest.join(' = ')]];
    });
  const id = withName(raw, name);
  return { id, kind: kindOf(id), metadata };
}

/** Only the label tells where a letter's number ends: `\3aagent` is “:” and “agent”. */
function withName(raw: string, name: string): string {
  const safe = Array.from(name, (letter) =>
    /[\w-]/.test(letter) && letter < '\u007f' ? letter : `\\${letter.codePointAt(0)?.toString(16)}`,
  ).join('');
  if (raw === safe || name === '') return name || idOf(raw);
  const prefix = raw.endsWith(`\\3a${safe}`) ? raw.slice(0, -safe.length - 3) : null;
  return prefix === null ? idOf(raw) : `${idOf(prefix)}:${name}`;
}

/** Without a label: colons and spaces, which are what names have; any other number stays as it is written. */
const idOf = (raw: string): string => raw.replaceAll('\\3a', ':').replaceAll('\\20', ' ');

/** A flowchart says what a node is by its name alone. */
const kindOf = (id: string): GraphNode['kind'] => (id.split(':').at(-1) === 'tools' ? 'tools' : undefined);
