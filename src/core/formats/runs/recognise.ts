/** What a file is that somebody opened or dropped, by what is in it; its name only decides where that leaves a choice. */
import { isRecord } from '../../isRecord.ts';
import { unzipOne } from '../archive.ts';
import { ADAPTER_CONFIG, RUN_PATHS } from '../runPaths.ts';
import { DATA_LIMITS } from '../../dataset/rows.ts';
import { faultAt } from '../../faultAt.ts';
import { fileFaults } from '../../../words/words.ts';
import { looksLikeTeam } from '../teams/looks.ts';
import { MAX_DOCUMENT_BYTES, parseJson } from '../../document/parse.ts';

/** Largest file of each kind that is read at all. */
export const FILE_LIMITS = { zip: 2 ** 29, data: DATA_LIMITS.bytes, other: MAX_DOCUMENT_BYTES } as const;

export type RecognisedFile =
  /** A project, or what claims to be one: `parseDocument` says why it is none. */
  | { readonly kind: 'project'; readonly value: unknown }
  /** An archive that holds the project it came from, and whether it is a run of it. */
  | { readonly kind: 'archive'; readonly value: unknown; readonly path: string; readonly run: boolean }
  /** An archive of adapters without a project. */
  | { readonly kind: 'adapters' }
  /** Role profiles: another team for the project at hand. */
  | { readonly kind: 'profiles'; readonly value: readonly unknown[] }
  /** Agents as they are copied on a canvas. */
  | { readonly kind: 'agents'; readonly text: string }
  /** A team as another project describes it. */
  | { readonly kind: 'team'; readonly text: string }
  /** Rows of problems for the environment. */
  | { readonly kind: 'data' };

const DATA_NAMES = /\.(csv|tsv|jsonl|ndjson)$/i;
const PROJECT_PATH = /^([^/]+\/){0,2}project\.json$/;

/** What `bytes` are; throws a `FaultError` that says what can be opened where they are nothing of it. */
export function recogniseFile(name: string, bytes: Uint8Array): RecognisedFile {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return fromArchive(name, bytes);
  if (DATA_NAMES.test(name)) return { kind: 'data' };
  const text = plainText(bytes);
  if (text === null) throw faultAt(fileFaults, 'E_FILE_UNKNOWN', { subject: name, found: 'bytes' });
  const json = bytes.length <= MAX_DOCUMENT_BYTES && /^\s*[[{]/.test(text) ? quietly(() => parseJson(text)) : undefined;
  if (looksLikeTeam(name, text, json)) return { kind: 'team', text };
  if (Array.isArray(json)) {
    const profiles = json.length > 0 && json.every((entry) => isRecord(entry) && 'role' in entry && 'prompt' in entry);
    // A list of anything else may be rows; of nothing it is neither.
    return profiles || !json.some(isRecord) ? { kind: 'profiles', value: json } : { kind: 'data' };
  }
  if (isRecord(json)) {
    if (json['marft'] === 'agents') return { kind: 'agents', text };
    const rows = !('version' in json) && !('team' in json) && Object.values(json).some((field) => Array.isArray(field));
    return rows ? { kind: 'data' } : { kind: 'project', value: json };
  }
  if (isRecord(quietly(() => JSON.parse(text.slice(0, text.indexOf('\n')))))) return { kind: 'data' }; // JSON Lines
  if (/\.json$/i.test(name)) return { kind: 'project', value: parseJson(text) }; // which says why it cannot be read
  throw faultAt(fileFaults, 'E_FILE_UNKNOWN', { subject: name, found: 'text' });
}

/** The project in an archive. */
function fromArchive(name: string, bytes: Uint8Array): RecognisedFile {
  const found = unzipOne(bytes, (path) => PROJECT_PATH.test(path), MAX_DOCUMENT_BYTES, name);
  if (found) {
    const metrics = `${found.path.slice(0, -RUN_PATHS.project.length)}${RUN_PATHS.metrics}`;
    const run = unzipOne(bytes, (path) => path === metrics, FILE_LIMITS.zip, name) !== null;
    return { kind: 'archive', value: parseJson(new TextDecoder().decode(found.bytes)), path: found.path, run };
  }
  if (unzipOne(bytes, (path) => path.split('/').at(-1) === ADAPTER_CONFIG, MAX_DOCUMENT_BYTES, name)) return { kind: 'adapters' };
  throw faultAt(fileFaults, 'E_FILE_NO_PROJECT', { subject: name });
}

/** The text of the bytes; null when they are none. */
function plainText(bytes: Uint8Array): string | null {
  const text = quietly(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  return typeof text === 'string' && !text.includes('\u0000') ? text : null;
}

function quietly(work: () => unknown): unknown {
  try {
    return work();
  } catch {
    return undefined;
  }
}
