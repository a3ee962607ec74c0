/**
 * How the page is built and served. The response headers live in `public/_headers`, so that a static host, `npm start`
 * and the end-to-end tests all send the same ones.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { commitAt } from './scripts/package/commit.ts';
import { docPages } from './scripts/page/docPages.ts';
import { noProbe } from './scripts/page/noProbe.ts';
import { embedPage } from './scripts/page/embedPage.ts';
import { galleryPages } from './scripts/page/galleryPages.ts';
import { thirdPartyNotices } from './scripts/page/notices.ts';
import { runViewerPages } from './scripts/page/runViewer.ts';
import { serviceWorker } from './scripts/page/serviceWorker.ts';
import { headerRules, headersAt } from './scripts/serve.mjs';
import { staticFiles } from './scripts/page/staticFiles.ts';
import { terminalPackage } from './scripts/package/terminalPackage.ts';
import { TRUSTED_TYPES } from './src/page/kit/browser/trusted.ts';
import { textDigests } from './scripts/page/textDigests.ts';
import { verifiersPackage } from './scripts/page/verifiersPackage.ts';

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const rules = headerRules(readFileSync(pathOf('public/_headers'), 'utf8'));
const headers = headersAt(rules, '/');
// The development server injects inline scripts, which the content policy forbids on purpose.
const { 'Content-Security-Policy': policy = '', ...developmentHeaders } = headers;

/** Hosts of the Hub: only workers fetch from there. Where headers are sent, both policies hold for the page, and so neither allows it. */
const OTHER_HOSTS = / https:[^ ;]+/g;

/**
 * The policy in the built page, for hosts that send no headers; browsers ignore `frame-ancestors` there, and complain. Trusted Types are demanded here
 * alone, as the headers are workers' too: these have no elements, and start those of the WASM backend from texts that it brings (`blob:`).
 */
const policyInPage: Plugin = {
  name: 'policy-in-page',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: {
        'http-equiv': 'Content-Security-Policy',
        content: `${policy.replace(/;\s*frame-ancestors[^;]*/, '').replaceAll(OTHER_HOSTS, '')}; ${TRUSTED_TYPES}`,
      },
      injectTo: 'head-prepend',
    },
  ],
};

/** `main.ts` asks for the page once its language is known: by then it is here. */
const pageAhead: Plugin = {
  name: 'page-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.values(bundle).flatMap((part) =>
        part.type === 'chunk' && part.name === 'page' && part.isEntry
          ? [{ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `./${part.fileName}` }, injectTo: 'head' as const }]
          : [],
      ),
  },
};

/** What a run records of this build in its `run.json`. */
function readManifest(): string {
  // All are installed for development: whoever has the package needs none.
  const { version, devDependencies: dependencies } = JSON.parse(readFileSync(pathOf('package.json'), 'utf8')) as Record<string, unknown>;
  return JSON.stringify({ version, commit: commitAt(pathOf('.')), dependencies });
}

const manifest = readManifest();
const known = JSON.parse(manifest) as { readonly version: string; readonly commit?: string };

// How long the parts of a build took is no warning to a person who only starts the page.
const checks = { bundlerTimings: false };

// Its library is compiled into our kernels; these are in the service worker, which is built after the list is written.
const notices = thirdPartyNotices(
  ['assemblyscript', 'workbox-core', 'workbox-precaching', 'workbox-routing', 'workbox-strategies'].map((name) =>
    pathOf(`node_modules/${name}`),
  ),
);

/** Words do nothing when loaded, so that a part of them comes with what shows it and not with `words.ts`. */
const WORDS = [{ test: /\/src\/words\//, sideEffects: false }];

/**
 * What the page starts with is one file, and so is the rest of what is seen first. What several lazy parts share would otherwise be a file for each set of parts that share
 * it, hundreds of them and most of a kilobyte; small ones are put together with those that are fetched on nearly the same occasions.
 */
const CHUNKS: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'start', tags: ['$initial'], test: /\.(?:m?[jt]sx?|css)/, priority: 2 },
    { name: 'screen', test: /\/shell\/places\/firstScreen\.ts$/, priority: 1 },
    // By itself, or small parts would be put together with it, and whoever needs one of them would fetch megabytes.
    { name: 'editor', test: /\/node_modules\/monaco-editor\//, minShareCount: 2, entriesAware: true, priority: 1 },
    { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 24_000 },
  ],
};

/** Shared files would be called after all that share them. */
const fileName = (name: string, extension: string): string => `assets/${name.includes('~') ? 'shared' : '[name]'}-[hash]${extension}`;

export default defineConfig({
  // Wherever the page lies, in a folder of a host too: all that it fetches is named from where it or its worker lies.
  base: './',
  plugins: [
    react(),
    noProbe(),
    textDigests,
    docPages,
    policyInPage,
    pageAhead,
    notices.page,
    terminalPackage,
    verifiersPackage,
    ...runViewerPages,
    embedPage,
    galleryPages,
    staticFiles(rules),
    serviceWorker,
  ],
  resolve: {
    // What environment modules import, for tests and tools that load one directly instead of in the sandbox.
    alias: { 'marft/env': pathOf('src/core/environment/guest-helpers.ts') },
  },
  define: {
    'import.meta.env.VITE_MANIFEST': JSON.stringify(manifest),
    'import.meta.env.VITE_VERSION': JSON.stringify(known.version),
    'import.meta.env.VITE_COMMIT': JSON.stringify(known.commit ?? ''),
    // Of the service worker.
    'import.meta.env.VITE_HEADERS': JSON.stringify(JSON.stringify(headers)),
  },
  server: { port: 5173, headers: developmentHeaders },
  preview: { port: 4173, headers },
  worker: {
    format: 'es',
    plugins: () => [noProbe(), notices.worker()],
    // Licence comments and whitespace double the trainer worker's size.
    rolldownOptions: { checks, output: { comments: false }, treeshake: { moduleSideEffects: WORDS } },
  },
  build: {
    target: 'es2022',
    // Monaco's TypeScript worker is 7 MB and loads only with the editor.
    chunkSizeWarningLimit: 8000,
    rolldownOptions: {
      // The page is an entry too, so that what it starts with is known; `main.ts` loads it when its language is.
      input: { index: pathOf('index.html'), page: pathOf('src/page/page.tsx') },
      checks,
      treeshake: { moduleSideEffects: WORDS },
      output: {
        codeSplitting: CHUNKS,
        // Parts that import each other would else run before what they need, once they lie in other files.
        strictExecutionOrder: true,
        chunkFileNames: ({ name }) => fileName(name, '.js'),
        assetFileNames: ({ names }) => fileName(names.join(), '[extname]'),
      },
    },
  },
});
