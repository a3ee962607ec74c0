import { describe, expect, it } from 'vitest';
import { datasetSchema } from '../../../../../src/core/document/schema.ts';
import { FaultError } from '../../../../../src/core/faults.ts';
import { defaultProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { baseFaultOf, isTellable } from '../../../../../src/page/state/engine/estimating.ts';

const fault = { code: 'E_BASE_MISSING', message: 'There is no such base.' } as const;

describe('what a run would cost', () => {
  it('can be told of what can be trained, once problems of its data set are here', () => {
    const plain = defaultProject();
    const dataset = datasetSchema.parse({ name: 'words.csv', digest: 'a'.repeat(64), rows: 3 });
    const withData = { ...plain, environment: { ...plain.environment, dataset } };
    expect(isTellable(plain, [], [])).toBe(true);
    expect(isTellable(plain, [fault], [])).toBe(false);
    expect(isTellable(withData, [], [])).toBe(false);
    expect(isTellable(withData, [], [{}])).toBe(true);
    expect(isTellable(withData, [fault], [{}])).toBe(false);
  });

  it('says that a base is missing, and nothing of other failures', () => {
    expect(baseFaultOf(new FaultError(fault))).toBe(fault);
    expect(baseFaultOf(new FaultError({ ...fault, code: 'E_WORKER_DIED' }))).toBeNull();
    expect(baseFaultOf(new Error('no'))).toBeNull();
  });
});
