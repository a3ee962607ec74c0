import { createTfjsExecutor } from '../../../src/engine/executors/tfjs/executor.ts';
import { OWN_BLOCKS } from '../support/golden.ts';
import { loadAllGolden, loadGolden } from '../support/golden.node.ts';
import { describeGeneration } from '../support/generationSuite.ts';
import { describeGolden } from '../support/goldenSuite.ts';

const create = () => createTfjsExecutor('tfjs-cpu');
describeGolden('tfjs-cpu', create, 1e-4, loadAllGolden());
for (const name of OWN_BLOCKS) describeGeneration(`tfjs-cpu: ${name}`, create, 1e-5, loadGolden(name), 'decoding');
