/** In credit and session a look-up has no made-up default; what means what it says stays. */
import { describe, expect, it } from 'vitest';
import { checkLookups } from '../../../scripts/lint/check-lookups.ts';

const linesOf = (text: string, file = 'src/session/a.ts'): number[] => checkLookups(file, text).map(({ line }) => line);

describe('a made-up default behind a look-up is an offence', () => {
  it.each([
    'const a = xs[i] ?? 0;',
    'const a = xs[i] ?? -1;',
    "const a = (xs[i] as string) ?? '';",
    'const a = map.get(key) ?? 0;',
    'const a = this.#map?.get(key) ?? Number.NaN;',
    'const a = xs.at(-1) ?? false;',
    'placed.flatMap((item) => advantages.get(item) ?? []);',
    'const a = maps.get(key)?.[i] ?? 0;',
    'const a = xs[i]?.length ?? 0;',
    'const a = map.get(key)?.state.reward ?? 0;',
    'const a = xs[i]?.filter(wanted) ?? [];',
    'const a = map.get(key) ?? { count: 0 };',
    'const a = map.get(key) ?? new Map();',
    "const a = record['name'] ?? 0;",
    'for (let i = 0; i < n; i += 1) sum += xs[j] ?? 0;',
    'for (const x of xs) sum += ys[x] ?? 0;',
    'for (let i = 0; i < n; i += 1) work();\nsum += xs[i] ?? 0;',
  ])('%s', (text) => {
    expect(linesOf(text)).toHaveLength(1);
  });

  it('is told at its line, in credit and session alone', () => {
    const text = 'const a = 1;\n\nconst b = a + (xs[a] ?? 0);';
    expect(linesOf(text)).toEqual([3]);
    expect(checkLookups('src/core/credit/a.ts', text)).toEqual([
      { file: 'src/core/credit/a.ts', line: 3, message: expect.stringContaining('core/at.ts') },
    ]);
    expect(linesOf(text, 'src/session/warmStart/a.ts')).toEqual([3]);
    for (const file of ['src/core/creditors/a.ts', 'src/engine/a.ts', 'test/unit/session/a.ts']) expect(linesOf(text, file)).toEqual([]);
  });

  it('what cannot be read is an offence too', () => {
    expect(linesOf('const = ;')).toHaveLength(1);
  });
});

it.each([
  'const a = at(xs, i);',
  'const a = orElse(map.get(key), 0);',
  'const a = xs[i] ?? null;',
  'const a = map.get(key) ?? fallback;',
  'const a = option ?? 0;',
  'const a = settings.option ?? 0;',
  'const a = settings.values?.length ?? 0;',
  'const a = xs[i].optional ?? 0;',
  'const a = read(xs[i]) ?? [];',
  'for (let i = 0; i < n; i += 1) sum += xs[i] ?? 0;',
  'for (let i = 0; i < n; i += 1) for (let j = 0; j < m; j += 1) sum += xs[i * m + j] ?? 0;',
  'const a = xs[i] || 0;',
])('%s is none', (text) => {
  expect(linesOf(text)).toEqual([]);
});
