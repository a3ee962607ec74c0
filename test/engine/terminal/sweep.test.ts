/** `npm run sweep` as a person runs it: once, broken off and given again, with more seeds, and with another project. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { microProject } from '../support/team.ts';
import { command } from '../../support/terminal.ts';
import { long } from '../../support/long.ts';

const folder = mkdtempSync(join(tmpdir(), 'sweep-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('trains every cell with every seed, goes on where it was broken off, and tabulates', (context) => {
  long(context);
  const project = microProject({ episodes: 2, iterations: 2, epochs: 1, checkpointEvery: 1, evaluateEvery: 0 });
  const agents = project.team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, maxNewTokens: 2 } }));
  const file = join(folder, 'project.json');
  writeFileSync(file, JSON.stringify({ ...project, team: { ...project.team, agents } }));
  const out = join(folder, 'sweep');
  const sweep = (...args: string[]) =>
    command('sweep', file, '--grid', 'credit.strategy=equal,per_step,none', '--backend', 'wasm', '--out', out, ...args);
  const run = (strategy: string, seed: number) => join(out, 'runs', `credit.strategy=${strategy}`, `seed_${seed}`);
  const metrics = (strategy: string, seed: number) => readFileSync(join(run(strategy, seed), 'metrics.jsonl'), 'utf8');

  const table = sweep();
  expect(table).toContain('| credit.strategy=equal | 1 |');
  expect(existsSync(join(run('per_step', 1), 'checkpoints', 'steps_2', 'trainer_state.json'))).toBe(true);
  expect(JSON.parse(readFileSync(join(out, 'sweep.json'), 'utf8'))).toMatchObject({
    impossible: [{ values: { 'training.credit.strategy': 'none' } }],
    runs: [{ folder: 'runs/credit.strategy=equal/seed_1', seed: 1 }, { seed: 1 }],
  });

  // One run loses its end, another its beginning; both come out as they were.
  const before = [metrics('equal', 1), metrics('per_step', 1)];
  rmSync(join(run('equal', 1), 'checkpoints', 'steps_2'), { recursive: true });
  rmSync(join(run('per_step', 1), 'checkpoints'), { recursive: true });
  expect(sweep('--seeds', '2', '--window', '1')).toContain('| credit.strategy=per_step | 2 |');
  expect([metrics('equal', 1), metrics('per_step', 1)]).toEqual(before);
  expect(metrics('equal', 2)).not.toBe(before[0]);
  const [head, first] = readFileSync(join(out, 'table.csv'), 'utf8').split('\n');
  expect(head).toMatch(/,seed_1,seed_2$/);
  expect(first).toMatch(/^credit\.strategy=\w+,2,0,/);

  expect(sweep('--iterations', '3')).toContain('E_SWEEP_OTHER');
});
