/**
 * The gallery beside the page. What reads the folders is a good part of core, so it is imported when the page is built or a file is asked for:
 * within the configuration it would be bundled at each start of a test.
 */
import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';

const READER = fileURLToPath(new URL('./gallery.ts', import.meta.url));

async function galleryFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { module } = await runnerImport<typeof import('./gallery.ts')>(READER, { configFile: false });
  return module.galleryFiles();
}

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  zip: 'application/zip',
};

export const galleryPages: Plugin = {
  name: 'gallery',
  async generateBundle() {
    for (const [fileName, source] of await galleryFiles()) this.emitFile({ type: 'asset', fileName, source });
  },
  configureServer(server) {
    server.middlewares.use('/gallery', (request, response, next) => {
      const path = (request.url ?? '').replace(/\?.*/, '');
      galleryFiles().then((files) => {
        const bytes = files.get(`gallery${path}`);
        if (!bytes) return next();
        response.setHeader('Content-Type', TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream');
        response.end(bytes);
      }, next);
    });
  },
};
