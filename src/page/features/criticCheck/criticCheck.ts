/**
 * Values by tree Monte-Carlo of a run's episodes: what was asked of the lab and what it answered, kept for each run while the
 * page is open.
 */
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { nearestVersion, spokeAfter } from '../../../core/counterfactual/branches.ts';
import { creditedBatch, lacksEpisodes } from '../../../core/counterfactual/criticReturns.ts';
import type { FittedCritic } from '../../../core/counterfactual/criticErrors.ts';
import type { TreeValue } from '../../../core/credit/estimates.ts';
import { needsCritic } from '../../../core/document/derived.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { whenEquippedAnew } from '../../state/lab/equippedAnew.ts';
import { labStore } from '../../state/lab/lab.ts';
import { happened } from '../../state/happenings/happenings.ts';
import { klCoefOf } from '../../state/reading/batchCredit.ts';
import type { RunSet } from '../../state/runs/types.ts';
import type { AskedLab } from '../../state/lab/asked.ts';

export interface CriticCheckForm {
  /** The episode being read, or the first ones of its iteration. */
  readonly scope: 'episode' | 'first';
  /** How many, of the first ones. */
  readonly episodes: number;
  /** Continuations from before every message and behind the last. */
  readonly rolls: number;
  /** Episodes that the team plays for critics of other kinds to be fitted to; 0 for none. */
  readonly fit: number;
  /** Whether critics with adapters are fitted as well. */
  readonly adapters: boolean;
  /** Whose adapters play on: those after so many iterations, or the nearest to those the episodes were played with. */
  readonly version: number | 'nearest';
}

export interface CriticCheckResult {
  readonly form: CriticCheckForm;
  /** Iteration of the episodes. */
  readonly iteration: number;
  readonly records: readonly EpisodeRecord[];
  /** Rewards are compared and not all episodes of the iteration were here: the critic cannot be held against the tree. */
  readonly notWhole: boolean;
  /** By episode. */
  readonly values: readonly (readonly TreeValue[])[];
  /** Null where none were fitted: not asked for, called off, or nothing tells what a critic should have foreseen. */
  readonly critics: readonly FittedCritic[] | null;
  /** Completed iterations of the team that played on. */
  readonly spoken: number;
}

/** What is being read of a run. */
export interface Read {
  readonly run: RunSet;
  readonly iteration: number;
  /** All of the iteration that are here. */
  readonly episodes: readonly EpisodeRecord[];
  readonly episode: EpisodeRecord;
}

export interface CriticCheckState {
  readonly form: CriticCheckForm;
  /** By run. */
  readonly results: Readonly<Record<string, CriticCheckResult>>;
  /** Runs whose question is not answered yet. */
  readonly asking: readonly string[];
  set(part: Partial<CriticCheckForm>): void;
  /** Asks as the form says; where the lab does not answer, the earlier result stays. */
  ask(read: Read): Promise<void>;
}

export const DEFAULT_CRITIC_CHECK: CriticCheckForm = {
  scope: 'first',
  episodes: 8,
  rolls: 16,
  fit: 128,
  adapters: false,
  version: 'nearest',
};

export function createCriticCheckStore(lab: AskedLab): StoreApi<CriticCheckState> {
  return createStore<CriticCheckState>((set, get) => ({
    form: DEFAULT_CRITIC_CHECK,
    results: {},
    asking: [],
    set: (part) => set(({ form }) => ({ form: { ...form, ...part } })),
    ask: async ({ run, iteration, episodes, episode }) => {
      const { form, asking } = get();
      if (asking.includes(run.id)) return;
      set({ asking: [...asking, run.id] });
      try {
        const records = askedEpisodes(form, episodes, episode);
        // Without a critic there is nothing to be in the unit of.
        const { training } = run.document;
        const notWhole = needsCritic(training) && lacksEpisodes({ episodes }, training);
        const credit = needsCritic(training) && !notWhole ? creditedBatch(episodes, klCoefOf(run, iteration)) : null;
        const question = { kind: 'values' as const, episodes: records, rolls: form.rolls, ...(credit ? { credit } : {}) };
        const versions = await lab.getState().versions(run.id);
        const spoken = playingVersion(versions, form.version, spokeAfter(iteration, training.lag));
        if (spoken === null) return;
        const values = await lab.getState().ask({ view: 'criticCheck', runId: run.id }, { iteration: spoken }, question);
        if (!values) return;
        const answer = (critics: CriticCheckResult['critics']): void =>
          set(({ results }) => ({ results: { ...results, [run.id]: { form, iteration, records, notWhole, values, critics, spoken } } }));
        answer(null);
        if (credit && form.fit > 0) {
          const { fit, adapters } = form;
          const fitting = { kind: 'critics' as const, episodes: records, fit, adapters, credit };
          const critics = await lab.getState().ask({ view: 'criticCheck', runId: run.id }, { iteration: spoken }, fitting);
          if (critics) answer(critics);
        }
        happened('asked-critic');
      } finally {
        set((state) => ({ asking: state.asking.filter((id) => id !== run.id) }));
      }
    },
  }));
}

/** Completed iterations of the team that plays on: the one asked for where the run has it, else the nearest to `played`; null where there is none. */
export function playingVersion(versions: readonly number[], version: number | 'nearest', played: number): number | null {
  return version !== 'nearest' && versions.includes(version) ? version : nearestVersion(versions, played);
}

/** Which episodes are played on. */
export function askedEpisodes(
  { scope, episodes: count }: CriticCheckForm,
  episodes: readonly EpisodeRecord[],
  episode: EpisodeRecord,
): readonly EpisodeRecord[] {
  return scope === 'episode' ? [episode] : episodes.slice(0, count);
}

/** How many episodes are played to answer; `fit` of them for critics to be fitted to. */
export function rolloutsOf(records: readonly EpisodeRecord[], rolls: number, fit: number): number {
  return fit + rolls * records.reduce((sum, { messages }) => sum + messages.length + 1, 0);
}

/** Whether critics of other kinds can be fitted: the run's own are fitted to something, and that can be told. */
export function canFit({ run, episodes }: Pick<Read, 'run' | 'episodes'>): boolean {
  const { training } = run.document;
  return needsCritic(training) && !lacksEpisodes({ episodes }, training);
}

/** The page's. */
export const criticCheckStore = createCriticCheckStore(labStore);

whenEquippedAnew((id) => criticCheckStore.setState(({ results: { [id]: _, ...results } }) => ({ results })));

export function useCriticCheck<T>(selector: (state: CriticCheckState) => T): T {
  return useStore(criticCheckStore, selector);
}
