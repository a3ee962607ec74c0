/** What a browser fetches before anything lazy: the files the page's HTML names, as they travel. */
import type { APIRequestContext } from '@playwright/test';
import { gzipSync } from 'node:zlib';

/** Gzipped bytes of scripts (the entry and all it imports at once) and of style sheets. */
export async function firstBytes(request: APIRequestContext): Promise<{ readonly scripts: number; readonly styles: number }> {
  const html = await (await request.get('/')).text();
  let [scripts, styles] = [0, 0];
  for (const [, path = ''] of html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)) {
    const bytes = gzipSync(await (await request.get(path)).body()).length;
    if (path.endsWith('.css')) styles += bytes;
    else scripts += bytes;
  }
  return { scripts, styles };
}
