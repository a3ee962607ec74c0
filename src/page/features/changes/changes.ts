/** What is new since this browser's last visit: looked for once the page has nothing else to do, and shown by itself after a new version alone. */
import { createStore } from 'zustand/vanilla';
import { browserStorage, STORAGE_KEYS, type TextStorage } from '../../state/storage/storage.ts';
import { newSince, type Release, type Seen, seenNow } from './changelog.ts';

interface Changes {
  readonly releases: readonly Release[];
  readonly news: readonly Release[];
  /** What was seen last; null at a first visit. */
  readonly seen: Seen | null;
}

export const NO_CHANGES: Changes = { releases: [], news: [], seen: null };

function readSeen(storage: TextStorage): Seen | null {
  try {
    const seen = JSON.parse(storage.read(STORAGE_KEYS.changes) ?? 'null') as Partial<Seen> | null;
    return typeof seen?.version === 'string' && Array.isArray(seen.entries)
      ? { version: seen.version, entries: seen.entries.map(String) }
      : null;
  } catch {
    return null; // as if it were the first visit: nothing is shown
  }
}

/** The changelog against what this browser has seen. A first visit has seen everything. */
export function lookForChanges(releases: readonly Release[], version: string, storage: TextStorage = browserStorage): Changes {
  const seen = readSeen(storage);
  if (!seen) markSeen(releases, version, storage);
  return { releases, news: seen ? newSince(releases, seen) : [], seen };
}

export const markSeen = (releases: readonly Release[], version: string, storage: TextStorage = browserStorage): boolean =>
  storage.write(STORAGE_KEYS.changes, JSON.stringify(seenNow(releases, version)));

/** Of the page: empty until the changelog is there. */
export const changesStore = createStore<Changes>(() => NO_CHANGES);
