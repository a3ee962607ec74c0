/**
 * SentencePiece's BPE in GGUF: of a model that SentencePiece itself trained (test/golden/makers/make_sentencepiece.py) the ids are those of the
 * tokenizer.json that transformers makes of it, and SentencePiece's own.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytesSource } from '../../../../../src/core/formats/byteSource.ts';
import { openGguf } from '../../../../../src/core/formats/gguf/file.ts';
import { ggufTokenizer } from '../../../../../src/core/formats/models/gguf/ggufTokenizer.ts';
import { TextTokenizer } from '../../../../../src/core/tokenizer/tokenizer.ts';
import { type Typed, writeGguf } from '../gguf/write.ts';
import { goldenFolder } from '../helpers.ts';

interface Golden {
  readonly pieces: readonly string[];
  readonly scores: readonly number[];
  readonly kinds: readonly number[];
  readonly texts: readonly { readonly text: string; readonly sentencepiece: readonly number[]; readonly transformers: readonly number[] }[];
}
const golden = JSON.parse(readFileSync('test/golden/tokenizers/sentencepiece.json', 'utf8')) as Golden;

type Keys = Readonly<Record<string, Typed | null>>;

/** The tokenizer of a file with these pieces; `more` keys replace others, and null leaves one out. */
function tokenizerOf({ pieces, scores, kinds }: Pick<Golden, 'pieces' | 'scores' | 'kinds'>, more: Keys = {}) {
  const keys: Keys = {
    model: [8, 'llama'],
    pre: [8, 'default'],
    tokens: [9, 8, pieces],
    scores: [9, 6, scores],
    token_type: [9, 5, kinds],
    bos_token_id: [4, 1],
    eos_token_id: [4, 2],
    unknown_token_id: [4, 0],
    ...more,
  };
  const metadata = Object.entries(keys).flatMap(([key, typed]) => (typed ? [[`tokenizer.ggml.${key}`, ...typed] as const] : []));
  return ggufTokenizer(openGguf(bytesSource(writeGguf({ metadata }))));
}
const textTokenizer = (...given: Parameters<typeof tokenizerOf>): TextTokenizer => {
  const { tokenizerJson, tokenizerConfig } = tokenizerOf(...given);
  return TextTokenizer.fromFiles(tokenizerJson, tokenizerConfig);
};

describe('a tokenizer of SentencePiece', () => {
  const tokenizer = textTokenizer(golden);

  it('gives the ids of transformers on every text, and those of SentencePiece where these are the same', () => {
    expect(golden.texts.length).toBeGreaterThan(20);
    for (const { text, transformers } of golden.texts) expect(tokenizer.encode(text), JSON.stringify(text)).toEqual(transformers);
    // They differ behind a token of a person's own alone, where transformers puts a space.
    const other = golden.texts.filter(({ sentencepiece, transformers }) => sentencepiece.join() !== transformers.join());
    expect(other.map(({ text }) => text)).toEqual(['no <|tool|> here']);
  });

  it('reads back what it wrote, bytes among it, and knows its special tokens', () => {
    for (const { text } of golden.texts) if (!text.includes('<|tool|>')) expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
    expect(tokenizer.special).toEqual({ pad: 2, start: 1, end: 2 });
    expect(tokenizer.vocabularySize).toBe(golden.pieces.length);
    expect(tokenizer.encode('</s> is text')).not.toContain(2);
  });

  it('without a space before texts says so', () => {
    const bare = textTokenizer(golden, { add_space_prefix: [7, 0] });
    expect(bare.encode(' The planner')).toEqual(tokenizer.encode('The planner'));
    expect(bare.encode('The planner')).not.toEqual(tokenizer.encode('The planner'));
    expect(bare.decode(bare.encode(' The planner'))).toBe(' The planner');
  });
});

it('merges of the style of Llama 2’s folder come out of scores in their order', () => {
  const json = (name: string): unknown => JSON.parse(new TextDecoder().decode(goldenFolder('tokenizers/llama2')[name]));
  const { model } = json('tokenizer.json') as { model: { vocab: Record<string, number>; merges: readonly [string, string][] } };
  const pieces = Object.entries(model.vocab)
    .sort(([, a], [, b]) => a - b)
    .map(([piece]) => piece);
  // Each piece was made by one merge, whose place is its score.
  const rank = new Map(model.merges.map((halves, index) => [halves.join(''), -index]));
  const scores = pieces.map((piece) => rank.get(piece) ?? 0);
  const kinds = pieces.map((_, id) => (id === 0 ? 2 : id < 3 ? 3 : id < 259 ? 6 : 1));
  const found = textTokenizer({ pieces, scores, kinds });
  const wanted = TextTokenizer.fromFiles(json('tokenizer.json'), json('tokenizer_config.json'));
  expect(found.special).toEqual(wanted.special);
  const cases = json('expected.json') as readonly { profile: string; text: string }[];
  for (const text of cases.flatMap((one) => [one.profile, one.text])) expect(found.encode(text)).toEqual(wanted.encode(text));
});

describe('what cannot be had exactly is refused', () => {
  const small = { pieces: ['<unk>', '<s>', '</s>', 'a', 'b', 'ab'], scores: [0, 0, 0, -2, -3, -1], kinds: [2, 3, 3, 1, 1, 1] };
  it.each<[string, Partial<typeof small>, Keys, RegExp]>([
    ['no scores', {}, { scores: null }, /holds no “tokenizer\.ggml\.scores”/],
    ['scores of some', { scores: [0] }, {}, /“tokenizer\.ggml\.scores” that does not fit/],
    ['a score that is no number', { scores: [0, 0, 0, -2, Number.NaN, -1] }, {}, /“tokenizer\.ggml\.scores” that does not fit/],
    ['text that is rewritten', {}, { remove_extra_whitespaces: [7, 1] }, /rewritten before it is cut \(“tokenizer\.ggml\.remove_extra/],
    ['a table by which it is', {}, { precompiled_charsmap: [9, 0, [1, 2]] }, /“tokenizer\.ggml\.precompiled_charsmap”/],
    ['a piece out of use that is merged through', { kinds: [2, 3, 3, 1, 1, 5] }, {}, /tokens out of use/],
  ])('%s', (_, change, keys, sentence) => {
    expect(() => tokenizerOf({ ...small, ...change }, keys)).toThrow(sentence);
  });

  it('and nothing else: pieces out of use that nothing can be merged to only fill the list', () => {
    const { tokenizerJson } = tokenizerOf({ ...small, kinds: [2, 3, 3, 1, 5, 1] });
    expect(tokenizerJson).toMatchObject({ model: { merges: [], vocab: { a: 3, ab: 5 } } });
  });
});
