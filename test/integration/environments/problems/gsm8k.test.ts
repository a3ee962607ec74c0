/** GSM8K's problems, planner and solver: rows as they are and as the data set's dialogue maps them, and five of our own. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guessColumns, problemOf } from '../../../../src/core/dataset/columns.ts';
import { parseDataFile } from '../../../../src/core/dataset/parse.ts';
import { documentFaults, unreadSettings } from '../../../../src/core/document/check/check.ts';
import { isModelProject, MODEL_PROJECTS } from '../../../../src/core/document/presets/modelProjects.ts';
import type { EnvironmentInfo } from '../../../../src/core/environment/contract.ts';
import type { Json } from '../../../../src/core/json.ts';
import { parseHubName } from '../../../../src/core/formats/models/hub/hubName.ts';
import { RECOMMENDED } from '../../../../src/core/formats/models/recommended.ts';
import { isForwardOp } from '../../../../src/engine/contracts/plan.ts';
import { adapterSlot } from '../../../../src/engine/model/adapters.ts';
import { makeBatches } from '../../../../src/engine/train/batches.ts';
import { SMOLLM_135M } from '../../../../bench/shapes.ts';
import { chooseProject } from '../../../../headless/kit/project.ts';
import { BUILTIN_ENVIRONMENTS } from '../../../../src/environments/index.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { faultOf, RESET, STEP } from '../../session/sandbox/support.ts';

const sandbox = createSandbox();
let info: EnvironmentInfo;
beforeAll(async () => {
  info = await sandbox.load(environmentSource('gsm8k'));
});
afterAll(() => sandbox.dispose());

const name = 'gsm8k-part.jsonl';
const file = parseDataFile(new Uint8Array(readFileSync(new URL(`../../../golden/datasets/${name}`, import.meta.url))), name);

it('is listed', () => {
  expect(BUILTIN_ENVIRONMENTS.map(({ id, title }) => [id, title])).toContainEqual(['gsm8k', info.name]);
  expect(info.splits).toEqual({ train: 4, test: 1 });
});

describe.each([
  ['rows as GSM8K has them', file.rows.map((row) => row as Json)],
  ['rows as they are mapped', file.rows.map((row) => problemOf(row, guessColumns(file)) as Json)],
  ['the sample', [undefined, undefined, undefined, undefined]],
])('%s', (_, rows) => {
  it('are played: what is demonstrated earns full reward, another number none', async () => {
    const begun = await sandbox.reset(rows.map((problem, index) => ({ ...RESET, index, ...(problem === undefined ? {} : { problem }) })));
    for (const { state, observation } of begun) {
      expect(String(observation)).toMatch(/\?$/);
      const [plan = ''] = await sandbox.demonstrate([{ state, role: 'planner', messages: [], randomKey: [1, 2] }]);
      expect(plan).not.toContain('####');
      const said = { role: 'planner', text: plan, turn: 0 };
      const [text = ''] = await sandbox.demonstrate([{ state, role: 'solver', messages: [said], randomKey: [1, 2] }]);
      const answered = (answer: string) => ({ ...STEP, state, messages: [said, { role: 'solver', text: answer, turn: 0 }] });
      const [right, wrong, silent] = await sandbox.step([answered(text), answered('#### 123456'), answered('')]);
      expect(right).toMatchObject({ reward: 1, terminated: true, skills: { 'marks it': 1 } });
      expect(wrong?.reward).toBe(0);
      expect(silent).toMatchObject({ reward: 0, skills: { 'gives an answer': 0 } });
    }
  });
});

it('the test problem of the sample is none of those it trains on', async () => {
  const starts = await sandbox.reset([0, 1, 2, 3].map((index) => ({ ...RESET, index })));
  const [held] = await sandbox.reset([{ ...RESET, split: 'test', index: 0 }]);
  expect(new Set([...starts, held!].map(({ observation }) => observation)).size).toBe(5);
});

it('says what a row lacks', async () => {
  expect((await faultOf(() => sandbox.reset([{ ...RESET, problem: { q: 'x' } }]))).message).toContain('fields “question” and “answer”');
});

describe('the project', () => {
  const document = chooseProject({ preset: 'gsm8k-duo', iterations: 3 });

  it('can be trained as it is, on a model that is recommended', () => {
    expect(documentFaults(document)).toEqual([]);
    expect(document.training.iterations).toBe(3);
    expect(RECOMMENDED.map(({ id }) => id)).toContain(parseHubName(document.team.base)?.id);
    expect(document.training.episodes % document.training.groupSize).toBe(0);
    expect(document.team).toMatchObject({ weights: 'q8', kvCache: 'f16', template: 'model' });
    expect(document.training).toMatchObject({ groupSize: 8, overlong: { buffer: 16, penalty: 0.5 } });
    expect(document.team.agents.every(({ adapter }) => adapter.targets.join() === 'q_proj,k_proj,v_proj,o_proj')).toBe(true);
  });

  it('has nothing set that nothing reads', () => {
    expect(unreadSettings(document)).toEqual([]);
  });

  it('computes the activations of its model again', () => {
    const slots = document.team.agents.map(({ role, adapter }) => adapterSlot(SMOLLM_135M, role, adapter));
    const messages = document.team.agents.flatMap(({ sampling }, slot) =>
      Array.from({ length: document.training.episodes }, () => {
        const first = 128; // a prompt's tokens
        return { ids: Array.from({ length: first + sampling.maxNewTokens }, () => 1), first, slot, temperature: 1 };
      }),
    );
    const batches = makeBatches(SMOLLM_135M, slots, messages, { backward: true, recompute: true });
    expect(batches.length).toBeGreaterThan(1);
    expect(batches.every(({ plan }) => plan.ops.backward?.some(isForwardOp))).toBe(true);
  });

  it('is named beside the others where a name is none', () => {
    expect(Object.keys(MODEL_PROJECTS).every(isModelProject)).toBe(true);
    expect(() => chooseProject({ preset: 'gsm9k' })).toThrow(/gsm8k-duo/);
  });
});
