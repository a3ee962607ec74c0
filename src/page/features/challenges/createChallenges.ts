/** The challenges as the page plays them: which is open, what was asked and what is asked now, and who was named. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { CHALLENGES, type ChallengeId } from '../../../core/challenges/challenges.ts';
import {
  caseNumber,
  MOST_PROGRESS_TEXT,
  NO_PROGRESS,
  type Progress,
  readProgress,
  refusalOf,
  spentOn,
  withAnswer,
  withName,
  writeProgress,
} from '../../../core/challenges/progress.ts';
import type { CaseAnswer, CaseAsk, CaseRef, NamedCase, OpenCase, StrategyCase } from '../../../core/challenges/questions.ts';
import type { Strategy } from '../../../core/challenges/strategies.ts';
import { type Continuations, CONTINUATIONS, type ToolUse } from '../../../core/challenges/tools.ts';
import { keptText } from '../../state/storage/kept.ts';
import { STORAGE_KEYS, type TextStorage } from '../../state/storage/storage.ts';

/** Asks the lab about a case; null where that was called off or failed. */
export type AskCase = (ref: CaseRef, ask: CaseAsk) => Promise<CaseAnswer | null>;

/** Which message of which lost episode is asked about. */
export interface ChosenMessage {
  readonly episode: number;
  readonly message: number;
}

/** A case that somebody was named in, until the next one is gone on to. */
export interface ShownProof {
  readonly number: number;
  readonly opened: OpenCase;
  readonly found: NamedCase;
  /** All that was spent on it. */
  readonly replays: number;
  readonly strategies: readonly StrategyCase[];
}

export interface ChallengesState {
  readonly challenge: ChallengeId;
  readonly progress: Progress;
  /** By challenge: the case that is open, once it was played. */
  readonly opened: Partial<Record<ChallengeId, OpenCase>>;
  readonly proofs: Partial<Record<ChallengeId, ShownProof>>;
  readonly chosen: ChosenMessage | null;
  readonly continuations: Continuations;
  /** What is asked now; one question at a time. */
  readonly asking: { readonly challenge: ChallengeId; readonly ask: CaseAsk } | null;
  /** Whether progress is kept in this browser. */
  readonly isKept: boolean;
  /** Takes in what was asked and named in other tabs. */
  refresh(): void;
  show(challenge: ChallengeId): void;
  choose(message: ChosenMessage): void;
  setContinuations(count: Continuations): void;
  /** These never reject: the lab's faults say why nothing came. */
  open(): Promise<void>;
  use(use: ToolUse): Promise<void>;
  name(role: string): Promise<void>;
  playStrategy(strategy: Strategy): Promise<void>;
  /** Goes on to the next case. */
  next(): Promise<void>;
  /** Forgets all cases of the challenge. */
  forget(): void;
}

export function createChallengesStore(askCase: AskCase, storage: TextStorage): StoreApi<ChallengesState> {
  const keeping = keptText(storage, STORAGE_KEYS.challenges, 'challenges', MOST_PROGRESS_TEXT);
  return createStore<ChallengesState>((set, get) => {
    const numberNow = (): number => {
      const { challenge, progress, proofs } = get();
      return proofs[challenge]?.number ?? caseNumber(progress[challenge]);
    };
    /** Changes what is newest, in this tab or another one. */
    const keep = (change: (newest: Progress) => Progress): void => {
      get().refresh();
      const progress = change(get().progress);
      set({ progress, isKept: keeping.write(writeProgress(progress, keeping.read())) });
    };
    /** Null where something else is asked, or nothing came. */
    const asked = async <A extends CaseAsk['ask']>(ask: Extract<CaseAsk, { ask: A }>): Promise<Extract<CaseAnswer, { ask: A }> | null> => {
      if (get().asking !== null) return null;
      const { challenge } = get();
      set({ asking: { challenge, ask } });
      try {
        return (await askCase({ challenge, number: numberNow() }, ask)) as Extract<CaseAnswer, { ask: A }> | null;
      } finally {
        set({ asking: null });
      }
    };
    return {
      challenge: 'row',
      progress: readProgress(keeping.read()),
      opened: {},
      proofs: {},
      chosen: null,
      continuations: CONTINUATIONS[1],
      asking: null,
      isKept: true,
      refresh: () =>
        set(({ isKept, progress: before, opened, challenge, chosen }) => {
          // What could not be kept is here alone.
          const progress = isKept && !keeping.isNewer() ? readProgress(keeping.read()) : before;
          const gone = CHALLENGES.flatMap(({ id }) => (caseNumber(progress[id]) === caseNumber(before[id]) ? [] : [id]));
          return { progress, opened: gone.reduce(without, opened), chosen: gone.includes(challenge) ? null : chosen };
        }),
      show: (challenge) => {
        if (get().asking === null) set({ challenge, chosen: null });
      },
      choose: (chosen) => set({ chosen }),
      setContinuations: (continuations) => set({ continuations }),
      open: async () => {
        get().refresh();
        const { challenge } = get();
        const number = numberNow();
        const answer = await asked({ ask: 'open' });
        // It may have been closed in another tab meanwhile.
        if (answer && number === numberNow()) set(({ opened }) => ({ opened: { ...opened, [challenge]: answer.opened } }));
      },
      use: async (use) => {
        get().refresh();
        const { challenge, opened, progress } = get();
        const own = progress[challenge];
        const agents = opened[challenge]?.roles.length;
        if (agents === undefined || refusalOf(challenge, own, use, agents)) return;
        const [number, nth] = [numberNow(), own.answers.length];
        const answer = await asked({ ask: 'use', use, nth });
        if (answer) keep((newest) => withAnswer(newest, challenge, number, nth, answer.answer));
      },
      name: async (role) => {
        get().refresh();
        const { challenge, opened, progress } = get();
        const own = opened[challenge];
        if (!own) return;
        const number = numberNow();
        const answer = await asked({ ask: 'name', role });
        if (!answer) return;
        const { found } = answer;
        const { named, culprit } = found;
        const replays = spentOn(progress[challenge]) + found.replays;
        set(({ proofs }) => ({ proofs: { ...proofs, [challenge]: { number, opened: own, found, replays, strategies: [] } } }));
        keep((newest) => withName(newest, challenge, number, { named, culprit, replays }));
      },
      playStrategy: async (strategy) => {
        const { challenge } = get();
        const answer = await asked({ ask: 'strategy', strategy });
        const shown = get().proofs[challenge];
        if (!answer || !shown) return;
        const strategies = [...shown.strategies.filter((one) => one.strategy !== strategy), answer.found];
        set(({ proofs }) => ({ proofs: { ...proofs, [challenge]: { ...shown, strategies } } }));
      },
      next: async () => {
        const { challenge } = get();
        set(({ proofs, opened }) => ({ proofs: without(proofs, challenge), opened: without(opened, challenge), chosen: null }));
        await get().open();
      },
      forget: () => {
        const { challenge, proofs, opened } = get();
        if (get().asking !== null) return;
        set({ proofs: without(proofs, challenge), opened: without(opened, challenge), chosen: null });
        keep((newest) => ({ ...newest, [challenge]: NO_PROGRESS[challenge] }));
      },
    };
  });
}

function without<T>(by: Partial<Record<ChallengeId, T>>, id: ChallengeId): Partial<Record<ChallengeId, T>> {
  const { [id]: _, ...rest } = by;
  return rest as Partial<Record<ChallengeId, T>>;
}
