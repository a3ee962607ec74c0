/** What `marft` says of its commands is what stands above each of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nearest } from '../../../src/core/nearest.ts';
import { type MarftCommand, marftText } from '../../../src/words/words.ts';

const HEADLESS = join(import.meta.dirname, '../../../headless');
const COMMANDS = Object.keys(marftText.commands) as MarftCommand[];
const fileOf = (name: string): string => `commands/${name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}.ts`;

it.each(COMMANDS)('%s is described as its own file describes it', (name) => {
  const [header = ''] = /^\/\*\*[^]*?\*\//.exec(readFileSync(join(HEADLESS, fileOf(name)), 'utf8')) ?? [];
  const [, flags] = /`(?:npm run |marft )[\w-]+(?: --)? ([^`]*)`/.exec(header.replaceAll(/\n \* ?/g, ' ')) ?? [];
  expect(marftText.commands[name].flags.replaceAll(/\s+/g, ' ')).toBe(flags?.trim().replaceAll(/\s+/g, ' '));
  expect(readFileSync(join(HEADLESS, 'marft.ts'), 'utf8')).toContain(`import('./${fileOf(name)}')`);
});

it('a mistyped command is guessed where it is near', () => {
  expect(nearest('trian', COMMANDS)).toBe('train');
  expect(nearest('check-sever', COMMANDS)).toBe('check-server');
  expect(nearest('bake', COMMANDS)).toBeNull();
});
