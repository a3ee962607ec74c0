/** The golden files on TensorFlow.js' WebGPU in Chromium, where people run it; without a GPU its software adapter computes. */
import { beforeEach, describe } from 'vitest';
import { createTfjsExecutor } from '../../src/engine/executors/tfjs/executor.ts';
import { ALWAYS } from '../engine/support/golden.ts';
import { describeGolden } from '../engine/support/goldenSuite.ts';
import { long } from '../support/long.ts';
import { fetchGolden } from './support/golden.ts';

const create = () => createTfjsExecutor('tfjs-webgpu');
const cases = await fetchGolden();
describeGolden(
  'tfjs-webgpu in Chromium',
  create,
  1e-3,
  cases.filter(({ name }) => ALWAYS.has(name)),
);
describe('the other architectures', () => {
  beforeEach(long);
  describeGolden(
    'tfjs-webgpu in Chromium',
    create,
    1e-3,
    cases.filter(({ name }) => !ALWAYS.has(name)),
  );
});
