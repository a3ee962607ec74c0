/**
 * Who saved and who spoiled: what is asked, and what is known so far of every iteration that was asked about, while the page is open.
 * The lab plays beside everything else; the course of the question is core's (`counterfactual/turned`).
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { measureTurned, type Turned, type TurnedSettings } from '../../../core/counterfactual/turned/course.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import type { LabState } from '../../state/lab/types.ts';

/** Most continuations of a try, and most episodes. */
export const MOST_ROLLS = 128;
export const MOST_EPISODES = 256;

export type StandInName = 'own' | 'base' | 'elsewhere';

export interface TurnedForm {
  /** Null for the best of the iteration. */
  readonly won: number | null;
  readonly sample: number;
  readonly rolls: number;
  readonly standIn: StandInName;
}

export interface TurnedResult {
  readonly state: Turned;
  readonly iteration: number;
  /** Completed iterations of the team that plays on. */
  readonly team: number;
}

export interface TurnedState {
  readonly form: TurnedForm;
  /** The newest of each run. */
  readonly results: Readonly<Record<string, TurnedResult>>;
  /** Runs whose question is under way. */
  readonly asking: readonly string[];
  set(part: Partial<TurnedForm>): void;
  /** Asks about `sample`; what is known comes into `results` round by round. Never rejects: the lab's `faults` say why it ended early. */
  ask(about: TurnedQuestion): Promise<void>;
  /** Calls the run's question off; what is known stays. */
  cancel(runId: string): void;
}

export interface TurnedQuestion {
  readonly runId: string;
  readonly iteration: number;
  readonly team: number;
  readonly sample: readonly EpisodeRecord[];
  /** Where words said to another problem are taken from. */
  readonly others: readonly EpisodeRecord[];
  readonly settings: TurnedSettings;
}

export const DEFAULT_TURNED: TurnedForm = { won: null, sample: 16, rolls: 32, standIn: 'own' };

/** What is asked; null where it is not said what counts as won. */
export function settingsOf({ won, rolls, standIn }: TurnedForm, usual: number | null): TurnedSettings | null {
  const least = won ?? usual;
  if (least === null) return null;
  return { won: least, rolls, standIn: standIn === 'base' ? { kind: 'other', iteration: null } : { kind: standIn } };
}

/** The best reward of the iteration; null where all are alike. */
export function bestOf(episodes: readonly EpisodeRecord[]): number | null {
  const rewards = episodes.map(({ reward }) => reward);
  const best = rewards.reduce((most, reward) => Math.max(most, reward), -Infinity);
  return rewards.some((reward) => reward < best) ? best : null;
}

/** The lab as far as it is asked here. */
export type TurnedLab = Pick<StoreApi<Pick<LabState, 'ask' | 'cancel'>>, 'getState'>;

export function createTurnedStore(lab: TurnedLab): StoreApi<TurnedState> {
  const calledOff = new Set<string>();
  return createStore<TurnedState>((set, get) => ({
    form: DEFAULT_TURNED,
    results: {},
    asking: [],
    set: (part) => set(({ form }) => ({ form: { ...form, ...part } })),
    cancel: (runId) => {
      calledOff.add(runId);
      lab.getState().cancel({ view: 'turned', runId });
    },
    ask: async ({ runId, iteration, team, sample, others, settings }) => {
      if (get().asking.includes(runId)) return;
      set(({ asking, results }) => {
        const { [runId]: _, ...rest } = results;
        return { asking: [...asking, runId], results: rest };
      });
      calledOff.delete(runId);
      await measureTurned(
        sample,
        settings,
        async (episode, tries, first, count) => {
          if (calledOff.has(runId)) return null;
          const question = { kind: 'tries' as const, episode, tries, first, count };
          return lab.getState().ask<'tries'>({ view: 'turned', runId }, { iteration: team }, question);
        },
        { others, onState: (state) => set(({ results }) => ({ results: { ...results, [runId]: { state, iteration, team } } })) },
      );
      set(({ asking }) => ({ asking: asking.filter((id) => id !== runId) }));
    },
  }));
}
