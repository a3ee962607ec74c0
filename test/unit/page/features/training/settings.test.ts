import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findElsewhere, findSettings, sourceOf } from '../../../../../src/page/state/settings/findSettings.ts';
import { SETTING_GROUPS, SETTINGS, type SettingId } from '../../../../../src/page/state/settings/settingsTable.ts';
import {
  isChanged,
  resetSettings,
  setSetting,
  settingDefault,
  settingValue,
  whyNoEffect,
} from '../../../../../src/page/state/settings/settingValues.ts';
import { settingsPresetsText, settingsText, sourcesText } from '../../../../../src/words/words.ts';
import { SETTINGS_PRESET_NAMES } from '../../../../../src/core/editing/settingsPresets.ts';
import { COMPAT, trainingSchema } from '../../../../../src/core/document/trainingSchema.ts';
import { documentStore } from '../../../../../src/page/state/document/document.ts';

/** Dotted paths of everything below a schema that is not an object itself. */
function leavesOf(schema: z.core.$ZodType, path = ''): string[] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodNullable)
    return leavesOf(schema.unwrap() as z.core.$ZodType, path);
  if (!(schema instanceof z.ZodObject)) return [path];
  return Object.entries(schema.shape).flatMap(([key, inner]) => leavesOf(inner as z.core.$ZodType, path === '' ? key : `${path}.${key}`));
}

const LEAVES = leavesOf(trainingSchema);
const ids = SETTINGS.map(({ id }): string => id);
const found = (words: string) => findSettings(SETTINGS, words).map(({ id }) => id);

describe('the form of settings', () => {
  it('has a field for every leaf of the schema, once', () => {
    expect(LEAVES.length).toBeGreaterThan(70);
    expect(LEAVES).toContain('optimizer.beta2');
    for (const leaf of LEAVES.filter((path) => path !== 'compat')) expect(ids, leaf).toContain(leaf);
    for (const name of COMPAT) expect(ids).toContain(`compat.${name}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !id.startsWith('team.') && !id.startsWith('compat.')).toSorted()).toEqual(
      LEAVES.filter((path) => path !== 'compat').toSorted(),
    );
  });
  it('says of each what it is, in one sentence, and where it comes from', () => {
    for (const { id, field, group } of SETTINGS) {
      const { label, help } = settingsText.fields[id];
      expect(label.length, id).toBeGreaterThan(2);
      expect(help, id).toMatch(/^[\p{Lu}\dk(].{15,160}\.$|[)>]\.$/u);
      expect(sourceOf(id).source.text.length, id).toBeGreaterThan(3);
      expect(sourceOf(id).source.url ?? 'https://', id).toMatch(/^https?:\/\//);
      expect(SETTING_GROUPS).toContain(group);
      if (field.kind === 'choice')
        for (const option of field.options) expect(settingsText.options[option], `${id}: ${option}`).toBeDefined();
    }
    const labels = SETTINGS.map(({ id }) => settingsText.fields[id].label);
    expect(
      labels.filter((label, index) => labels.indexOf(label) !== index),
      'two settings of one name',
    ).toEqual([]);
    expect(Object.keys(settingsText.fields).toSorted()).toEqual(ids.toSorted());
    expect(Object.keys(sourcesText).toSorted()).toEqual(ids.toSorted());
    expect(Object.keys(settingsPresetsText.presets).toSorted()).toEqual([...SETTINGS_PRESET_NAMES].toSorted());
  });
  it.each<[string, SettingId]>([
    ['ppo_epoch', 'epochs'],
    ['--num_mini_batch', 'minibatches'],
    ['normalization_mode', 'logprobNormalization'],
    ['agent_iteration_interval', 'rotation.interval'],
    ['gradient_cp_steps', 'accumulation'],
    ['critic_lr', 'critic.learningRate'],
    ['huber_delta', 'critic.huberDelta'],
    ['eps_clip_higher', 'clipHigher'],
    ['c_clip', 'dualClip'],
    ['behav_imp_weight_cap', 'decoupled.weightCap'],
    ['max_head_offpolicyness', 'lag'],
    ['independent_critic', 'critic.kind'],
    ['orchestration_mode', 'team.orchestration'],
    ['credit_discount', 'credit.discount'],
    ['kl_ctl', 'klCoef'],
    ['n_samples', 'groupSize'],
    ['training.klGate', 'klGate'],
    ['Q4', 'compat.r1_huber_sign'],
    ['schulman gae', 'gamma'],
    ['entropy BONUS', 'entropyCoef'],
    ['cosine', 'schedule.kind'],
    ['CTDE', 'critic.kind'],
  ])('finds “%s”', (words, id) => {
    expect(found(words)).toContain(id);
  });
  it('finds every working flag of R1 by its name (marft-spec §13)', () => {
    const flags =
      'algorithm_name normalization_mode agent_iteration_interval warmup_steps horizon episode_length n_rollout_threads num_env_steps gradient_cp_steps ppo_epoch num_mini_batch lr critic_lr clip_param entropy_coef value_loss_coef max_grad_norm gamma gae_lambda huber_delta use_huber_loss seed save_interval eval_interval eval_episodes opti_eps weight_decay use_linear_lr_decay use_clipped_value_loss hidden_size use_eval use_max_grad_norm';
    for (const flag of flags.split(' ')) expect(found(flag), flag).not.toEqual([]);
  });
  it('says where the other flags of R1 and R3 went (marft-spec §13)', () => {
    const flags =
      'model_name_or_path load_path profile_path n_agents max_new_tokens context_window experiment_name dataset_name dataset_path env_name flag cuda cuda_deterministic n_training_threads log_interval use_orthogonal use_gae use_proper_time_limits use_value_active_masks use_policy_active_masks top_k top_p temperature graph_type role_names role_configs graph_config transition_messages step_reward_fn shared_policy enable_thinking dump_transcripts orchestrator_max_new_tokens use_multi_lora lora_name_prefix shared_lora lora_rank target_modules use_sapo_loss m2_threshold overlong mask_no_eos_with_zero stats_logger recover';
    for (const flag of flags.split(' ')) expect([...found(flag), ...findElsewhere(flag)], flag).not.toEqual([]);
    expect(findElsewhere(' ')).toEqual([]);
    // What a setting stands for has a counterpart.
    for (const flag of ['use_sapo_loss', 'm2_threshold', 'dynamic_bs', 'filter_groups']) {
      expect(found(flag), flag).not.toEqual([]);
      expect(findElsewhere(flag), flag).toEqual([]);
    }
    expect(findElsewhere('filter')).toEqual([]);
  });
  it('finds everything without words and nothing without a match', () => {
    expect(found('  ').length).toBe(SETTINGS.length);
    expect(found('no setting says this')).toEqual([]);
  });
});

describe('a setting in the document', () => {
  it('is changed, marked, refused by the schema, and reset', () => {
    const { getState } = documentStore;
    expect(setSetting('clip', 0.3)).toBeNull();
    expect(setSetting('compat.r1_huber_sign', true)).toBeNull();
    expect(setSetting('compat.r1_drop_leftover', true)).toBeNull();
    expect(setSetting('team.history', 'own')).toBeNull();
    expect(setSetting('critic.targets', [])).toMatch(/1/);
    expect(setSetting('epochs', 0)).toBe('At least 1.');
    const { document } = getState();
    expect(document.training.compat).toEqual(['r1_huber_sign', 'r1_drop_leftover']);
    expect(SETTINGS.filter(({ id }) => isChanged(document, id)).map(({ id }) => id)).toEqual([
      'team.history',
      'clip',
      'compat.r1_huber_sign',
      'compat.r1_drop_leftover',
    ]);
    expect(whyNoEffect(document, 'compat.r1_huber_sign')).toBe('There is no Huber loss.');
    expect(whyNoEffect(document, 'team.history')).toContain('horizon 1');
    expect(whyNoEffect(document, 'clip')).toBeNull();
    resetSettings();
    for (const { id } of SETTINGS) expect(settingValue(getState().document, id), id).toEqual(settingDefault(id));
    getState().undo();
    expect(getState().document).toBe(document);
  });
});
