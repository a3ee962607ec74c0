/** YAML as PyYAML reads it (version 1.1), from a text that may be hostile: few aliases, no key twice, little of it. */
import { parseDocument, visit } from 'yaml';
import { fault, FaultError } from '../../faults.ts';
import { teamFileFaults } from '../../../words/words.ts';
import { TEAM_LIMITS, unreadable } from './team.ts';

/** A file of a team repeats a few parts; one that repeats more is made to grow. */
const MOST_ALIASES = 100;

/** Brackets in brackets; the reader needs much time until its stack is full. */
const MOST_DEPTH = 100;

/** How deep brackets lie in brackets at most, those of texts counted along. */
function depthOf(text: string): number {
  let [depth, most] = [0, 0];
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = Math.max(0, depth + (bracket === '[' || bracket === '{' ? 1 : -1));
    most = Math.max(most, depth);
  }
  return most;
}

export function parseYaml(text: string, name: string): unknown {
  if (text.length > TEAM_LIMITS.yaml) throw unreadable(name, 'large');
  if (depthOf(text) > MOST_DEPTH) throw unreadable(name, 'deep');
  // Its own look for keys that are there twice takes time by the square of their number.
  const document = parseDocument(text, { version: '1.1', uniqueKeys: false, logLevel: 'error', stringKeys: true });
  const [error] = document.errors;
  if (error) {
    const at = error.linePos?.[0];
    const place = { subject: name, ...(at ? { line: at.line, column: at.col } : {}) };
    const { code, message } = error;
    throw new FaultError(fault(teamFileFaults, 'E_TEAM_YAML', { name, line: at?.line ?? null, code }, { place, detail: message }));
  }
  let aliases = 0;
  visit(document, {
    Alias: () => {
      aliases += 1;
      if (aliases > MOST_ALIASES) throw unreadable(name, 'aliases');
    },
    Map: (_, { items }) => {
      const seen = new Set<string>();
      for (const { key } of items) {
        const text = String(key);
        if (seen.has(text) && text !== '<<') throw unreadable(text.slice(0, 60), 'twice');
        seen.add(text);
      }
    },
  });
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch {
    throw unreadable(name, 'aliases');
  }
}
