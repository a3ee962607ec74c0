/**
 * What a run as one HTML file holds (docs/exports.md): a head with project, curves and the words of the tokens used, and a part for each
 * iteration, so that a reader unpacks only what is looked at. Each is JSON, packed with gzip and written in base64 (RFC 4648 §4): whatever
 * stands in it, its text can end no element.
 */
import { gunzipSync, gzipSync } from 'fflate';
import type { ProjectDocument } from '../../../document/schema.ts';
import type { EpisodeRecord } from '../../../episode/records.ts';
import type { Json } from '../../../json.ts';
import type { MetricsRow } from '../../../metricsRow.ts';

/** Raised when a reader of older files could not read newer ones. */
export const EMBEDDED_VERSION = 1;

export interface EmbeddedHead {
  readonly version: typeof EMBEDDED_VERSION;
  readonly name: string;
  readonly document: ProjectDocument;
  /** Of `run.json` what says how the numbers came to be; no folder and no address. */
  readonly info: Readonly<Record<string, Json>>;
  readonly metrics: readonly MetricsRow[];
  readonly timing: readonly MetricsRow[];
  /** By base: the words of the tokens that occur, as pairs of id and word. */
  readonly words: Readonly<Record<string, readonly (readonly [number, string])[]>>;
  /** Ascending. */
  readonly iterations: readonly number[];
}

export interface EmbeddedIteration {
  readonly iteration: number;
  /** Indices into `episodes` of those that can be read; of the others only numbers are here. */
  readonly readable: readonly number[];
  /** All of the iteration that were kept: estimators compare them, and colours are scaled over them. */
  readonly episodes: readonly EpisodeRecord[];
}

/** Keys of `run.json` that are taken along. */
const INFO = ['seed', 'backend', 'device', 'build', 'commit', 'reproducible', 'versions', 'imported'] as const;

export function embeddedInfo(info: object | undefined): Readonly<Record<string, Json>> {
  const given = (info ?? {}) as Readonly<Record<string, Json | undefined>>;
  return Object.fromEntries(INFO.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])));
}

/** An episode without its texts: what was read and said is gone, what was earned, learnt and how likely it was stays. */
export function withoutTexts(record: EpisodeRecord): EpisodeRecord {
  const { info: _info, skills: _skills, hidden_states: _hidden, ...rest } = record;
  return {
    ...rest,
    problem: '',
    messages: record.messages.map((message) => {
      const { kept: _kept, training_prompt_ids: _ids, critic_prompt_ids: _read, prompt_parts: _parts, tools: _tools, ...numbers } = message;
      return { ...numbers, text: '', prompt_ids: [], segments: [], response_ids: message.response_ids.map(() => 0) };
    }),
  };
}

/** Stands for a number that is unknown, which JSON has no word for. */
const UNKNOWN = '\u0000unknown';
const told = (_key: string, value: unknown): unknown => (typeof value === 'number' && !Number.isFinite(value) ? UNKNOWN : value);
const read = (_key: string, value: unknown): unknown => (value === UNKNOWN ? Number.NaN : value);

export function pack(value: EmbeddedHead | EmbeddedIteration): string {
  return toBase64(gzipSync(new TextEncoder().encode(JSON.stringify(value, told)), { level: 9, mtime: 0 }));
}

/** What {@link pack} packed; throws where it is no such text. */
export function unpack<T extends EmbeddedHead | EmbeddedIteration>(text: string): T {
  return JSON.parse(new TextDecoder().decode(gunzipSync(fromBase64(text))), read) as T;
}

/** Characters that one call is given at most. */
const AT_ONCE = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += AT_ONCE) binary += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  return btoa(binary);
}

const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
