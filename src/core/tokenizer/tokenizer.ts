/**
 * The one way from text to token ids and back, over a Hugging Face `tokenizer.json`. What a person or an agent wrote is
 * always ordinary text here: it can spell `<|im_end|>`, but it cannot become that token. Only the prompt's composer
 * places special tokens, by id.
 */
import { Tokenizer } from '@huggingface/tokenizers';
import { z } from 'zod';
import { faultAt } from '../faultAt.ts';
import { fault, FaultError } from '../faults.ts';
import { tokenizerFaults } from '../../words/words.ts';
import type { TokenizerFiles } from './files.ts';
import type { Conversation, RenderedPart } from './conversation.ts';
import { ModelTemplate } from './modelTemplate.ts';
import type { PromptTemplate, PromptTokens, Thinking, ThoughtTokens } from './promptTokens.ts';
import { BYTE_CHARACTERS, bytesOfToken } from './bytes.ts';
import { type Before, normalizerAt, preTokenizerAt } from './prefix.ts';
import { Remembered } from './remembered.ts';
import { templateIn } from './templateFile.ts';
import { learntHeadersApart } from './train.ts';

export interface SpecialTokens {
  readonly pad: number;
  /** Null when the tokenizer has neither `<|im_start|>` nor a beginning-of-sequence token. */
  readonly start: number | null;
  readonly end: number;
}

const START = '<|im_start|>';
const END = '<|im_end|>';
/** SentencePiece's `▁`. */
const SPACE = '\u2581';

const fileSchema = z.looseObject({
  model: z.looseObject({
    type: z.literal('BPE').optional(),
    vocab: z.record(z.string(), z.int().min(0).max(10_000_000)),
    merges: z.array(z.union([z.string(), z.tuple([z.string(), z.string()])])),
    unk_token: z.string().nullish(),
  }),
  added_tokens: z
    .array(
      z.looseObject({
        id: z.int().min(0).max(10_000_000),
        content: z.string().min(1),
        special: z.boolean().default(false),
        lstrip: z.boolean().optional(),
        rstrip: z.boolean().optional(),
      }),
    )
    .default([]),
  normalizer: z.unknown().default(null),
  pre_tokenizer: z.unknown().default(null),
  post_processor: z.unknown().default(null),
  decoder: z.unknown().default(null),
});

const namedToken = z.union([z.string(), z.looseObject({ content: z.string() }).transform((token) => token.content)]).nullish();
const configSchema = z.looseObject({ bos_token: namedToken, eos_token: namedToken, pad_token: namedToken });

/** What the model's folder says beside its tokenizer. */
type Beside = Pick<TokenizerFiles, 'chatTemplate' | 'ends'> & { /** As it is called in complaints. */ readonly folder?: string };

/** A special token as it stands in a template. */
interface Spelled {
  readonly id: number;
  /** Whether it takes the white space before or behind it. */
  readonly lstrip: boolean;
  readonly rstrip: boolean;
}

/** Encodes and decodes text; made by {@link TextTokenizer.fromFiles}. */
export class TextTokenizer {
  readonly vocabularySize: number;
  readonly special: SpecialTokens;
  readonly promptTokens: PromptTokens;
  /** The files without special tokens, neither to match nor in the vocabulary, so that no text can yield one. */
  readonly #files: readonly [file: z.infer<typeof fileSchema>, config: Record<string, unknown>];
  /** The library's tokenizers over them, by how they treat the beginning of a text: one, or a second where that differs. */
  readonly #encoders = new Map<string, Tokenizer>();
  readonly #ordinary: Tokenizer;
  readonly #headersApart: boolean;
  readonly #specialById: ReadonlyMap<number, string>;
  readonly #isByteLevel: boolean;
  readonly #encoded = new Remembered<readonly number[]>();
  readonly #stretches = new Remembered<readonly (readonly number[])[]>();
  readonly #beside: Beside;
  readonly #spelled: ReadonlyMap<string, Spelled>;
  /** The token that `tokenizer_config.json` calls the end of a sequence. */
  readonly #eos: number;
  readonly #thought: ThoughtTokens | null;
  readonly #conversing = new Map<Thinking, PromptTokens>();

  /** `tokenizerJson` and `tokenizerConfig`: the parsed `tokenizer.json` (BPE) and `tokenizer_config.json`. */
  static fromFiles(tokenizerJson: unknown, tokenizerConfig: unknown = {}, beside: Beside = {}): TextTokenizer {
    const file = fileSchema.safeParse(tokenizerJson);
    const config = configSchema.safeParse(tokenizerConfig ?? {});
    if (!file.success) throw unsupported('tokenizer.json', file.error.issues);
    if (!config.success) throw unsupported('tokenizer_config.json', config.error.issues);
    try {
      return new TextTokenizer(file.data, config.data, beside);
    } catch (error) {
      if (error instanceof FaultError) throw error;
      throw unsupported('tokenizer.json', [{ path: [], message: error instanceof Error ? error.message : String(error) }]);
    }
  }

  private constructor(file: z.infer<typeof fileSchema>, config: z.infer<typeof configSchema>, beside: Beside) {
    this.#beside = beside;
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
    this.#spelled = new Map(
      [...this.#specialById].map(([id, name]) => {
        const { lstrip = false, rstrip = false } = file.added_tokens.find((token) => token.content === name) ?? {};
        return [name, { id, lstrip, rstrip }];
      }),
    );
    this.#files = [
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
    ];
    this.#ordinary = this.#encoder('nothing');
    this.#headersApart = learntHeadersApart(file.pre_tokenizer);
    this.vocabularySize = 1 + maximum([...Object.values(vocab), ...file.added_tokens.map((token) => token.id)]);
    this.#isByteLevel = JSON.stringify(file.decoder).includes('"ByteLevel"');

    const end = idOf(END) ?? idOf(config.eos_token);
    if (end === null) {
      throw new FaultError(fault(tokenizerFaults, 'E_TOKENIZER_SPECIAL', { end: END }, { place: { subject: 'tokenizer_config.json' } }));
    }
    const start = idOf(START) ?? idOf(config.bos_token);
    const [open, close] = [idOf('<think>'), idOf('</think>')];
    this.#thought = open === null || close === null ? null : { open, close, decode: (ids) => this.decode(ids) };
    this.#eos = idOf(config.eos_token) ?? end;
    this.special = { pad: idOf(config.pad_token) ?? idOf('<pad>') ?? end, start, end };
    this.promptTokens = {
      encode: (text) => this.encode(text, 'text'),
      encodeStretch: (parts, first) => this.encodeStretch(parts, first),
      start: start === null ? [] : [start],
      end,
      ...(this.#thought && { thought: this.#thought }),
    };
  }

  /**
   * What prompts need, laid out in the workbench's blocks (`promptTokens`) or by the model's own chat template; the same object
   * every time. `thinking` is what a chat template is told as `enable_thinking`. Throws `E_TEMPLATE_*` where the model has no template, or one that cannot be read.
   */
  tokensFor(template: PromptTemplate, thinking: Thinking = 'default'): PromptTokens {
    if (template === 'workbench') return this.promptTokens;
    const tokens = this.#conversing.get(thinking) ?? this.#inConversation(thinking);
    this.#conversing.set(thinking, tokens);
    return tokens;
  }

  /**
   * Token ids of ordinary text, of a whole string unless something stands before it; special tokens' names are text like any
   * other. Half surrogate pairs become U+FFFD.
   */
  encode(text: string, before: Before = 'nothing'): number[] {
    return text === '' ? [] : [...this.#encoded.of(`${before}:${text}`, () => this.#encodeNew(text, before))];
  }

  /** `PromptTokens.encodeStretch`: a stretch of text between special tokens, encoded at once and given back by part. */
  encodeStretch(parts: readonly string[], first: boolean): readonly (readonly number[])[] {
    const before = first ? 'nothing' : 'special';
    if (this.#headersApart || parts.length === 1) return parts.map((part) => this.encode(part, before));
    return this.#encodeWhole(parts, before);
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
    const token = this.#ordinary.id_to_token(id) ?? '';
    // Decoding takes the first space of a text away.
    if (token.includes(SPACE) && !this.#isByteLevel) return token.replaceAll(SPACE, ' ');
    const text = this.decode([id]);
    if (!this.#isByteLevel || !text.includes('\uFFFD')) return text;
    const bytes = bytesOfToken(token);
    return bytes ? Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : hexByte(byte))).join('') : text;
  }

  /** {@link tokenText} of every id. */
  vocabulary(): string[] {
    return Array.from({ length: this.vocabularySize }, (_, id) => this.tokenText(id));
  }

  #encodeWhole(parts: readonly string[], before: Before): readonly (readonly number[])[] {
    return this.#stretches.of(JSON.stringify([before, ...parts]), () => this.#byPart(this.encode(parts.join(''), before), parts));
  }

  #inConversation(thinking: Thinking): PromptTokens {
    const [, config] = this.#files;
    const { chatTemplate, ends = [], folder = 'the model folder' } = this.#beside;
    const source = chatTemplate ?? templateIn(config['chat_template']);
    if (source === null) throw faultAt(tokenizerFaults, 'E_TEMPLATE_MISSING', { subject: folder });
    const variables = Object.entries(config).flatMap(([name, value]) => {
      const { data } = namedToken.safeParse(value);
      return name.endsWith('_token') && typeof data === 'string' ? [[name, data] as const] : [];
    });
    const thinks: Readonly<Record<string, boolean>> = thinking === 'default' ? {} : { enable_thinking: thinking === 'on' };
    const template = new ModelTemplate(source, { ...Object.fromEntries(variables), ...thinks }, folder);
    const cut = cutterOf([...this.#spelled.keys()]);
    // The token that the template writes behind a message ends one, whatever the files call the end.
    const behind = template.behindAssistant.trimStart();
    const [before, closing = ''] = behind.split(cut);
    const closes = before === '' ? this.#spelled.get(closing)?.id : undefined;
    const conversation: Conversation = {
      render: (messages, open) => template.render(messages, open),
      skeleton: (messages, open) => template.skeleton(messages, open),
      hasSystem: template.hasSystem,
      readsThinking: source.includes('enable_thinking'),
      pieces: (parts) => piecesOf(parts, cut, this.#spelled),
      ends: [...new Set([...(closes === undefined ? [] : [closes]), this.#eos, ...ends])].filter((id) => id < this.vocabularySize),
      unfollowed: (text) => template.unfollowed(text),
    };
    return {
      encode: (text) => this.encode(text, 'text'),
      encodeStretch: (parts, first) => this.#encodeWhole(parts, first ? 'nothing' : 'special'),
      start: [],
      end: closes ?? this.#eos,
      ...(this.#thought && { thought: this.#thought }),
      conversation,
    };
  }

  #encodeNew(text: string, before: Before): number[] {
    return this.#encoder(before).encode(text, { add_special_tokens: false }).ids;
  }

  #encoder(before: Before): Tokenizer {
    const [file, config] = this.#files;
    const steps = { normalizer: normalizerAt(file.normalizer, before), pre_tokenizer: preTokenizerAt(file.pre_tokenizer, before) };
    const key = JSON.stringify(steps);
    const encoder = this.#encoders.get(key) ?? new Tokenizer({ ...file, ...steps }, config);
    this.#encoders.set(key, encoder);
    return encoder;
  }

  /** The ids of a stretch by the part in which each token's text begins. */
  #byPart(ids: readonly number[], parts: readonly string[]): number[][] {
    // Measured from the end, since what a tokenizer adds to a text it adds in front.
    const lengthOf = (some: readonly number[]) => some.reduce((sum, id) => sum + this.#textBytes(id), 0);
    const starts = parts.map((_, at) => {
      if (at === 0) return 0;
      const behind = lengthOf(this.encode(parts.slice(at).join(''), 'text'));
      let start = ids.length;
      for (let rest = 0; start > 0; start -= 1) {
        rest += this.#textBytes(ids[start - 1] ?? 0);
        if (rest > behind) break;
      }
      return start;
    });
    return starts.map((start, at) => ids.slice(start, starts[at + 1]));
  }

  /** How many bytes of UTF-8 a token of ordinary text stands for. */
  #textBytes(id: number): number {
    const token = this.#ordinary.id_to_token(id) ?? '';
    const bytes = this.#isByteLevel ? bytesOfToken(token) : null;
    if (bytes) return bytes.length;
    return /^<0x[0-9A-F]{2}>$/.test(token) ? 1 : new TextEncoder().encode(token.replaceAll(SPACE, ' ')).length;
  }
}

/**
 * The tokenizer of the model folder `folder` (`readPromptFiles(…).tokenizer`), checked against the model's vocabulary. A folder
 * without one is refused: ids of another tokenizer would train without a complaint, and mean nothing to the model.
 */
export function tokenizerFor(files: TokenizerFiles | null, vocabularySize: number, folder = 'the model folder'): TextTokenizer {
  if (!files) {
    throw new FaultError(fault(tokenizerFaults, 'E_TOKENIZER_MISSING', { folder }, { place: { subject: `${folder}/tokenizer.json` } }));
  }
  const tokenizer = TextTokenizer.fromFiles(files.tokenizerJson, files.tokenizerConfig, { ...files, folder });
  if (tokenizer.vocabularySize <= vocabularySize) return tokenizer;
  const sizes = { folder, tokens: tokenizer.vocabularySize, known: vocabularySize };
  throw new FaultError(fault(tokenizerFaults, 'E_TOKENIZER_VOCABULARY', sizes, { place: { subject: 'tokenizer.json' } }));
}

/** Splits a text at the names of special tokens, the longest first, and keeps them. */
function cutterOf(names: readonly string[]): RegExp {
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  return new RegExp(`(${longestFirst.map((name) => name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|')})`);
}

/** `Conversation.pieces`: special tokens are found in the template's text alone, and take the white space that is theirs to take. */
function piecesOf(parts: readonly RenderedPart[], cut: RegExp, spelled: ReadonlyMap<string, Spelled>): (string | readonly number[])[][] {
  const pieces: (string | readonly number[])[][] = parts.map(() => []);
  /** What was put so far, in order, while it is text that a token behind it may shorten. */
  let open: { readonly at: number; readonly index: number }[] = [];
  let strips = false;
  const put = (at: number, text: string) => {
    const kept = strips ? text.trimStart() : text;
    strips &&= kept === '';
    if (kept !== '') open.push({ at, index: (pieces[at]?.push(kept) ?? 0) - 1 });
  };
  for (const [at, { text, isTemplate }] of parts.entries()) {
    if (!isTemplate) put(at, text);
    else {
      for (const [index, piece] of text.split(cut).entries()) {
        const token = index % 2 === 1 ? spelled.get(piece) : undefined;
        if (!token) put(at, piece);
        else {
          if (token.lstrip) stripBefore(pieces, open);
          open = [];
          pieces[at]?.push([token.id]);
          strips = token.rstrip;
        }
      }
    }
  }
  return pieces;
}

/** Takes the white space at the end of the text that was put last. */
function stripBefore(pieces: (string | readonly number[])[][], open: readonly { readonly at: number; readonly index: number }[]): void {
  for (const { at, index } of open.toReversed()) {
    const piece = pieces[at]?.[index];
    if (typeof piece !== 'string') return;
    const kept = piece.trimEnd();
    pieces[at]?.splice(index, 1, kept);
    if (kept !== '') return;
  }
}

/** Whether every byte is a token, in GPT-2's alphabet or as `<0x00>`, so that any text can be encoded without loss. */
function coversEveryByte(vocab: Readonly<Record<string, number>>): boolean {
  const has = (token: string) => Object.hasOwn(vocab, token);
  return BYTE_CHARACTERS.every(has) || BYTE_CHARACTERS.every((_, byte) => has(hexByte(byte)));
}

/** The library drops characters it has no token for in silence; better not to begin. */
function lossy(): FaultError {
  return faultAt(tokenizerFaults, 'E_TOKENIZER_UNSUPPORTED', { found: 'lossy', subject: 'tokenizer.json', field: 'model.vocab' });
}

function unsupported(subject: string, issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): FaultError {
  const [issue] = issues;
  const field = issue?.path.slice(0, 3).map(String).join('.').slice(0, 120) ?? '';
  return faultAt(tokenizerFaults, 'E_TOKENIZER_UNSUPPORTED', { found: 'unusable', subject, field, reason: issue?.message });
}

/** Large vocabularies overflow the argument list of `Math.max`. */
function maximum(values: readonly number[]): number {
  return values.reduce((largest, value) => Math.max(largest, value), 0);
}

function hexByte(byte: number): string {
  return `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;
}
