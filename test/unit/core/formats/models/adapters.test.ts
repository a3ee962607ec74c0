import { describe, expect, it } from 'vitest';
import { type AdapterSpec, fittingAdapters, readAdapters } from '../../../../../src/core/formats/models/adapters/adapters.ts';
import { filesInto } from '../../../../../src/core/formats/files.ts';
import { loraModules, parseModelConfig } from '../../../../../src/core/formats/models/hf.ts';
import { readPeft, writePeft } from '../../../../../src/core/formats/models/adapters/peft.ts';
import { faultCode, goldenFolder } from '../helpers.ts';

const base = parseModelConfig(JSON.parse(new TextDecoder().decode(goldenFolder('llama-tied')['config.json']!)));
const golden = readPeft(goldenFolder('llama-tied/planner'));
const named = { ...golden, baseName: 'models/llama-tied' };
const specOf = (role: string, change: Partial<AdapterSpec> = {}): AdapterSpec => ({
  role,
  baseName: 'llama-tied',
  rank: golden.rank,
  alpha: golden.alpha,
  targets: golden.targets.toReversed(),
  modules: loraModules(base),
  ...change,
});
const planner = filesInto('planner', writePeft(named));
const team = [specOf('planner'), specOf('solver')];

describe('readAdapters', () => {
  it('reads some or all roles, whatever else lies beside them', () => {
    const { baseName: _, ...weights } = golden;
    const beside = {
      'critic/critic.safetensors': new Uint8Array(1),
      'trainer_state.json': new Uint8Array(1),
      'planner/README.md': new Uint8Array(1),
    };
    const some = readAdapters({ ...planner, ...beside }, team);
    expect([...some.keys()]).toEqual(['planner']);
    expect(some.get('planner')).toEqual(weights);
    expect([...readAdapters({ ...planner, ...filesInto('solver', writePeft({ ...golden, baseName: '' })) }, team).keys()]).toEqual([
      'planner',
      'solver',
    ]);
  });

  it.each([
    ['nothing', {}, 'E_ADAPTERS_NONE', /holds no adapter/],
    ['an adapter outside of a role’s folder', writePeft(named), 'E_ADAPTERS_NONE', /holds no adapter/],
    ['a role the team has not', filesInto('judge', writePeft(named)), 'E_ADAPTERS_ROLE', /from\/judge belongs to no agent/],
    [
      'half an adapter',
      { 'planner/adapter_config.json': planner['planner/adapter_config.json']! },
      'E_PEFT_FILE_MISSING',
      /from\/planner has no adapter_model/,
    ],
    [
      'another base',
      filesInto('planner', writePeft({ ...named, baseName: '/models/other/' })),
      'E_ADAPTERS_MISMATCH',
      /another base: it names its base “\/models\/other\/”, but the project says “llama-tied”/,
    ],
    ['another alpha', filesInto('planner', writePeft({ ...named, alpha: 3 })), 'E_ADAPTERS_MISMATCH', /has alpha 3/],
  ])('refuses %s', (_, files, code, message) => {
    expect(faultCode(() => readAdapters(files, team, { folder: 'from' }))).toBe(code);
    expect(() => readAdapters(files, team, { folder: 'from' })).toThrow(message);
  });

  it.each([
    ['rank', { rank: golden.rank + 1 }, 'E_ADAPTERS_MISMATCH'],
    ['targets', { targets: ['q_proj' as const] }, 'E_ADAPTERS_MISMATCH'],
    ['shapes', { modules: loraModules({ ...base, hiddenSize: base.hiddenSize * 2 }) }, 'E_PEFT_SHAPE'],
  ])('refuses an adapter whose %s the project has not', (_, change, code) => {
    expect(faultCode(() => readAdapters(planner, [specOf('planner', change)]))).toBe(code);
  });
});

describe('whose base an adapter is for', () => {
  const from = (baseName: string, known?: string) =>
    filesInto('planner', writePeft({ ...named, baseName, ...(known ? { baseFingerprint: known } : {}) }));
  const ours = [specOf('planner', { baseFingerprint: 'aa' })];

  it('is told by the name in its project, where the path is that of the folder in an export', () => {
    const exported = (baseCalled: string) => filesInto('planner', writePeft({ ...named, baseName: 'base', baseCalled }));
    expect(readAdapters(exported('llama-tied'), team).size).toBe(1);
    expect(fittingAdapters(exported('llama-tied'), [specOf('planner')]).notices).toEqual([]);
    expect(() => readAdapters(exported('micro'), team)).toThrow('it names its base “micro”, but the project says “llama-tied”');
  });

  it('is decided by what the base is, whatever the two are called', () => {
    expect(readAdapters(from('base', 'aa'), ours).size).toBe(1);
    expect(() => readAdapters(from('llama-tied', 'bb'), ours)).toThrow(
      'other weights than those of this project’s base: it names its base “llama-tied”, but the project says “llama-tied”',
    );
    // The base that an adapter names may be there to be looked at.
    const looked: string[] = [];
    const baseAt = (path: string) => (looked.push(path), path === 'base' ? 'aa' : 'bb');
    expect(readAdapters(from('base'), ours, { baseAt }).size).toBe(1);
    expect(faultCode(() => readAdapters(from('../elsewhere'), ours, { baseAt, tell: () => {} }))).toBe('E_ADAPTERS_MISMATCH');
    expect(looked).toEqual(['base', '../elsewhere']);
  });

  it('is told where only names are known and they differ, and refused for a name that ships', () => {
    const told: string[] = [];
    const reading = { tell: (message: string) => void told.push(message) };
    expect(readAdapters(from('Qwen/Qwen2.5-0.5B'), ours, reading).size).toBe(1);
    expect(told).toEqual([expect.stringContaining('“Qwen/Qwen2.5-0.5B”, but the project says “llama-tied”')]);
    expect(readAdapters(from('/home/x/llama-tied/'), ours, reading).size).toBe(1);
    expect(told).toHaveLength(1);
    expect(faultCode(() => readAdapters(from('trio'), ours, reading))).toBe('E_ADAPTERS_MISMATCH');
    expect(faultCode(() => readAdapters(from('Qwen/Qwen2.5-0.5B'), ours))).toBe('E_ADAPTERS_MISMATCH');
  });
});

describe('fittingAdapters', () => {
  const both = { ...planner, ...filesInto('solver', writePeft(named)) };

  it('takes what fits a team that was changed, and says what was left out and who begins afresh', () => {
    const thinner = specOf('solver', { rank: golden.rank + 1 });
    const { adapters, notices } = fittingAdapters({ ...both, 'critic/critic.safetensors': new Uint8Array(1) }, [
      specOf('planner'),
      thinner,
      specOf('judge'),
    ]);
    expect([...adapters.keys()]).toEqual(['planner']);
    expect(notices).toEqual([
      `The adapter of “solver” does not fit any more, so this agent begins afresh: solver has rank ${golden.rank}, but the project says ${golden.rank + 1}.`,
      '“judge” begins afresh: the run this one was forked from had no such agent.',
    ]);
    const removed = fittingAdapters(both, [specOf('planner')]);
    expect(removed.notices).toEqual(['The adapter of “solver” was left out: this team has no agent of that name.']);
  });

  it('says nothing where all fits', () => {
    expect(fittingAdapters(both, team)).toMatchObject({ notices: [] });
  });

  it.each([
    ['another base', [specOf('planner', { baseName: 'other' })]],
    ['other names', [specOf('asker'), specOf('answerer')]],
  ])('refuses a fork with %s, of which nothing would be left', (_, specs) => {
    expect(faultCode(() => fittingAdapters(planner, specs))).toBe('E_ADAPTERS_FORK');
  });
});
