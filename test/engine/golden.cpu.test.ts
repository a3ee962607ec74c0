import { createTfjsExecutor } from '../../src/engine/executors/tfjs/executor.ts';
import { describeGolden } from './support/goldenSuite.ts';

describeGolden('tfjs-cpu', () => createTfjsExecutor('tfjs-cpu'), 1e-4);
