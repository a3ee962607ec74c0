/** `compare-weights` on a run of the terminal: what it prints, what it leaves beside the run, and what it refuses. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import { long } from '../../support/long.ts';
import { microProject } from '../support/team.ts';
import { command } from '../../support/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'weights-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = join(folder, 'run');
const kept = join(run, 'weight_difference.json');
const empty = join(folder, 'empty.txt');

function project(name: string, weights: ProjectDocument['team']['weights']): string {
  const document = microProject({ episodes: 2, iterations: 1 });
  const agents = document.team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, maxNewTokens: 3 } }));
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify({ ...document, team: { ...document.team, weights, agents } }));
  return file;
}

beforeAll(() => {
  command('train', project('q4.json', 'q4'), '--backend', 'wasm', '--workers', '1', '--out', run);
});

it('compares on the prompts and messages of the newest episodes, and writes what it found beside the run', () => {
  const printed = JSON.parse(command('compareWeights', '--run', run, '--workers', '1', '--json')) as Record<string, unknown>;
  const episodes = readFileSync(join(run, 'rollouts/1.jsonl'), 'utf8').trim().split('\n');
  const messages = episodes.flatMap(
    (line) => (JSON.parse(line) as { messages: { prompt_ids: number[]; response_ids: number[] }[] }).messages,
  );
  const tokens = messages.reduce((sum, { prompt_ids, response_ids }) => sum + prompt_ids.length + response_ids.length - 1, 0);
  expect(printed).toMatchObject({ base: 'micro', form: 'q4', source: 'rollouts/1.jsonl', tokens, backend: 'wasm' });
  expect(printed['kl_mean']).toBeGreaterThan(0);
  expect(printed['kl_max']).toBeGreaterThan(printed['kl_mean'] as number);
  expect(JSON.parse(readFileSync(kept, 'utf8'))).toEqual([printed]);
});

it('compares on a text, as many tokens as asked for', (context) => {
  long(context);
  const text = join(folder, 'text.txt');
  writeFileSync(text, 'What is 12 + 30? '.repeat(80));
  const printed = JSON.parse(command('compareWeights', '--run', run, '--text', text, '--tokens', '700', '--workers', '1', '--json'));
  expect(printed).toMatchObject({ source: text, tokens: 700 });
});

it.for<[what: string, why: string, ...args: string[]]>([
  ['no run', '--run is missing'],
  ['an empty text', 'There is no text to compare on', '--run', run, '--text', empty],
])('refuses to compare %s', ([, why, ...args], context) => {
  long(context);
  writeFileSync(empty, '');
  expect(command('compareWeights', ...args)).toContain(why);
});

it('refuses a run whose weights are as they are stored', () => {
  const plain = join(folder, 'plain');
  cpSync(run, plain, { recursive: true });
  rmSync(join(plain, 'weight_difference.json'), { force: true });
  cpSync(project('f32.json', 'f32'), join(plain, 'project.json'));
  expect(command('compareWeights', '--run', plain)).toContain('are held in f32, so there is nothing to compare');
  expect(existsSync(join(plain, 'weight_difference.json'))).toBe(false);
});
