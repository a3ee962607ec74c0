import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { attachData, attachedTo } from '../../../../src/core/dataset/attach.ts';
import { columnsFrom, guessColumns, guessSplitColumn, partOf, problemOf } from '../../../../src/core/dataset/columns.ts';
import { parseDataFile } from '../../../../src/core/dataset/parse.ts';
import { PRESETS } from '../../../../src/core/document/presets/presets.ts';
import { datasetSchema } from '../../../../src/core/document/schema.ts';

const golden = (name: string) =>
  parseDataFile(new Uint8Array(readFileSync(new URL(`../../../golden/datasets/${name}`, import.meta.url))), name);
const text = (value: unknown) => parseDataFile(new TextEncoder().encode(JSON.stringify(value)), 'x');

describe('guessing columns', () => {
  it('GSM8K: the final answer behind ####, the working before it', () => {
    const file = golden('gsm8k-part.jsonl');
    const columns = guessColumns(file);
    expect(columns).toEqual({
      problem: { column: 'question', part: 'whole' },
      answer: { column: 'answer', part: 'final' },
      solution: { column: 'answer', part: 'working' },
    });
    const row = problemOf(file.rows[0] ?? {}, columns);
    expect(row['answer']).toBe('18');
    expect(row['solution']).toMatch(/every day at the farmer’s market\.$/);
  });
  it('MATH: answer and solution have columns of their own', () => {
    expect(guessColumns(golden('math-part.jsonl'))).toEqual({
      problem: { column: 'problem', part: 'whole' },
      answer: { column: 'answer', part: 'whole' },
      solution: { column: 'solution', part: 'whole' },
    });
  });
  it('MARFT’s two layouts', () => {
    expect(guessColumns(text([{ problem: 'p', final_answer: '1' }]))).toEqual({
      problem: { column: 'problem', part: 'whole' },
      answer: { column: 'final_answer', part: 'whole' },
    });
    const chat = text([
      {
        messages: [
          { role: 'system', content: 's' },
          { role: 'user', content: 'p' },
        ],
        answer: '1',
      },
    ]);
    const columns = guessColumns(chat);
    expect(problemOf(chat.rows[0] ?? {}, columns)).toEqual({ problem: 'p', answer: '1' });
  });
  it('a solution whose answer is boxed', () => {
    const file = text([{ problem: 'p', solution: 'so \\boxed{\\frac{1}{2}}' }]);
    expect(problemOf(file.rows[0] ?? {}, guessColumns(file))).toEqual({
      problem: 'p',
      answer: '\\frac{1}{2}',
      solution: 'so \\boxed{\\frac{1}{2}}',
    });
  });
  it('unknown names are left as they are', () => {
    const file = text([{ foo: 1, bar: [2] }]);
    expect(guessColumns(file)).toEqual({});
    expect(problemOf(file.rows[0] ?? {}, {})).toEqual({ foo: 1, bar: [2] });
  });
  it('a split column', () => {
    expect(guessSplitColumn(text({ train: [{ a: 1 }], test: [{ a: 2 }] }))).toBe('split');
    expect(guessSplitColumn(text([{ a: 1 }]))).toBe('');
  });
});

it('parts of a cell', () => {
  expect(partOf('a #### b #### 7 ', 'final')).toBe('7');
  expect(partOf('so 7', 'final')).toBe('so 7');
  expect(partOf('a\n#### 7', 'working')).toBe('a');
  expect(partOf(12, 'final')).toBe(12);
  expect(
    partOf(
      [
        { from: 'human', value: 'x' },
        { from: 'gpt', value: 'y' },
      ],
      'user',
    ),
  ).toBe('x');
});

it('--map', () => {
  expect(columnsFrom('problem=question, answer=the answer:final')).toEqual({
    problem: { column: 'question', part: 'whole' },
    answer: { column: 'the answer', part: 'final' },
  });
  expect(() => columnsFrom('problem')).toThrow('is not a pair');
  expect(() => columnsFrom('a=b:nothing')).toThrow('no part “nothing”');
});

const rows = Array.from({ length: 100 }, (_, n) => ({ q: `problem ${n}`, where: n % 4 === 0 ? 'validation' : 'train' }));
const settings = (changes: object = {}) => datasetSchema.parse({ name: 'x', digest: '0'.repeat(64), rows: rows.length, ...changes });
const said = (data: ReturnType<typeof attachData>, split: 'train' | 'test') =>
  [...data.splits[split]].map((index) => data.problem(index)['q']);

describe('splits and samples', () => {
  it('every row is in one split, the share to the nearest row', () => {
    const { splits } = attachData(rows, settings({ split: { test: 0.2 } }));
    expect(splits.test).toHaveLength(20);
    expect(new Set([...splits.train, ...splits.test]).size).toBe(100);
  });
  it('go by the rows, not by their order', () => {
    const chosen = settings({ sample: 30 });
    const [data, turned] = [attachData(rows, chosen), attachData(rows.toReversed(), chosen)];
    expect(said(turned, 'test')).toEqual(said(data, 'test'));
    expect(said(turned, 'train')).toEqual(said(data, 'train'));
  });
  it('a larger sample keeps the smaller one; another seed takes others', () => {
    const used = (sample: number, seed: number) => {
      const { splits } = attachData(rows, settings({ sample, seed }));
      return new Set([...splits.train, ...splits.test]);
    };
    expect([...used(20, 1)].every((index) => used(40, 1).has(index))).toBe(true);
    expect([...used(20, 1)].every((index) => used(20, 2).has(index))).toBe(false);
  });
  it('by a column', () => {
    const { splits } = attachData(rows, settings({ split: { column: 'where' } }));
    expect(splits.test).toHaveLength(25);
    expect([...splits.test].every((index) => index % 4 === 0)).toBe(true);
  });
  it('equal rows never lie in both splits', () => {
    const doubled = [...rows, ...rows, ...rows];
    for (let seed = 0; seed < 20; seed += 1) {
      const data = attachData(doubled, settings({ seed, split: { test: 0.1 } }));
      const test = new Set(said(data, 'test'));
      expect(said(data, 'train').some((q) => test.has(q))).toBe(false);
    }
  });
  it('the fingerprint follows rows, fields, sample and split', () => {
    const prints = [
      attachData(rows, settings()),
      attachData(rows, settings({ sample: 10 })),
      attachData(rows, settings({ split: { test: 0.3 } })),
      attachData(rows, settings({ columns: { problem: { column: 'q' } } })),
      attachData([...rows.slice(0, 99), { q: 'other', where: 'train' }], settings()),
    ].map(({ fingerprint }) => fingerprint);
    expect(new Set(prints).size).toBe(5);
    expect(attachData(rows, settings()).fingerprint).toBe(prints[0]);
  });
});

describe('a document and its rows', () => {
  const plain = PRESETS.micro.project({ source: 'x' });
  const withData = (changes: object = {}) => ({ ...plain, environment: { ...plain.environment, dataset: settings(changes) } });
  it('needs none without a data set', () => expect(attachedTo(plain, undefined)).toBeNull());
  it('says which file is missing', () => expect(() => attachedTo(withData(), undefined)).toThrow('“x” (100 rows, SHA-256 000000000000…)'));
  it('refuses another number of rows', () => expect(() => attachedTo(withData(), rows.slice(1))).toThrow('has 100 rows, but it has 99'));
  it('refuses empty splits', () => {
    expect(() => attachedTo(withData({ split: { test: 1 } }), rows)).toThrow('The train split');
    const measured = withData({ split: { test: 0 } });
    expect(() => attachedTo({ ...measured, training: { ...measured.training, evaluateEvery: 5 } }, rows)).toThrow('The test split');
  });
});
