/** The golden files on WebGPU in Chromium, where people run it; without a GPU its software adapter computes. */
import { createTfjsExecutor } from '../../src/engine/executors/tfjs/executor.ts';
import { GOLDEN_CASES, readGolden } from '../engine/support/golden.ts';
import { describeGolden } from '../engine/support/goldenSuite.ts';

const urls = import.meta.glob<string>('../golden/**/*.{json,safetensors}', { query: '?url', import: 'default', eager: true });

async function fetchCase(name: (typeof GOLDEN_CASES)[number]) {
  const folder = `../golden/${name}/`;
  const own = Object.entries(urls).filter(([path]) => path.startsWith(folder));
  const files = await Promise.all(own.map(async ([path, url]) => [path.slice(folder.length), new Uint8Array(await (await fetch(url)).arrayBuffer())] as const));
  return readGolden(name, Object.fromEntries(files));
}

describeGolden('tfjs-webgpu in Chromium', () => createTfjsExecutor('tfjs-webgpu'), 1e-3, await Promise.all(GOLDEN_CASES.map(fetchCase)));
