import { createTfjsExecutor } from '../../../src/engine/executors/tfjs/executor.ts';
import { loadAllGolden } from '../support/golden.node.ts';
import { describeGolden } from '../support/goldenSuite.ts';

describeGolden('tfjs-wasm', () => createTfjsExecutor('tfjs-wasm'), 1e-4, loadAllGolden());
