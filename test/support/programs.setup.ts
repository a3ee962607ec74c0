/**
 * Bundles the programs that tests start as processes of their own, once a run of a project: such a process then loads a few files in
 * place of some four hundred, each of which is made into JavaScript anew.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the bundled programs. */
    programs: string;
  }
}

const ROOT = join(import.meta.dirname, '../..');
const COMMANDS = 'headless/commands';

/** File of each program by its name. */
const PROGRAMS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    readdirSync(join(ROOT, COMMANDS))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [basename(file, '.ts'), `${COMMANDS}/${file}`]),
  ),
  endlessRun: 'test/engine/support/endlessRun.ts',
  tinkerServer: 'test/support/tinkerServer/start.ts',
};

/** What a module reads from beside itself still lies beside its source. */
const besideItsSource: Plugin = {
  name: 'beside-its-source',
  enforce: 'pre',
  transform(code, id) {
    if (!code.includes('import.meta.')) return null;
    return code
      .replaceAll(/\bimport\.meta\.dirname\b/g, JSON.stringify(dirname(id)))
      .replaceAll(/\bimport\.meta\.url\b/g, JSON.stringify(pathToFileURL(id).href));
  },
};

export default async function bundle({ provide }: TestProject): Promise<() => void> {
  // Within the checkout, where packages are found.
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'programs-'));
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [besideItsSource],
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(PROGRAMS).map(([name, file]) => [name, join(ROOT, file)])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'parts/[name].mjs' },
      },
    },
  });
  provide('programs', folder);
  return () => rmSync(folder, { recursive: true });
}
