/** The terminal's sweep and evaluation on a server, as a person runs them; the server is a process of its own. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import { long } from '../../support/long.ts';
import { OPEN_RL } from '../../support/tinkerServer/openRl.ts';
import { command, program } from '../../support/terminal.ts';
import { SMALL } from './interrupted.ts';
import { servedProject } from './served.ts';

const folder = mkdtempSync(join(tmpdir(), 'on-server-'));
const server = spawn(process.execPath, [program('tinkerServer'), 'open-rl'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
afterAll(() => {
  server.kill();
  rmSync(folder, { recursive: true });
});

it('sweeps, evaluates what it has trained, and goes on with it', async (context) => {
  long(context);
  const said = createInterface(server.stdout)[Symbol.asyncIterator]();
  const url = /http:\S+/.exec(String((await said.next()).value))?.[0] ?? '';
  const file = join(folder, 'project.json');
  writeFileSync(file, JSON.stringify(servedProject(OPEN_RL, { ...SMALL, iterations: 1, checkpointEvery: 1 })));
  const there = ['--engine', 'tinker', '--url', url, '--backend', 'wasm'];
  const out = join(folder, 'sweep');
  const sweep = () => command('sweep', file, '--grid', 'learningRate=0.1,0.2', '--window', '1', '--out', out, ...there);
  expect(sweep()).toContain('| learningRate=0.2 | 1 |');
  const run = join(out, 'runs', 'learningRate=0.2', 'seed_70');
  const rows = () => readFileSync(join(run, 'metrics.jsonl'), 'utf8');
  const trained = rows();
  expect(trained).toContain('"iteration":1');
  sweep();
  expect(rows(), 'what is whole is not trained again').toBe(trained);

  const evaluate = (...args: string[]) => command('evaluate', '--run', run, '--split', 'test', '--episodes', '4', '--json', ...args);
  const told = JSON.parse(evaluate('--greedy', ...there)) as Record<string, unknown>;
  expect(told).toMatchObject({ checkpoint: 1, split: 'test', episodes: 4 });
  // Its adapters are there and nowhere else.
  expect(evaluate('--backend', 'wasm')).toContain('E_CHECKPOINT');

  const on = command('train', '--resume', '--out', run, '--iterations', '2', '--json', ...there);
  expect(on).toContain('"iteration":2');
});
