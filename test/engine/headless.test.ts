/** The terminal's commands as a person runs them: a run, going on with it, and evaluating it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { microProject } from './support/team.ts';

/** Pays 0, 3 or 6, so that a binomial error would be a lie. */
const SOURCE = `export default { name: 'n', description: '', reset: ({ index }) => ({ state: index, observation: '2 + 3' }), step: ({ state }) => ({ state, observation: '', reward: 3 * (state % 3), terminated: true, truncated: false }) };`;

const folder = mkdtempSync(join(tmpdir(), 'headless-'));
const run = join(folder, 'run');
const command = (script: string, ...args: string[]) => {
  try {
    return execFileSync(process.execPath, ['--import', 'tsx', join(import.meta.dirname, `../../headless/${script}.ts`), ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    return (error as { stderr: string }).stderr;
  }
};
const lines = (file: string) => readFileSync(join(run, file), 'utf8').trim().split('\n');

beforeAll(() => {
  const project = microProject({ episodes: 2, iterations: 1, epochs: 1, checkpointEvery: 1 });
  const agents = project.team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, maxNewTokens: 2 } }));
  writeFileSync(
    join(folder, 'project.json'),
    JSON.stringify({ ...project, team: { ...project.team, agents }, environment: { file: 'e.ts', source: SOURCE } }),
  );
  command('train', join(folder, 'project.json'), '--backend', 'tfjs-cpu', '--out', run, '--json');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('train --resume', () => {
  it('goes on where the run was, on its backend, and keeps what changed', () => {
    const said = command('train', '--resume', '--out', run, '--iterations', '2', '--json');
    expect(said).not.toContain('backend_changed');
    expect(lines('metrics.jsonl').map((line) => JSON.parse(line).iteration)).toEqual([0, 1, 2]);
    expect(JSON.parse(readFileSync(join(run, 'project.json'), 'utf8')).training.iterations).toBe(2);
  });

  it('--reproducible holds to the plain build, also when it goes on; workers change nothing', () => {
    const metrics = [1, 2].map((workers) => {
      const out = join(folder, `workers${workers}`);
      command(
        'train',
        join(folder, 'project.json'),
        '--backend',
        'wasm',
        '--workers',
        String(workers),
        '--reproducible',
        '--out',
        out,
        '--json',
      );
      command('train', '--resume', '--iterations', '2', '--workers', String(workers), '--out', out, '--json');
      expect(JSON.parse(readFileSync(join(out, 'run.json'), 'utf8'))).toMatchObject({ backend: 'wasm', reproducible: true, workers });
      return readFileSync(join(out, 'metrics.jsonl'), 'utf8');
    });
    expect(metrics[0]).toContain('"iteration":2');
    expect(metrics[1]).toBe(metrics[0]);
  });

  it('refuses what it would have to ignore', () => {
    expect(command('train', '--resume', '--out', run, '--seed', '7')).toContain('so --seed cannot be given as well');
    expect(command('train', join(folder, 'project.json'), '--resume', '--out', run)).toContain('so a project file cannot be given as well');
  });
});

describe('evaluate', () => {
  it('gives a standard error for rewards of any size', () => {
    const { accuracy, standard_error } = JSON.parse(
      command('evaluate', '--run', run, '--checkpoint', '1', '--episodes', '3', '--backend', 'tfjs-cpu'),
    );
    expect(accuracy).toBe(3);
    expect(standard_error).toBeCloseTo(Math.sqrt(6 / 3), 12); // variance of 0, 3, 6 is 6
  });
});
