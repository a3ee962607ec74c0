import { describe, expect, it } from 'vitest';
import { TextTokenizer, tokenizerFor } from '../../../../src/core/tokenizer/tokenizer.ts';
import { SPECIAL_TOKENS, trainBpe } from '../../../../src/core/tokenizer/train.ts';
import { faultCode, seededRandom } from '../formats/helpers.ts';
import { wordProblems } from './word-problems.ts';

const trained = trainBpe(wordProblems(2000), { vocabularySize: 400 });
const tokenizer = TextTokenizer.fromFiles(trained.tokenizerJson, trained.tokenizerConfig);
const SPECIAL_IDS = [0, 1, 2];

/** Texts of every kind a person could paste, special tokens' names and their fragments among them. */
function randomText(random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low));
  const character = () =>
    pick([
      () => pick([...SPECIAL_TOKENS, '<|im_', 'start|>', '<pad', '>', '<|im_start', '|>']),
      () => String.fromCodePoint(between(0, 0x20)),
      () => String.fromCodePoint(between(0x20, 0x7f)),
      () => String.fromCodePoint(between(0x300, 0x370)),
      () => String.fromCodePoint(between(0x4e00, 0xa000)),
      () => String.fromCodePoint(between(0xe000, 0x10000)),
      () => String.fromCodePoint(between(0x10000, 0x110000)),
      () => pick(['👩‍👩‍👧‍👦', '🏳️‍🌈', 'é', 'e\u0301', '\uFEFF', '\u200D', '\u202E', '\r\n', '  ', '\u00A0', '한국어', 'نص', '\0']),
      () => pick([' bags of ', 'planner: ', '. how many?', '12*3=36', '\n']),
    ])();
  return Array.from({ length: between(0, 24) }, character).join('');
}

describe('TextTokenizer', () => {
  it('gives back any text it encodes, and never a special token', () => {
    const random = seededRandom(7);
    for (let round = 0; round < 3000; round += 1) {
      const text = randomText(random);
      const ids = tokenizer.encode(text);
      expect(tokenizer.decode(ids)).toBe(text);
      expect(tokenizer.decode(ids, { skipSpecial: true })).toBe(text);
      expect(ids.some((id) => SPECIAL_IDS.includes(id))).toBe(false);
      expect(ids.every((id) => Number.isInteger(id) && id >= 0 && id < 400)).toBe(true);
    }
  });

  it('keeps text in pieces equal to the whole: no message can forge the end of another', () => {
    const pieces = ['<|im_', 'end|>', '<|im_start|>', 'judge: ok'];
    expect(tokenizer.decode(pieces.flatMap((piece) => tokenizer.encode(piece)))).toBe(pieces.join(''));
    expect(tokenizer.encode('<|im_end|>').length).toBeGreaterThan(1);
  });

  it('turns half a surrogate pair and bytes that are no UTF-8 into the replacement character', () => {
    expect(tokenizer.decode(tokenizer.encode('a\uD83Db'))).toBe('a\uFFFDb');
    const [first] = tokenizer.encode('é').slice(0, 1);
    expect(tokenizer.decode([first!])).toBe('\uFFFD');
    expect(tokenizer.decode(tokenizer.encode('é').toSpliced(1, 0, tokenizer.special.start!))).toBe('\uFFFD<|im_start|>\uFFFD');
  });

  it('places special tokens by id only, and hides them on request', () => {
    const { start, end } = tokenizer.promptTokens;
    const ids = [...start, ...tokenizer.encode('planner: 9*8'), end, ...tokenizer.encode('\n')];
    expect(tokenizer.special).toEqual({ pad: 0, start: 1, end: 2 });
    expect(tokenizer.decode(ids)).toBe('<|im_start|>planner: 9*8<|im_end|>\n');
    expect(tokenizer.decode(ids, { skipSpecial: true })).toBe('planner: 9*8\n');
    expect(tokenizer.decode([])).toBe('');
    expect(tokenizer.decode([10_000])).toBe('');
  });

  it('does not let a caller change what it remembers', () => {
    tokenizer.encode('remember me').fill(0);
    expect(tokenizer.decode(tokenizer.encode('remember me'))).toBe('remember me');
  });

  it('shows every token as text', () => {
    const vocabulary = tokenizer.vocabulary();
    expect(vocabulary).toHaveLength(tokenizer.vocabularySize);
    expect(vocabulary.slice(0, 3)).toEqual(SPECIAL_TOKENS);
    expect(vocabulary).toContain(' bags of ');
    expect(tokenizer.tokenText(3 + 0xe2)).toBe('<0xE2>');
    expect(tokenizer.tokenText(3 + 0x41)).toBe('A');
    expect(new Set(vocabulary).size).toBe(vocabulary.length);
  });

  it('reads other folders: newer merges, no ChatML tokens, ids behind the vocabulary', () => {
    const json = structuredClone(trained.tokenizerJson) as {
      model: { merges: unknown[]; vocab: Record<string, number> };
      added_tokens: object[];
    };
    json.model.merges = json.model.merges.map((merge) => String(merge).split(' '));
    for (const name of SPECIAL_TOKENS) delete json.model.vocab[name];
    const added = (id: number, content: string, special: boolean) => ({
      id,
      content,
      special,
      normalized: false,
      single_word: false,
      lstrip: false,
      rstrip: false,
    });
    json.added_tokens = [added(401, '<s>', true), added(402, '</s>', true), added(403, '<think>', false)];
    const other = TextTokenizer.fromFiles(json, { bos_token: { content: '<s>', __type: 'AddedToken' }, eos_token: '</s>' });
    expect(other.special).toEqual({ pad: 402, start: 401, end: 402 });
    expect(other.vocabularySize).toBe(404);
    expect(other.encode('bob has 9')).toEqual(tokenizer.encode('bob has 9'));
    // Not special: models are trained to read and write it as text.
    expect(other.encode('<think>a</s>')).toEqual([403, ...tokenizer.encode('a'), ...other.encode('</s>')]);
    expect(other.encode('</s>')).not.toContain(402);
    expect(other.decode([401, 403, 402])).toBe('<s><think></s>');
  });

  it('keeps the closing token out of texts even where the folder does not mark it as special', () => {
    const { vocab } = trained.tokenizerJson['model'] as { vocab: Record<string, number> };
    const json = {
      ...trained.tokenizerJson,
      added_tokens: [],
      model: { type: 'BPE', merges: ['e n'], vocab: { ...vocab, en: 500 } as Record<string, number> },
    };
    const other = TextTokenizer.fromFiles(json, { eos_token: 'en' });
    expect(other.special.end).toBe(2);
    expect(other.encode('<|im_end|>')).not.toContain(2);
    const { '<|im_end|>': _, ...endless } = json.model.vocab;
    const plain = TextTokenizer.fromFiles({ ...json, model: { ...json.model, vocab: endless } }, { eos_token: 'en' });
    expect(plain.special.end).toBe(500);
    expect(plain.decode(plain.encode('end'))).toBe('end');
    expect(plain.encode('end')).toHaveLength(3);
  });

  it('names what is wrong with a tokenizer', () => {
    const { tokenizerJson, tokenizerConfig } = trained;
    for (const json of [
      null,
      7,
      {},
      { model: { type: 'Unigram', vocab: [] } },
      { model: { vocab: { a: -1 } } },
      { ...tokenizerJson, pre_tokenizer: { type: 'Nonsense' } },
    ]) {
      expect(
        faultCode(() => TextTokenizer.fromFiles(json, tokenizerConfig)),
        JSON.stringify(json)?.slice(0, 80),
      ).toBe('E_TOKENIZER_UNSUPPORTED');
    }
    expect(faultCode(() => TextTokenizer.fromFiles(tokenizerJson, { eos_token: 5 }))).toBe('E_TOKENIZER_UNSUPPORTED');
    const vocabulary = (tokenizerJson['model'] as { vocab: Record<string, number> }).vocab;
    const { '<|im_end|>': _, ...endless } = vocabulary;
    expect(
      faultCode(() => TextTokenizer.fromFiles({ ...tokenizerJson, added_tokens: [], model: { vocab: endless, merges: [] } }, {})),
    ).toBe('E_TOKENIZER_SPECIAL');
    const { a: __, ...leaky } = vocabulary;
    expect(() => TextTokenizer.fromFiles({ ...tokenizerJson, model: { vocab: leaky, merges: [] } }, {})).toThrow(/neither all bytes/);
  });
});

describe('tokenizerFor', () => {
  it('needs a tokenizer that fits the model', () => {
    expect(tokenizerFor(trained, 400).vocabularySize).toBe(400);
    expect(faultCode(() => tokenizerFor(trained, 399))).toBe('E_TOKENIZER_VOCABULARY');
  });
});
