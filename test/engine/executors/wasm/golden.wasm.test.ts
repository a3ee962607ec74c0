/** TensorFlow.js on WASM; every architecture is always computed by it on the processor (golden.cpu.test.ts). */
import { beforeEach, describe } from 'vitest';
import { createTfjsExecutor } from '../../../../src/engine/executors/tfjs/executor.ts';
import { long } from '../../../support/long.ts';
import { ALWAYS, GOLDEN_CASES } from '../../support/golden.ts';
import { loadGolden } from '../../support/golden.node.ts';
import { describeGolden } from '../../support/goldenSuite.ts';

const create = () => createTfjsExecutor('tfjs-wasm');
const [always, others] = [true, false].map((one) => GOLDEN_CASES.filter((name) => ALWAYS.has(name) === one).map(loadGolden));
describeGolden('tfjs-wasm', create, 1e-4, always ?? []);
describe('the other architectures', () => {
  beforeEach(long);
  describeGolden('tfjs-wasm', create, 1e-4, others ?? []);
});
