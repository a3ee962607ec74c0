/** What a GGUF file says of its tokens under `tokenizer.ggml.`: their texts, kinds and scores, and special ones by their use. */
import { ggufFaults } from '../../../../words/words.ts';
import { faultAt } from '../../../faultAt.ts';
import type { GgufFile } from '../../gguf/file.ts';

export const KEY = 'tokenizer.ggml.';
/** Kinds of token (`llama_token_type`). */
export const KINDS = { normal: 1, unknown: 2, control: 3, userDefined: 4, unused: 5, byte: 6 } as const;

export interface GgufToken {
  readonly content: string;
  readonly id: number;
  readonly kind: number;
}

/** The tokens of a file in the order of their ids. */
export function tokensOf(file: GgufFile): readonly GgufToken[] {
  const tokens = textsAt(file, 'tokens');
  const kinds = kindsOf(file, tokens.length);
  return tokens.map((content, id) => ({ content, id, kind: kinds[id] ?? KINDS.normal }));
}

/** A token as `tokenizer.json` has it among those that are found in a text before it is cut. */
export const addedToken = ({ id, content, kind }: GgufToken): Readonly<Record<string, unknown>> => ({
  id,
  content,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: kind !== KINDS.userDefined,
});

/** The id that `tokenizer.ggml.<key>` gives; null where there is none. */
export function tokenIdOf({ metadata, fileName }: GgufFile, key: string): number | null {
  const id = metadata.get(KEY + key);
  // Some converters write the highest number for “none”.
  if (id === undefined || id === 0xffffffff || id === -1) return null;
  if (typeof id === 'number' && Number.isInteger(id) && id >= 0) return id;
  throw faultAt(ggufFaults, 'E_GGUF_TOKENIZER', { found: 'token', subject: fileName, key: KEY + key });
}

function kindsOf({ metadata, fileName: subject }: GgufFile, count: number): ArrayLike<number> {
  const key = `${KEY}token_type`;
  const kinds = metadata.get(key);
  if (kinds === undefined) throw faultAt(ggufFaults, 'E_GGUF_TOKENIZER', { found: 'missing', subject, key });
  if ((kinds instanceof Int32Array || kinds instanceof Uint32Array) && kinds.length === count) return kinds;
  throw faultAt(ggufFaults, 'E_GGUF_TOKENIZER', { found: 'lists', subject, key });
}

export function textAt({ metadata, fileName: subject }: GgufFile, key: string): string {
  const value = metadata.get(KEY + key);
  if (typeof value === 'string') return value;
  throw faultAt(ggufFaults, 'E_GGUF_TOKENIZER', { found: 'missing', subject, key: KEY + key });
}

export function textsAt({ metadata, fileName: subject }: GgufFile, key: string): readonly string[] {
  const value = metadata.get(KEY + key);
  if (Array.isArray(value) && value.every((text) => typeof text === 'string')) return value;
  throw faultAt(ggufFaults, 'E_GGUF_TOKENIZER', { found: 'missing', subject, key: KEY + key });
}

/** The scores of so many tokens. */
export function scoresOf({ metadata, fileName: subject }: GgufFile, count: number): Float32Array {
  const key = `${KEY}scores`;
  const scores = metadata.get(key);
  if (scores === undefined) throw faultAt(ggufFaults, 'E_GGUF_TOKENIZER', { found: 'missing', subject, key });
  if (scores instanceof Float32Array && scores.length === count && scores.every(Number.isFinite)) return scores;
  throw faultAt(ggufFaults, 'E_GGUF_TOKENIZER', { found: 'lists', subject, key });
}
