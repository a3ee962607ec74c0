import { createTfjsExecutor } from '../../../src/engine/executors/tfjs/executor.ts';
import { loadAllGolden } from '../support/golden.node.ts';
import { describeGolden } from '../support/goldenSuite.ts';

describeGolden('tfjs-cpu', () => createTfjsExecutor('tfjs-cpu'), 1e-4, loadAllGolden());
