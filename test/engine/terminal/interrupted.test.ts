/** A run that is killed at its beginning or asked to stop goes on as if nothing had happened, and has one writer. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { readRun, resumePoint } from '../../../headless/kit/run/storedRun.ts';
import { type RunListener, type RunToTrain, trainRun } from '../../../headless/kit/run/trainRun.ts';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import { long } from '../../support/long.ts';
import { microProject } from '../support/team.ts';
import { command, program } from '../../support/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'interrupted-'));
afterAll(() => rmSync(folder, { recursive: true }));

const few = { episodes: 2, epochs: 1, checkpointEvery: 2, evaluateEvery: 2, evaluateEpisodes: 2 };

function shortProject(training: Partial<ProjectDocument['training']>): ProjectDocument {
  const project = microProject({ ...few, ...training });
  const agents = project.team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, maxNewTokens: 2 } }));
  return { ...project, team: { ...project.team, agents } };
}

const nothing: RunListener = { notice: () => undefined, opened: () => undefined, row: () => undefined };
const { rollback } = microProject().training;

it.for<[string, Partial<ProjectDocument['training']>]>([
  ['with rollback and a critic', { rollback: { ...rollback, enabled: true } }],
  ['with a lag', { lag: 1, decoupled: { ...microProject().training.decoupled, enabled: true } }],
  ['without a critic', { algorithm: 'grpo', groupSize: 2 }],
])('killed before its first checkpoint, then asked to stop: the same run in the end, %s', async ([name, training], context) => {
  if (name !== 'with a lag') long(context);
  const document = shortProject({ iterations: 3, ...training });
  const train = async (out: string, listener = nothing, stop?: RunToTrain['stop'], resume = false) => {
    const run = resume ? await readRun(out) : null;
    const resumed = run && { run, from: await resumePoint(run, 'latest', (code) => expect.fail(code)) };
    return trainRun({ document, backend: 'wasm', engine: { workers: 1, reproducible: true }, out, resumed, stop }, listener);
  };
  const whole = join(folder, `${name} whole`);
  await train(whole);

  const broken = join(folder, name);
  const killed = {
    ...nothing,
    row: ({ iteration }: { iteration?: number }) => {
      if (iteration === 1) throw new Error('killed');
    },
  };
  await expect(train(broken, killed)).rejects.toThrow('killed');
  expect(readdirSync(join(broken, 'checkpoints')), 'there is something to go on from').toEqual(['steps_0']);

  let signal: 'SIGTERM' | null = null;
  const rows: number[] = [];
  const stopping = {
    ...nothing,
    row: ({ iteration = -1 }) => {
      rows.push(iteration);
      if (iteration === 1) signal = 'SIGTERM';
    },
  };
  await train(
    broken,
    stopping,
    {
      get signal() {
        return signal;
      },
      heed: () => () => undefined,
    },
    true,
  );
  expect(rows).toEqual([0, 1]);
  expect(readdirSync(join(broken, 'checkpoints'))).toContain('steps_1');

  await train(broken, nothing, undefined, true);
  for (const path of [
    'metrics.jsonl',
    'checksums.jsonl',
    'rollouts/3.jsonl',
    'checkpoints/steps_3/SHA256SUMS',
    'checkpoints/steps_3/optimizer.safetensors',
  ])
    expect(readFileSync(join(broken, path)).equals(readFileSync(join(whole, path))), path).toBe(true);
});

it('a due checkpoint does not wait for the episodes, which may not fit on the disk', async () => {
  const out = join(folder, 'full');
  const blocked = {
    ...nothing,
    row: ({ iteration }: { iteration?: number }) => {
      if (iteration !== 2) return;
      rmSync(join(out, 'rollouts'), { recursive: true });
      writeFileSync(join(out, 'rollouts'), '');
    },
  };
  const run = trainRun({ document: shortProject({ iterations: 3 }), backend: 'wasm', engine: { workers: 1 }, out }, blocked);
  await expect(run).rejects.toThrow('rollouts');
  expect((await resumePoint(await readRun(out), 'latest', (code) => expect.fail(code)))?.iteration).toBe(2);
});

/** Resolves when what the process prints holds `word`. */
function says(child: ChildProcess, word: string): Promise<void> {
  let said = '';
  child.stderr?.on('data', (data) => (said += String(data)));
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (data) => {
      said += String(data);
      if (said.includes(word)) resolve();
    });
    child.on('exit', () => reject(new Error(`it ended without “${word}”: ${said}`)));
  });
}

it('a folder has one writer, SIGTERM ends it with a checkpoint, and the same command says how to go on', async () => {
  const project = join(folder, 'project.json');
  writeFileSync(project, JSON.stringify(shortProject({ iterations: 1000, checkpointEvery: 1000, evaluateEvery: 1000 })));
  const out = join(folder, 'run');
  const args = [project, '--backend', 'tfjs-cpu', '--out', out];
  const child = spawn(process.execPath, [program('train'), ...args, '--json']);
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  onTestFinished(() => void child.kill('SIGKILL'));
  await says(child, '{"iteration":1,');
  // Held still while others try: it is there, and takes no time from them.
  child.kill('SIGSTOP');
  const busy = `error E_RUN_LOCKED: ${out} is locked: process ${child.pid} has been writing to it since`;
  expect(command('train', ...args)).toContain(busy);
  expect(command('train', '--resume', '--out', out)).toContain(busy);

  child.kill('SIGTERM');
  child.kill('SIGCONT');
  expect(await ended).toBe(143);
  expect(existsSync(join(out, 'run.lock'))).toBe(false);
  const rows = readFileSync(join(out, 'metrics.jsonl'), 'utf8').trim().split('\n').length - 1;
  expect(readdirSync(join(out, 'checkpoints')).toSorted()).toEqual(['steps_0', `steps_${rows}`]);
  const again = command('train', ...args);
  expect(again).toContain(`${out} already holds a run, with a checkpoint after iteration ${rows} of 1000.`);
  expect(again).toContain(`Continue it with: npm run train -- --resume --out ${out}`);
});

it('a project that never ends loading is ended by Ctrl+C as any program', async () => {
  const project = join(folder, 'endless.json');
  // The parser tries twice at each of these parentheses (docs/safety.md).
  const source = `${'(a = '.repeat(60)}1${')'.repeat(60)} => 1; export default {}`;
  writeFileSync(project, JSON.stringify({ ...shortProject({ iterations: 1 }), environment: { file: 'e.ts', source, dataset: null } }));
  const child = spawn(process.execPath, [
    program('train'),
    ...[project, '--backend', 'tfjs-cpu', '--out', join(folder, 'endless'), '--json'],
  ]);
  const ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code)));
  await says(child, 'environment_code');
  child.kill('SIGINT');
  expect(await ended).toBe('SIGINT');
});
