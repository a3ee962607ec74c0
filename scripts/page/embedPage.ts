/**
 * The credit explorable for pages of other people: `embed.html` with its script and style beside it, which its own rule in `public/_headers` lets
 * anybody frame. No script within the page, so that the rule need not know one.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { explorablesText } from '../../src/words/words.ts';
import { plainPage } from './plainPage.ts';

export const EMBED = 'embed.html';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** For hosts that send no headers; where they do, both hold. Browsers take `frame-ancestors` from headers alone. */
export const EMBED_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/** The files, by their names below the page. */
export async function embedFiles(root = ROOT): Promise<Readonly<Record<string, string>>> {
  const { script, style, notices } = await plainPage(root, 'embedPage', EMBED);
  const page = [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${EMBED_POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${explorablesText.credit.title}</title>`,
    '<link rel="icon" href="data:,">',
    '<link rel="stylesheet" href="embed.css">',
    '</head>',
    '<body>',
    `<main><noscript>${explorablesText.noScript}</noscript></main>`,
    '<script src="embed.js"></script>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
  return { [EMBED]: page, 'embed.js': `/*!\n${notices.replaceAll('*/', '* /')}\n*/\n${script}`, 'embed.css': style };
}

const TYPES: Readonly<Record<string, string>> = { html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css' };

export const embedPage: Plugin = {
  name: 'embed-page',
  async generateBundle() {
    for (const [fileName, source] of Object.entries(await embedFiles())) this.emitFile({ type: 'asset', fileName, source });
  },
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const name = /^\/(embed\.(?:html|js|css))(?:\?|$)/.exec(request.url ?? '')?.[1];
      if (name === undefined) return next();
      embedFiles().then((files) => {
        response.setHeader('Content-Type', TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? '');
        response.end(files[name]);
      }, next);
    });
  },
};
