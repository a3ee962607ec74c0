/** Has Vite's own server send the built page as ours does (`serve.mjs`), for the end-to-end tests. */
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { type Rule, sendStatic } from './serve.mjs';

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
