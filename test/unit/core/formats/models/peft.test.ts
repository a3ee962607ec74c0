import { describe, expect, it } from 'vitest';
import { LORA_TARGETS } from '../../../../../src/core/document/schema.ts';
import { loraModules, parseModelConfig } from '../../../../../src/core/formats/models/hf.ts';
import { type PeftAdapter, readPeft, writePeft } from '../../../../../src/core/formats/models/adapters/peft.ts';
import { readSafetensors, writeSafetensors } from '../../../../../src/core/formats/safetensors.ts';
import { faultCode, goldenFolder, seededRandom } from '../helpers.ts';

const json = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));
const base = parseModelConfig(json(goldenFolder('llama-tied')['config.json']!));
const modules = loraModules(base);

/** The golden planner's folder with one setting changed. */
function withSetting(setting: object): Record<string, Uint8Array> {
  const files = goldenFolder('llama-tied/planner');
  return {
    ...files,
    'adapter_config.json': new TextEncoder().encode(JSON.stringify({ ...json(files['adapter_config.json']!), ...setting })),
  };
}

/** The golden planner's folder with its tensors changed. */
function withTensors(change: (tensors: Map<string, { shape: number[]; data: Float32Array }>) => void): Record<string, Uint8Array> {
  const files = goldenFolder('llama-tied/planner');
  const tensors = new Map<string, { shape: number[]; data: Float32Array }>(readSafetensors(files['adapter_model.safetensors']!));
  change(tensors);
  return { ...files, 'adapter_model.safetensors': writeSafetensors(tensors) };
}

const Q = 'base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight';

describe('readPeft', () => {
  it('reads the golden adapters', () => {
    const planner = readPeft(goldenFolder('llama-tied/planner'), { modules });
    expect(planner).toMatchObject({ baseName: 'llama-tied', rank: 4, alpha: 8, targets: ['q_proj', 'v_proj'] });
    expect(planner.tensors.size).toBe(8);
    expect(planner.tensors.get('model.layers.1.self_attn.v_proj.lora_B')!.shape).toEqual([12, 4]);
    const solver = readPeft(goldenFolder('llama-tied/solver'), { modules });
    expect(solver.tensors.size).toBe(28);
    expect(solver.tensors.get('model.layers.1.mlp.down_proj.lora_A')!.shape).toEqual([2, 40]);
  });

  it('refuses options it does not implement, naming the field', () => {
    const cases: [object, RegExp][] = [
      [{ peft_type: 'IA3' }, /peft_type "IA3"/],
      [{ use_dora: true }, /use_dora/],
      [{ bias: 'all' }, /bias/],
      [{ modules_to_save: ['lm_head'] }, /modules_to_save/],
      [{ rank_pattern: { q_proj: 2 } }, /rank_pattern/],
      [{ layers_to_transform: 0 }, /layers_to_transform/],
      [{ init_lora_weights: 'pissa' }, /init_lora_weights/],
      [{ target_modules: ['q_proj', 'lm_head'] }, /target_modules/],
      [{ target_modules: 3 }, /target_modules/],
      [{ use_bdlora: { x: 1 } }, /use_bdlora/],
      [{ lora_alpha: 'x' }, /lora_alpha/],
      [{ r: 0 }, /unusable r/],
    ];
    for (const [setting, message] of cases) {
      expect(() => readPeft(withSetting(setting)), JSON.stringify(setting)).toThrow(message);
      expect(faultCode(() => readPeft(withSetting(setting)))).toBe('E_PEFT_UNSUPPORTED');
    }
  });

  it('accepts the harmless keys newer PEFT versions write', () => {
    const newer = {
      peft_version: '0.18.0',
      loftq_config: {},
      alora_invocation_tokens: null,
      qalora_group_size: 16,
      use_qalora: false,
      rank_pattern: {},
    };
    expect(readPeft(withSetting(newer), { modules }).rank).toBe(4);
  });

  it('reads what PEFT itself writes, in whatever form it names the modules', () => {
    const read = (form: string) => readPeft(goldenFolder(`peft/${form}`), { modules });
    expect(read('paths').targets).toEqual(['q_proj', 'v_proj']);
    expect(read('part-of-path').targets).toEqual(['q_proj', 'down_proj']);
    expect(read('regex').targets).toEqual(['q_proj', 'k_proj']);
    expect(read('all-linear').targets).toEqual(LORA_TARGETS);
    // PEFT resolves `all-linear` to paths before it saves; others write the word itself.
    const all = { ...goldenFolder('peft/all-linear') };
    all['adapter_config.json'] = new TextEncoder().encode(
      JSON.stringify({ ...json(all['adapter_config.json']!), target_modules: 'all-linear' }),
    );
    expect(readPeft(all, { modules }).targets).toEqual(LORA_TARGETS);
    expect(readPeft(all).targets).toEqual(LORA_TARGETS);
    expect(() => read('one-layer')).toThrow(/q_proj in some layers only/);
  });

  it.each(['paths', 'rslora'])('computes the ΔW that PEFT computes, %s', (form) => {
    const { rank, alpha, tensors } = readPeft(goldenFolder(`peft/${form}`), { modules });
    const deltas = readSafetensors(goldenFolder(`peft/${form}`)['expected_delta.safetensors']!);
    expect(tensors.size).toBe(2 * deltas.size);
    for (const [path, { shape, data }] of deltas) {
      const [a, b] = [tensors.get(`${path}.lora_A`)!, tensors.get(`${path}.lora_B`)!];
      const [rows = 0, columns = 0] = shape;
      for (let row = 0; row < rows; row += 1)
        for (let column = 0; column < columns; column += 1) {
          let sum = 0;
          for (let k = 0; k < rank; k += 1) sum += b.data[row * rank + k]! * a.data[k * columns + column]!;
          expect(Math.abs((alpha / rank) * sum - data[row * columns + column]!)).toBeLessThan(1e-5);
        }
    }
  });

  it('never runs a regular expression that came with a file', () => {
    expect(readPeft(withSetting({ target_modules: '((.*)*)*(q|v)_proj' }), { modules }).targets).toEqual(['q_proj', 'v_proj']);
  });

  it('refuses tensors that do not fit the settings or the base model', () => {
    expect(faultCode(() => readPeft(withSetting({ r: 8 })))).toBe('E_PEFT_SHAPE');
    expect(faultCode(() => readPeft(withSetting({ target_modules: ['q_proj'] })))).toBe('E_PEFT_TENSOR');
    expect(faultCode(() => readPeft(withSetting({ target_modules: ['q_proj', 'k_proj', 'v_proj'] })))).toBe('E_PEFT_TENSOR');
    expect(faultCode(() => readPeft(withTensors((tensors) => tensors.delete(Q))))).toBe('E_PEFT_TENSOR');
    expect(faultCode(() => readPeft(withTensors((tensors) => tensors.set('lm_head.weight', tensors.get(Q)!))))).toBe('E_PEFT_TENSOR');
    const narrow = withTensors((tensors) => tensors.set(Q, { shape: [4, 2], data: new Float32Array(8) }));
    expect(faultCode(() => readPeft(narrow))).toBe('none');
    expect(faultCode(() => readPeft(narrow, { modules }))).toBe('E_PEFT_SHAPE');
    const shallow = loraModules({ ...base, layers: 1 });
    expect(faultCode(() => readPeft(goldenFolder('llama-tied/planner'), { modules: shallow }))).toBe('E_PEFT_SHAPE');
    expect(faultCode(() => readPeft(goldenFolder('llama-tied/planner'), { modules: loraModules({ ...base, layers: 3 }) }))).toBe(
      'E_PEFT_TENSOR',
    );
  });

  it('says which file is missing or broken', () => {
    expect(() => readPeft({}, { folder: 'planner' })).toThrow(/planner has no adapter_config\.json/);
    expect(faultCode(() => readPeft({ 'adapter_config.json': new Uint8Array([123]) }))).toBe('E_PEFT_CONFIG');
    expect(faultCode(() => readPeft({ 'adapter_config.json': new TextEncoder().encode('[]') }))).toBe('E_PEFT_CONFIG');
    const { 'adapter_config.json': config } = goldenFolder('llama-tied/planner');
    expect(faultCode(() => readPeft({ 'adapter_config.json': config! }))).toBe('E_PEFT_FILE_MISSING');
  });
});

describe('writePeft', () => {
  const random = seededRandom(3);
  const adapter: PeftAdapter = {
    baseName: 'micro',
    rank: 2,
    alpha: 16,
    targets: ['q_proj', 'down_proj'],
    tensors: new Map(
      [...loraModules(base, ['q_proj', 'down_proj'])].flatMap(([path, [out, inputs]]) => {
        const matrix = (rows: number, columns: number) => ({
          shape: [rows, columns] as [number, number],
          data: Float32Array.from({ length: rows * columns }, random),
        });
        return [
          [`${path}.lora_A`, matrix(2, inputs)],
          [`${path}.lora_B`, matrix(out, 2)],
        ] as const;
      }),
    ),
  };

  it('writes what it reads', () => {
    expect(readPeft(writePeft(adapter), { modules })).toEqual(adapter);
  });

  it('writes the keys PEFT asks for, sorted, and the card only if there is one', () => {
    const files = writePeft({ ...adapter, card: '# planner' });
    expect(Object.keys(files)).toEqual(['adapter_config.json', 'adapter_model.safetensors', 'README.md']);
    const config = json(files['adapter_config.json']!);
    expect(Object.keys(config)).toEqual(Object.keys(json(goldenFolder('llama-tied/planner')['adapter_config.json']!)));
    expect(config).toMatchObject({
      peft_type: 'LORA',
      r: 2,
      lora_alpha: 16,
      target_modules: ['q_proj', 'down_proj'],
      task_type: 'CAUSAL_LM',
    });
    expect([...readSafetensors(files['adapter_model.safetensors']!).keys()][0]).toBe(Q);
    expect(Object.keys(writePeft(adapter))).not.toContain('README.md');
  });

  it('writes equal bytes whatever order the tensors come in', () => {
    const reversed = new Map([...adapter.tensors].reverse());
    expect(writePeft({ ...adapter, tensors: reversed })).toEqual(writePeft(adapter));
  });
});
