import { describe, expect, it } from 'vitest';
import { adaptersByRole } from '../../../../../src/core/formats/models/adapters/adaptersGiven.ts';
import { document } from '../../episode/records.ts';
import { faultCode } from '../helpers.ts';

const at = (folder: string, number = 1) => ({
  [`${folder}adapter_config.json`]: new Uint8Array([number]),
  [`${folder}adapter_model.safetensors`]: new Uint8Array([number]),
});
const numbers = (files: Readonly<Record<string, Uint8Array>>) =>
  Object.fromEntries(Object.entries(files).map(([path, [number]]) => [path, number]));
const alone = { team: { ...document.team, agents: document.team.agents.slice(0, 1) } };

describe('whose adapter is whose', () => {
  it('is said by the folders, however deep they lie and whatever lies beside them', () => {
    const found = adaptersByRole(
      { ...at('out/adapters/planner/'), ...at('out/adapters-best/planner/', 9), 'out/README.md': new Uint8Array() },
      document,
    );
    expect(numbers(found)).toEqual(at('planner/') && { 'planner/adapter_config.json': 1, 'planner/adapter_model.safetensors': 1 });
    expect(Object.keys(adaptersByRole({ ...at('planner/'), ...at('solver/') }, document))).toHaveLength(4);
  });

  it('is said by the agent a single one is dropped on, or by there being no other', () => {
    expect(Object.keys(adaptersByRole(at('my-lora/'), document, 'solver'))).toEqual([
      'solver/adapter_config.json',
      'solver/adapter_model.safetensors',
    ]);
    expect(Object.keys(adaptersByRole(at(''), alone))[0]).toBe('planner/adapter_config.json');
  });

  it('is asked where nothing says it', () => {
    expect(faultCode(() => adaptersByRole(at('my-lora/'), document))).toBe('E_ADAPTERS_WHOSE');
    expect(faultCode(() => adaptersByRole({ ...at('a/'), ...at('b/') }, alone))).toBe('E_ADAPTERS_WHOSE');
    expect(() => adaptersByRole(at(''), document)).toThrow('which agent this adapter is for');
  });
});
