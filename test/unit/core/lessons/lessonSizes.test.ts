/** The lesson's arithmetic, against numbers that others have published of the same models. */
import { describe, expect, it } from 'vitest';
import { LORA_TARGETS } from '../../../../src/core/document/schema.ts';
import { adapterParameters, modelParameters } from '../../../../src/core/formats/models/model-config.ts';
import { cacheBytesPerToken, QWEN_1_5B, QWEN_7B, teamBytes } from '../../../../src/core/lessons/sizes.ts';

describe('sizes of real models', () => {
  it('counts the parameters that the hub counts', () => {
    expect(modelParameters(QWEN_1_5B)).toBe(1_543_714_304); // safetensors metadata of Qwen/Qwen2.5-1.5B-Instruct
    expect(modelParameters(QWEN_7B)).toBe(7_615_616_512); // and of Qwen/Qwen2.5-7B-Instruct
  });
  it('counts the adapters that PEFT counts', () => {
    expect(adapterParameters(QWEN_1_5B, { rank: 8, targets: LORA_TARGETS })).toBe(9_232_384); // print_trainable_parameters(), rank 8 on all linear layers
    expect(adapterParameters(QWEN_1_5B, { rank: 8, targets: ['q_proj', 'v_proj'] })).toBe(28 * 8 * (1536 + 1536 + 1536 + 256));
  });
  it('adds up memory by the rules that the lesson tells', () => {
    expect(cacheBytesPerToken(QWEN_1_5B)).toBe(28_672);
    expect(teamBytes(QWEN_1_5B, 3, 'whole models') / 1e9).toBeCloseTo(3 * 16 * 1.543714304, 6);
    expect(teamBytes(QWEN_1_5B, 3, { rank: 8 }) / 1e9).toBeCloseTo(2 * 1.543714304 + 3 * 16 * 0.009232384, 6);
  });
});
