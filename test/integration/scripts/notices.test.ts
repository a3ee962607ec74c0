/** The notices of packages that were planted. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { noticesOf } from '../../../scripts/page/notices.ts';

const root = mkdtempSync(join(tmpdir(), 'notices-'));
afterAll(() => rmSync(root, { recursive: true }));

function put(path: string, text: string): string {
  const file = join(root, 'node_modules', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
const pack = (folder: string, more: object) => put(`${folder}/package.json`, JSON.stringify({ version: '1.0.0', ...more }));

pack('plain', { name: 'plain', license: 'MIT', repository: { url: 'git+https://example.org/plain.git' } });
put('plain/LICENSE', 'MIT of plain\r\nPermission is hereby granted to all\n');
put('plain/LICENSES-are-not-this.js', 'no');
pack('@scope/apache', { name: '@scope/apache', license: 'Apache-2.0' });
put('@scope/apache/LICENSE.txt', 'TERMS AND CONDITIONS of Apache');
put('@scope/apache/ThirdPartyNotices.txt', 'others inside');
pack('bare', { name: 'bare', license: 'Apache-2.0' });
pack('plain/node_modules/inner', { name: 'inner', version: '2.0.0', license: 'MIT', author: { name: 'A. Author' } });

it('names each package once, with its texts, those inside others and other folders', () => {
  const modules = ['plain/a.js', 'plain/deep/b.js?worker', '@scope/apache/x.wasm?url', 'bare/i.js', 'plain/node_modules/inner/i.js'];
  const ids = [...modules.map((path) => join(root, 'node_modules', path)), '\0virtual', join(root, 'src/own.ts')];
  const text = noticesOf(ids);
  expect([...text.matchAll(/^(\S+) (\d\.0\.0)$/gm)].map(([line]) => line)).toEqual([
    '@scope/apache 1.0.0',
    'bare 1.0.0',
    'inner 2.0.0',
    'plain 1.0.0',
  ]);
  expect(text).toContain('Licence: MIT\nhttps://example.org/plain\n');
  expect(text).toContain('MIT of plain\nPermission is hereby granted to all');
  expect(text).not.toContain('\nno\n');
  expect(text).toContain('others inside');
  expect(text.split('TERMS AND CONDITIONS of Apache'), 'also for the package that left its text out').toHaveLength(3);
  expect(text).toContain('Copyright (c) A. Author\n\nPermission is hereby granted to all');
  expect(noticesOf([], [join(root, 'node_modules/bare')])).toContain('bare 1.0.0');
});
