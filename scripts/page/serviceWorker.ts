/** The page as something that can be installed and works without network: its service worker, with the list of files that it keeps, and its manifest. */
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** Weights that nobody needs to look at the page and go through the lessons: kept once they were fetched. */
const NOT_KEPT = [
  'recorded/*/checkpoints/**',
  'recorded/*/adapters/**',
  'models/!(micro|relay|signalling|trio)/**',
  // For pages of other people.
  'embed.*',
  // For a host or a terminal.
  '_headers',
  'THIRD_PARTY_NOTICES.txt',
  '**/*.{tgz,br}',
];

const DARK = '#1b2a41';

export const serviceWorker: Plugin[] = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'workers/offline',
  filename: 'offline.worker.ts',
  // The page does it, when it has time (`src/page/shell/offline/`).
  injectRegister: false,
  injectManifest: {
    globPatterns: ['**/*'],
    globIgnores: NOT_KEPT,
    // Of the editor.
    maximumFileSizeToCacheInBytes: 10_000_000,
    // What changes its name with its content needs no other mark.
    dontCacheBustURLsMatching: /^assets\//,
    rollupFormat: 'iife',
  },
  includeManifestIcons: false,
  manifest: {
    name: 'MARFT Workbench',
    short_name: 'MARFT',
    description: 'Wire language-model agents into a team and train them by multi-agent reinforcement fine-tuning, in the browser.',
    display: 'standalone',
    start_url: '.',
    scope: '.',
    theme_color: DARK,
    background_color: DARK,
    icons: [
      { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  },
});
