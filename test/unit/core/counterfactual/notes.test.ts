import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { keepsNotebook } from '../../../../src/core/counterfactual/notes.ts';

it('of the environments that ship the notebook alone keeps one, whatever others call a memory', () => {
  const folder = new URL('../../../../src/environments/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.env.ts'));
  expect(files.filter((name) => keepsNotebook(readFileSync(new URL(name, folder), 'utf8')))).toEqual(['notebook.env.ts']);
});
