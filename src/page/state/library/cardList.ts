/** The cards on screen: what the library lists, and what it has told of single runs since. */
import type { StoreApi } from 'zustand/vanilla';
import { faultFrom } from '../../../core/faults.ts';
import type { RunCard } from '../../../core/formats/runs/card.ts';
import type { LibraryClient } from '../../../../workers/library/client.ts';
import { availability, lostSince, withCard } from './decisions.ts';
import type { LibraryHosts, LibraryState } from './types.ts';

export interface CardList {
  /** Shows a card that was told. */
  put(card: RunCard): void;
  /** Reads what there is; `changedElsewhere`: another tab has changed it, so that what is missing was put away there. Never rejects. */
  list(changedElsewhere: boolean): Promise<void>;
  /** These runs are put away here, so that they are not lost when they are missing. */
  putAway(ids: readonly string[]): void;
  broughtBack(ids: readonly string[]): void;
}

export function createCardList(
  hosts: LibraryHosts,
  { getState: get, setState: set }: StoreApi<LibraryState>,
  open: () => Promise<LibraryClient>,
): CardList {
  /** What was told of each run last, and when: a list that was read before that is older. */
  const told = new Map<string, { readonly card: RunCard; readonly at: number }>();
  const away = new Set<string>();
  let moment = 0;
  /** When the list on screen was asked for. */
  let listed = 0;
  return {
    put: (card) => {
      told.set(card.id, { card, at: (moment += 1) });
      set(({ cards }) => ({ cards: withCard(cards, card) }));
    },
    list: async (changedElsewhere) => {
      const asked = (moment += 1);
      try {
        const opened = await open();
        if (get().fault?.code === 'E_LIBRARY_FULL') set(availability((await opened.start()).unavailable));
        const { cards, broken, elsewhere } = await opened.list();
        const usage = await hosts.estimate();
        if (asked < listed) return; // a list that was asked for later is on screen
        listed = asked;
        const newest = [...told.values()].filter(({ at }) => at > asked).reduce((all, { card }) => withCard(all, card), cards);
        const lost = changedElsewhere ? get().lost : lostSince(get(), { cards: newest, broken }, away);
        set({ cards: newest, broken, elsewhere, lost, usage });
      } catch (error) {
        set({ status: 'unavailable', fault: faultFrom(error) });
      }
    },
    putAway: (ids) => ids.forEach((id) => away.add(id)),
    broughtBack: (ids) => ids.forEach((id) => away.delete(id)),
  };
}
