/**
 * The one cursor every panel follows: which agent is being edited, and which iteration, episode, message and token are
 * being read. It is where a person looks, never part of the document or of a run.
 */
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { openedAddress, whereOf, type Address } from './address.ts';
import { PLACES, TRAINING_TABS, type InspectView, type Place, type TrainingTab } from './places.ts';
import { USUAL_CHANNEL, type Channel } from './channels.ts';
import { browserStorage, STORAGE_KEYS, type TextStorage } from '../storage/storage.ts';

export { INSPECT_VIEWS, PLACES, TRAINING_TABS, type InspectView, type Place, type TrainingTab } from './places.ts';

export interface Cursor {
  /** Role of the selected agent. */
  readonly role: string | null;
  /** Iteration being read; null follows the newest. */
  readonly iteration: number | null;
  /** Number of the episode within the iteration. */
  readonly episode: number | null;
  /** Index into the episode's messages. */
  readonly message: number | null;
  /** Index of a response token within the message. */
  readonly token: number | null;
  /** Where in the page; kept in this browser, so that a reload comes back to it. */
  readonly place: Place;
  /** What of the training place is open; kept likewise. */
  readonly tab: TrainingTab;
  /** How the inspect place looks at what is being read. */
  readonly view: InspectView;
  /** What the tokens of a transcript are coloured by. */
  readonly channel: Channel;
}

export interface CursorState extends Cursor {
  /** Moves the cursor; whatever lies below a moved part starts over (another episode has other messages). */
  move(part: Partial<Cursor>): void;
}

const NOWHERE: Cursor = {
  role: null,
  iteration: null,
  episode: null,
  message: null,
  token: null,
  place: 'team',
  tab: 'settings',
  view: 'microscope',
  channel: USUAL_CHANNEL,
};

/**
 * A cursor store that keeps place and tab in `storage`, and begins where the page's address says; the page has one,
 * {@link cursorStore}. What is to be read is found later, when its run is there (`addressBar.ts`).
 */
export function createCursorStore(storage?: TextStorage, opened: Address | null = null): StoreApi<CursorState> {
  return createStore<CursorState>((set, get) => ({
    ...NOWHERE,
    ...readPlace(storage?.read(STORAGE_KEYS.place)),
    ...(opened ? whereOf(opened) : {}),
    move: (part) => {
      const { place, tab } = get();
      set({
        ...('iteration' in part ? { episode: null, message: null, token: null } : {}),
        ...('episode' in part ? { message: null, token: null } : {}),
        ...('message' in part ? { token: null } : {}),
        ...part,
      });
      const next = get();
      if (next.place !== place || next.tab !== tab) storage?.write(STORAGE_KEYS.place, `${next.place} ${next.tab}`);
    },
  }));
}

/** Place and tab as they were kept, as far as this version knows them. */
function readPlace(kept: string | null | undefined): Partial<Cursor> {
  const [first, second] = (kept ?? '').split(' ');
  const place = PLACES.find((known) => known === first);
  const tab = TRAINING_TABS.find((known) => known === second);
  return { ...(place ? { place } : {}), ...(tab ? { tab } : {}) };
}

/** The page's cursor. */
export const cursorStore = createCursorStore(browserStorage, openedAddress);

/** Selects from the page's cursor. */
export function useCursor<T>(selector: (state: CursorState) => T): T {
  return useStore(cursorStore, selector);
}
