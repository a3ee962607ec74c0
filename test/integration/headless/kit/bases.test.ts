/** Which folder the name of a base stands for in the terminal: a project from elsewhere has no folder of this machine read. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { basesFrom } from '../../../../headless/kit/bases.ts';
import { baseFolder } from '../../../../headless/kit/folders.ts';
import { engineOptions } from '../../../../headless/kit/engineFlags.ts';
import { openSession } from '../../../../headless/kit/host.ts';
import { chooseProject } from '../../../../headless/kit/project.ts';
import { loadBase } from '../../../../src/session/team/base.ts';
import { type Fault, faultFrom } from '../../../../src/core/faults.ts';

const root = mkdtempSync(join(tmpdir(), 'bases-'));
afterAll(() => rmSync(root, { recursive: true }));

/** A folder with a model under `names`, in a folder of its own. */
function homeWith(...names: string[]): string {
  const home = mkdtempSync(join(root, 'home-'));
  for (const name of names) cpSync(baseFolder('micro'), join(home, name), { recursive: true });
  return home;
}

function faultOf(work: () => unknown): Fault {
  try {
    work();
  } catch (error) {
    return faultFrom(error);
  }
  throw new Error('nothing was refused');
}

describe('the base a project names', () => {
  it('is one that ships with the workbench', () => {
    expect(Object.keys(basesFrom()('micro', ['micro']))).toContain('model.safetensors');
  });

  it.each(['/usr', root, '../elsewhere', '..', '/', 'no-such-base'])('is no folder elsewhere: %s', (name) => {
    const home = homeWith();
    cpSync(baseFolder('micro'), join(root, 'elsewhere'), { recursive: true });
    for (const files of [basesFrom(), basesFrom([], home)]) {
      const { code, hint } = faultOf(() => files(name, [name]));
      expect(code).toBe('E_BASE_FOLDER');
      expect(hint).toContain(`--base "${name}=DIR"`);
    }
  });

  it('may lie beside the project, by its name or where an export puts it', () => {
    const home = homeWith('mine', 'base', 'bases/one', 'bases/two');
    const files = basesFrom([], home);
    expect(files('mine', ['mine', 'micro'])['config.json']).toBeDefined();
    expect(files('another', ['another'])['config.json']).toBeDefined();
    expect(files('two', ['one', 'two'])['config.json']).toBeDefined();
  });

  it('is the folder that is passed, links followed', () => {
    const home = homeWith('snapshot');
    symlinkSync(join(home, 'snapshot'), join(home, 'link'));
    const files = basesFrom([`/usr=${join(home, 'link')}`]);
    expect(files('/usr', ['/usr'])['tokenizer.json']).toBeDefined();
  });

  it('leads nowhere by a link of its own', () => {
    const home = homeWith('mine');
    const secret = join(root, 'secret.json');
    writeFileSync(secret, '{}');
    rmSync(join(home, 'mine', 'tokenizer.json'));
    symlinkSync(secret, join(home, 'mine', 'tokenizer.json'));
    expect(faultOf(() => basesFrom([], home)('mine', ['mine'])).message).toContain('leads out of');
    symlinkSync(baseFolder('micro'), join(home, 'linked'));
    expect(faultOf(() => basesFrom([], home)('linked', ['linked'])).code).toBe('E_BASE_FOLDER');
  });
});

it('of a model’s folder its own files are read, up to a size, and no tree below it', () => {
  const home = homeWith('mine');
  const folder = join(home, 'mine');
  mkdirSync(join(folder, 'runs'));
  writeFileSync(join(folder, 'runs', 'config.json'), '{}');
  writeFileSync(join(folder, 'diary.txt'), 'dear diary');
  writeFileSync(join(folder, 'pytorch_model.bin'), 'pickle');
  const files = basesFrom([`mine=${folder}`])('mine', ['mine']);
  expect(Object.keys(files).toSorted()).toEqual([
    'config.json',
    'generation_config.json',
    'model.safetensors',
    'pytorch_model.bin',
    'special_tokens_map.json',
    'tokenizer.json',
    'tokenizer_config.json',
  ]);
  expect(files['pytorch_model.bin']).toHaveLength(0);
  // A file of holes: nothing is written, and nothing read.
  truncateSync(join(folder, 'tokenizer.json'), 65 * 2 ** 20);
  expect(faultOf(() => basesFrom([`mine=${folder}`])('mine', ['mine'])).message).toContain('at most 64 MiB are read');
});

it('a folder with a GGUF file is a model’s, beside the project as well; with several it is asked which', () => {
  const home = homeWith();
  const folder = join(home, 'mine');
  mkdirSync(folder);
  cpSync('test/golden/gguf/mixed.gguf', join(folder, 'tiny.gguf'));
  const files = basesFrom([], home)('mine', ['mine']);
  expect(Object.keys(files)).toEqual(['tiny.gguf']);
  expect(loadBase('mine', files, 'q8').tokenizer.vocabularySize).toBe(486);
  cpSync('test/golden/gguf/mixed.gguf', join(folder, 'other.gguf'));
  expect(faultOf(() => basesFrom([], home)('mine', ['mine'])).code).toBe('E_GGUF_SEVERAL');
});

describe('--base', () => {
  it.each(['micro=/tmp', 'no-equals', '=dir', 'mine=/no/such/folder'])('is refused as “%s”', (flag) => {
    expect(faultOf(() => basesFrom([flag])).code).toBe('E_FLAG');
  });

  it('is what a command loads a project’s base from', async () => {
    const project = chooseProject({ preset: 'micro', iterations: 1 });
    const document = { ...project, team: { ...project.team, base: '/usr' } };
    await expect(openSession(document, 'wasm', undefined, engineOptions({ workers: '1' }, null))).rejects.toThrow(/brings no base “\/usr”/);
    const passed = engineOptions({ workers: '1', base: [`/usr=${baseFolder('micro')}`] }, null);
    const { session } = await openSession(document, 'wasm', undefined, passed);
    expect(session.groups.map(({ base }) => base.name)).toEqual(['/usr']);
    session.dispose();
    session.engine.dispose();
  });
});
