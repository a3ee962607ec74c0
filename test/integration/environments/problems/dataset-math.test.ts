/** The environment for mathematics from a file, over the sample rows, in the sandbox. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guessColumns, problemOf } from '../../../../src/core/dataset/columns.ts';
import { parseDataFile } from '../../../../src/core/dataset/parse.ts';
import type { EnvironmentInfo } from '../../../../src/core/environment/contract.ts';
import type { Json } from '../../../../src/core/json.ts';
import { BUILTIN_ENVIRONMENTS } from '../../../../src/environments/index.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { faultOf, RESET, STEP } from '../../session/sandbox/support.ts';

const sandbox = createSandbox();
let info: EnvironmentInfo;
beforeAll(async () => {
  info = await sandbox.load(environmentSource('dataset-math'));
});
afterAll(() => sandbox.dispose());

it('is listed, and says that shipped bases cannot solve such problems', () => {
  expect(BUILTIN_ENVIRONMENTS.map(({ id, title }) => [id, title])).toContainEqual(['dataset-math', info.name]);
  expect(info.description).toContain('the tiny bases that are shipped cannot solve these');
});

describe.each(['gsm8k-part.jsonl', 'math-part.jsonl'])('%s', (name) => {
  const file = parseDataFile(new Uint8Array(readFileSync(new URL(`../../../golden/datasets/${name}`, import.meta.url))), name);
  const problems = file.rows.map((row) => problemOf(row, guessColumns(file)));

  it('the agents read the problem; demonstrations earn full reward, silence none', async () => {
    const begun = await sandbox.reset(problems.map((problem, index) => ({ ...RESET, index, problem: problem as Json })));
    expect(begun.map(({ observation }) => observation)).toEqual(problems.map(({ problem }) => problem));
    for (const speakers of [['solver'], ['planner', 'solver']]) {
      for (const { state } of begun) {
        const messages: { role: string; text: string; turn: number }[] = [];
        for (const role of speakers) {
          const [text = ''] = await sandbox.demonstrate([{ state, role, messages: [...messages], randomKey: [1, 2] }]);
          messages.push({ role, text, turn: 0 });
        }
        const [right, wrong] = await sandbox.step([
          { ...STEP, state, messages },
          { ...STEP, state, messages: [{ role: 'solver', text: 'I do not know', turn: 0 }] },
        ]);
        expect(right?.reward).toBe(1);
        expect(wrong?.reward).toBe(0);
      }
    }
  });
});

it('says what it needs when there are no rows, or rows without its fields', async () => {
  expect((await faultOf(() => sandbox.reset([RESET]))).message).toContain('no data set is attached');
  expect((await faultOf(() => sandbox.reset([{ ...RESET, problem: { question: 'x' } }]))).message).toContain(
    'fields “problem” and “answer”',
  );
});
