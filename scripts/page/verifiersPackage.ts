/**
 * What every exported package for verifiers has in common, as `verifiers.tgz`: the host of episodes as one file that Node runs without
 * installing anything, and the package's own Python. The build puts it beside the page, which fetches it when a package is exported and
 * never before.
 */
import { besidePage } from './besidePage.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { noticesOf } from './notices.ts';
import { writeTar } from '../package/tar.ts';

export const VERIFIERS = 'verifiers.tgz';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Where the host and the Python lie in the repository. */
const HOST = 'headless/envHost';

/** The host as one module, and the licences of what is in it. */
export async function bundleHost(root = ROOT): Promise<{ readonly code: string; readonly notices: string }> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'node20',
      minify: true,
      // The interpreter's program goes into the file.
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      lib: { entry: join(root, HOST, 'main.ts'), formats: ['es'], fileName: () => 'env_host.mjs' },
      rolldownOptions: {
        platform: 'node',
        external: /^node:/,
        treeshake: { moduleSideEffects: [{ test: /\/src\/words\//, sideEffects: false }] },
        output: { codeSplitting: false },
      },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[];
  const chunks = outputs.flatMap(({ output }) => output).filter((file) => file.type === 'chunk');
  const [chunk] = chunks;
  if (!chunk || chunks.length > 1) throw new Error(`the host is ${chunks.length} files, and must be one`);
  const foreign = [...chunk.imports, ...chunk.dynamicImports].filter((name) => name !== chunk.fileName && !name.startsWith('node:'));
  if (foreign.length > 0) throw new Error(`the host needs ${foreign.join(', ')}, which nobody installs`);
  return { code: chunk.code, notices: noticesOf(chunk.moduleIds, [], 'env_host.mjs') };
}

/** Every file of the package that is no project's, by its path in it. */
export async function verifiersFiles(root = ROOT): Promise<ReadonlyMap<string, Uint8Array>> {
  const { code, notices } = await bundleHost(root);
  const encoder = new TextEncoder();
  const python = join(root, HOST, 'python');
  return new Map([
    ['env_host.mjs', encoder.encode(code)],
    ['THIRD_PARTY_NOTICES.txt', encoder.encode(notices)],
    ['LICENSE', new Uint8Array(readFileSync(join(root, 'LICENSE')))],
    ...readdirSync(python)
      .filter((name) => name.endsWith('.py'))
      .map((name) => [name, new Uint8Array(readFileSync(join(python, name)))] as const),
  ]);
}

/** The same sources give the same bytes. */
export async function packVerifiers(root = ROOT): Promise<Uint8Array> {
  return gzipSync(writeTar(await verifiersFiles(root)), { level: 9 });
}

export const verifiersPackage = besidePage(VERIFIERS, 'application/gzip', () => packVerifiers());
