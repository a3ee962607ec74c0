/** The grader where it runs: in the sandbox, whose ticks bound what hostile answers may cost. */
import { afterAll, expect, it } from 'vitest';
import type { StepRequest } from '../../../../src/core/environment/contract.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { moduleWith, STEP } from './support.ts';

const sandbox = createSandbox({ limits: { ticks: 2_000_000 } });
afterAll(() => sandbox.dispose());

const GRADING = moduleWith({
  top: "import { gradeMath, extractAnswer } from 'marft/env';",
  step: `const text = messages.at(-1)?.text ?? '';
    const right = gradeMath(text, state.answer ?? '');
    return { state: extractAnswer(text), observation: '', reward: Number(right), terminated: true, truncated: false };`,
});

const saying = (text: string, answer: string): StepRequest => ({
  ...STEP,
  state: { answer },
  messages: [{ role: 'solver', text, turn: 0 }],
});

it('grades in the sandbox as outside', async () => {
  await sandbox.load(GRADING);
  const steps = await sandbox.step([saying('so \\boxed{\\frac12}', '0.5'), saying('so \\boxed{3}', '4')]);
  expect(steps.map(({ reward }) => reward)).toEqual([1, 0]);
  expect(steps[0]?.state).toBe('\\frac{1}{2}');
});

const long = (unit: string, length = 60_000) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

// Each text costs less than two million ticks, or the sandbox refuses the step.
it.each([
  ['{', '\\boxed{', ''],
  ['}', '\\boxed{', ''],
  ['\\frac{', '\\boxed{', ''],
  ['(', '\\boxed{', '}'],
  ['(((', 'the answer is ', ''],
  ['-', 'the answer is ', ''],
  [' ', 'the answer is 5', 'x'],
  [' ', '5', '%'],
  ['1,', '', ''],
  ['1 ', '', '/'],
  ['1/', '', ''],
  ['9', '', ''],
  ['111,', '', 'x'],
  ['.', '1', ''],
  ['1.', '', ''],
  ['\\text{', '\\boxed{', ''],
  ['\\ ', '\\boxed{5', '}'],
  ['cm ', '\\boxed{5 ', 'x}'],
  ['cm/', '\\boxed{5 ', '}'],
  ['a=', '\\boxed{', '}'],
  ['\\cup', '\\boxed{', '}'],
  ['\\pm', '\\boxed{', '}'],
  ['^', '\\boxed{2', '}'],
  ['2^', '\\boxed{', '2}'],
  ['!', '\\boxed{3', '}'],
  ['\\begin{pmatrix}', '\\boxed{', '}'],
  ['boxed', '', ''],
  ['he answer is ', '', ''],
  ['final answer is $', '', ''],
  ['####', '', ''],
  ['sin', '\\boxed{', '}'],
  ['|', '\\boxed{', '}'],
  ['1,2;', '\\boxed{', '}'],
  ['and or ', '\\boxed{1 ', '}'],
])('a text of nothing but %j ends soon', async (unit, before, end) => {
  for (const length of [599, 60_000]) {
    const text = `${before}${long(unit, length - before.length - end.length - 1)}${end}`;
    const inside = `${before}${long(unit, 500)}${end}`;
    const [step] = await sandbox.step([saying(text, inside.replace('\\boxed{', '')), saying(inside, text)]);
    expect(Number.isFinite(step?.reward)).toBe(true);
  }
});
