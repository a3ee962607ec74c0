/** What a base made here learns from. */
import type { BpeOptions } from '../../../src/core/tokenizer/train.ts';
import type { TextTokenizer } from '../../../src/core/tokenizer/tokenizer.ts';
import type { Example } from '../../../src/session/update/supervised.ts';

/** Rows that depend on a seed and their index alone. */
export interface Corpus {
  readonly tokenizer: Pick<BpeOptions, 'pieces' | 'chatTemplate'>;
  /** What the tokenizer is trained on. */
  tokenizerTexts(seed: number): Iterable<string>;
  /** Row `index` as token ids and their loss weights. */
  example(tokenizer: TextTokenizer, seed: number, index: number): Example;
}

/** Loss weight of a token of a prompt; one of what is said counts 1. */
export const PROMPT_WEIGHT = 0.1;
