/** The terminal's commands as a person runs them: a run, going on with it, and evaluating it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { microProject } from '../support/team.ts';
import { command } from '../../support/terminal.ts';
import { long } from '../../support/long.ts';

/** Pays 0, 3 or 6, so that a binomial error would be a lie. */
const SOURCE = `export default { name: 'n', description: '', reset: ({ index }) => ({ state: index, observation: '2 + 3' }), step: ({ state }) => ({ state, observation: '', reward: 3 * (state % 3), terminated: true, truncated: false }) };`;

const folder = mkdtempSync(join(tmpdir(), 'headless-'));
const run = join(folder, 'run');
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
    // By which a page that opens the folder reads its tokens.
    expect(JSON.parse(readFileSync(join(run, 'vocabulary.json'), 'utf8')).micro).toContain('=');
  });

  it('--reproducible holds to the plain build, also when it goes on; workers change nothing', (context) => {
    long(context);
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

  // A process each: one is enough to see that a command refuses at all.
  it.for<[what: string, ...args: string[]]>([
    ['--seed', '--seed', '7'],
    ['--settings', '--settings', 'grpo'],
    ['a project file', join(folder, 'project.json')],
  ])('refuses %s, which it would have to ignore', ([what, ...args], context) => {
    if (what !== '--seed') long(context);
    expect(command('train', ...args, '--resume', '--out', run)).toContain(`so ${what} cannot be given as well`);
  });
});

describe('train --adapters', () => {
  it('starts where another run stood, and run.json says so', () => {
    const from = join(run, 'checkpoints', 'steps_1');
    const out = join(folder, 'continued');
    command('train', join(folder, 'project.json'), '--adapters', from, '--backend', 'tfjs-cpu', '--out', out, '--json');
    expect(JSON.parse(readFileSync(join(out, 'run.json'), 'utf8'))).toMatchObject({ adapters: from });
    expect(JSON.parse(lines('run.json').join('')), 'the first one had none').not.toHaveProperty('adapters');
  });
});

describe('evaluate', () => {
  const lines = (...args: string[]) =>
    command('evaluate', '--run', run, '--backend', 'tfjs-cpu', '--json', ...args)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  it('gives a standard error and an interval for rewards of any size, on either split', () => {
    const both = lines('--checkpoint', '1', '--episodes', '3', '--split', 'both');
    expect(both.map(({ split }) => split)).toEqual(['train', 'test']);
    for (const { accuracy, standard_error, interval, interval_method, ...rest } of both) {
      expect(accuracy).toBe(3);
      expect(standard_error).toBeCloseTo(Math.sqrt(9 / 3), 12); // the unbiased variance of 0, 3, 6 is 9
      expect(interval_method).toBe('student_t');
      expect(interval[1]).toBeCloseTo(3 + 4.3027 * Math.sqrt(3), 12);
      expect(rest).toMatchObject({ checkpoint: 1, episodes: 3, problems: 3, samples: 1, greedy: false, backend: 'tfjs-cpu' });
      expect(rest).not.toHaveProperty('pass_at_k');
    }
  });

  it('samples each problem several times for pass@k', (context) => {
    long(context);
    const [line] = lines('--checkpoint', 'latest', '--episodes', '3', '--samples', '2', '--k', '2,1', '--success', '6');
    expect(line).toMatchObject({ episodes: 6, problems: 3, samples: 2, success: 6 });
    expect(line.pass_at_k).toEqual({ 1: 1 / 3, 2: 1 / 3 }); // the environment pays by the problem, whatever is said
    expect(line.standard_error).toBeCloseTo(Math.sqrt(3), 12); // and saying it twice makes nothing surer
  });

  it.for<[flags: string, why: string]>([
    ['--samples 2 --k 4', 'pass@4 needs 4 samples per problem, but there are 2.'],
    ['--samples 2 --greedy', '--greedy gives the same answer every time.'],
    ['--split dev', 'There is no split “dev”.'],
    ['--success much', '--success takes a number, not “much”.'],
    ['--checkpoint last', '“latest” or “best”, not “last”.'],
  ])('refuses %s', ([flags, why], context) => {
    if (!flags.includes('--k')) long(context);
    expect(command('evaluate', '--run', run, ...flags.split(' '))).toContain(why);
  });
});
