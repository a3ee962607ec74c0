/**
 * `npx tsx bench/gpu/kernels.ts [smollm|qwen] [f32|q8|q4] [LAYERS] [decode|prefill|update …]`: where the time of a graphics processor
 * goes, kernel by kernel. On Linux `VK_DRIVER_FILES` and `LD_LIBRARY_PATH` tell where a Vulkan driver is. Writes nothing.
 */
import { create, globals } from 'webgpu';
import type { WeightForm } from '../../src/core/weights/packed.ts';
import { LocalEngine } from '../../src/engine/engine.ts';
import { createWebgpuExecutor } from '../../src/engine/executors/webgpu/executor.ts';
import { decoding, messagesOf, prefilling, prepareOn, qwen, smollm, updating } from '../realModels.ts';
import { profiled } from './profile.ts';

const [model = 'smollm', form = 'f32', layers = '30', ...works] = process.argv.slice(2);
const { config, name } = model === 'qwen' ? qwen(Number(layers)) : smollm(Number(layers));

Object.assign(globalThis, globals);
// Stamps are rounded to 100 µs for pages, which could tell from them what others do.
const gpu = create(['disable-dawn-features=timestamp_quantization']);
const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
if (!adapter) throw new Error('no WebGPU adapter was found');
let profile: ReturnType<typeof profiled> | undefined;
const request = adapter.requestDevice.bind(adapter);
adapter.requestDevice = async (descriptor) => {
  const device = await request({ ...descriptor, requiredFeatures: [...(descriptor?.requiredFeatures ?? []), 'timestamp-query'] });
  profile = profiled(device);
  return device;
};
Object.defineProperty(globalThis, 'navigator', {
  value: { gpu: { requestAdapter: async () => adapter, wgslLanguageFeatures: gpu.wgslLanguageFeatures } },
  configurable: true,
});

const executor = await createWebgpuExecutor();
const prepared = prepareOn(new LocalEngine(executor), { config, name }, form as WeightForm);
const measures = {
  decode: () => decoding(prepared, config, 1, 32, 4),
  decode16: () => decoding(prepared, config, 16, 32, 4),
  prefill: () => prefilling(prepared, config, 8, 256),
  update: () => updating(prepared, config, messagesOf(config, 4, 256), 'kept'),
};
for (const work of works.length ? works : Object.keys(measures)) {
  const measure = measures[work as keyof typeof measures]();
  await measure();
  const { wall } = await measure();
  profile?.start();
  await measure();
  const times = (await profile?.times()) ?? [];
  const sum = times.reduce((total, { time }) => total + time, 0);
  console.log(`\n${name}, ${form}, ${work} on ${executor.device}: ${wall.toFixed(2)} ms unmeasured, dispatches ${sum.toFixed(2)} ms`);
  for (const { kernel, dispatches, time, slowest } of times.slice(0, 14))
    console.log(
      `${kernel.padEnd(64)}${String(dispatches).padStart(5)}${time.toFixed(3).padStart(10)} ms${((100 * time) / sum).toFixed(1).padStart(6)} %   slowest ${slowest.time.toFixed(3)} ms, ${slowest.grid}`,
    );
}
process.exit(0);
