/** What `train` says and does when a person asks in the terminal: Ctrl+C, an earlier checkpoint, and settings that nothing reads. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import { microProject } from '../support/team.ts';
import { command, program } from '../../support/terminal.ts';
import { long } from '../../support/long.ts';

const folder = mkdtempSync(join(tmpdir(), 'asked-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ITERATIONS = 3;
/** Its own words are two tokens long; `earlyStopKl` is read by nobody where an iteration has one step. */
function projectFile(name: string, training: Partial<ProjectDocument['training']>): string {
  const project = microProject({ episodes: 2, epochs: 1, minibatches: 1, iterations: ITERATIONS, checkpointEvery: 1, ...training });
  const agents = project.team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, maxNewTokens: 2 } }));
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify({ ...project, team: { ...project.team, agents } }));
  return file;
}

const whole = join(folder, 'whole');
const file = (run: string, path: string) => readFileSync(join(run, path), 'utf8');
/** Never interrupted; what it said. */
let said = '';
beforeAll(() => {
  said = command('train', projectFile('whole.json', { earlyStopKl: 0.01 }), '--backend', 'tfjs-cpu', '--out', whole, '--json');
});

it('a setting that nothing reads is told, and is kept', () => {
  const told = said.split('\n').filter((line) => line.includes('"setting_unread"'));
  expect(told).toHaveLength(1);
  expect(JSON.parse(told[0]!)).toMatchObject({ notice: 'setting_unread', message: expect.stringContaining('“training.earlyStopKl”') });
  expect(JSON.parse(file(whole, 'project.json')).training.earlyStopKl).toBe(0.01);
});

it('--resume --checkpoint N goes on from N, whatever came after it, with the numbers of the run that was never interrupted', (context) => {
  long(context);
  const again = join(folder, 'again');
  cpSync(whole, again, { recursive: true });
  // Nothing of what came later may be used.
  writeFileSync(join(again, 'checkpoints/steps_3/optimizer.safetensors'), 'spoilt');
  const rows = command('train', '--resume', '--checkpoint', '1', '--out', again, '--json')
    .split('\n')
    .flatMap((line) => (line.startsWith('{"iteration":') ? [(JSON.parse(line) as { iteration: number }).iteration] : []));
  expect(rows, 'those that were computed').toEqual([2, 3]);
  const checkpoint = readdirSync(join(whole, 'checkpoints/steps_3'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(safetensors|json)$|SUMS$/.test(path))
    .map((path) => `checkpoints/steps_3/${path}`);
  expect(checkpoint).toHaveLength(8);
  for (const path of ['metrics.jsonl', 'checksums.jsonl', 'rollouts/2.jsonl', 'rollouts/3.jsonl', ...checkpoint])
    expect(readFileSync(join(again, path)).equals(readFileSync(join(whole, path))), path).toBe(true);
});

it('--checkpoint N of a checkpoint that is not there is refused, and nothing is changed', () => {
  expect(command('train', '--resume', '--checkpoint', '9', '--out', whole)).toContain('9');
  expect(file(whole, 'metrics.jsonl').trim().split('\n')).toHaveLength(ITERATIONS + 1);
});

it('Ctrl+C ends it behind its iteration with a checkpoint, and it says by which command it goes on', async (test) => {
  long(test);
  const out = join(folder, 'stopped');
  const project = projectFile('long.json', { iterations: 1000, checkpointEvery: 1000, evaluateEvery: 1000, evaluateEpisodes: 2 });
  const child = spawn(process.execPath, [program('train'), project, '--backend', 'tfjs-cpu', '--out', out]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += String(data)));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  // Without --json only an evaluation is told of in a pipe, so its rows say how far it is.
  const done = () => (existsSync(join(out, 'metrics.jsonl')) ? file(out, 'metrics.jsonl').split('\n').length - 2 : 0);
  await expect.poll(done, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  const rows = file(out, 'metrics.jsonl').trim().split('\n').length - 1;
  expect(rows).toBeGreaterThan(0);
  expect(readdirSync(join(out, 'checkpoints')).toSorted()).toEqual(['steps_0', `steps_${rows}`]);
  expect(printed).toContain('SIGINT: the run ends behind this iteration, with a checkpoint.');
  const [, flags] = /Stopped\. Go on with it: npm run train -- (.+)/.exec(printed) ?? [];
  expect(flags).toBe(`--resume --out ${out}`);

  const resumed = command('train', ...flags!.split(' '), '--iterations', String(rows + 1), '--json');
  expect(resumed.match(/^\{"iteration":\d+/gm), 'the one that was left').toEqual([`{"iteration":${rows + 1}`]);
  const uninterrupted = join(folder, 'uninterrupted');
  command('train', project, '--backend', 'tfjs-cpu', '--out', uninterrupted, '--iterations', String(rows + 1));
  for (const path of ['metrics.jsonl', `checkpoints/steps_${rows + 1}/optimizer.safetensors`])
    expect(readFileSync(join(out, path)).equals(readFileSync(join(uninterrupted, path))), path).toBe(true);
});
