/** Has Vite's own server, by which the end-to-end tests see the page, send compressed and unchanging files as `serve.mjs` does; all else is sent by Vite. */
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { type Rule, sendStatic } from '../serve.mjs';

export function staticFiles(rules: readonly Rule[]): Plugin {
  let folder = '';
  return {
    name: 'static-files',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    configurePreviewServer: (server) => {
      server.middlewares.use(sendStatic(folder, rules));
    },
  };
}
