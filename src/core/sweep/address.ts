/**
 * Naming one value of a document by a path: `training.learningRate`, `team.context`, `training.compat.r1_huber_sign` (on or
 * off), `team.agents.solver.sampling.temperature` of one agent, `team.agents.*.adapter.rank` of all.
 */
import { isRecord } from '../isRecord.ts';
import type { ProjectDocument } from '../document/schema.ts';
import { COMPAT } from '../document/trainingSchema.ts';
import type { Json } from '../json.ts';
import { fault, FaultError, type ParamsOf } from '../faults.ts';
import { type NotVaried, sweepFaults } from '../../words/words.ts';

const COMPAT_PREFIX = 'training.compat.';
const AGENT_PATH = /^team\.agents\.([^.]+)\.(.+)$/;

/** What a sweep may not vary, and why. */
const REFUSED: Readonly<Record<string, NotVaried>> = {
  'training.seed': 'seed',
  version: 'version',
  name: 'name',
  description: 'description',
};

/** The full path that `text` means in `document`; `training.` may be left out. Throws `E_SWEEP_PATH` where there is no such value. */
export function sweepPath(document: ProjectDocument, text: string): string {
  const path = [text, `training.${text}`].find((candidate) => valueAt(document, candidate) !== undefined);
  if (path === undefined) throw notVaried({ found: 'none', path: text });
  const why = REFUSED[path] ?? (/^(view|warmStart)\b/.test(path) ? 'unread' : undefined);
  if (why !== undefined) throw notVaried({ found: 'fixed', path, why });
  const value = valueAt(document, path);
  if (isRecord(value)) throw notVaried({ found: 'group', path, first: Object.keys(value)[0] ?? '' });
  return path;
}

function notVaried(values: ParamsOf<(typeof sweepFaults)['E_SWEEP_PATH']>): FaultError {
  return new FaultError(fault(sweepFaults, 'E_SWEEP_PATH', values, { place: { subject: values.path } }));
}

/** The value at `path`; undefined where there is none. Of `*` that of the first agent. */
export function valueAt(document: ProjectDocument, path: string): Json | undefined {
  const compat = compatAt(path);
  if (compat) return document.training.compat.includes(compat);
  const [, role, rest] = AGENT_PATH.exec(path) ?? [];
  if (role === undefined || rest === undefined) return readAt(document as unknown as Json, path.split('.'));
  const agent = document.team.agents.find((candidate) => role === '*' || candidate.role === role);
  // The role is what names an agent.
  return agent && rest !== 'role' ? readAt(agent as unknown as Json, rest.split('.')) : undefined;
}

/** `document` with `value` at `path`, which it has; not yet checked against the schema. */
export function withValueAt(document: ProjectDocument, path: string, value: Json): ProjectDocument {
  const compat = compatAt(path);
  if (compat) {
    const chosen = COMPAT.filter((name) => (name === compat ? value === true : document.training.compat.includes(name)));
    return { ...document, training: { ...document.training, compat: chosen } };
  }
  const [, role, rest] = AGENT_PATH.exec(path) ?? [];
  if (role === undefined || rest === undefined) return writeAt(document, path.split('.'), value) as ProjectDocument;
  const agents = document.team.agents.map((agent) =>
    role === '*' || agent.role === role ? (writeAt(agent, rest.split('.'), value) as typeof agent) : agent,
  );
  return { ...document, team: { ...document.team, agents } };
}

function compatAt(path: string): (typeof COMPAT)[number] | undefined {
  return COMPAT.find((name) => path === COMPAT_PREFIX + name);
}

function readAt(value: Json | undefined, keys: readonly string[]): Json | undefined {
  return keys.reduce<Json | undefined>((inner, key) => (isRecord(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value);
}

function writeAt(object: object, [key = '', ...rest]: readonly string[], value: Json): object {
  const inner = (object as Readonly<Record<string, Json>>)[key];
  return { ...object, [key]: rest.length === 0 ? value : writeAt(isRecord(inner) ? inner : {}, rest, value) };
}
