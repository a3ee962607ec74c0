import { expect, it } from 'vitest';
import { readsProblem } from '../../../../../../src/page/features/environment/dataset/actions.ts';
import { PRESETS } from '../../../../../../src/core/document/presets/presets.ts';
import { environmentSource } from '../../../../../../src/environments/source.node.ts';

const project = PRESETS.micro.project({ source: 'x' });
const reads = (source: string) => readsProblem({ environment: { ...project.environment, source } });

it.each([
  ['the built-in for files', environmentSource('dataset-math'), true],
  ['a built-in that makes its problems up', environmentSource('arithmetic'), false],
  ['by name', 'export default { reset({ seed, problem }) {} }', true],
  ['by name, as an arrow', 'export default { reset: ({ problem: row }) => ({}) }', true],
  ['off the whole input', 'export default { reset(input) { return input.problem; } }', true],
  ['a whole input that is not asked for it', 'export default { reset(input) { const problem = input.index; } }', false],
  ['nothing', '', false],
])('%s', (_, source, expected) => expect(reads(source)).toBe(expected));
