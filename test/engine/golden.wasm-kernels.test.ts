import { createWasmExecutor } from '../../src/engine/executors/wasm/executor.ts';
import { KERNEL_FILES } from '../../src/engine/executors/wasm/kernels.node.ts';
import { loadAllGolden } from './support/golden.node.ts';
import { describeGolden } from './support/goldenSuite.ts';

describeGolden('wasm', () => createWasmExecutor(KERNEL_FILES), 1e-4, loadAllGolden());
