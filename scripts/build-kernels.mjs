/**
 * Compiles the WASM kernels (src/engine/executors/wasm/assembly, AssemblyScript) into the two binaries that are committed
 * beside them: plain SIMD, which every current host runs, and relaxed SIMD with fused multiply-add.
 * `node scripts/build-kernels.mjs` writes them, `--check` says whether they are what the source compiles to.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const folder = new URL('../src/engine/executors/wasm/', import.meta.url);
const builds = { 'kernels.simd.wasm': ['simd'], 'kernels.relaxed.wasm': ['simd', 'relaxed-simd'] };

/** Binary of one build; throws with the compiler's messages. */
async function compile(features) {
  let binary;
  // No runtime, no data, memory from the executor; `abort=` leaves out the hook for failed assertions, of which there are none.
  const flags = ['-O3', '--runtime', 'stub', '--importMemory', '--noAssert', '--use', 'abort=', '--baseDir', fileURLToPath(folder)];
  const enabled = features.flatMap((feature) => ['--enable', feature]);
  const { error, stderr } = await asc.main(['assembly/index.ts', ...flags, ...enabled, '--outFile', 'kernels.wasm'], {
    writeFile: (_name, contents) => {
      binary = contents;
    },
  });
  if (error || !binary) throw new Error(`${error}\n${stderr.toString()}`);
  return binary;
}

const check = process.argv.includes('--check');
for (const [name, features] of Object.entries(builds)) {
  const binary = await compile(features);
  const file = new URL(name, folder);
  if (!check) {
    writeFileSync(file, binary);
    console.log(`${name}: ${binary.length} bytes`);
  } else if (!readFileSync(file).equals(binary)) {
    console.error(`${name} is not what its source compiles to: run node scripts/build-kernels.mjs`);
    process.exitCode = 1;
  }
}
