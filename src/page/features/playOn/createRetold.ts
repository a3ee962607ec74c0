/** Imported episodes as episodes of ours, played again as they were recorded; kept while the page is open, for what they were told with. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Retold } from '../../../core/counterfactual/retelling.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import type { PlayOn } from '../../../core/formats/imports/playOn/playOn.ts';
import type { AskedLab } from '../../state/lab/asked.ts';
import { known } from './createBring.ts';

export interface RetoldState {
  /** By {@link keyOf}. */
  readonly told: Readonly<Record<string, Told>>;
  /** Runs whose episodes are being told. */
  readonly asking: readonly string[];
  /** Tells those of the episodes that were not yet. Never rejects: the lab's `faults` say why not. */
  tell(runId: string, playOn: PlayOn, episodes: readonly EpisodeRecord[]): Promise<void>;
}

interface Told extends Pick<Retold, 'record' | 'obstacle'> {
  /** What it was told with. */
  readonly document: PlayOn['document'];
}

type Place = Pick<EpisodeRecord, 'iteration' | 'episode'>;

export const keyOf = (runId: string, { iteration, episode }: Place): string => `${runId} ${iteration} ${episode}`;

/** What is known of an episode, told with this equipment; undefined where it was not told yet. */
export function toldOf({ told }: Pick<RetoldState, 'told'>, runId: string, { document }: PlayOn, place: Place): Told | undefined {
  const found = told[keyOf(runId, place)];
  return found?.document === document ? found : undefined;
}

export function createRetoldStore(lab: AskedLab): StoreApi<RetoldState> {
  return createStore<RetoldState>((set, get) => ({
    told: {},
    asking: [],
    tell: async (runId, playOn, episodes) => {
      const missing = known(
        episodes.filter((episode) => !toldOf(get(), runId, playOn, episode)),
        playOn.problems,
      );
      if (missing.length === 0 || get().asking.includes(runId)) return;
      set({ asking: [...get().asking, runId] });
      const [version = 0] = await lab.getState().versions(runId);
      const question = { kind: 'retell' as const, episodes: missing, scored: 0 };
      const answer = await lab.getState().ask<'retell'>({ view: 'playOn', runId }, { iteration: version }, question);
      const { document } = playOn;
      const found = (answer?.episodes ?? []).flatMap(({ record, obstacle }, at) =>
        missing[at] ? [[keyOf(runId, missing[at].episode), { record, obstacle, document }] as const] : [],
      );
      set(({ told, asking }) => ({ told: { ...told, ...Object.fromEntries(found) }, asking: asking.filter((id) => id !== runId) }));
    },
  }));
}
