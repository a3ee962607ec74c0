/**
 * What a goal compares the project with: the parts of it that the goal is about, as they were when the step was entered first. It is
 * kept with the learner's progress, so it is small: of each part a fingerprint, not the part.
 */
import type { ProjectDocument } from '../document/schema.ts';
import type { Json } from '../json.ts';
import { valueAt } from '../sweep/address.ts';
import type { Goal } from './goals.ts';

/** Fingerprints by path. */
export type Before = Readonly<Record<string, string>>;

export const promptPath = (role: string): string => `team.agents.${role}.prompt`;

/** Fingerprints everything that the goal compares, as the project has it now. */
export function beforeOf(goal: Goal, document: ProjectDocument): Before {
  return Object.fromEntries(comparedBy(goal).map((path) => [path, fingerprintAt(document, path)]));
}

/** Whether the project has something else there by now; not where it is not known what it had. */
export function isChangedAt(path: string, document: ProjectDocument, before: Before): boolean {
  return Object.hasOwn(before, path) && before[path] !== fingerprintAt(document, path);
}

/** Paths of the project that the goal compares with what they were. */
function comparedBy(goal: Goal): readonly string[] {
  switch (goal.is) {
    case 'prompt':
      return [promptPath(goal.role)];
    case 'changed':
      return goal.paths;
    case 'all':
    case 'any':
      return goal.of.flatMap(comparedBy);
    default:
      return [];
  }
}

/** Fingerprints the value there; space around a text, and the order of keys, make no difference. */
function fingerprintAt(document: ProjectDocument, path: string): string {
  return fingerprint(JSON.stringify(ordered(valueAt(document, path) ?? null)));
}

function ordered(value: Json): Json {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as Readonly<Record<string, Json>>);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, ordered(part)]));
}

/** FNV-1a over UTF-16 code units, 32 bits in hexadecimal, and the length: tells a change from none, nothing more. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${(hash >>> 0).toString(16)}-${text.length}`;
}
