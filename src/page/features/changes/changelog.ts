/** CHANGELOG.md as data, and what of it a browser has not seen. */

export interface ChangeGroup {
  readonly title: string;
  /** Markdown within a line, without links: these lead to files beside the changelog. */
  readonly entries: readonly string[];
}
export interface Release {
  /** `Unreleased` for what is newer than any version. */
  readonly version: string;
  /** What stands behind the version: its date and tag. */
  readonly note: string;
  readonly groups: readonly ChangeGroup[];
}
/** What this browser was shown, or had as its first: a version, and of what was newer then each entry's mark. */
export interface Seen {
  readonly version: string;
  readonly entries: readonly string[];
}

/** Newest first, as they stand in `text`. */
export function parseChangelog(text: string): readonly Release[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = ''] = part.split('\n', 1);
      const [, version = '', note = ''] = /^(\S+)\s*(?:–\s*)?(.*)$/.exec(heading) ?? [];
      const groups = part.split(/^### /m).slice(1).map(groupOf);
      return { version, note: plain(note), groups: groups.filter(({ entries }) => entries.length > 0) };
    });
}

function groupOf(part: string): ChangeGroup {
  const [title = ''] = part.split('\n', 1);
  const items = part.split(/^- /m).slice(1);
  // An entry ends where something stands at the line's beginning again.
  return { title: title.trim(), entries: items.map((item) => plain(item.split(/\n(?=\S)/)[0] ?? '')) };
}

/** In one line; what only sends a reader to a document goes, other links are their words. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ \(\[[^\]]*\]\([^)]*\)\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim();

/** FNV-1a over UTF-16 units. */
function markOf(entry: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < entry.length; index += 1) value = Math.imul(value ^ entry.charCodeAt(index), 0x01000193);
  return (value >>> 0).toString(36);
}

const newerThan = (releases: readonly Release[], version: string): readonly Release[] => {
  const at = releases.findIndex((release) => release.version === version);
  return at < 0 ? [] : releases.slice(0, at);
};

/** What a browser with this page has seen, once it has. */
export const seenNow = (releases: readonly Release[], version: string): Seen => ({
  version,
  entries: newerThan(releases, version).flatMap(({ groups }) => groups.flatMap(({ entries }) => entries.map(markOf))),
});

/** What stands above the version that was seen and was not seen with it; nothing for a version that is not listed. */
export function newSince(releases: readonly Release[], seen: Seen): readonly Release[] {
  const known = new Set(seen.entries);
  return newerThan(releases, seen.version)
    .map((release) => ({
      ...release,
      groups: release.groups
        .map((group) => ({ ...group, entries: group.entries.filter((entry) => !known.has(markOf(entry))) }))
        .filter(({ entries }) => entries.length > 0),
    }))
    .filter(({ groups }) => groups.length > 0);
}

export const countOf = (releases: readonly Release[]): number =>
  releases.reduce((sum, { groups }) => sum + groups.reduce((all, { entries }) => all + entries.length, 0), 0);
