/** npm runs a script called `pre<name>` before `<name>`, and `post<name>` after it, without being asked. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>;
};

it.each(Object.keys(scripts))('nothing runs along with `npm run %s`: training must not rebuild the base first', (name) => {
  expect(scripts).not.toHaveProperty([`pre${name}`]);
  expect(scripts).not.toHaveProperty([`post${name}`]);
});
