import { describe, expect, it } from 'vitest';
import { documentFaults } from '../../../../src/core/document/check/check.ts';
import { addAgent, connect } from '../../../../src/core/editing/edits.ts';
import { parseDocument } from '../../../../src/core/document/parse.ts';
import { PRESETS } from '../../../../src/core/document/presets/presets.ts';
import {
  applySettingsPreset,
  isSettingsPreset,
  SETTINGS_PRESET_NAMES,
  settingsPresetFault,
  type SettingsPresetName,
} from '../../../../src/core/editing/settingsPresets.ts';

const micro = PRESETS.micro.project({ source: 'export default {}' });
const standard = PRESETS.standard.project({ source: 'export default {}' });
const trio = connect(addAgent(standard, { role: 'verifier' }), 'solver', 'verifier');
const apply = (name: SettingsPresetName, document = micro) => applySettingsPreset(document, name).training;

describe.each([
  ['micro', micro],
  ['standard', standard],
  ['a trio', trio],
])('every set of settings, on %s', (_, document) => {
  it.each(SETTINGS_PRESET_NAMES)('%s can run, is a document, and is known again', (name) => {
    const applied = applySettingsPreset(document, name);
    expect(documentFaults(applied)).toEqual([]);
    expect(settingsPresetFault(document, name)).toBeNull();
    expect(parseDocument(applied)).toEqual(applied);
    expect(isSettingsPreset(applied, name)).toBe(true);
    expect(applySettingsPreset(applied, name)).toEqual(applied);
    for (const other of SETTINGS_PRESET_NAMES) if (other !== name) expect(isSettingsPreset(applied, other), other).toBe(false);
  });
  it('is TPPO as shipped', () => {
    expect(isSettingsPreset(document, 'tppo')).toBe(true);
    expect(applySettingsPreset(document, 'tppo')).toEqual(document);
  });
});

describe('a set of settings', () => {
  it('takes the place of another, whole', () => {
    const there = applySettingsPreset(micro, 'collapse_reuse');
    const { iterations } = there.training;
    expect(applySettingsPreset(there, 'appo').training).toEqual({ ...micro.training, algorithm: 'appo', iterations });
  });
  it('fills whole groups', () => {
    expect(apply('grpo')).toMatchObject({ algorithm: 'grpo', groupSize: 8, episodes: 32 });
    expect(apply('grpo', standard).episodes).toBe(64);
    expect(apply('grpo', { ...micro, training: { ...micro.training, episodes: 30 } }).episodes).toBe(32);
  });
  it('says why it cannot be taken', () => {
    const solo = { ...micro, team: { ...micro.team, agents: micro.team.agents.slice(0, 1), edges: [] } };
    expect(settingsPresetFault(solo, 'rotation')?.place?.subject).toBe('training.rotation.interval');
    expect(settingsPresetFault(solo, 'r3_defects')).toBeNull();
  });
  it('holds R1’s values (§5)', () => {
    const r1 = applySettingsPreset(micro, 'r1');
    expect(r1.training).toMatchObject({
      algorithm: 'appo',
      epochs: 5,
      minibatches: 4,
      learningRate: 5e-7,
      klGate: 1e-3,
      gamma: 0.99,
      lambda: 0.95,
    });
    expect(r1.training.gammaToken, 'not read by APPO').toBe(1);
    expect(r1.training.critic).toMatchObject({ learningRate: 5e-4, valueClip: 0.2, huberDelta: 10, hidden: 1024 });
    expect(r1.training.compat).toEqual([]);
    expect(r1.team.agents[0]).toMatchObject({ sampling: { temperature: 0.5, topK: 50 }, adapter: { targets: ['q_proj', 'v_proj'] } });
    expect(apply('r1_tppo')).toMatchObject({ algorithm: 'tppo', gammaToken: 0.99, klGate: 1.7e-6 });
    expect(apply('r1_defects').compat).toContain('r1_untempered_logprobs');
    expect(apply('r1_defects').compat).not.toContain('r1_stale_advantages');
  });
  it('holds R3’s values (§12.3)', () => {
    expect(apply('r3')).toMatchObject({ lag: 2, learningRate: 5e-6, klCoef: 0.1, klPlacement: 'reward', epochs: 1, klGate: 0 });
    expect(apply('r3')).toMatchObject({ schedule: { kind: 'cosine', final: 0.05 }, reward: { clip: 20, mean: 'batch', std: 'batch' } });
    expect(applySettingsPreset(micro, 'r3').team.agents.map((agent) => agent.adapter.group)).toEqual(['default', 'default']);
    expect(apply('r3_defects').compat).toEqual(['r3_first_system_prompt', 'r3_unstitched_first_tokens']);
  });
  it('changes one guard at a time', () => {
    for (const recipe of ['collapse_learning_rate', 'collapse_reuse'] as const) {
      const bare = apply(recipe);
      expect(bare).toMatchObject({ klGate: 0, klCoef: 0, iterations: 60 });
      expect([bare.adaptiveLearningRate.enabled, bare.rollback.enabled]).toEqual([false, false]);
      expect(apply(`${recipe}_adaptive`)).toEqual({ ...bare, adaptiveLearningRate: { ...bare.adaptiveLearningRate, enabled: true } });
      expect(apply(`${recipe}_gate`)).toEqual({ ...bare, klGate: 0.01 });
      expect(apply(`${recipe}_penalty`)).toEqual({ ...bare, klCoef: 0.05, klEstimator: 'k1', klPlacement: 'reward' });
      expect(apply(`${recipe}_rollback`)).toEqual({ ...bare, rollback: { ...bare.rollback, enabled: true } });
    }
  });
});

describe('decentralised actors', () => {
  it('hear nobody, and are told from the same settings over a team that does', () => {
    const several = { ...trio, team: { ...trio.team, context: 'prefix' as const }, training: { ...trio.training, horizon: 3 } };
    const before = parseDocument(several);
    const mappo = applySettingsPreset(before, 'mappo');
    const apart = applySettingsPreset(before, 'mappo_decentralised');
    expect(mappo.team).toEqual(before.team);
    expect(apart.training).toEqual(mappo.training);
    expect(apart.team).toMatchObject({ edges: [], turns: [], history: 'own', context: 'ancestors', orchestration: 'static' });
    expect(apart.team.agents.map(({ observes }) => observes)).not.toContain(false);
    expect(isSettingsPreset(apart, 'mappo_decentralised')).toBe(true);
    expect(isSettingsPreset(mappo, 'mappo_decentralised')).toBe(false);
  });
});
