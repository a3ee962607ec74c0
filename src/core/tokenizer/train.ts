/**
 * Trains the product's own tokenizer: byte-level BPE (Sennrich et al. 2016; Radford et al. 2019) in the plain
 * `tokenizer.json` of Hugging Face. All 256 bytes are tokens, so any text is encoded without loss. Text is cut into
 * {@link Pieces}. Digits stay single, which small models need to calculate.
 */
import { BYTE_CHARACTERS } from './bytes.ts';
import { CHAT_TEMPLATE } from './chatTemplate.ts';

/** The special tokens, in the order of their ids. `<|im_end|>` is also the end of the sequence. */
export const SPECIAL_TOKENS = ['<pad>', '<|im_start|>', '<|im_end|>'] as const;
const [PAD, START, END] = SPECIAL_TOKENS;

/** The smallest vocabulary of this kind: the special tokens and every byte. */
export const MINIMUM_VOCABULARY = SPECIAL_TOKENS.length + BYTE_CHARACTERS.length;

/**
 * How text is cut before anything is merged. `phrases`: only around digits, arithmetic signs and newlines, never at spaces: a
 * frequent span such as " bags of " becomes one token, and transcripts are short. `words`: as models of English are, each word
 * with the space before it.
 */
export type Pieces = 'phrases' | 'words';

/** Each match is a piece of its own, and so is what lies between two. Understood alike by JavaScript and by the Rust library's Oniguruma. */
const ISOLATED = '[0-9+\\-*/=\\n]';
const PATTERNS: Readonly<Record<Pieces, string>> = { phrases: ISOLATED, words: ' ?[A-Za-z]+|[0-9]| ?[^\\sA-Za-z0-9]|\\s' };

/**
 * Whether a `pre_tokenizer` is of this kind. Models that learnt on such a tokenizer learnt each header of a prompt as a piece by
 * itself (`planner: ` before any text), because nothing else cuts the two apart; their prompts are encoded so for good.
 */
export function learntHeadersApart(preTokenizer: unknown): boolean {
  return JSON.stringify(preTokenizer)?.includes(JSON.stringify(ISOLATED)) ?? false;
}

export interface TrainedTokenizer {
  /** Contents of `tokenizer.json`. */
  readonly tokenizerJson: Readonly<Record<string, unknown>>;
  /** Contents of `tokenizer_config.json`. */
  readonly tokenizerConfig: Readonly<Record<string, unknown>>;
  /** Contents of `special_tokens_map.json`. */
  readonly specialTokensMap: Readonly<Record<string, string>>;
}

export interface BpeOptions {
  /** Upper limit on the number of tokens, special tokens and bytes included. */
  readonly vocabularySize: number;
  /** A pair must occur this often to become a token. */
  readonly minimumFrequency?: number;
  /** Written as `model_max_length`. */
  readonly maxLength?: number;
  readonly pieces?: Pieces;
  /** The model's chat template (Jinja); the workbench's own blocks when absent. */
  readonly chatTemplate?: string;
}

/** Learns merges from `texts`; the result depends on nothing but its arguments (ties go to the pair with the smaller ids). */
export function trainBpe(texts: Iterable<string>, options: BpeOptions): TrainedTokenizer {
  const { vocabularySize, minimumFrequency = 2, maxLength = 512, pieces = 'phrases', chatTemplate = CHAT_TEMPLATE } = options;
  if (vocabularySize < MINIMUM_VOCABULARY) {
    throw new Error(`trainBpe: a byte-level vocabulary needs at least ${MINIMUM_VOCABULARY} tokens, not ${vocabularySize}`);
  }
  const tokens: string[] = [...SPECIAL_TOKENS, ...BYTE_CHARACTERS];
  const known = new Set(tokens);
  const merges: string[] = [];
  const pairs = new PairCounts(countPieces(texts, PATTERNS[pieces]));
  while (tokens.length < vocabularySize) {
    const best = pairs.mostFrequent(minimumFrequency);
    if (!best) break;
    const [left, right] = best;
    const merged = `${tokens[left]}${tokens[right]}`;
    // Two ways to the same string, or text that spells a special token, must not give one string two ids.
    if (known.has(merged)) {
      pairs.ban(left, right);
      continue;
    }
    known.add(merged);
    merges.push(`${tokens[left]} ${tokens[right]}`);
    pairs.merge(left, right, tokens.push(merged) - 1);
  }
  return describe(tokens, merges, { maxLength, pattern: PATTERNS[pieces], chatTemplate });
}

/** How often each piece occurs: what `pattern` matches, and what lies between two matches. */
function countPieces(texts: Iterable<string>, pattern: string): Map<string, number> {
  const cut = new RegExp(`(${pattern})`, 'g');
  const counts = new Map<string, number>();
  for (const text of texts) for (const piece of text.split(cut)) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  return counts;
}

/** Ids stay below 2^20, so a pair of them is one exact number. */
const PAIR_BASE = 2 ** 20;
const pairKey = (left: number, right: number): number => left * PAIR_BASE + right;

interface Word {
  ids: number[];
  readonly count: number;
}

/** The tokenizer of a model that reads and writes single bytes: this kind with no merges, {@link MINIMUM_VOCABULARY} tokens. */
export const byteTokenizer = (): TrainedTokenizer => trainBpe([], { vocabularySize: MINIMUM_VOCABULARY });

/** Occurrences of adjacent token pairs over all words, kept up to date merge by merge. */
class PairCounts {
  readonly #words: Word[];
  readonly #counts = new Map<number, number>();
  readonly #wordsOf = new Map<number, Set<Word>>();
  readonly #banned = new Set<number>();

  constructor(pieces: ReadonlyMap<string, number>) {
    const encoder = new TextEncoder();
    this.#words = [...pieces].map(([text, count]) => ({
      ids: Array.from(encoder.encode(text), (byte) => byte + SPECIAL_TOKENS.length),
      count,
    }));
    for (const word of this.#words) this.#add(word, 1);
  }

  mostFrequent(minimum: number): [left: number, right: number] | null {
    let best = -1;
    let bestCount = minimum - 1;
    for (const [pair, count] of this.#counts) {
      if (count < bestCount || (count === bestCount && (best < 0 || pair > best)) || this.#banned.has(pair)) continue;
      best = pair;
      bestCount = count;
    }
    return best < 0 ? null : [Math.floor(best / PAIR_BASE), best % PAIR_BASE];
  }

  ban(left: number, right: number): void {
    this.#banned.add(pairKey(left, right));
  }

  /** Replaces the pair by `token` in every word, leftmost first. */
  merge(left: number, right: number, token: number): void {
    for (const word of [...(this.#wordsOf.get(pairKey(left, right)) ?? [])]) {
      this.#add(word, -1);
      const ids: number[] = [];
      for (let at = 0; at < word.ids.length; at += 1) {
        const id = word.ids[at] ?? 0;
        const joins = id === left && word.ids[at + 1] === right;
        ids.push(joins ? token : id);
        if (joins) at += 1;
      }
      word.ids = ids;
      this.#add(word, 1);
    }
  }

  #add(word: Word, sign: 1 | -1): void {
    for (let at = 0; at + 1 < word.ids.length; at += 1) {
      const pair = pairKey(word.ids[at] ?? 0, word.ids[at + 1] ?? 0);
      const count = (this.#counts.get(pair) ?? 0) + sign * word.count;
      const words = this.#wordsOf.get(pair) ?? new Set();
      this.#wordsOf.set(pair, words);
      if (sign > 0) words.add(word);
      else words.delete(word);
      if (count > 0) this.#counts.set(pair, count);
      else this.#counts.delete(pair);
    }
  }
}

function describe(
  tokens: readonly string[],
  merges: readonly string[],
  { maxLength, pattern, chatTemplate }: { readonly maxLength: number; readonly pattern: string; readonly chatTemplate: string },
): TrainedTokenizer {
  const special = SPECIAL_TOKENS.map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  }));
  return {
    tokenizerJson: {
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: special,
      normalizer: null,
      pre_tokenizer: {
        type: 'Sequence',
        pretokenizers: [
          { type: 'Split', pattern: { Regex: pattern }, behavior: 'Isolated', invert: false },
          { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: false },
        ],
      },
      post_processor: null,
      decoder: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: false },
      model: bpeModel(Object.fromEntries(tokens.map((token, id) => [token, id])), merges, false),
    },
    tokenizerConfig: {
      added_tokens_decoder: Object.fromEntries(special.map(({ id, ...token }) => [String(id), token])),
      additional_special_tokens: [],
      bos_token: START,
      chat_template: chatTemplate,
      clean_up_tokenization_spaces: false,
      eos_token: END,
      model_max_length: maxLength,
      pad_token: PAD,
      tokenizer_class: 'PreTrainedTokenizerFast',
    },
    specialTokensMap: { bos_token: START, eos_token: END, pad_token: PAD },
  };
}

/** The model of a byte-level `tokenizer.json`; with `ignoreMerges` a word that is a token is one, whatever the merges make of it. */
export const bpeModel = (vocab: Readonly<Record<string, number>>, merges: readonly unknown[], ignoreMerges: boolean) => ({
  type: 'BPE',
  dropout: null,
  unk_token: null,
  continuing_subword_prefix: null,
  end_of_word_suffix: null,
  fuse_unk: false,
  byte_fallback: false,
  ignore_merges: ignoreMerges,
  vocab,
  merges,
});
