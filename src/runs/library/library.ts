/**
 * All runs that are kept: a folder each under `runs/`, with its card. It knows files, locks and a clock only by what it is given,
 * so it is tried in Node; the browser's worker is a thin host of it.
 */
import type { SaidNotice } from '../types.ts';
import { createCards } from './cards.ts';
import { createListing } from './listing.ts';
import { createLiveRuns, type LibraryHost } from './liveRuns.ts';
import { createReading } from './reading.ts';
import { createRunActions } from './runActions.ts';

export type Library = ReturnType<typeof createLibrary>;

export function createLibrary(host: LibraryHost) {
  const told = new Set<string>();
  const tellOnce = (id: string, notice: SaidNotice): void => {
    const key = `${id} ${notice.message}`;
    if (told.has(key)) return;
    told.add(key);
    host.tell({ type: 'notice', runId: id, notice });
  };
  const cards = createCards(host.fs, host.locks);
  const live = createLiveRuns(host, cards, tellOnce);
  const { begin, rejoin, resume, receive, settled } = live;
  return {
    ...{ begin, rejoin, resume, receive, settled },
    /** Token strings of a run that goes on, so that its episodes can be read without the bases. */
    vocabularies: async (id: string, tokens: Readonly<Record<string, readonly string[]>>): Promise<void> =>
      live.get(id)?.writer.folder.vocabularies(tokens),
    ...createListing(host, cards, live),
    ...createReading(cards, live, tellOnce),
    ...createRunActions(host, cards, live),
  };
}
