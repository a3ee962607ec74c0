import { expect, it } from 'vitest';
import { lineRules, defaultRules, TRUSTED_TYPES } from '../../../../../src/page/kit/browser/trusted.ts';
import { XSS_PAYLOADS } from '../../../../support/xssPayloads.ts';

const { createHTML, createScriptURL } = defaultRules(new URL('https://host.test/workbench/'));

it.each(['', ':root{--width:40rem}@media (max-width: 48em){.a > .b{color:red}}', '&amp;'])('%o begins no element', (text) => {
  expect(createHTML(text)).toBe(text);
});

it('no text in which an element may begin is let through', () => {
  const markup = XSS_PAYLOADS.filter((text) => text.includes('<'));
  expect(markup.length).toBeGreaterThan(300);
  for (const text of markup) expect(() => createHTML(text), text).toThrow('Elements may not come from a text here');
});

it.each([
  ['assets/trainer.worker-B_x-1.js', 'https://host.test/workbench/assets/trainer.worker-B_x-1.js'],
  ['./offline.worker.js', 'https://host.test/workbench/offline.worker.js'],
  ['https://host.test/workbench/assets/a.js', 'https://host.test/workbench/assets/a.js'],
])('%s is a script of the build', (address, whole) => {
  expect(createScriptURL(address)).toBe(whole);
});

it.each([
  'https://elsewhere.test/workbench/assets/a.js',
  '//elsewhere.test/workbench/assets/a.js',
  'https://host.test/assets/a.js',
  'https://host.test:8443/workbench/assets/a.js',
  'tinker/api/v1/a.js',
  'open/key/a.js',
  'assets/../tinker/a.js',
  'assets/%2e%2e/tinker/a.js',
  'assets/deeper/a.js',
  'assets/a.js?then=1',
  'assets/a.js#there',
  'assets/a.json',
  'other/offline.worker.js',
  'data:text/javascript,run()',
  'blob:https://host.test/0e0c',
  'javascript:run()//assets/a.js',
])('%s is none', (address) => {
  expect(() => createScriptURL(address)).toThrow('Scripts may not come from a text here');
});

it('Monaco’s lines have their own tags and no others', () => {
  const line =
    '<div style="top:6px" class="view-line"><span><span class="mtk1">a &lt;img&gt;</span></span><br/><svg><path d="M0 0" /></svg></div>';
  expect(lineRules.createHTML(line)).toBe(line);
  for (const text of ['<img src=x>', '<divx>', '</script>', '<!--', '<', '<div><a href="x">', '<SCRIPT>', '<svg><foreignObject>'])
    expect(() => lineRules.createHTML(text), text).toThrow('Elements may not come from a text here');
});

it('the policy names no policy that lets all through but those of documents and Monaco’s cleaner', () => {
  expect(TRUSTED_TYPES).toMatch(/trusted-types default documents monaco dompurify$/);
});
