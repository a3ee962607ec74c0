import { describe, expect, it } from 'vitest';
import type { EpisodeRecord } from '../../../../../src/core/episode/records.ts';
import { loraModules, parseModelConfig } from '../../../../../src/core/formats/models/hf.ts';
import { filesUnder } from '../../../../../src/core/formats/files.ts';
import { parseJsonLines } from '../../../../../src/core/formats/jsonl.ts';
import { readPeft } from '../../../../../src/core/formats/models/adapters/peft.ts';
import {
  type Checkpoint,
  checkpointFiles,
  latestCheckpoint,
  linesUpTo,
  metricsLine,
  readCheckpoint,
  requireBases,
  rolloutLines,
  runJson,
  timingLine,
  trainedWith,
} from '../../../../../src/core/formats/runs/rundir.ts';
import { readSafetensors } from '../../../../../src/core/formats/safetensors.ts';
import { faultCode, goldenFolder } from '../helpers.ts';

const base = parseModelConfig(JSON.parse(new TextDecoder().decode(goldenFolder('llama-tied')['config.json']!)));
const modules = loraModules(base);
const tensor = (...values: number[]) => ({ shape: [values.length], data: new Float32Array(values) });

function adapter(role: string) {
  const { baseName: _, ...weights } = readPeft(goldenFolder(`llama-tied/${role}`));
  return { role, weights };
}

const checkpoint = (iteration: number): Checkpoint => ({
  iteration,
  baseName: 'llama-tied',
  adapters: [adapter('planner'), adapter('solver')],
  critic: new Map([['w1', { shape: [2, 2], data: new Float32Array([1, 2, 3, 4]) }]]),
  optimizer: new Map([
    ['planner.m', tensor(0.1, 0.2)],
    ['planner.v', tensor(1e-12, 3)],
  ]),
  trainerState: { learningRates: { planner: 0.003 }, updates: [4, 5] },
});

describe('checkpoints', () => {
  it('has the layout of DESIGN §5, with the mark of completeness last', () => {
    expect(Object.keys(checkpointFiles(checkpoint(10)))).toEqual([
      'checkpoints/steps_10/planner/adapter_config.json',
      'checkpoints/steps_10/planner/adapter_model.safetensors',
      'checkpoints/steps_10/solver/adapter_config.json',
      'checkpoints/steps_10/solver/adapter_model.safetensors',
      'checkpoints/steps_10/critic/critic.safetensors',
      'checkpoints/steps_10/optimizer.safetensors',
      'checkpoints/steps_10/SHA256SUMS',
      'checkpoints/steps_10/trainer_state.json',
    ]);
  });

  it('reads back what was written, to the bit, and writes the same bytes', () => {
    const files = checkpointFiles(checkpoint(10));
    const read = readCheckpoint(files, { modules });
    expect(read).toMatchObject({ iteration: 10, baseName: 'llama-tied', trainerState: checkpoint(10).trainerState });
    expect(read.adapters).toEqual(checkpoint(10).adapters.map((saved) => ({ ...saved, baseName: 'llama-tied' })));
    expect(read.optimizer.get('planner.v')!.data).toEqual(new Float32Array([1e-12, 3]));
    expect(read.critic.get('w1')!.shape).toEqual([2, 2]);
    expect(checkpointFiles(read)).toEqual(files);
  });

  it('reads the newest complete one of a run folder, and a checkpoint folder by itself', () => {
    const half = Object.fromEntries(
      Object.entries(checkpointFiles(checkpoint(30))).filter(([path]) => !path.endsWith('trainer_state.json')),
    );
    const run = { 'run.json': new Uint8Array(0), ...checkpointFiles(checkpoint(9)), ...checkpointFiles(checkpoint(10)), ...half };
    expect(readCheckpoint(run, { modules }).iteration).toBe(10);
    const own = Object.fromEntries(
      Object.entries(checkpointFiles(checkpoint(7))).map(([path, bytes]) => [path.slice('checkpoints/steps_7/'.length), bytes]),
    );
    expect(readCheckpoint(own, { modules }).iteration).toBe(7);
    expect(latestCheckpoint(Object.keys(half))).toBeNull();
  });

  it('refuses what is not as it was written, to the bit', () => {
    const files = checkpointFiles(checkpoint(10));
    for (const [path, bytes] of Object.entries(files).filter(([name]) => !name.endsWith('SHA256SUMS'))) {
      const flipped = bytes.slice();
      const last = flipped.length - 2;
      flipped[last] = (flipped[last] ?? 0) ^ 1;
      const read = () => readCheckpoint({ ...files, [path]: flipped }, { modules });
      expect(read, path).toThrow(`${path.slice('checkpoints/steps_10/'.length)} is not what was written`);
      expect(faultCode(read)).toBe('E_CHECKPOINT_DAMAGED');
    }
  });

  it('says what it was trained with', () => {
    const project = { name: 'p' };
    const own = (saved: Checkpoint) => filesUnder(checkpointFiles(saved), 'checkpoints/steps_10');
    expect(trainedWith(own({ ...checkpoint(10), project, trainerState: { seed: 7 } }))).toEqual({ project, seed: 7 });
    expect(trainedWith(own(checkpoint(10)))).toEqual({});
    expect(readCheckpoint(checkpointFiles({ ...checkpoint(10), project })).project).toEqual(project);
  });

  it('refuses what is not whole of an earlier version, without checksums', () => {
    const { 'checkpoints/steps_10/SHA256SUMS': _sums, ...files } = checkpointFiles(checkpoint(10));
    expect(readCheckpoint(files, { modules }).iteration).toBe(10);
    for (const missing of Object.keys(files)) {
      const { [missing]: _, ...rest } = files;
      expect(
        faultCode(() => readCheckpoint(rest, { modules })),
        missing,
      ).toMatch(/^E_(CHECKPOINT|PEFT)_FILE_MISSING$/);
    }
    const state = 'checkpoints/steps_10/trainer_state.json';
    const withState = (text: string) => ({ ...files, [state]: new TextEncoder().encode(text) });
    expect(faultCode(() => readCheckpoint(withState('{')))).toBe('E_CHECKPOINT_STATE');
    expect(faultCode(() => readCheckpoint(withState('{"iteration":10}')))).toBe('E_CHECKPOINT_STATE');
    expect(() => readCheckpoint(withState('{"iteration":11,"base":"m","roles":[],"state":{}}'))).toThrow(/after 11 iterations/);
    expect(faultCode(() => readCheckpoint(files, { modules: loraModules({ ...base, hiddenSize: 12 }) }))).toBe('E_PEFT_SHAPE');
    expect(faultCode(() => readCheckpoint({}))).toBe('E_CHECKPOINT_FILE_MISSING');
  });

  it('keeps the base of an agent that has one of its own, and refuses a base the project does not say', () => {
    const [planner, solver] = checkpoint(10).adapters;
    const mixed = { ...checkpoint(10), adapters: [planner!, { ...solver!, baseName: 'llama-gqa' }] };
    const read = readCheckpoint(checkpointFiles(mixed), { modules: (role) => (role === 'planner' ? modules : undefined) });
    expect(read.adapters.map(({ baseName }) => baseName)).toEqual(['llama-tied', 'llama-gqa']);
    const bases = (planner: string, solver: string) => new Map(Object.entries({ planner, solver }));
    requireBases(read, bases('llama-tied', 'llama-gqa'));
    requireBases(read, new Map());
    expect(faultCode(() => requireBases(read, bases('llama-tied', 'llama-tied')))).toBe('E_CHECKPOINT_MISMATCH');
    expect(() => requireBases(read, bases('micro', 'llama-gqa'))).toThrow(
      '“planner” was trained on the base “llama-tied”, but the project says “micro”',
    );
  });

  it('keeps optimiser moments under their names', () => {
    expect([...readSafetensors(checkpointFiles(checkpoint(1))['checkpoints/steps_1/optimizer.safetensors']!).keys()]).toEqual([
      'planner.m',
      'planner.v',
    ]);
  });
});

describe('lines and resuming', () => {
  it('writes one line per iteration and per episode', () => {
    expect(metricsLine(3, { 'reward/mean': 0.25, 'actor/planner/ppo_kl': 1e-7 })).toBe(
      '{"iteration":3,"reward/mean":0.25,"actor/planner/ppo_kl":1e-7}\n',
    );
    expect(timingLine(0, { 'timing_s/rollout': 1.5 })).toBe('{"iteration":0,"timing_s/rollout":1.5}\n');
    expect(faultCode(() => metricsLine(3, { 'critic/vf_loss': Number.NaN }))).toBe('E_JSON_NUMBER');
    const episode = { iteration: 1, episode: 0, reward: 1, messages: [] } as unknown as EpisodeRecord;
    expect(parseJsonLines(rolloutLines([episode, { ...episode, episode: 1 }]), 'x')).toEqual([episode, { ...episode, episode: 1 }]);
  });

  it('writes run.json without a clock', () => {
    const info = {
      seed: 1,
      backend: 'tfjs-wasm',
      device: 'SIMD',
      reason: 'no GPU',
      build: '0.1.0',
      shards: 1024,
      workers: 2,
      reproducible: false,
      versions: { '@tensorflow/tfjs': '4.22.0' },
    };
    expect(JSON.parse(new TextDecoder().decode(runJson(info)))).toEqual(info);
    expect(runJson(info)).toEqual(runJson({ ...info }));
  });

  it('cuts what came after a checkpoint, a torn last line included', () => {
    const text = [0, 1, 2, 10].map((iteration) => metricsLine(iteration, { a: iteration })).join('');
    expect(linesUpTo(text, 2)).toBe([0, 1, 2].map((iteration) => metricsLine(iteration, { a: iteration })).join(''));
    expect(linesUpTo(`${text}{"iteration":1`, 10)).toBe(text);
    expect(linesUpTo('', 5)).toBe('');
  });
});
