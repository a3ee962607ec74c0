/** The page that reads a run's HTML file: one file that fetches nothing, whose policy knows its own script and style and no others. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runViewer } from '../../../scripts/page/runViewer.ts';
import { runPageZh } from '../../../src/words/zh/runs/runPage.ts';
import { DATA_MARK, TITLE_MARK } from '../../../src/core/formats/exports/html/runHtml.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('is one small file with its script, its style and the licences of what is in it', async () => {
  const page = await runViewer();
  expect(page.length).toBeLessThan(150_000);
  expect(page).not.toContain(root);
  expect([page.split(TITLE_MARK), page.split(DATA_MARK)].map(({ length }) => length)).toEqual([2, 2]);
  const scripts = [...page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)];
  const styles = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)];
  expect([scripts.length, styles.length]).toEqual([1, 1]);
  const policy = /content="([^"]*)"/.exec(page)?.[1] ?? '';
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${hashOf(scripts[0]![1]!)}`,
    `style-src ${hashOf(styles[0]![1]!)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types charts',
  ]);
  expect(page.slice(0, page.indexOf('<script'))).not.toMatch(/\b(?:src|href)=/);
  expect(page).toContain('fflate ');
});

it('speaks Chinese where the page that made it does', async () => {
  const page = await runViewer('zh');
  expect(page).toContain('<html lang="zh-Hans">');
  expect(page).toContain(runPageZh.recorded);
  expect(page.length).toBeLessThan(170_000);
});
