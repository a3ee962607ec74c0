/** A link to exactly what is read now. */
import { exploreText } from '../../../words/words.ts';
import { formatAddress } from '../../state/address/address.ts';
import { addressOf } from '../../state/address/addressOf.ts';
import { cursorStore } from '../../state/address/cursor.ts';
import { documentStore } from '../../state/document/document.ts';
import { episodeRead } from '../../state/reading/reader.ts';
import { runsStore } from '../../state/runs/runs.ts';
import { notifyDone, notifyRefused } from '../notices/notify.ts';

const words = exploreText.link;

/** The address of exactly what is read now, also while the newest is followed; null where there is nothing to read. */
export function linkHere(): string | null {
  const read = episodeRead();
  if (!read) return null;
  const { origin, pathname, search } = window.location;
  const exact = { ...cursorStore.getState(), iteration: read.iteration, episode: read.episode, place: 'inspect' as const };
  return (
    origin +
    pathname +
    search +
    formatAddress(
      addressOf(
        exact,
        runsStore.getState().current,
        documentStore.getState().document.team.agents.map(({ role }) => role),
      ),
    )
  );
}

/** Puts that address on the clipboard. */
export async function copyLinkHere(): Promise<void> {
  const link = linkHere();
  if (link === null) return;
  const { message, token } = cursorStore.getState();
  try {
    await navigator.clipboard.writeText(link);
    notifyDone(words.copied, message !== null && token !== null ? words.copiedToken : words.copiedEpisode);
  } catch {
    notifyRefused(words.notCopied, link);
  }
}
