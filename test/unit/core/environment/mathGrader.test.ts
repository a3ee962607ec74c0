import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { extractAnswer, gradeMath, sameAnswer } from '../../../../src/core/environment/mathGrader.ts';
import { keyFor, uniformAt } from '../../../../src/core/random/streams.ts';

const R1 = ['r1_extraction', 'r1_units', 'r1_percent', 'r1_tolerance', 'r1_case', 'r1_brackets'] as const;

describe('taking the answer out of a text', () => {
  // marft-spec §2.5, produced by R1's own functions.
  it.each([
    ['\\boxed{3/4}', '\\frac{3}{4}'],
    ['\\boxed{\\frac12}', '\\frac{1}{2}'],
    ['\\boxed{5\\text{ cm}}', '5'],
    ['it is 1,234.50 ok', '1234.50'],
    ['\\boxed{50\\%}', '50'],
    ['\\boxed{.5}', '0.5'],
  ])('%j gives %j, with R1’s quirks and without', (text, answer) => {
    expect(extractAnswer(text)).toBe(answer);
    expect(extractAnswer(text, { quirks: R1 })).toBe(answer);
  });

  it.each([
    ['\\boxed{t+1}', 't+1', '+1'],
    ['\\boxed{a/b}', 'a/b', '/b'],
    ['so 7-4', '4', '-4'],
    ['The answer is 5. Thanks for asking', '5', '5.Thanksforasking'],
  ])('%j gives %j, and %j with R1’s quirks', (text, answer, quirky) => {
    expect(extractAnswer(text)).toBe(answer);
    expect(extractAnswer(text, { quirks: R1 })?.replaceAll(' ', '')).toBe(quirky);
  });

  it.each([
    ['the final answer is $7$. I hope it is \\boxed{8}', '7', 'minerva before box'],
    ['\\boxed{1} then \\boxed{2}, the answer is 3', '2', 'the last box before phrases'],
    ['\\boxed{\\frac{1}{\\sqrt{2}}} 9', '\\frac{1}{\\sqrt{2}}', 'braces match'],
    ['$\\boxed 7$ and 8', '7', 'without a brace, up to the dollar'],
    ['\\boxed{3', '3', 'a brace never closed'],
    ['The answer is 4, no: the answer is 5.', '5', 'the last phrase'],
    ['the final answer is: 12 apples.\nThat was 3 steps.', '12apples', 'final answer is, to its sentence’s end'],
    ['所以答案是 6。', '6', 'Chinese'],
    ['9 eggs * 2 = <<9*2=18>>18.\n#### 1,018', '1018', 'behind ####'],
    ['maybe 3/4', '\\frac{3}{4}', 'a fraction is one number'],
    ['about -3.5', '-3.5', 'a sign'],
  ])('%j gives %j: %s', (text, answer) => expect(extractAnswer(text)?.replaceAll(' ', '')).toBe(answer));

  it.each(['', 'no idea', '\\boxed{}', '\\boxed{ }'])('%j gives nothing', (text) => {
    expect(extractAnswer(text)).toBeNull();
    expect(gradeMath(text, '')).toBe(false);
    expect(gradeMath(text, '1')).toBe(false);
  });
});

describe('equality', () => {
  it.each([
    ['0.5', '\\frac12'],
    ['1/2', '\\dfrac{1}{2}'],
    ['\\frac{2}{4}', '0.5'],
    ['18', '18.00'],
    ['\\$18', '18 dollars'],
    ['114,200', '114200'],
    ['1{,}234', '1234'],
    ['1\\,234', '1234'],
    ['50\\%', '50'],
    ['50%', '0.5'],
    ['145^\\circ', '145'],
    ['145^{\\circ}', '145°'],
    ['145 degrees', '145^\\circ'],
    ['5\\text{ cm}^2', '5'],
    ['5 cm', '5'],
    ['12 \\text{ square units}', '12'],
    ['12 square inches', '12'],
    ['60 miles per hour', '60 \\text{ mph}'],
    ['60 km/h', '60 km/h'],
    ['1\\frac{1}{2}', '1.5'],
    ['1\\frac12', '\\frac{3}{2}'],
    ['3 1/2', '7/2'],
    ['x=5', '5'],
    ['f(x)=x^2', 'x^2'],
    ['x \\in [0,1]', '[0,1]'],
    ['2\\sqrt{3}', '\\sqrt{12}'],
    ['\\sqrt3', '√3'],
    ['\\frac{1}{\\sqrt{2}}', '\\frac{\\sqrt 2}{2}'],
    ['3R^2', '3 R^{2}'],
    ['-13x+3', '3-13x'],
    ['(x+1)^2', 'x^2+2x+1'],
    ['6-5i', '-5i + 6'],
    ['\\frac{\\pi}{2}', 'pi/2'],
    ['1,-2', '-2, 1'],
    ['1,-2', '\\{-2,1\\}'],
    ['1 \\text{ and } -2', '1,-2'],
    ['1 \\pm \\sqrt{2}', '1-\\sqrt2, 1+\\sqrt2'],
    ['\\left( 3, \\frac{\\pi}{2} \\right)', '(3,\\pi/2)'],
    ['(-\\infty,2)\\cup(3,\\infty)', '(3,\\infty) \\cup (-\\infty, 2)'],
    ['(-\\infty,2)', '(-inf, 2)'],
    ['\\begin{pmatrix} -2 \\\\ 1/2 \\end{pmatrix}', '\\begin{bmatrix}-2\\\\0.5\\end{bmatrix}'],
    ['\\begin{array}{cc}1&2\\end{array}', '\\begin{pmatrix}1 & 2\\end{pmatrix}'],
    ['\\text{(E)}', 'E'],
    ['(B)', '\\text{B}'],
    ['\\text{Even}', 'even'],
    ['two', '2'],
    ['52_8', '52_{8}'],
    ['y = 2x + 1', '2x+1'],
    ['x + y = 3', '3 = y + x'],
    ['x-y=3', 'y-x=-3'],
    ['x \\le 5', '5 \\geq x'],
    ['5!', '120'],
    ['\\binom{5}{2}', '10'],
    ['\\log_2 8', '3'],
    ['\\sin^2 x + \\cos^2 x', '1'],
    ['2^{10}', '1024'],
    ['|{-3}|', '3'],
    ['100000000000000000001', '100,000,000,000,000,000,001'],
    ['6:30', '6:30'],
  ])('%j is %j', (a, b) => {
    expect(sameAnswer(a, b)).toBe(true);
    expect(sameAnswer(b, a)).toBe(true);
  });

  it.each([
    ['1', '2'],
    ['0.5', '50'],
    ['100001', '100000'],
    ['100000000000000000001', '100000000000000000002'],
    ['(0,1)', '[0,1]'],
    ['(1,2)', '(2,1)'],
    ['\\{1,2\\}', '(1,2)'],
    ['1,2', '1,2,2'],
    ['1,2,2', '1,1,2'],
    ['52_8', '52_9'],
    ['52_8', '52'],
    ['R', 'r'],
    ['\\sqrt{x^2}', 'x'],
    ['x < 5', 'x > 5'],
    ['x < 5', 'x \\le 5'],
    ['x+y=3', 'x+y=4'],
    ['x+1', 'x+2'],
    ['\\frac{1}{3}', '0.33'],
    ['(A)', '(B)'],
    ['even', 'odd'],
    ['\\infty', '-\\infty'],
    ['10^{1000}', '10^{999}'],
    ['1/0', '2/0'],
    ['', ''],
    ['6:30', '6:31'],
    ['\\constructor', '\\toString'],
  ])('%j is not %j', (a, b) => {
    expect(sameAnswer(a, b)).toBe(false);
    expect(sameAnswer(b, a)).toBe(false);
  });

  it.each([
    ['0.5', '50', 'r1_percent'],
    ['100001', '100000', 'r1_tolerance'],
    ['R^2', 'r^2', 'r1_case'],
    ['(0,1)', '[0,1]', 'r1_brackets'],
    ['t+1', '+1', 'r1_units'],
  ] as const)('%j is %j only with %s', (a, b, quirk) => {
    expect(sameAnswer(a, b)).toBe(false);
    expect(sameAnswer(a, b, { quirks: [quirk] })).toBe(true);
  });

  it('compares with the label as it stands where R1 in training does', () => {
    expect(gradeMath('\\boxed{5}', '5\\text{ cm}')).toBe(true);
    expect(gradeMath('\\boxed{5}', '5\\text{ cm}', { quirks: ['r1_raw_label'] })).toBe(false);
  });
});

interface Row {
  readonly problem?: string;
  readonly solution?: string;
  readonly answer: string;
}
const golden = (name: string): Row[] =>
  readFileSync(new URL(`../../../golden/datasets/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

describe('reference solutions', () => {
  it.each(golden('math-part.jsonl').map((row) => [row.answer, row] as const))('MATH: %s', (_, { solution = '', answer }) =>
    expect(gradeMath(solution, answer)).toBe(true),
  );
  it.each(golden('gsm8k-part.jsonl').map((row) => [row.answer.split('####')[1]?.trim() ?? '', row] as const))(
    'GSM8K: %s',
    (short, { answer }) => expect(gradeMath(answer, short)).toBe(true),
  );
});

/** Made-up answers of every kind, nested. */
function madeUp(seed: number): string {
  const key = keyFor(seed, 0);
  let drawn = 0;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(uniformAt(key, drawn++) * list.length)] as T;
  const value = (depth: number): string => {
    const leaf = () => pick(['3', '-17', '0.25', 'x', 'y', '\\pi', '1,234', '12', '\\sqrt{5}']);
    if (depth === 0) return leaf();
    return pick([
      leaf,
      () => `\\frac{${value(depth - 1)}}{${value(depth - 1)}}`,
      () => `${value(depth - 1)} + ${value(depth - 1)}`,
      () => `(${value(depth - 1)})^{2}`,
      () => `2 \\cdot ${value(depth - 1)}`,
    ])();
  };
  return pick([
    () => value(3),
    () => `(${value(1)}, ${value(2)})`,
    () => `[${value(1)}, ${value(1)}) \\cup (${value(1)}, \\infty)`,
    () => `\\begin{pmatrix} ${value(1)} & ${value(1)} \\\\ ${value(1)} & ${value(0)} \\end{pmatrix}`,
    () => `x = ${value(2)}`,
    () => `${value(1)}\\%`,
    () => `${value(0)}\\text{ cm}`,
    () => '\\text{June }',
  ])();
}

describe('what holds for every answer', () => {
  const answers = Array.from({ length: 300 }, (_, seed) => madeUp(seed));
  it('equals itself, in a box and with other layout', () => {
    for (const answer of answers) {
      expect(sameAnswer(answer, answer), answer).toBe(true);
      expect(gradeMath(`so \\boxed{${answer}}.`, answer), answer).toBe(true);
      const spaced = answer
        .replaceAll('(', ' \\left( ')
        .replaceAll(')', ' \\right) ')
        .replaceAll('+', ' \\; + \\! ')
        .replaceAll('\\frac', '\\dfrac');
      expect(sameAnswer(spaced, answer), spaced).toBe(true);
    }
  });
  it('is the same both ways', () => {
    answers.forEach((answer, i) => {
      const other = answers[(i * 7 + 1) % answers.length] ?? '';
      expect(sameAnswer(answer, other), `${answer} and ${other}`).toBe(sameAnswer(other, answer));
    });
  });
});
