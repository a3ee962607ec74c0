/**
 * The order of files of unit and integration tests, which share two processes: those whose modules hold nothing come first and keep them
 * (`test/unit/support/own.ts`), so that core is read once, not once a file.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { leavesState } from './testPaths.ts';

export class KeptModulesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => !leavesState(file.moduleId)), ...sorted.filter((file) => leavesState(file.moduleId))];
  }
}
