/** An entry of plain elements beside the page: one script and one style, in which nothing is that is not called. */
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { noticesOf } from './notices.ts';

/** Bundles `src/page/<folder>/<entry>.ts`: script and style, and the licences of the packages in the script. */
export async function plainPage(
  root: string,
  folder: string,
  page: string,
  entry = 'main',
): Promise<{ readonly script: string; readonly style: string; readonly notices: string }> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: join(root, `src/page/${folder}/${entry}.ts`), formats: ['iife'], name: 'page', fileName: () => 'page.js' },
      rolldownOptions: {
        // Nothing does anything when loaded but the entries, what says their language (`spoken.ts`) and the style, so that only what is
        // called is in the script.
        treeshake: { moduleSideEffects: (id) => new RegExp(`/${folder}/(main|chinese|spoken)\\.ts$`).test(id) || id.endsWith('.css') },
        output: { codeSplitting: false, comments: false },
      },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[];
  const files = outputs.flatMap(({ output }) => output);
  const chunks = files.filter((file) => file.type === 'chunk');
  const styles = files.filter((file) => file.type === 'asset').filter(({ fileName }) => fileName.endsWith('.css'));
  const [chunk] = chunks;
  if (!chunk || chunks.length > 1) throw new Error(`${page} has ${chunks.length} scripts, and must have one`);
  const style = styles.map(({ source }) => (typeof source === 'string' ? source : new TextDecoder().decode(source))).join('\n');
  return { script: chunk.code, style, notices: noticesOf(chunk.moduleIds, [], page) };
}
