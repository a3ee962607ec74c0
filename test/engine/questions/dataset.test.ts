/** Problems from a file through a whole session: what is trained and measured on, and that a run goes on with its rows only. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { attachedTo } from '../../../src/core/dataset/attach.ts';
import { problemOf } from '../../../src/core/dataset/columns.ts';
import type { DataRow } from '../../../src/core/dataset/rows.ts';
import { datasetSchema, type ProjectDocument } from '../../../src/core/document/schema.ts';
import { environmentSource } from '../../../src/environments/source.node.ts';
import { checkpointOf, restoreCheckpoint } from '../../../src/session/run/checkpoint.ts';
import { estimateIteration } from '../../../src/session/room/estimate.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { Demonstrations } from '../../../src/session/warmStart/demonstrations.ts';
import { TrainingSession } from '../../../src/session/run/session.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { createExecutor } from '../support/executors.ts';
import { bytesOf, keepSessions } from '../support/sessions.ts';
import { micro, microProject } from '../support/team.ts';
import { command } from '../../support/terminal.ts';
import { long } from '../../support/long.ts';

const rows: DataRow[] = Array.from({ length: 10 }, (_, n) => ({
  question: `bob has ${n} eggs and buys 2 more. how many?`,
  answer: `${n + 2}`,
}));
const columns = { problem: { column: 'question' }, answer: { column: 'answer' } };

function projectWith(dataset: object = {}, training: Partial<ProjectDocument['training']> = {}): ProjectDocument {
  const project = microProject({ episodes: 8, groupSize: 2, iterations: 2, epochs: 1, ...training });
  const agents = project.team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, maxNewTokens: 3 } }));
  const settings = datasetSchema.parse({
    name: 'sums.jsonl',
    digest: 'a'.repeat(64),
    rows: rows.length,
    columns,
    split: { test: 0.3 },
    ...dataset,
  });
  return {
    ...project,
    team: { ...project.team, agents },
    environment: { file: 'd.ts', source: environmentSource('dataset-math'), dataset: settings },
  };
}

const keep = keepSessions();
const open = async (document: ProjectDocument, given: readonly DataRow[] | undefined = rows) =>
  keep(
    await TrainingSession.create({
      document,
      bases: [micro],
      engine: new LocalEngine(await createExecutor('wasm')),
      environment: createSandbox(),
      rows: given,
    }),
  );

describe('a session whose problems are rows', () => {
  it('trains on the rows of its train split, each once a pass, and measures on the others', async () => {
    const session = await open(projectWith());
    expect(session.info.splits).toEqual({ train: 7, test: 3 });
    const seen: number[] = [];
    for (let i = 0; i < 2; i += 1) {
      const { episodes } = await session.iterate();
      for (const { problem_index: index, problem } of episodes) expect(problem).toBe(rows[index]?.['question']);
      // Two episodes of a group share their problem.
      seen.push(...episodes.filter((_, n) => n % 2 === 0).map(({ problem_index }) => problem_index));
    }
    expect(seen).toHaveLength(8);
    expect(new Set(seen.slice(0, 7)).size).toBe(7);
    const { episodes } = await session.evaluate({ split: 'test', episodes: 6, greedy: true });
    const tested = new Set(episodes.map(({ problem_index }) => problem_index));
    expect(tested.size).toBe(3);
    expect(seen.some((index) => tested.has(index))).toBe(false);
  });

  it('goes on from a checkpoint as if it had never stopped, and only with its own problems', async () => {
    const document = projectWith();
    const whole = await open(document);
    await bytesOf(whole, 1);
    const files = await checkpointOf(whole);
    const later = await bytesOf(whole, 1);
    const resumed = await open(document);
    await restoreCheckpoint(resumed, files);
    expect(await bytesOf(resumed, 1)).toBe(later);

    const others = rows.map((row, n) => (n === 4 ? { ...row, answer: '7' } : row));
    const another = await open(document, others);
    await expect(restoreCheckpoint(another, files)).rejects.toThrow('are not the ones the run started with');
    const smaller = await open(projectWith({ sample: 8 }));
    await expect(restoreCheckpoint(smaller, files)).rejects.toThrow('are not the ones the run started with');
  });

  it('does not start without its rows', async () => {
    await expect(
      TrainingSession.create({
        document: projectWith(),
        bases: [micro],
        engine: new LocalEngine(await createExecutor('wasm')),
        environment: createSandbox(),
      }),
    ).rejects.toThrow('“sums.jsonl” (10 rows, SHA-256 aaaaaaaaaaaa…), which is not here');
  });

  it('is estimated from its own prompts', async () => {
    const document = projectWith();
    const problemsOf = (some: readonly DataRow[]) => some.map((row) => problemOf(row, document.environment.dataset?.columns ?? {}));
    const sandbox = createSandbox();
    await sandbox.load(document.environment.source);
    const short = await estimateIteration(document, [micro], sandbox, { workers: 1, problems: problemsOf(rows) });
    const long = await estimateIteration(document, [micro], sandbox, {
      workers: 1,
      problems: problemsOf(rows.map((row) => ({ ...row, question: String(row['question']).repeat(3) }))),
    });
    expect(long.tokens).toBeGreaterThan(short.tokens);
    await sandbox.dispose();
  });
});

it('a warm start is shown the solutions of train rows alone', async () => {
  const document = projectWith();
  const data = attachedTo(document, rows);
  const sandbox = createSandbox();
  const info = await sandbox.load(document.environment.source);
  const agents = document.team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, maxNewTokens: 40 } }));
  const stage = { team: { ...document.team, agents }, horizon: 1, compat: [], tokensOf: () => micro.tokenizer.promptTokens };
  const source = new Demonstrations(sandbox, { ...info, splits: { train: 7, test: 3 } }, { seed: 1, right: 1 }, data);
  const records = (await source.draw(stage, 'training', 0, 7)).map((episode) => episode.record());
  expect(records.map(({ reward }) => reward)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  expect(new Set(records.map(({ problem_index: index }) => index))).toEqual(new Set(data?.splits.train));
  for (const { problem, problem_index: index } of records) expect(problem).toBe(rows[index]?.['question']);
  await sandbox.dispose();
});

describe('the terminal', () => {
  const folder = mkdtempSync(join(tmpdir(), 'data-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const at = (name: string) => join(folder, name);
  writeFileSync(at('sums.txt'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  writeFileSync(at('other.csv'), 'question,answer\none and one?,2\n');
  const plain = projectWith({}, { iterations: 1 });
  writeFileSync(at('project.json'), JSON.stringify({ ...plain, environment: { ...plain.environment, dataset: null } }));

  it('trains on --data, goes on with it and measures on it; refuses other files, and says which one is missing', (context) => {
    long(context);
    command(
      'train',
      at('project.json'),
      '--data',
      at('sums.txt'),
      '--test-share',
      '0.3',
      '--backend',
      'wasm',
      '--workers',
      '1',
      '--out',
      at('run'),
      '--json',
    );
    const saved = JSON.parse(readFileSync(at('run/project.json'), 'utf8')) as ProjectDocument;
    expect(saved.environment.dataset).toMatchObject({
      name: 'sums.txt',
      rows: 10,
      split: { test: 0.3 },
      columns: { problem: { column: 'question', part: 'whole' } },
    });
    expect(JSON.parse(readFileSync(at('run/run.json'), 'utf8')).dataset).toMatchObject({ name: 'sums.txt', train: 7, test: 3 });

    const evaluated = command(
      'evaluate',
      '--run',
      at('run'),
      '--data',
      at('sums.txt'),
      '--episodes',
      '3',
      '--backend',
      'wasm',
      '--workers',
      '1',
      '--json',
    );
    expect(JSON.parse(evaluated)).toMatchObject({ split: 'test', problems: 3 });
    expect(command('evaluate', '--run', at('run'))).toContain('takes its problems from “sums.txt” (10 rows');
    expect(command('train', '--resume', '--out', at('run'), '--iterations', '2', '--data', at('other.csv'))).toContain('E_DATASET_OTHER');
    expect(command('train', at('run/project.json'), '--data', at('other.csv'))).toContain('other.csv is another file (1 rows');
    command('train', '--resume', '--out', at('run'), '--iterations', '2', '--data', at('sums.txt'), '--json');
    expect(readFileSync(at('run/metrics.jsonl'), 'utf8').trim().split('\n')).toHaveLength(3);
  });

  it('says what is wrong with its flags', () => {
    expect(command('train', at('project.json'), '--map', 'a=b')).toContain('--map says how a file of problems is read, but none is given');
    expect(command('train', at('project.json'), '--data', at('sums.txt'), '--map', 'problem=nothing')).toContain(
      'It has: question, answer.',
    );
    expect(command('train', at('project.json'), '--data', at('nowhere'))).toContain('There is no file');
  });
});
