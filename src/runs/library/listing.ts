/** The list of runs. One that was left running is brought up to date with its folder. */
import { fault, FaultError, faultFrom } from '../../core/faults.ts';
import type { RunCard, StoredCard } from '../../core/formats/runs/card.ts';
import { RUN_PATHS } from '../../core/formats/runPaths.ts';
import { runsFaults } from '../../words/words.ts';
import { isFull } from '../fileSystem.ts';
import { RunFolder } from '../runFolder.ts';
import type { BrokenFolder, Listing } from '../types.ts';
import type { Cards } from './cards.ts';
import { cardMade, cardOf, checkpointsGone, goneCheckpoints, isTorn, rowEnds, sayInFolder } from './mended.ts';
import { inOrder, publicCard, recoveredCard } from './decisions.ts';
import { type LibraryHost, type LiveRuns, runLock } from './liveRuns.ts';

export function createListing({ locks }: Pick<LibraryHost, 'locks'>, cards: Cards, live: LiveRuns) {
  const listed = async (id: string, isLive: boolean): Promise<StoredCard | null> => {
    const here = live.going(id);
    if (here) return here.writer.card;
    const card = await cards
      .read(id)
      .then(async (held) => held ?? (isLive ? null : await unlisted(id)))
      .catch((error: unknown) => {
        if (isLive) throw error;
        return madeAnew(id, error);
      });
    if (card && card.removed === null && !isLive) await requireFiles(id, card);
    if (card && isLive) return card;
    if (card) return card.phase === 'running' ? recovered(id, card) : withoutGone(id, card);
    return null;
  };

  /** A folder without a card, which goes where nothing was computed; throws where it did. */
  const unlisted = async (id: string): Promise<null> => {
    if (await cards.folder(id).size(RUN_PATHS.metrics)) throw new FaultError(fault(runsFaults, 'E_RUN_BROKEN', { found: 'no_card' }));
    await cards.removeFolder(id);
    return null;
  };

  /** Throws where a run that is over lacks what it is read from: a browser may clear files one by one. */
  const requireFiles = async (id: string, { last }: StoredCard): Promise<void> => {
    const wanted = Object.keys(last).length > 0 ? [RUN_PATHS.project, RUN_PATHS.metrics] : [RUN_PATHS.project];
    for (const file of wanted) {
      if ((await cards.folder(id).size(file)) === null) throw new FaultError(fault(runsFaults, 'E_RUN_FILE_MISSING', { file }));
    }
  };

  /** The card of a run whose own is torn; throws what reading it threw where it is not, or the folder is no run. */
  const madeAnew = async (id: string, error: unknown): Promise<StoredCard> => {
    const files = cards.folder(id);
    const made = (await isTorn(files)) ? await cardOf(id, files).catch(() => null) : null;
    if (!made) throw error;
    // Said first: a page that is killed in between says it again.
    await sayInFolder(files, cardMade(made)).catch(unlessFull);
    await cards.save(id, made).catch(unlessFull);
    return made;
  };

  /** The card of a run that is over, without checkpoints that it says and that are gone. */
  const withoutGone = async (id: string, card: StoredCard): Promise<StoredCard> => {
    const files = cards.folder(id);
    const gone = await goneCheckpoints(files, card);
    if (gone.length === 0) return card;
    const left = { checkpoints: card.checkpoints.filter((iteration) => !gone.includes(iteration)) };
    await sayInFolder(files, checkpointsGone(gone, { ...card, ...left })).catch(unlessFull);
    const saved = await cards.change(id, (held) => ({ ...held, ...left })).catch(unlessFull);
    return saved ?? { ...card, ...left };
  };

  const recovered = async (id: string, card: StoredCard): Promise<StoredCard> => {
    const files = cards.folder(id);
    const folder = await RunFolder.open(files);
    const whole = await folder.wholeCheckpoints();
    await folder.tidy(whole.at(-1) ?? -1).catch(unlessFull);
    const found = recoveredCard(card, {
      checkpoints: whole.filter((iteration) => folder.checkpoints.includes(iteration)),
      bytes: folder.bytes,
      ...(await rowEnds(files)),
    });
    if (JSON.stringify(found) === JSON.stringify(card)) return card;
    return (await cards.change(id, () => found).catch(unlessFull)) ?? found;
  };

  /** On a full disk nothing is tidied, but everything is there to be seen. */
  const unlessFull = (error: unknown): void => {
    if (!isFull(error)) throw error;
  };

  return {
    /** All runs but those that were put away, newest first. */
    list: async (): Promise<Listing> => {
      const found: RunCard[] = [];
      const unreadable: BrokenFolder[] = [];
      const ids = await cards.ids();
      // Asked for after the folders, for a run has its lock before its folder: one begun meanwhile is not taken for a leftover.
      const locked = await locks.held();
      await Promise.all(
        ids.map(async (id) => {
          try {
            const card = await listed(id, locked.has(runLock(id)));
            if (card && card.removed === null) found.push(publicCard(card));
          } catch (error) {
            unreadable.push({ id, fault: faultFrom(error) });
          }
        }),
      );
      return {
        cards: inOrder(found),
        broken: unreadable,
        elsewhere: found.flatMap(({ id }) => (locked.has(runLock(id)) && !live.get(id) ? [id] : [])),
      };
    },
  };
}
