/** What notes earned: what is asked, and what is known of each note of the episodes that were asked about, while the page is open. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { changeOf, type Instead, type NoteWorth, notesOf, worthOf } from '../../../core/counterfactual/notes.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import type { AskedLab } from '../../state/lab/asked.ts';

/** Most pairs of a note. */
export const MOST_ROLLS = 256;

/** Which episode of which run. */
export interface NotesRef {
  readonly runId: string;
  readonly iteration: number;
  readonly episode: number;
}

export const keyOf = ({ runId, iteration, episode }: NotesRef): string => JSON.stringify([runId, iteration, episode]);

/** Whether a key is of an episode of this run. */
export const isOfRun = (key: string, runId: string): boolean => (JSON.parse(key) as readonly unknown[])[0] === runId;

export interface NotesResult {
  /** The episode as it was asked about. */
  readonly record: EpisodeRecord;
  readonly instead: Instead;
  /** Completed iterations of the team that plays on. */
  readonly team: number;
  /** By note; null where it was not asked, or not yet. */
  readonly worths: readonly (NoteWorth | null)[];
}

export interface NotesState {
  readonly rolls: number;
  readonly instead: Instead;
  /** By episode. */
  readonly results: Readonly<Record<string, NotesResult>>;
  /** By run, the episode that is asked about, and which of its notes. */
  readonly asking: Readonly<Record<string, { readonly key: string; readonly note: number }>>;
  set(part: Partial<Pick<NotesState, 'rolls' | 'instead'>>): void;
  /** Asks about one note after the other. Never rejects: the lab's `faults` say why it ended early. */
  ask(ref: NotesRef, record: EpisodeRecord, team: number): Promise<void>;
}

export function createNotesStore(lab: AskedLab): StoreApi<NotesState> {
  return createStore<NotesState>((set, get) => ({
    rolls: 64,
    instead: 'nothing',
    results: {},
    asking: {},
    set: ({ rolls, instead }) =>
      set((state) => ({
        instead: instead ?? state.instead,
        rolls: Math.min(MOST_ROLLS, Math.max(1, Math.round(rolls ?? state.rolls))),
      })),
    ask: async (ref, record, team) => {
      const { runId } = ref;
      const key = keyOf(ref);
      const { asking, rolls, instead } = get();
      if (asking[runId] !== undefined) return;
      const changes = notesOf(record).map((note) => changeOf(record, note, instead));
      const worths: (NoteWorth | null)[] = changes.map(() => null);
      const tell = (): void => set(({ results }) => ({ results: { ...results, [key]: { record, instead, team, worths: [...worths] } } }));
      tell();
      for (const [note, change] of changes.entries()) {
        if (!change) continue;
        set((state) => ({ asking: { ...state.asking, [runId]: { key, note } } }));
        const question = { kind: 'replay' as const, episode: record, change, rolls };
        const answer = await lab.getState().ask<'replay'>({ view: 'notes', runId }, { iteration: team }, question);
        if (!answer) break;
        worths[note] = worthOf(answer);
        tell();
      }
      set((state) => {
        const { [runId]: _, ...others } = state.asking;
        return { asking: others };
      });
    },
  }));
}
