/** A run trained on a base in q4, exported with the dequantised base: in f32 it computes what was computed in training. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import { parseEpisodes } from '../../../src/core/formats/runs/rolloutFile.ts';
import type { Files } from '../../../src/core/formats/files.ts';
import type { WeightForm } from '../../../src/core/weights/packed.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { scoreSequences } from '../../../src/engine/train/score.ts';
import { adaptersFrom, loadBase } from '../../../src/session/team/base.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { sampledSequence } from '../../../src/session/play/batch.ts';
import { TrainingSession } from '../../../src/session/run/session.ts';
import { baseFolder, readFolder } from '../../../headless/kit/folders.ts';
import { createExecutor } from '../support/executors.ts';
import { microProject } from '../support/team.ts';
import { command } from '../../support/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'export-run-'));
afterAll(() => rmSync(folder, { recursive: true }));

const small = microProject({ episodes: 6, iterations: 1, epochs: 1, learningRate: 0.02, seed: 3 });
const document = { ...small, team: { ...small.team, weights: 'q4' as const } };
const [run, out] = [join(folder, 'run'), join(folder, 'out')];

/** Log-probabilities of the run's messages under the adapters of `folder`, with the base in `form`. */
async function logprobs(form: WeightForm, files: Files, adapters: Files, records: readonly EpisodeRecord[]): Promise<Float32Array> {
  const engine = new LocalEngine(await createExecutor('wasm'));
  const inForm = { ...document, team: { ...document.team, weights: form } };
  const bases = [loadBase('micro', files, form)];
  const given = await adaptersFrom(inForm, bases, adapters);
  const session = await TrainingSession.create({ document: inForm, bases, engine, environment: createSandbox(), adapters: given });
  const [{ group } = { group: null }] = session.policies;
  if (!group) throw new Error('a session without policies');
  const roles = document.team.agents.map(({ role }) => role);
  const sequences = records.flatMap(({ messages }) =>
    messages.map((message) => sampledSequence(message, group.adapter(roles.indexOf(message.role)).slotIndex)),
  );
  const scores = await scoreSequences(
    engine,
    group.base.config,
    group.adapters.map(({ slot }) => slot),
    sequences,
  );
  session.dispose();
  engine.dispose();
  return scores.logprobs;
}

it('export-run --dequantised writes a base that computes in f32 what the run computed in q4, bit for bit', async () => {
  const file = join(folder, 'project.json');
  writeFileSync(file, JSON.stringify(document));
  command('train', file, '--backend', 'wasm', '--out', run);
  expect(command('exportRun', '--run', run, '--out', out, '--dequantised')).toContain(out);
  const exported = readFolder(out);
  const info = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')) as { bases: Record<string, Record<string, unknown>> };
  expect(info.bases['micro']).toMatchObject({
    folder: 'base',
    form: 'q4',
    repacks: true,
    original_sha256: expect.stringMatching(/^\w{64}$/),
  });
  expect(JSON.parse(readFileSync(join(out, 'project.json'), 'utf8')).team.weights).toBe('q4');
  expect(readFileSync(join(out, 'adapters/planner/README.md'), 'utf8')).toContain(String(info.bases['micro']?.['original_sha256']));

  const under = (path: string): Files =>
    Object.fromEntries(
      Object.entries(exported).flatMap(([name, bytes]) => (name.startsWith(path) ? [[name.slice(path.length), bytes]] : [])),
    );
  const records = parseEpisodes(readFileSync(join(run, 'rollouts/1.jsonl'), 'utf8'), 'rollouts/1.jsonl');
  const original = readFolder(baseFolder('micro'));
  const trained = await logprobs('q4', original, under('adapters/'), records);
  expect(trained.length).toBeGreaterThan(20);
  expect(await logprobs('f32', under('base/'), under('adapters/'), records)).toEqual(trained);
  expect(await logprobs('q4', under('base/'), under('adapters/'), records), 'held in q4 again').toEqual(trained);
  const plain = await logprobs(
    'f32',
    original,
    Object.fromEntries(Object.entries(readFolder(join(run, 'checkpoints/steps_1'))).filter(([name]) => /adapter/.test(name))),
    records,
  );
  expect(
    plain.some((value, index) => Math.abs(value - trained[index]!) > 1e-3),
    'the original in f32 computes something else',
  ).toBe(true);
});

it('what cannot be exported is refused before anything is written', () => {
  expect(command('exportRun', '--run', run)).toContain('--out is missing');
  expect(command('exportRun', '--run', run, '--out', folder)).toContain('is not empty');
  const plain = join(folder, 'plain');
  cpSync(run, plain, { recursive: true });
  writeFileSync(join(plain, 'project.json'), JSON.stringify(small));
  expect(command('exportRun', '--run', plain, '--out', join(folder, 'none'), '--dequantised')).toContain('in f32');
  expect(existsSync(join(folder, 'none'))).toBe(false);
});

it('merge says which base it took, and how far from what was trained that is', () => {
  const about = (target: string) => JSON.parse(readFileSync(join(target, 'merge.json'), 'utf8')) as Record<string, unknown>;
  const [exact, plain] = [join(folder, 'merged'), join(folder, 'merged-stored')];
  const said = command('merge', '--run', run, '--role', 'solver', '--out', exact, '--dequantised', '--workers', '1');
  expect(said).toContain('with the numbers that it stood for in q4');
  expect(about(exact)).toMatchObject({ role: 'solver', base: 'micro', trained_in: 'q4', took: 'dequantised', dtype: 'F32' });
  const { difference: none } = about(exact) as { difference: Record<string, number> };
  expect(none).toMatchObject({ source: 'rollouts/1.jsonl', backend: 'wasm' });
  expect(none['tokens']).toBeGreaterThan(20);
  expect(Math.abs(none['kl_max']!)).toBeLessThan(1e-9);
  expect(command('merge', '--run', run, '--role', 'solver', '--out', plain, '--workers', '1')).toContain('those are other numbers');
  const { difference: some, took } = about(plain) as { difference: Record<string, number>; took: string };
  expect([took, some['tokens']]).toEqual(['stored', none['tokens']]);
  expect(some['kl_mean']).toBeGreaterThan(1e-5);
  for (const file of ['tokenizer.json', 'tokenizer_config.json', 'generation_config.json'])
    expect(readFileSync(join(plain, file)), file).toEqual(readFileSync(join(baseFolder('micro'), file)));
});
