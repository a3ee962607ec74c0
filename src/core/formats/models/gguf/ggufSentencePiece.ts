/**
 * SentencePiece's BPE in a GGUF file (`tokenizer.ggml.model` = `llama`) as `tokenizer.json`. The file holds pieces with scores, by which
 * SentencePiece merges the best pair first (https://github.com/google/sentencepiece/blob/master/src/bpe_model.cc); `tokenizer.json`
 * holds merges in an order. They are made from the scores as transformers does (`generate_merges` of `convert_slow_tokenizer.py`), so that
 * ids are those of the model's own folder. Characters that are no piece become bytes.
 */
import { ggufFaults } from '../../../../words/words.ts';
import { faultAt } from '../../../faultAt.ts';
import type { GgufFile } from '../../gguf/file.ts';
import { addedToken, type GgufToken, KEY, KINDS, scoresOf, tokensOf } from './ggufVocabulary.ts';

const SPACE = '\u2581';

/** Two pieces that become one, which has this score. */
interface Merge {
  readonly halves: readonly [left: string, right: string];
  readonly score: number;
  /** Characters of the left half; of the right one those that are left. */
  readonly left: number;
  readonly right: number;
}

/** The `tokenizer.json` of a file. Throws `E_GGUF_TOKENIZER` where it cannot be had exactly. */
export function sentencePieceTokenizer(file: GgufFile): unknown {
  refuseNormalising(file);
  const tokens = tokensOf(file);
  const scores = scoresOf(file, tokens.length);
  const pieces = new Map(tokens.filter(({ kind }) => kind === KINDS.normal).map((token) => [token.content, token]));
  refuseUnused(file, tokens, pieces);
  const unknown = tokens.find(({ kind }) => kind === KINDS.unknown)?.content ?? null;
  const prefixed = file.metadata.get(`${KEY}add_space_prefix`) !== false;
  const isAdded = ({ kind }: GgufToken): boolean => kind === KINDS.unknown || kind === KINDS.control || kind === KINDS.userDefined;
  const spaces = { type: 'Replace', pattern: { String: ' ' }, content: SPACE };
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: tokens.filter((token) => isAdded(token) && token.content !== '').map(addedToken),
    normalizer: { type: 'Sequence', normalizers: [...(prefixed ? [{ type: 'Prepend', prepend: SPACE }] : []), spaces] },
    pre_tokenizer: null,
    post_processor: null,
    decoder: {
      type: 'Sequence',
      decoders: [
        { type: 'Replace', pattern: { String: SPACE }, content: ' ' },
        { type: 'ByteFallback' },
        { type: 'Fuse' },
        ...(prefixed ? [{ type: 'Strip', content: ' ', start: 1, stop: 0 }] : []),
      ],
    },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: unknown,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: true,
      byte_fallback: true,
      ignore_merges: false,
      vocab: Object.fromEntries(tokens.filter(({ kind }) => kind !== KINDS.unused).map(({ content, id }) => [content, id])),
      merges: mergesOf(pieces, scores),
    },
  };
}

/** Merges from the first to be made to the last: by score, then those with the longer left half. */
function mergesOf(pieces: ReadonlyMap<string, GgufToken>, scores: Float32Array): (readonly [string, string])[] {
  const merges: Merge[] = [];
  for (const { content, id } of pieces.values()) {
    const idOf = ([left, right]: Merge['halves']) => [pieces.get(left)?.id ?? 0, pieces.get(right)?.id ?? 0] as const;
    const own = splitsOf(content, pieces).map(
      ({ halves, at, of }): Merge => ({ halves, score: scores[id] ?? 0, left: at, right: of - at }),
    );
    merges.push(
      ...own.sort((a, b) => {
        const [[left, right], [otherLeft, otherRight]] = [idOf(a.halves), idOf(b.halves)];
        return left - otherLeft || right - otherRight;
      }),
    );
  }
  merges.sort((a, b) => b.score - a.score || b.left - a.left || b.right - a.right);
  return merges.map(({ halves }) => halves);
}

/** The ways in which a text is two pieces: behind `at` of its `of` characters. */
function splitsOf(content: string, pieces: ReadonlyMap<string, GgufToken>) {
  const characters = [...content];
  return characters.slice(1).flatMap((_, index) => {
    const halves = [characters.slice(0, index + 1).join(''), characters.slice(index + 1).join('')] as const;
    return halves.every((half) => pieces.has(half)) ? [{ halves, at: index + 1, of: characters.length }] : [];
  });
}

/** Of a text that is rewritten before it is cut nothing here knows. */
function refuseNormalising({ metadata, fileName: subject }: GgufFile): void {
  for (const name of ['remove_extra_whitespaces', 'precompiled_charsmap']) {
    const value = metadata.get(KEY + name) ?? false;
    const isOff = value === false || value === '' || (typeof value === 'object' && value.length === 0);
    if (!isOff) throw faultAt(ggufFaults, 'E_GGUF_TOKENIZER', { found: 'rewrites', subject, key: KEY + name });
  }
}

/** SentencePiece takes a piece that is not in use apart again once it was made, which merges cannot say; one that is never made is no matter. */
function refuseUnused({ fileName: subject }: GgufFile, tokens: readonly GgufToken[], pieces: ReadonlyMap<string, GgufToken>): void {
  if (tokens.some(({ kind, content }) => kind === KINDS.unused && splitsOf(content, pieces).length > 0))
    throw faultAt(ggufFaults, 'E_GGUF_TOKENIZER', { found: 'unused', subject, key: `${KEY}token_type` });
}
