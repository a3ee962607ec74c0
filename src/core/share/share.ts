/**
 * A project as a link: its short form as JSON, deflated, in the part of an address behind `#`, which browsers do not send to
 * any server. `#p=1.<data>` is a project, `&t=1.<data>` beside it a teacher's view of it (`teach.ts`). What comes in a link is
 * as hostile as any file: its size is bounded before and while it is inflated, and then it is parsed like a file.
 */
import { isRecord } from '../isRecord.ts';
import { deflateSync, Inflate } from 'fflate';
import { fault, FaultError } from '../faults.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { sha256 } from '../sha256.ts';
import { MAX_DOCUMENT_BYTES, parseDocument } from '../document/parse.ts';
import type { ProjectDocument } from '../document/schema.ts';
import { shortForm } from './shortForm.ts';
import { parseTeacherView, shortView, type TeacherView } from './teach.ts';
import { type Damage, linkFaults } from '../../words/words.ts';

/** How the data of a link is made; a later way gets a number of its own. */
const LINK_VERSION = 1;

/** Most characters of a link that are read; browsers carry more, and chat programs much less. */
export const MAX_LINK_CHARACTERS = 200_000;
/** From here on a link may be cut by programs that pass it on: mail, chat, documents. */
export const LONG_LINK = 8 * 1024;
/** From here on some browsers and servers refuse it. */
export const VERY_LONG_LINK = 32 * 1024;

/** Compressed bytes inflated at a time: one step can grow a thousandfold, so a step is small. */
const INFLATE_STEP = 256;

/** The environments that ship with the workbench: their unchanged code is named in a link, not carried. */
export type ShippedEnvironments = readonly { readonly id: string; readonly source: string }[];

export interface LinkOptions {
  /** Whether code that ships with the workbench is carried all the same, so that another version of it can open the link. */
  readonly carryCode?: boolean;
  /** What a student sees of it. */
  readonly lesson?: TeacherView | null;
}

/** The part of an address from `#` on that carries `document`. */
export function linkHash(
  document: ProjectDocument,
  shipped: ShippedEnvironments,
  { carryCode = false, lesson = null }: LinkOptions = {},
): string {
  const short = shortForm(document);
  const found = carryCode ? undefined : shipped.find(({ source }) => source === document.environment.source);
  if (found && isRecord(short['environment'])) {
    const { source: _named, ...environment } = short['environment'];
    short['environment'] = { ...environment, shipped: found.id, digest: sha256(found.source) };
  }
  return `#p=${pack(short)}${lesson ? `&t=${pack(shortView(lesson))}` : ''}`;
}

export interface Linked {
  readonly document: ProjectDocument;
  readonly lesson: TeacherView | null;
}

/** Whether `hash` carries a project. */
export const carriesProject = (hash: string): boolean => fieldsOf(hash).has('p');

/** The id of the shipped environment that `hash` names in place of its code; null for any other hash, a damaged link among them. */
export function environmentNamed(hash: string): string | null {
  try {
    const raw = projectIn(hash);
    const environment = isRecord(raw) ? raw['environment'] : undefined;
    const id = isRecord(environment) ? environment['shipped'] : undefined;
    return typeof id === 'string' ? id : null;
  } catch {
    return null; // what is wrong with it is said where it is read
  }
}

/**
 * What `hash` carries; null when it carries no project. `shipped` must have the environment that it names. Throws `E_LINK_…` or the
 * fault of the document.
 */
export function readLink(hash: string, shipped: ShippedEnvironments): Linked | null {
  if (!carriesProject(hash)) return null;
  const document = parseDocument(withCode(projectIn(hash), shipped));
  const view = fieldsOf(hash).get('t');
  return { document, lesson: view === undefined ? null : parseTeacherView(unpack(view)) };
}

/** The project as it is packed into `hash`; undefined where there is none. */
function projectIn(hash: string): unknown {
  const project = fieldsOf(hash).get('p');
  if (project === undefined) return undefined;
  if (hash.length > MAX_LINK_CHARACTERS)
    throw new FaultError(fault(linkFaults, 'E_LINK_SIZE', { characters: hash.length, most: MAX_LINK_CHARACTERS }));
  return unpack(project);
}

function fieldsOf(hash: string): ReadonlyMap<string, string> {
  return new Map(
    hash
      .replace(/^#/, '')
      .split('&')
      .map((field) => [field.slice(0, field.indexOf('=')), field.slice(field.indexOf('=') + 1)] as const),
  );
}

/** The document with the code that its link only names. */
function withCode(raw: unknown, shipped: ShippedEnvironments): unknown {
  if (!isRecord(raw) || !isRecord(raw['environment']) || !('shipped' in raw['environment'])) return raw;
  const { shipped: id, digest, ...environment } = raw['environment'];
  const found = shipped.find((candidate) => candidate.id === id);
  if (!found || sha256(found.source) !== digest)
    throw new FaultError(fault(linkFaults, 'E_LINK_ENVIRONMENT', { id: String(id).slice(0, 80), known: found !== undefined }));
  return { ...raw, environment: { ...environment, source: found.source } };
}

function pack(value: unknown): string {
  return `${LINK_VERSION}.${toBase64Url(deflateSync(new TextEncoder().encode(JSON.stringify(value)), { level: 9 }))}`;
}

function unpack(text: string): unknown {
  const [, version, data] = /^(\d{1,6})\.(.*)$/s.exec(text) ?? [];
  if (version === undefined || data === undefined) throw damaged('kind');
  if (Number(version) > LINK_VERSION) throw new FaultError(fault(linkFaults, 'E_LINK_FUTURE', { version, reads: LINK_VERSION }));
  const compressed = Number(version) === LINK_VERSION ? fromBase64Url(data) : null;
  if (!compressed || compressed.length === 0) throw damaged('characters');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(inflate(compressed)));
  } catch (error) {
    if (error instanceof FaultError) throw error;
    throw damaged('content', error instanceof Error ? error.message : String(error));
  }
}

/** The inflated bytes; stops as soon as there are more than a document may have. */
function inflate(compressed: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let total = 0;
  let whole = false;
  const stream = new Inflate((part, final) => {
    total += part.length;
    if (total > MAX_DOCUMENT_BYTES) throw new FaultError(fault(linkFaults, 'E_LINK_SIZE', { mostBytes: MAX_DOCUMENT_BYTES }));
    parts.push(part.slice());
    whole = final;
  });
  for (let at = 0; at < compressed.length; at += INFLATE_STEP)
    stream.push(compressed.subarray(at, at + INFLATE_STEP), at + INFLATE_STEP >= compressed.length);
  if (!whole) throw damaged('end');
  const bytes = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function damaged(found: Damage, detail?: string): FaultError {
  return new FaultError(fault(linkFaults, 'E_LINK_DAMAGED', { found }, detail === undefined ? {} : { detail }));
}
