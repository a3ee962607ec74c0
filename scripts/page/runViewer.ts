/**
 * The page that reads a run's HTML file, one for each language (`run-viewer.html`, `run-viewer.zh.html`): script and style within, nothing fetched, and a policy that allows no other
 * script and no network. The build puts it beside the page, which fetches it when such a file is made and never before.
 */
import { besidePage } from './besidePage.ts';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { DATA_MARK, TITLE_MARK } from '../../src/core/formats/exports/html/runHtml.ts';
import { runPageText } from '../../src/words/words.ts';
import { LANG, LANGUAGES, type Language } from '../../src/words/forms/language.ts';
import { runPageZh } from '../../src/words/zh/runs/runPage.ts';
import { READERS } from '../../src/core/formats/exports/html/readers.ts';
import { plainPage } from './plainPage.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What would end the element that a script lies in, written so that it means the same and does not. */
const inert = (script: string): string => script.replaceAll(/<(?=\/script|!--)/gi, '\\x3C');

const ENTRIES = { en: { entry: 'main', words: runPageText }, zh: { entry: 'chinese', words: runPageZh } } as const;

export async function runViewer(language: Language = 'en', root = ROOT): Promise<string> {
  const { entry, words } = ENTRIES[language];
  const bundled = await plainPage(root, 'runPage', READERS[language], entry);
  const script = inert(bundled.script);
  const { style } = bundled;
  const policy = `default-src 'none'; script-src ${digest(script)}; style-src ${digest(style)}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types charts`;
  return [
    '<!doctype html>',
    `<html lang="${LANG[language]}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${TITLE_MARK}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    `<noscript>${words.noScript}</noscript>`,
    DATA_MARK,
    `<script>${script}</script>`,
    `<!--\n${bundled.notices.replaceAll('--', '- -')}\n-->`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

export const runViewerPages = LANGUAGES.map((language) =>
  besidePage(READERS[language], 'text/html; charset=utf-8', () => runViewer(language)),
);
