/** Our own WASM kernels: the golden files and generation, on the build this host chooses and on the reproducible one. */
import { beforeEach, describe } from 'vitest';
import { createWasmExecutor } from '../../../../src/engine/executors/wasm/executor.ts';
import { KERNEL_FILES } from '../../../../src/engine/executors/wasm/kernels.node.ts';
import { long } from '../../../support/long.ts';
import { ALWAYS, OWN_BLOCKS } from '../../support/golden.ts';
import { loadAllGolden, loadGolden } from '../../support/golden.node.ts';
import { describeGeneration } from '../../support/generationSuite.ts';
import { describeGolden } from '../../support/goldenSuite.ts';

for (const reproducible of [false, true]) {
  const name = reproducible ? 'wasm, reproducible' : 'wasm';
  const create = () => createWasmExecutor(KERNEL_FILES, { reproducible });
  describeGolden(name, create, 1e-4, loadAllGolden());
  for (const golden of ['llama-tied', 'qwen3', ...OWN_BLOCKS] as const)
    describe(`${name}: ${golden}`, () => {
      // The other build has the same generator.
      if (reproducible && !ALWAYS.has(golden)) beforeEach(long);
      describeGeneration(`${name}: ${golden}`, create, 1e-5, loadGolden(golden));
    });
}
