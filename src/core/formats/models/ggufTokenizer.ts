/**
 * The tokenizer in a GGUF file as `tokenizer.json` and `tokenizer_config.json`. Byte-level BPE is held whole: tokens, merges, and
 * the name of the way text is cut, each of which stands for what the model's own tokenizer.json says
 * (https://github.com/ggml-org/llama.cpp/blob/master/src/llama-vocab.cpp lists them). SentencePiece's scores are not its merges,
 * so such a model needs its tokenizer.json.
 */
import { ggufFaults } from '../../../words/words.ts';
import { faultAt } from '../../faultAt.ts';
import type { TokenizerFiles } from '../../tokenizer/files.ts';
import { bpeModel } from '../../tokenizer/train.ts';
import { shorten } from '../gguf/cursor.ts';
import type { GgufFile } from '../gguf/file.ts';

const KEY = 'tokenizer.ggml.';
/** Kinds of token (`llama_token_type`); all others are ordinary. */
const [CONTROL, USER_DEFINED, UNUSED] = [3, 4, 5];

type Step = Readonly<Record<string, unknown>>;

const split = (regex: string): Step => ({ type: 'Split', pattern: { Regex: regex }, behavior: 'Isolated', invert: false });
/** With GPT-2's own regular expression, or after others. */
const byteLevel = (own: boolean): Step => ({ type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: own });

/** Llama 3 and Qwen2 differ in how many digits stay together. */
const words = (digits: string): string =>
  String.raw`(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|${digits}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`;

interface Manner {
  readonly steps: readonly Step[];
  readonly normalizer: Step | null;
  /** Whether a word that is a token is never built from merges. */
  readonly ignoreMerges: boolean;
}

const LLAMA_3: Manner = { steps: [split(words(String.raw`\p{N}{1,3}`)), byteLevel(false)], normalizer: null, ignoreMerges: true };
const QWEN_2: Manner = { steps: [split(words(String.raw`\p{N}`)), byteLevel(false)], normalizer: { type: 'NFC' }, ignoreMerges: false };

/** Ways of cutting text by their names in `tokenizer.ggml.pre`. */
const MANNERS: ReadonlyMap<string, Manner> = new Map([
  ['gpt-2', { steps: [byteLevel(true)], normalizer: null, ignoreMerges: false }],
  ['smollm', { steps: [split(String.raw`\p{N}`), byteLevel(true)], normalizer: null, ignoreMerges: false }],
  ['llama-bpe', LLAMA_3],
  ['llama3', LLAMA_3],
  ['llama-v3', LLAMA_3],
  ['qwen2', QWEN_2],
]);

/** The tokenizer of a file. Throws `E_GGUF_TOKENIZER` where it cannot be had exactly. */
export function ggufTokenizer(file: GgufFile): TokenizerFiles {
  const { fileName: subject } = file;
  const model = textAt(file, 'model');
  if (model !== 'gpt2') throw faultAt(ggufFaults, 'E_GGUF_TOKENIZER', { found: 'model', subject, what: shorten(model) });
  const pre = textAt(file, 'pre');
  const manner = MANNERS.get(pre);
  if (!manner) throw faultAt(ggufFaults, 'E_GGUF_TOKENIZER', { found: 'pre', subject, what: shorten(pre) });
  const tokens = textsAt(file, 'tokens');
  const kinds = kindsOf(file, tokens.length);
  const withId = tokens.map((content, id) => ({ content, id, kind: kinds[id] ?? 1 }));
  const isAdded = (kind: number): boolean => kind === CONTROL || kind === USER_DEFINED;
  const plain = { single_word: false, lstrip: false, rstrip: false, normalized: false };
  return {
    tokenizerJson: {
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: withId
        .filter(({ kind, content }) => isAdded(kind) && content !== '')
        .map(({ content, id, kind }) => ({ id, content, ...plain, special: kind === CONTROL })),
      normalizer: manner.normalizer,
      pre_tokenizer: { type: 'Sequence', pretokenizers: manner.steps },
      post_processor: null,
      decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true },
      model: bpeModel(
        // Unused ones only fill the list up to the model's size.
        Object.fromEntries(withId.filter(({ kind }) => !isAdded(kind) && kind !== UNUSED).map(({ content, id }) => [content, id])),
        textsAt(file, 'merges').map((merge) => mergeOf(merge, subject)),
        manner.ignoreMerges,
      ),
    },
    tokenizerConfig: ggufTokenizerConfig(file),
  };
}

/** Special tokens by name, and the chat template, as `tokenizer_config.json` has them. */
export function ggufTokenizerConfig(file: GgufFile): Readonly<Record<string, unknown>> {
  const tokens = textsAt(file, 'tokens');
  const name = (key: string): string | null => {
    const id = tokenIdOf(file, key);
    if (id === null) return null;
    const token = tokens[id];
    if (token === undefined) throw faultAt(ggufFaults, 'E_GGUF_TOKENIZER', { found: 'token', subject: file.fileName, key: KEY + key });
    return token;
  };
  const addsBos = file.metadata.get(`${KEY}add_bos_token`);
  const template = file.metadata.get('tokenizer.chat_template');
  return {
    bos_token: name('bos_token_id'),
    eos_token: name('eos_token_id'),
    pad_token: name('padding_token_id'),
    ...(typeof addsBos === 'boolean' && { add_bos_token: addsBos }),
    ...(typeof template === 'string' && { chat_template: template }),
    clean_up_tokenization_spaces: false,
  };
}

/** The id that `tokenizer.ggml.<key>` gives; null where there is none. */
export function tokenIdOf({ metadata, fileName }: GgufFile, key: string): number | null {
  const id = metadata.get(KEY + key);
  // Some converters write the highest number for “none”.
  if (id === undefined || id === 0xffffffff || id === -1) return null;
  if (typeof id === 'number' && Number.isInteger(id) && id >= 0) return id;
  throw faultAt(ggufFaults, 'E_GGUF_TOKENIZER', { found: 'token', subject: fileName, key: KEY + key });
}

/** GGUF writes a merge with a space between its halves, which hold none in GPT-2's alphabet. */
function mergeOf(merge: string, subject: string): [string, string] {
  const at = merge.indexOf(' ', 1);
  if (at < 1 || at === merge.length - 1) throw faultAt(ggufFaults, 'E_GGUF_TOKENIZER', { found: 'lists', subject, key: `${KEY}merges` });
  return [merge.slice(0, at), merge.slice(at + 1)];
}

function kindsOf({ metadata, fileName: subject }: GgufFile, count: number): ArrayLike<number> {
  const key = `${KEY}token_type`;
  const kinds = metadata.get(key);
  if (kinds === undefined) throw faultAt(ggufFaults, 'E_GGUF_TOKENIZER', { found: 'missing', subject, key });
  if ((kinds instanceof Int32Array || kinds instanceof Uint32Array) && kinds.length === count) return kinds;
  throw faultAt(ggufFaults, 'E_GGUF_TOKENIZER', { found: 'lists', subject, key });
}

function textAt({ metadata, fileName: subject }: GgufFile, key: string): string {
  const value = metadata.get(KEY + key);
  if (typeof value === 'string') return value;
  throw faultAt(ggufFaults, 'E_GGUF_TOKENIZER', { found: 'missing', subject, key: KEY + key });
}

function textsAt({ metadata, fileName: subject }: GgufFile, key: string): readonly string[] {
  const value = metadata.get(KEY + key);
  if (Array.isArray(value) && value.every((text) => typeof text === 'string')) return value;
  throw faultAt(ggufFaults, 'E_GGUF_TOKENIZER', { found: 'missing', subject, key: KEY + key });
}
