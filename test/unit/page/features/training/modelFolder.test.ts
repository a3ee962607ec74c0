import { expect, it } from 'vitest';
import { folderBaseName } from '../../../../../src/page/features/training/modelFolder.ts';

it('a chosen folder is a base by its name, unless a shipped base has that name', () => {
  expect(folderBaseName('my-llama')).toBe('my-llama');
  expect(() => folderBaseName('micro')).toThrow('A base called “micro” ships with the workbench');
});
