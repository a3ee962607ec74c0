#!/usr/bin/env node
/** `npx marft`: in a package its bundled commands, in a checkout the sources, installed and built where they are not. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

if (!existsSync(fileURLToPath(new URL('../headless/marft.ts', import.meta.url)))) await import('../dist-library/node/marft.js');
else if (process.argv[2] === 'open' && !process.argv.includes('--help')) {
  process.argv.splice(2, 1);
  await import('./start.mjs');
} else {
  (await import('./ensure-install.mjs')).ensureInstall();
  (await import('tsx/esm/api')).register();
  await import('../headless/marft.ts');
}
