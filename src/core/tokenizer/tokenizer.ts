/**
 * The one way from text to token ids and back, over a Hugging Face `tokenizer.json`. What a person or an agent wrote is
 * always ordinary text here: it can spell `<|im_end|>`, but it cannot become that token. Only the prompt's composer
 * places special tokens, by id.
 */
import { Tokenizer } from '@huggingface/tokenizers';
import { z } from 'zod';
import { FaultError } from '../faults.ts';
import { BYTE_CHARACTERS, bytesOfToken } from './bytes.ts';
import { MINIMUM_VOCABULARY, trainBpe } from './train.ts';

/** What composing a prompt needs: ids of ordinary text, and the tokens that frame a message. */
export interface PromptTokens {
  readonly encode: (text: string) => number[];
  /** Opens a message; empty when the model has no such token. */
  readonly start: readonly number[];
  /** Closes a message, and ends generation. */
  readonly end: number;
  readonly newline: readonly number[];
}

export interface SpecialTokens {
  readonly pad: number;
  /** Null when the tokenizer has neither `<|im_start|>` nor a beginning-of-sequence token. */
  readonly start: number | null;
  readonly end: number;
}

const START = '<|im_start|>';
const END = '<|im_end|>';

const fileSchema = z.looseObject({
  model: z.looseObject({
    type: z.literal('BPE').optional(),
    vocab: z.record(z.string(), z.int().min(0).max(10_000_000)),
    merges: z.array(z.union([z.string(), z.tuple([z.string(), z.string()])])),
    unk_token: z.string().nullish(),
  }),
  added_tokens: z
    .array(z.looseObject({ id: z.int().min(0).max(10_000_000), content: z.string().min(1), special: z.boolean().default(false) }))
    .default([]),
  normalizer: z.unknown().default(null),
  pre_tokenizer: z.unknown().default(null),
  post_processor: z.unknown().default(null),
  decoder: z.unknown().default(null),
});

const namedToken = z.union([z.string(), z.looseObject({ content: z.string() }).transform((token) => token.content)]).nullish();
const configSchema = z.looseObject({ bos_token: namedToken, eos_token: namedToken, pad_token: namedToken });

/** Texts longer than this are encoded anew each time: they are rare, and the cache stays small. */
const CACHED_TEXT_LENGTH = 4096;
const CACHED_TEXTS = 1024;

/** Encodes and decodes text; made by {@link TextTokenizer.fromFiles} or {@link byteFallbackTokenizer}. */
export class TextTokenizer {
  readonly vocabularySize: number;
  readonly special: SpecialTokens;
  readonly promptTokens: PromptTokens;
  /** Knows no special token, neither by matching nor in its vocabulary, so that no text can yield one. */
  readonly #ordinary: Tokenizer;
  readonly #specialById: ReadonlyMap<number, string>;
  readonly #isByteLevel: boolean;
  readonly #cache = new Map<string, readonly number[]>();

  /** `tokenizerJson` and `tokenizerConfig`: the parsed `tokenizer.json` (BPE) and `tokenizer_config.json`. */
  static fromFiles(tokenizerJson: unknown, tokenizerConfig: unknown = {}): TextTokenizer {
    const file = fileSchema.safeParse(tokenizerJson);
    const config = configSchema.safeParse(tokenizerConfig ?? {});
    if (!file.success) throw unsupported('tokenizer.json', file.error.issues);
    if (!config.success) throw unsupported('tokenizer_config.json', config.error.issues);
    try {
      return new TextTokenizer(file.data, config.data);
    } catch (error) {
      if (error instanceof FaultError) throw error;
      throw unsupported('tokenizer.json', [{ path: [], message: error instanceof Error ? error.message : String(error) }]);
    }
  }

  private constructor(file: z.infer<typeof fileSchema>, config: z.infer<typeof configSchema>) {
    const { vocab, unk_token: unknownToken } = file.model;
    const replacesUnknown = !coversEveryByte(vocab);
    if (replacesUnknown && (unknownToken == null || !Object.hasOwn(vocab, unknownToken))) throw lossy();
    const idOf = (name: string | null | undefined): number | null =>
      name == null
        ? null
        : (file.added_tokens.find((token) => token.content === name)?.id ?? (Object.hasOwn(vocab, name) ? (vocab[name] ?? null) : null));

    const specialNames = new Set([START, END, config.bos_token, config.eos_token, config.pad_token].filter((name) => name != null));
    for (const token of file.added_tokens) if (token.special) specialNames.add(token.content);
    if (replacesUnknown && unknownToken != null) specialNames.delete(unknownToken);
    this.#specialById = new Map(
      [...specialNames].flatMap((name) => {
        const id = idOf(name);
        return id === null ? [] : [[id, name]];
      }),
    );
    this.#ordinary = new Tokenizer(
      {
        ...file,
        model: {
          ...file.model,
          vocab: Object.fromEntries(Object.entries(vocab).filter(([token]) => !specialNames.has(token))),
          merges: file.model.merges.filter(
            (merge) => !specialNames.has(typeof merge === 'string' ? merge.replace(' ', '') : merge.join('')),
          ),
        },
        added_tokens: file.added_tokens.filter((token) => !specialNames.has(token.content)),
      },
      { ...config, clean_up_tokenization_spaces: false, additional_special_tokens: [] },
    );
    this.vocabularySize = 1 + maximum([...Object.values(vocab), ...file.added_tokens.map((token) => token.id)]);
    this.#isByteLevel = JSON.stringify(file.decoder).includes('"ByteLevel"');

    const end = idOf(END) ?? idOf(config.eos_token);
    if (end === null) {
      throw new FaultError({
        code: 'E_TOKENIZER_SPECIAL',
        message: `The base model's tokenizer has no token that ends a message (${END}, or the eos_token of tokenizer_config.json).`,
        hint: 'Use a model with a complete tokenizer_config.json.',
        place: { subject: 'tokenizer_config.json' },
      });
    }
    const start = idOf(START) ?? idOf(config.bos_token);
    this.special = { pad: idOf(config.pad_token) ?? idOf('<pad>') ?? end, start, end };
    const encode = (text: string) => this.encode(text);
    this.promptTokens = { encode, start: start === null ? [] : [start], end, newline: this.encode('\n') };
  }

  /** Token ids of ordinary text; special tokens' names are text like any other. Half surrogate pairs become U+FFFD. */
  encode(text: string): number[] {
    if (text === '') return [];
    if (text.length > CACHED_TEXT_LENGTH) return this.#encodeNew(text);
    const ids = this.#cache.get(text) ?? this.#encodeNew(text);
    // Re-inserting moves the text to the end, so that the first one is the least recently used.
    this.#cache.delete(text);
    this.#cache.set(text, ids);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > CACHED_TEXTS && oldest !== undefined) this.#cache.delete(oldest);
    return [...ids];
  }

  /** The text of token ids. Bytes that are no UTF-8 become U+FFFD, ids beyond the vocabulary nothing. */
  decode(ids: readonly number[], { skipSpecial = false }: { readonly skipSpecial?: boolean } = {}): string {
    let text = '';
    let run: number[] = [];
    const flush = () => {
      // The library refuses an empty list, and reads ids of special tokens it does not know as nothing.
      if (run.length) text += this.#ordinary.decode(run);
      run = [];
    };
    for (const id of ids) {
      const name = this.#specialById.get(id);
      if (name === undefined) run.push(id);
      else if (!skipSpecial) {
        flush();
        text += name;
      }
    }
    flush();
    return text;
  }

  /** One token for the eye: its text, its name if it is special, `<0xE2>` for bytes that are no character on their own. */
  tokenText(id: number): string {
    const text = this.decode([id]);
    if (!this.#isByteLevel || !text.includes('\uFFFD')) return text;
    const bytes = bytesOfToken(this.#ordinary.id_to_token(id) ?? '');
    return bytes ? Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : hexByte(byte))).join('') : text;
  }

  /** {@link tokenText} of every id. */
  vocabulary(): string[] {
    return Array.from({ length: this.vocabularySize }, (_, id) => this.tokenText(id));
  }

  #encodeNew(text: string): number[] {
    return this.#ordinary.encode(text, { add_special_tokens: false }).ids;
  }
}

/** The tokenizer of a model folder (`readModelFolder(…).tokenizer`), checked against the model's vocabulary. */
export function tokenizerFor(
  files: { readonly tokenizerJson: unknown; readonly tokenizerConfig: unknown } | null,
  vocabularySize: number,
): TextTokenizer {
  if (!files) return byteFallbackTokenizer(vocabularySize);
  const tokenizer = TextTokenizer.fromFiles(files.tokenizerJson, files.tokenizerConfig);
  if (tokenizer.vocabularySize <= vocabularySize) return tokenizer;
  throw new FaultError({
    code: 'E_TOKENIZER_VOCABULARY',
    message: `The tokenizer has ${tokenizer.vocabularySize} tokens, but the base model only ${vocabularySize}.`,
    hint: 'Use the tokenizer.json that belongs to the model.',
    place: { subject: 'tokenizer.json' },
  });
}

/** For a model folder without a tokenizer: one token per byte, which any vocabulary of 259 or more can hold. */
export function byteFallbackTokenizer(vocabularySize: number): TextTokenizer {
  if (vocabularySize < MINIMUM_VOCABULARY) {
    throw new FaultError({
      code: 'E_TOKENIZER_MISSING',
      message: `The base model has no tokenizer.json, and its vocabulary of ${vocabularySize} is too small for single bytes (${MINIMUM_VOCABULARY}).`,
      hint: 'Add the tokenizer.json that belongs to the model to its folder.',
      place: { subject: 'tokenizer.json' },
    });
  }
  const { tokenizerJson, tokenizerConfig } = trainBpe([], { vocabularySize: MINIMUM_VOCABULARY });
  return TextTokenizer.fromFiles(tokenizerJson, tokenizerConfig);
}

/** Whether every byte is a token, in GPT-2's alphabet or as `<0x00>`, so that any text can be encoded without loss. */
function coversEveryByte(vocab: Readonly<Record<string, number>>): boolean {
  const has = (token: string) => Object.hasOwn(vocab, token);
  return BYTE_CHARACTERS.every(has) || BYTE_CHARACTERS.every((_, byte) => has(hexByte(byte)));
}

/** The library drops characters it has no token for in silence; better not to begin. */
function lossy(): FaultError {
  return unsupported('tokenizer.json', [
    { path: ['model', 'vocab'], message: 'it holds neither all bytes nor a token for unknown characters' },
  ]);
}

function unsupported(fileName: string, issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): FaultError {
  const [issue] = issues;
  const field = issue?.path.slice(0, 3).map(String).join('.').slice(0, 120);
  return new FaultError({
    code: 'E_TOKENIZER_UNSUPPORTED',
    message: `${fileName} is not a tokenizer the workbench can use${field ? ` (${field})` : ''}: ${issue?.message ?? 'invalid'}.`,
    hint: 'Llama and Qwen models come with a BPE tokenizer.json; copy it from the model.',
    place: { subject: fileName },
  });
}

/** Large vocabularies overflow the argument list of `Math.max`. */
function maximum(values: readonly number[]): number {
  return values.reduce((largest, value) => Math.max(largest, value), 0);
}

function hexByte(byte: number): string {
  return `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;
}
