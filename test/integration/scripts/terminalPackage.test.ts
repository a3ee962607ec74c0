/** The packed terminal has everything that its sources name, and nothing of the page; its lockfile is of exactly its packages. */
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { edgesOf } from '../../../scripts/lint/check-imports.ts';
import { lockOf, type PackageLock } from '../../../scripts/package/packageLock.ts';
import { writeTar } from '../../../scripts/package/tar.ts';
import { packagesIn, packTerminal, terminalFiles } from '../../../scripts/package/terminalPackage.ts';
import { readTarGz } from '../../../src/core/formats/tar.ts';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = terminalFiles(root);
const text = (path: string) => new TextDecoder().decode(files.get(path));

describe('the packed terminal', () => {
  it('names no file that it lacks', () => {
    const lacking = [...files.keys()]
      .filter((path) => /\.m?ts$/.test(path) && !path.endsWith('.d.ts'))
      .flatMap((path) => edgesOf(path, text(path)))
      .filter(({ to }) => !files.has(posix.normalize(to)))
      // Parts for Vite name files of the page's build.
      .filter(({ from }) => !/(?:^|[/.])vite\.ts$/.test(from));
    expect(lacking).toEqual([]);
  });

  it('has the kernels, the environments and the sandbox’s own sources, and nothing of the page', () => {
    for (const path of [
      'src/engine/executors/wasm/kernels.simd.wasm',
      'src/environments/problems/arithmetic.env.ts',
      'src/session/sandbox/harness.ts',
    ])
      expect(files.has(path), path).toBe(true);
    expect([...files.keys()].filter((path) => path.startsWith('src/page/'))).toEqual([]);
  });

  it('has the documents that its faults send a reader to', () => {
    const faults = [...files.keys()].filter((path) => path.startsWith('src/words/en/faults/') && !path.includes('/page/'));
    const named = new Set(faults.flatMap((path) => text(path).match(/docs\/[\w/-]+\.md/g) ?? []));
    expect(named).toContain('docs/terminal.md');
    expect([...named].filter((path) => !files.has(path))).toEqual([]);
  });

  it('runs its commands by files that are in it', () => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['train', 'evaluate', 'sweep', 'check-server']));
    for (const script of Object.values(scripts)) expect(files.has(/headless\S+/.exec(script)?.[0] ?? ''), script).toBe(true);
  });

  it('locks what its package.json asks for, without packages of the page or of development', () => {
    const { dependencies } = JSON.parse(text('package.json')) as { dependencies: Record<string, string> };
    const lock = JSON.parse(text('package-lock.json')) as PackageLock;
    expect(lock.packages['']?.dependencies).toEqual(dependencies);
    expect(dependencies).toHaveProperty('tsx');
    for (const name of Object.keys(dependencies)) expect(lock.packages, name).toHaveProperty([`node_modules/${name}`]);
    expect(Object.keys(lock.packages).filter((path) => /node_modules\/(react|vite|vitest|playwright|monaco-editor)$/.test(path))).toEqual(
      [],
    );
    expect(Object.values(lock.packages).filter(({ dev }) => dev)).toEqual([]);
  });

  it('is one folder of less than 10 MB, with the same bytes each time', () => {
    const packed = packTerminal(root);
    expect(packed.length).toBeLessThan(10e6);
    expect(Buffer.compare(packed, packTerminal(root))).toBe(0);
    const unpacked = readTarGz(new Uint8Array(packed));
    expect(Object.keys(unpacked).every((path) => path.startsWith('terminal/'))).toBe(true);
    expect(Object.keys(unpacked)).toHaveLength(files.size);
    expect(unpacked['terminal/package.json']).toEqual(files.get('package.json'));
  });
});

it('packages are found however they are named', () => {
  const source = `import a from 'zod';\nexport { b } from '@huggingface/jinja/x';\nawait import('fflate');\nimport './own.ts';\nimport 'node:fs';`;
  expect([...packagesIn([source])]).toEqual(['zod', '@huggingface/jinja', 'fflate']);
});

describe('a part of a lockfile', () => {
  const lock: PackageLock = {
    lockfileVersion: 3,
    packages: {
      'node_modules/a': {
        dependencies: { b: '1' },
        dev: true,
        peerDependencies: { gone: '1' },
        peerDependenciesMeta: { gone: { optional: true } },
      },
      'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
      'node_modules/b': {},
      'node_modules/c': {},
      'node_modules/d': {},
    },
  };

  it('takes what each package finds from where it lies, and no more', () => {
    const { packages } = lockOf(lock, { name: 'x', version: '1', dependencies: { a: '1' } });
    expect(Object.keys(packages)).toEqual(['', 'node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/c']);
    expect(packages['node_modules/a']).not.toHaveProperty('dev');
  });

  it('refuses a package that is not locked', () => {
    expect(() => lockOf(lock, { name: 'x', version: '1', dependencies: { e: '1' } })).toThrow('no e');
  });
});

it('long paths are split as ustar has it, and too long ones refused', () => {
  const path = `${'a'.repeat(80)}/${'b'.repeat(90)}`;
  const tar = writeTar(new Map([[path, new Uint8Array([1, 2, 3])]]));
  expect(readTarGz(gzipSync(tar))).toEqual({ [path]: new Uint8Array([1, 2, 3]) });
  expect(() => writeTar(new Map([['c'.repeat(120), new Uint8Array()]]))).toThrow('too long');
});
