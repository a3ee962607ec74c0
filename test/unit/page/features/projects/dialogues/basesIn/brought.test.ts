/** What is kept of the bases that came with a project. */
import { expect, it } from 'vitest';
import { PRESETS } from '../../../../../../../src/core/document/presets/presets.ts';
import { FaultError } from '../../../../../../../src/core/faults.ts';
import type { CarriedProject } from '../../../../../../../src/core/share/carried.ts';
import { type BaseHosts, broughtProject } from '../../../../../../../src/page/features/projects/dialogues/basesIn/brought.ts';

const PRINT = 'ab'.repeat(32);
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const files = { 'config.json': bytes(1, 2), 'model.safetensors': bytes(3, 4, 5), 'README.md': bytes(6) };

function carried(sha256: string | null = null): CarriedProject {
  const project = PRESETS.micro.project({ file: 'a.env.ts', source: '// code' });
  const document = { ...project, team: { ...project.team, base: 'mine' }, bases: [{ name: 'mine', bytes: 6, sha256 }] };
  return { document, bases: [{ name: 'mine', folder: 'base', files, bytes: 6 }] };
}

const hosts = (changes: Partial<BaseHosts> = {}): BaseHosts => ({
  here: {},
  isTaken: (name) => name === 'mine',
  fingerprint: async () => PRINT,
  check: async (_, given) => ({ ...given, 'tokenizer.json': bytes(7) }),
  ...changes,
});

it('is a base that is not here, with what its prompts need and its weights as the browser’s own', async () => {
  const brought = await broughtProject(carried(PRINT), hosts());
  expect(brought?.document.team.base).toBe('mine');
  expect(brought?.bases).toMatchObject([{ name: 'mine', was: null, bytes: 6, sha256: PRINT }]);
  expect(Object.keys(brought!.bases[0]!.files).toSorted()).toEqual(['README.md', 'config.json', 'model.safetensors', 'tokenizer.json']);
  expect(brought!.bases[0]!.files['model.safetensors']).toBeInstanceOf(Blob);
});

it('is nothing of a base that is here already, whatever is written about it', async () => {
  const here = { mine: { ...files, 'README.md': bytes(9, 9) } };
  expect((await broughtProject(carried(), hosts({ here })))?.bases).toEqual([]);
});

it('takes another name where one with other bytes is here, in the project too', async () => {
  const here = { mine: { ...files, 'model.safetensors': bytes(3, 4, 6) } };
  const isTaken = (name: string): boolean => ['mine', 'mine-2'].includes(name);
  const brought = await broughtProject(carried(), hosts({ here, isTaken }));
  expect(brought?.bases).toMatchObject([{ name: 'mine-3', was: 'mine' }]);
  expect(brought?.document.team.base).toBe('mine-3');
  expect(brought?.document.bases).toMatchObject([{ name: 'mine-3' }]);
  expect(brought?.asItCame.team.base).toBe('mine');
});

it('is refused where it is not what the project tells of or cannot be loaded, and may be called off', async () => {
  await expect(broughtProject(carried('cd'.repeat(32)), hosts())).rejects.toMatchObject({ fault: { code: 'E_BASE_CARRIED' } });
  const fault = { code: 'E_MODEL_CONFIG', message: 'It is none.' } as const;
  await expect(broughtProject(carried(), hosts({ check: () => Promise.reject(new FaultError(fault)) }))).rejects.toMatchObject({ fault });
  expect(await broughtProject(carried(), hosts({ check: async () => null }))).toBeNull();
});
