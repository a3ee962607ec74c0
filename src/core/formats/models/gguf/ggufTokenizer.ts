/**
 * The tokenizer in a GGUF file as `tokenizer.json` and `tokenizer_config.json`. Byte-level BPE is held whole: tokens, merges, and
 * the name of the way text is cut, each of which stands for what the model's own tokenizer.json says
 * (https://github.com/ggml-org/llama.cpp/blob/master/src/llama-vocab.cpp lists them). SentencePiece's BPE is held as scores
 * (`ggufSentencePiece.ts`).
 */
import { ggufFaults } from '../../../../words/words.ts';
import { faultAt } from '../../../faultAt.ts';
import type { TokenizerFiles } from '../../../tokenizer/files.ts';
import { bpeModel } from '../../../tokenizer/train.ts';
import { shorten } from '../../gguf/cursor.ts';
import type { GgufFile } from '../../gguf/file.ts';
import { sentencePieceTokenizer } from './ggufSentencePiece.ts';
import { addedToken, type GgufToken, KEY, KINDS, textAt, textsAt, tokenIdOf, tokensOf } from './ggufVocabulary.ts';

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
  const tokenizerConfig = () => ggufTokenizerConfig(file);
  if (model === 'gpt2') return { tokenizerJson: byteLevelTokenizer(file), tokenizerConfig: tokenizerConfig() };
  if (model === 'llama') return { tokenizerJson: sentencePieceTokenizer(file), tokenizerConfig: tokenizerConfig() };
  throw faultAt(ggufFaults, 'E_GGUF_TOKENIZER', { found: 'model', subject, what: shorten(model) });
}

function byteLevelTokenizer(file: GgufFile): unknown {
  const { fileName: subject } = file;
  const pre = textAt(file, 'pre');
  const manner = MANNERS.get(pre);
  if (!manner) throw faultAt(ggufFaults, 'E_GGUF_TOKENIZER', { found: 'pre', subject, what: shorten(pre) });
  const tokens = tokensOf(file);
  const isAdded = ({ kind }: GgufToken): boolean => kind === KINDS.control || kind === KINDS.userDefined;
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: tokens.filter((token) => isAdded(token) && token.content !== '').map(addedToken),
    normalizer: manner.normalizer,
    pre_tokenizer: { type: 'Sequence', pretokenizers: manner.steps },
    post_processor: null,
    decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true },
    model: bpeModel(
      // Unused ones only fill the list up to the model's size.
      Object.fromEntries(tokens.filter((token) => !isAdded(token) && token.kind !== KINDS.unused).map(({ content, id }) => [content, id])),
      textsAt(file, 'merges').map((merge) => mergeOf(merge, subject)),
      manner.ignoreMerges,
    ),
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

/** GGUF writes a merge with a space between its halves, which hold none in GPT-2's alphabet. */
function mergeOf(merge: string, subject: string): [string, string] {
  const at = merge.indexOf(' ', 1);
  if (at < 1 || at === merge.length - 1) throw faultAt(ggufFaults, 'E_GGUF_TOKENIZER', { found: 'lists', subject, key: `${KEY}merges` });
  return [merge.slice(0, at), merge.slice(at + 1)];
}
