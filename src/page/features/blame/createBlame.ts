/**
 * Which message lost an episode: what is asked, and what is known so far of every episode that was asked about, while the page is
 * open. The lab plays; the course of the question is core's (`counterfactual/blame`).
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BlameSettings } from '../../../core/counterfactual/blame/cells.ts';
import { type Blame, findBlame } from '../../../core/counterfactual/blame/course.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import type { AskedLab } from '../../state/lab/asked.ts';

/** Most continuations of a try. */
export const MOST_ROLLS = 128;

/** Which episode; of one run an iteration may be trained again, and then has other episodes. */
export interface BlameRef {
  readonly runId: string;
  readonly iteration: number;
  readonly episode: number;
}

export const keyOf = ({ runId, iteration, episode }: BlameRef): string => JSON.stringify([runId, iteration, episode]);

/** Whether a key is of an episode of this run. */
export const isOfRun = (key: string, runId: string): boolean => (JSON.parse(key) as readonly unknown[])[0] === runId;

/** Who is asked for each message besides its own agent: nobody, its base alone, or its adapter after an iteration. */
export type Other = 'nobody' | 'base' | number;

/** What a person says about one episode. */
export interface EpisodeForm {
  /** Null for the best of the iteration. */
  readonly won: number | null;
  readonly edit: { readonly message: number; readonly text: string } | null;
}

export interface BlameResult {
  readonly state: Blame;
  /** The episode as it was asked about. */
  readonly record: EpisodeRecord;
  /** Completed iterations of the team that plays on. */
  readonly team: number;
}

export interface BlameState {
  readonly rolls: number;
  readonly other: Other;
  /** By episode. */
  readonly forms: Readonly<Record<string, EpisodeForm>>;
  readonly results: Readonly<Record<string, BlameResult>>;
  /** The episode that is asked about of each run whose question is under way. */
  readonly asking: Readonly<Record<string, string>>;
  setRolls(rolls: number): void;
  setOther(other: Other): void;
  setForm(ref: BlameRef, part: Partial<EpisodeForm>): void;
  /** Asks; what is known comes into `results` round by round. Never rejects: the lab's `faults` say why it ended early. */
  ask(ref: BlameRef, record: EpisodeRecord, settings: BlameSettings, team: number): Promise<void>;
}

export const NO_FORM: EpisodeForm = { won: null, edit: null };

export function createBlameStore(lab: AskedLab): StoreApi<BlameState> {
  return createStore<BlameState>((set, get) => ({
    rolls: 32,
    other: 'nobody',
    forms: {},
    results: {},
    asking: {},
    setRolls: (rolls) => set({ rolls: Math.min(MOST_ROLLS, Math.max(1, Math.round(rolls))) }),
    setOther: (other) => set({ other }),
    setForm: (ref, part) => set(({ forms }) => ({ forms: { ...forms, [keyOf(ref)]: { ...NO_FORM, ...forms[keyOf(ref)], ...part } } })),
    ask: async (ref, record, settings, team) => {
      const { runId } = ref;
      const key = keyOf(ref);
      if (get().asking[runId] !== undefined) return;
      const told = (state: Blame): void => set(({ results }) => ({ results: { ...results, [key]: { state, record, team } } }));
      set(({ asking, results }) => {
        const { [key]: _, ...others } = results;
        return { asking: { ...asking, [runId]: key }, results: others };
      });
      await findBlame(
        record,
        settings,
        (tries, first, count, turns) => {
          const question = { kind: 'tries' as const, episode: record, tries, first, count, turns };
          return lab.getState().ask<'tries'>({ view: 'blame', runId }, { iteration: team }, question);
        },
        told,
      );
      set(({ asking }) => {
        const { [runId]: _, ...others } = asking;
        return { asking: others };
      });
    },
  }));
}
