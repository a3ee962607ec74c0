import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { keepsNotebook } from '../../../../src/core/counterfactual/notes.ts';

it('of the environments that ship the notebook alone keeps one, whatever others call a memory', () => {
  const folder = new URL('../../../../src/environments/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.env.ts'));
  expect(files.filter((path) => keepsNotebook(readFileSync(new URL(path, folder), 'utf8')))).toEqual(['communication/notebook.env.ts']);
});
