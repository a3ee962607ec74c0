/** A file that is made for the page rather than written: beside the built page, and served where the page is served from its sources. */
import type { Plugin } from 'vite';

/** `path`: below the page. `make` gives the same for the same sources. */
export function besidePage(path: string, type: string, make: () => Promise<Uint8Array | string> | Uint8Array): Plugin {
  return {
    name: `beside-page-${path}`,
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: path, source: await make() });
    },
    configureServer(server) {
      server.middlewares.use(`/${path}`, (_request, response, next) => {
        Promise.resolve(make()).then((source) => {
          response.setHeader('Content-Type', type);
          response.end(source);
        }, next);
      });
    },
  };
}
