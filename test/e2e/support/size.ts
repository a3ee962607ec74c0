/** What a browser fetches before anything lazy: the files the page's HTML names, as they travel. */
import { type APIRequestContext, expect } from '@playwright/test';
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

/** The recorded run's files that its curves and newest episodes come from. */
const RECORDED = ['index.json', 'project.json', 'run.json', 'metrics.jsonl', 'timing.jsonl', 'vocabulary.json', 'rollouts/40.jsonl.gz'];

/** The same, and how many files, until the charts show: the rest of what is seen first, with all that its scripts import at once, and the recorded run. */
export async function screenBytes(request: APIRequestContext): Promise<{ readonly bytes: number; readonly requests: number }> {
  const html = await (await request.get('/')).text();
  const paths = new Set(['/', ...RECORDED.map((path) => `/recorded/planner-solver/${path}`)]);
  for (const [, path = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) paths.add(new URL(path, 'http://page/').pathname);
  let bytes = 0;
  // A set goes on to what is added meanwhile.
  for (const path of paths) {
    const answer = await request.get(path);
    expect(answer.ok(), path).toBe(true);
    const body = await answer.body();
    bytes += gzipSync(body).length;
    if (!path.endsWith('.js')) continue;
    const text = body.toString();
    // Vite lists what the lazy parts of a script need; of the entry's those of the first screen are fetched at once.
    const screen = /\/start-/.test(path) ? text.matchAll(/screen-[\w-]+\.(?:js|css)/g) : [];
    for (const [name] of screen) paths.add(`/assets/${name}`);
    for (const [, name = ''] of text.matchAll(/(?:from|import)"\.\/([\w.~-]+\.js)"/g)) paths.add(`/assets/${name}`);
  }
  return { bytes, requests: paths.size };
}
