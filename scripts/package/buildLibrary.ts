/**
 * `npm run build:library`: core, engine and session as the modules of a package, with their types, and the terminal's commands as `marft`. All of
 * it goes into `dist-library/`: `browser/` and `node/` with every package and binary inside, so that nothing else is installed and no bundler
 * has a file to find; `types/`. `npm pack` ships it with the built page.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { lastSource } from '../build.mjs';
import { commitAt } from './commit.ts';
import { libraryTypes } from './libraryTypes.ts';
import { NOTICES, noticesOf } from '../page/notices.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const LIBRARY = 'dist-library';
export const ENTRIES = ['core', 'engine', 'session'] as const;

/** Files that read their neighbours from disk, and those that a bundle has in their places. */
const BUNDLED: Readonly<Record<string, string>> = {
  'src/environments/source.node.ts': 'src/environments/source.bundled.ts',
  'src/session/sandbox/node.ts': 'src/session/sandbox/vite.ts',
  'src/engine/executors/wasm/kernels.node.ts': 'src/engine/executors/wasm/kernels.bundled.node.ts',
};
const IN_BROWSER = { ...BUNDLED, 'library/platform/node.ts': 'library/platform/browser.ts' };

const inPlaceOf = (table: Readonly<Record<string, string>>): Plugin => ({
  name: 'in-place-of',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    const other = found ? table[found.id.slice(ROOT.length)] : undefined;
    return other === undefined ? found : join(ROOT, other);
  },
});

/** The sandbox hands its program over itself; the package's own way of finding it would bring it along a second time. */
const oneProgram: Plugin = {
  name: 'one-program',
  enforce: 'pre',
  transform: {
    filter: { id: /quickjs-wasmfile-release-sync\/dist\/emscripten-module/ },
    handler: (code) => code.replace('new URL("emscripten-module.wasm",import.meta.url)', 'new URL("unused:")'),
  },
};

/** A package has no repository beside it: its runs are told of the commit that it was built from. */
const builtFrom: Plugin = {
  name: 'built-from',
  load: (id) =>
    id === join(ROOT, 'scripts/package/commit.ts') ? `export const commitAt = () => ${JSON.stringify(commitAt(ROOT))};` : null,
};

async function bundle(folder: 'browser' | 'node', entries: Readonly<Record<string, string>>, modules: Set<string>): Promise<void> {
  const isNode = folder === 'node';
  const collect = (files: Rolldown.OutputBundle): void => {
    for (const file of Object.values(files)) if (file.type === 'chunk') for (const id of file.moduleIds) modules.add(id);
  };
  const collecting = (): Plugin => ({ name: 'modules', generateBundle: (_options, files) => collect(files) });
  const plugins = (): Plugin[] => [inPlaceOf(isNode ? BUNDLED : IN_BROWSER), oneProgram, builtFrom, collecting()];
  const checks = { bundlerTimings: false, pluginTimings: false };
  const treeshake = { moduleSideEffects: [{ test: /\/src\/words\//, sideEffects: false }] };
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: plugins(),
    worker: { format: 'es', plugins, rolldownOptions: { checks, treeshake, output: { codeSplitting: false } } },
    build: {
      outDir: join(LIBRARY, folder),
      target: isNode ? 'node20' : 'es2022',
      minify: true,
      lib: { entry: { ...entries }, formats: ['es'] },
      rolldownOptions: {
        platform: folder,
        ...(isNode && { external: [/^node:/, ...builtinModules, 'webgpu'] }),
        treeshake,
        checks,
        output: { entryFileNames: ({ name }) => (name === 'start' ? 'start.mjs' : '[name].js'), chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

/** When the build in the folder began, milliseconds. */
const BEGAN = join(ROOT, LIBRARY, '.began');

/** Whether the library is newer than what it is made from. */
export const freshLibrary = (): boolean => existsSync(BEGAN) && lastSource() < Number(readFileSync(BEGAN, 'utf8'));

export async function buildLibrary(): Promise<void> {
  const began = Date.now();
  rmSync(join(ROOT, LIBRARY), { recursive: true, force: true });
  const modules = new Set<string>();
  const entries = Object.fromEntries(ENTRIES.map((name) => [name, join(ROOT, `library/${name}.ts`)]));
  await bundle('browser', entries, modules);
  // A thread of the engine is started by the name that it has in the sources.
  await bundle('node', { ...entries, marft: join(ROOT, 'headless/marft.ts'), start: join(ROOT, 'headless/lane/worker.ts') }, modules);
  writeFileSync(join(ROOT, LIBRARY, NOTICES), noticesOf(modules, [join(ROOT, 'node_modules/assemblyscript')], 'This package'));
  libraryTypes(ROOT, join(ROOT, LIBRARY, 'types'), ENTRIES);
  writeFileSync(BEGAN, String(began));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--if-stale') && freshLibrary()) console.log('The library is newer than the sources.');
  else await buildLibrary();
}
