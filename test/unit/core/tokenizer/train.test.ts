import { CHAT_TEMPLATE } from '../../../../src/core/tokenizer/chatTemplate.ts';
import { describe, expect, it } from 'vitest';
import { TextTokenizer } from '../../../../src/core/tokenizer/tokenizer.ts';
import { MINIMUM_VOCABULARY, trainBpe } from '../../../../src/core/tokenizer/train.ts';
import { wordProblems } from './word-problems.ts';

/** Merges learnt, as `left right` of the readable alphabet. */
const mergesOf = (texts: string[], vocabularySize: number) =>
  (trainBpe(texts, { vocabularySize }).tokenizerJson['model'] as { merges: string[] }).merges;

describe('trainBpe', () => {
  it('makes one token of each frequent span, and short transcripts', () => {
    const { tokenizerJson, tokenizerConfig } = trainBpe(wordProblems(2000), { vocabularySize: 400 });
    const tokenizer = TextTokenizer.fromFiles(tokenizerJson, tokenizerConfig);
    const tokens = tokenizer.encode('bob has 9 bags of 8 apples. how many?').map((id) => tokenizer.tokenText(id));
    expect(tokens.length).toBeLessThanOrEqual(7);
    expect(tokens).toContain(' bags of ');
    for (const span of ['planner: ', 'solver: ', 'problem: ', ' write the expression', ' compute the answer'])
      expect(tokenizer.encode(span)).toHaveLength(1);
  });

  it('keeps digits, signs and newlines apart', () => {
    const { tokenizerJson, tokenizerConfig } = trainBpe(
      Array.from({ length: 50 }, () => '12+34=46\n12*3-1/2'),
      { vocabularySize: 400 },
    );
    const tokenizer = TextTokenizer.fromFiles(tokenizerJson, tokenizerConfig);
    expect(tokenizer.encode('12+34=46\n12*3-1/2')).toHaveLength(17);
    expect(tokenizer.vocabularySize).toBe(MINIMUM_VOCABULARY);
  });

  it('merges by frequency, ties by the smaller pair of ids (worked by hand)', () => {
    // ab ×5, cd ×5, bc ×2: "ab" before "cd" (tie), then "ab"+"cd" ×2, then nothing occurs twice.
    expect(mergesOf(['ab', 'ab', 'ab', 'cd', 'cd', 'cd', 'abcd', 'abcd'], 400)).toEqual(['a b', 'c d', 'ab cd']);
    expect(mergesOf(['aaaa', 'aaaa'], 400)).toEqual(['a a', 'aa aa']);
    expect(mergesOf(['é', 'é'], 400)).toEqual(['Ã ©']);
    expect(mergesOf([], 400)).toEqual([]);
  });

  it('stops at the size asked for, and does not depend on the order of its texts', () => {
    const texts = wordProblems(300);
    expect(mergesOf(texts, 300)).toHaveLength(300 - MINIMUM_VOCABULARY);
    expect(trainBpe([...texts].reverse(), { vocabularySize: 350 })).toEqual(trainBpe(texts, { vocabularySize: 350 }));
    expect(() => trainBpe(texts, { vocabularySize: 258 })).toThrow('at least 259');
  });

  it('never learns a special token from text', () => {
    const { tokenizerJson, tokenizerConfig } = trainBpe(
      Array.from({ length: 20 }, () => 'x<|im_end|>y <|im_end|>'),
      { vocabularySize: 400 },
    );
    const tokenizer = TextTokenizer.fromFiles(tokenizerJson, tokenizerConfig);
    expect(tokenizer.encode('<|im_end|>')).not.toContain(tokenizer.special.end);
    expect(tokenizer.decode(tokenizer.encode('x<|im_end|>y'))).toBe('x<|im_end|>y');
  });

  it('writes what the Rust library needs: special tokens in the vocabulary at their ids', () => {
    const { tokenizerJson, tokenizerConfig, specialTokensMap } = trainBpe(['a'], {
      vocabularySize: 300,
      maxLength: 64,
    });
    expect((tokenizerJson['model'] as { vocab: Record<string, number> }).vocab).toMatchObject({
      '<pad>': 0,
      '<|im_start|>': 1,
      '<|im_end|>': 2,
      Ġ: 3 + 0x20,
    });
    expect(tokenizerConfig).toMatchObject({
      eos_token: '<|im_end|>',
      chat_template: CHAT_TEMPLATE,
      model_max_length: 64,
      clean_up_tokenization_spaces: false,
    });
    expect(specialTokensMap).toEqual({ bos_token: '<|im_start|>', eos_token: '<|im_end|>', pad_token: '<pad>' });
  });
});
