/**
 * One batch, many estimators: how a person looks at them, and what was asked of the team that played. Answers belong to an
 * iteration of a run and stay as long as the page; nothing of it is part of the run.
 */
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { at } from '../../../core/at.ts';
import { type AskedTruth, type EstimatorId, HELD_AGAINST } from '../../../core/credit/estimators.ts';
import type { Discounts } from '../../../core/credit/advantages/decisions.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import type { LabState } from '../../state/lab/types.ts';
import { happened } from '../../state/happenings/happenings.ts';

/** Problems every coalition plays for the agents' shares, and orders of joining where there are too many coalitions. */
export const SHARE_PROBLEMS = 32;
export const SHARE_ORDERS = 16;
/** Other messages that an agent says in the place of each (C3), and continuations behind the message and each of them: the settings' defaults. */
export const OTHERS = 4;
export const OTHERS_ROLLS = 4;
/** Episodes that COMA's critic is fitted to. */
export const COMA_EPISODES = 128;

export interface Asked extends AskedTruth {
  /** Completed iterations of the team that answered. */
  readonly version: number;
  /** Continuations per state. */
  readonly rolls: number;
}

export const NOTHING_ASKED: AskedTruth = { values: new Map(), shares: null };

/** What is asked for, in this order. */
type AskedPart = 'values' | 'others' | 'shares';

export interface EstimatorsState {
  /** What the sliders were moved to; null shows the run's own. */
  readonly discounts: Discounts | null;
  readonly hidden: readonly EstimatorId[];
  /** Episodes to ask about, and continuations per state. */
  readonly episodes: number;
  readonly rolls: number;
  /** By {@link batchKey}. */
  readonly answers: Readonly<Record<string, Asked>>;
  /** What is being asked, by run. */
  readonly asking: Readonly<Record<string, AskedPart>>;
  /** Seconds a message of a continuation took when this page last asked; null before. */
  readonly secondsPerMessage: number | null;
  set(part: Partial<Pick<EstimatorsState, 'discounts' | 'hidden' | 'episodes' | 'rolls'>>): void;
  /** Asks for the values around every message of `chosen`, what each is held against by C3, difference rewards and COMA, and the agents' shares. Never rejects. */
  ask(
    lab: Pick<LabState, 'ask' | 'job'>,
    at: { readonly runId: string; readonly iteration: number; readonly version: number },
    chosen: readonly EpisodeRecord[],
  ): Promise<void>;
}

export const batchKey = (runId: string, iteration: number): string => `${iteration} ${runId}`;

/** `now`: seconds. */
export function createEstimatorsStore(now: () => number): StoreApi<EstimatorsState> {
  return createStore<EstimatorsState>((set, get) => ({
    discounts: null,
    hidden: [],
    episodes: 8,
    rolls: 16,
    answers: {},
    asking: {},
    secondsPerMessage: null,
    set: (part) => {
      set(part);
      if (part.discounts) happened('asked-estimators');
    },
    ask: async (lab, { runId, iteration, version }, chosen) => {
      if (get().asking[runId]) return;
      const { rolls } = get();
      const key = batchKey(runId, iteration);
      const team = { iteration: version };
      const by = { view: 'estimators' as const, runId };
      const part = (asked: AskedPart | null): void =>
        set(({ asking: { [runId]: _, ...others } }) => ({ asking: asked === null ? others : { ...others, [runId]: asked } }));
      const keep = (part: Partial<AskedTruth>): void => {
        const before = get().answers[key];
        // Answers of another team, or of more or fewer continuations, are no answers to this question.
        const same = before?.version === version && before.rolls === rolls ? before : { ...NOTHING_ASKED, version, rolls };
        const values = part.values ? new Map([...same.values, ...part.values]) : same.values;
        const others = { ...same.others };
        for (const algorithm of HELD_AGAINST) {
          const found = part.others?.[algorithm];
          if (found) others[algorithm] = new Map([...(others[algorithm] ?? []), ...found]);
        }
        set(({ answers }) => ({ answers: { ...answers, [key]: { ...same, ...part, values, others } } }));
      };
      part('values');
      // Time spent waiting for another's question tells nothing of how fast this one goes.
      const waits = lab.job !== null;
      try {
        const began = now();
        const values = await lab.ask(by, team, { kind: 'values', episodes: chosen, rolls });
        if (!values) return;
        if (!waits) set({ secondsPerMessage: (now() - began) / truthCost(chosen, rolls).messages });
        const byEpisode = <T>(answer: readonly T[]) =>
          new Map(chosen.map(({ episode }, index): [number, T] => [episode, at(answer, index, 'episode')]));
        keep({ values: byEpisode(values) });
        happened('asked-estimators');
        part('others');
        for (const algorithm of HELD_AGAINST) {
          const question = { kind: 'others', episodes: chosen, alternatives: OTHERS } as const;
          const others = await lab.ask(
            by,
            team,
            algorithm === 'coma' ? { ...question, algorithm, fit: COMA_EPISODES } : { ...question, algorithm, continuations: OTHERS_ROLLS },
          );
          if (!others) return;
          keep({ others: { [algorithm]: byEpisode(others) } });
        }
        part('shares');
        const shares = await lab.ask(by, team, {
          kind: 'shares',
          split: 'train',
          problems: SHARE_PROBLEMS,
          absence: 'base',
          orders: SHARE_ORDERS,
        });
        if (shares) keep({ shares });
      } finally {
        part(null);
      }
    },
  }));
}

/** The page's. */
export const estimatorsStore = createEstimatorsStore(() => performance.now() / 1000);

export function useEstimators<T>(selector: (state: EstimatorsState) => T): T {
  return useStore(estimatorsStore, selector);
}

/** How much is played for the values of these episodes. */
export interface TruthCost {
  /** Continuations: one from every state, `rolls` times. */
  readonly rollouts: number;
  /** Messages that are said anew in them, as long as the recorded ones. */
  readonly messages: number;
}

export function truthCost(episodes: readonly EpisodeRecord[], rolls: number): TruthCost {
  let [states, messages] = [0, 0];
  for (const { messages: said } of episodes) {
    states += said.length + 1;
    messages += (said.length * (said.length + 1)) / 2;
  }
  return { rollouts: states * rolls, messages: messages * rolls };
}

/** How much is played for what the messages are held against: behind each of them and behind each in its place, and for COMA's critic. */
export function othersCost(episodes: readonly EpisodeRecord[]): TruthCost {
  // By C3 a message and OTHERS more, by difference rewards a message and silence.
  const sides = OTHERS + 1 + 2;
  let [rollouts, messages] = [0, 0];
  for (const { messages: said } of episodes) {
    rollouts += said.length * sides * OTHERS_ROLLS;
    // C3's and COMA's others are said by themselves; the episodes that COMA's critic is fitted to are as long as these.
    messages += said.length * (2 * OTHERS + COMA_EPISODES / episodes.length);
    messages += (said.length * (said.length - 1) * sides * OTHERS_ROLLS) / 2;
  }
  return { rollouts, messages };
}

/** `count` episodes, the one being read among them and the others at even distances, in their order. */
export function chosenEpisodes(episodes: readonly EpisodeRecord[], read: EpisodeRecord, count: number): EpisodeRecord[] {
  const others = episodes.filter(({ episode }) => episode !== read.episode);
  const wanted = Math.min(Math.max(count, 1) - 1, others.length);
  const picked = Array.from({ length: wanted }, (_, index) => others[Math.floor((index * others.length) / wanted)]);
  return [read, ...picked].filter((episode) => episode !== undefined).sort((a, b) => a.episode - b.episode);
}
