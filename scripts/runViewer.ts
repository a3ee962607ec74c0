/**
 * The page that reads a run's HTML file, as `run-viewer.html`: script and style within, nothing fetched, and a policy that allows no other
 * script and no network. The build puts it beside the page, which fetches it when such a file is made and never before.
 */
import { besidePage } from './besidePage.ts';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { DATA_MARK, TITLE_MARK } from '../src/core/formats/exports/html/runHtml.ts';
import { runPageText } from '../src/words/words.ts';
import { noticesOf } from './notices.ts';

export const RUN_VIEWER = 'run-viewer.html';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Script and style, and the packages in the script. */
async function bundle(root: string): Promise<{ readonly script: string; readonly style: string; readonly notices: string }> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: join(root, 'src/page/runPage/main.ts'), formats: ['iife'], name: 'run', fileName: () => 'viewer.js' },
      rolldownOptions: {
        // Nothing does anything when loaded but the entry and its style, so that only what is called is in the script.
        treeshake: { moduleSideEffects: (id) => /\/runPage\/(?:main\.ts|viewer\.css)/.test(id) },
        output: { codeSplitting: false, comments: false },
      },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[];
  const files = outputs.flatMap(({ output }) => output);
  const chunks = files.filter((file) => file.type === 'chunk');
  const styles = files.filter((file) => file.type === 'asset').filter(({ fileName }) => fileName.endsWith('.css'));
  const [chunk] = chunks;
  if (!chunk || chunks.length > 1) throw new Error(`the page that reads a run has ${chunks.length} scripts, and must have one`);
  const style = styles.map(({ source }) => (typeof source === 'string' ? source : new TextDecoder().decode(source))).join('\n');
  return { script: chunk.code, style, notices: noticesOf(chunk.moduleIds, [], RUN_VIEWER) };
}

const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What would end the element that a script lies in, written so that it means the same and does not. */
const inert = (script: string): string => script.replaceAll(/<(?=\/script|!--)/gi, '\\x3C');

export async function runViewer(root = ROOT): Promise<string> {
  const bundled = await bundle(root);
  const script = inert(bundled.script);
  const { style } = bundled;
  const policy = `default-src 'none'; script-src ${digest(script)}; style-src ${digest(style)}; base-uri 'none'; form-action 'none'`;
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${TITLE_MARK}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    `<noscript>${runPageText.noScript}</noscript>`,
    DATA_MARK,
    `<script>${script}</script>`,
    `<!--\n${bundled.notices.replaceAll('--', '- -')}\n-->`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

export const runViewerPage = besidePage(RUN_VIEWER, 'text/html; charset=utf-8', () => runViewer());
