/** What is new since a browser's last visit. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { countOf, newSince, parseChangelog, seenNow } from '../../../../../src/page/features/changes/changelog.ts';
import { lookForChanges, markSeen } from '../../../../../src/page/features/changes/changes.ts';
import type { TextStorage } from '../../../../../src/page/state/storage/storage.ts';

const CHANGELOG = (unreleased: string) => `# Changelog

About it.

## Unreleased

### Added

${unreleased}
## 0.2.0 – 2026-01-02 (tag \`v0.2.0\`)

A word before.

### Fixed

- A \`fault\` that
  took two lines ([how](docs/a.md#b)), see [there](docs/b.md).

Words behind.

## 0.1.0 – 2026-01-01

### Added

- The first.
`;

function memory(): TextStorage {
  const kept = new Map<string, string>();
  return { read: (key) => kept.get(key) ?? null, write: (key, value) => Boolean(kept.set(key, value)) };
}

it('reads releases with their entries, each in one line without links', () => {
  expect(parseChangelog(CHANGELOG('- One.\n- Two.\n'))).toEqual([
    { version: 'Unreleased', note: '', groups: [{ title: 'Added', entries: ['One.', 'Two.'] }] },
    {
      version: '0.2.0',
      note: '2026-01-02 (tag `v0.2.0`)',
      groups: [{ title: 'Fixed', entries: ['A `fault` that took two lines, see there.'] }],
    },
    { version: '0.1.0', note: '2026-01-01', groups: [{ title: 'Added', entries: ['The first.'] }] },
  ]);
});

it('reads every entry of our own', () => {
  const text = readFileSync('CHANGELOG.md', 'utf8');
  const releases = parseChangelog(text);
  expect(countOf(releases)).toBe(text.match(/^- /gm)!.length);
  expect(JSON.stringify(releases)).not.toContain('](');
});

it('a first visit has nothing new; a later one what came in between, once', () => {
  const storage = memory();
  const before = parseChangelog(CHANGELOG('- One.\n'));
  expect(lookForChanges(before, '0.2.0', storage).news).toEqual([]);
  const after = parseChangelog(CHANGELOG('- Two.\n- One.\n'));
  const { news, seen } = lookForChanges(after, '0.2.0', storage);
  expect(seen?.version).toBe('0.2.0');
  expect(news).toEqual([{ version: 'Unreleased', note: '', groups: [{ title: 'Added', entries: ['Two.'] }] }]);
  expect(countOf(lookForChanges(after, '0.2.0', storage).news), 'until it was shown').toBe(1);
  markSeen(after, '0.2.0', storage);
  expect(lookForChanges(after, '0.2.0', storage).news).toEqual([]);
});

it('what was seen before it had a version is not new again with it', () => {
  const before = parseChangelog(CHANGELOG('- One.\n'));
  const released = parseChangelog(CHANGELOG('- One.\n- Two.\n').replace('## Unreleased', '## 0.3.0 – 2026-02-01'));
  expect(newSince(released, seenNow(before, '0.2.0')).map(({ version, groups }) => [version, groups[0]?.entries])).toEqual([
    ['0.3.0', ['Two.']],
  ]);
  expect(newSince(before, { version: '0.1.0', entries: [] }).map(({ version }) => version)).toEqual(['Unreleased', '0.2.0']);
});

it('a version that no release has, or what cannot be read, shows nothing', () => {
  const releases = parseChangelog(CHANGELOG('- One.\n'));
  expect(newSince(releases, { version: '9.9.9', entries: [] })).toEqual([]);
  const storage = memory();
  storage.write('marft-workbench.changes', '{"half');
  expect(lookForChanges(releases, '0.2.0', storage).news).toEqual([]);
});
