/** The challenges as the page plays them: which is open, what was asked and what is asked now, and who was named. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ChallengeId } from '../../../core/challenges/challenges.ts';
import {
  caseNumber,
  type Progress,
  readProgress,
  refusalOf,
  withAnswer,
  withName,
  writeProgress,
} from '../../../core/challenges/progress.ts';
import type { CaseAnswer, CaseAsk, CaseRef, NamedCase, OpenCase, StrategyCase } from '../../../core/challenges/questions.ts';
import type { Strategy } from '../../../core/challenges/strategies.ts';
import { type Continuations, CONTINUATIONS, type ToolUse } from '../../../core/challenges/tools.ts';
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
  return createStore<ChallengesState>((set, get) => {
    const numberNow = (): number => {
      const { challenge, progress, proofs } = get();
      return proofs[challenge]?.number ?? caseNumber(progress[challenge]);
    };
    const keep = (progress: Progress): void => set({ progress, isKept: storage.write(STORAGE_KEYS.challenges, writeProgress(progress)) });
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
      progress: readProgress(storage.read(STORAGE_KEYS.challenges)),
      opened: {},
      proofs: {},
      chosen: null,
      continuations: CONTINUATIONS[1],
      asking: null,
      isKept: true,
      show: (challenge) => {
        if (get().asking === null) set({ challenge, chosen: null });
      },
      choose: (chosen) => set({ chosen }),
      setContinuations: (continuations) => set({ continuations }),
      open: async () => {
        const { challenge } = get();
        const answer = await asked({ ask: 'open' });
        if (answer) set(({ opened }) => ({ opened: { ...opened, [challenge]: answer.opened } }));
      },
      use: async (use) => {
        const { challenge, opened, progress } = get();
        const own = progress[challenge];
        const agents = opened[challenge]?.roles.length;
        if (agents === undefined || refusalOf(challenge, own, use, agents)) return;
        const answer = await asked({ ask: 'use', use, nth: own.answers.length });
        if (answer) keep(withAnswer(get().progress, challenge, answer.answer));
      },
      name: async (role) => {
        const { challenge, opened } = get();
        const number = numberNow();
        const own = opened[challenge];
        const answer = await asked({ ask: 'name', role });
        if (!answer || !own) return;
        const progress = withName(get().progress, challenge, answer.found);
        const replays = progress[challenge].closed.at(-1)?.replays ?? answer.found.replays;
        set(({ proofs }) => ({
          proofs: { ...proofs, [challenge]: { number, opened: own, found: answer.found, replays, strategies: [] } },
        }));
        keep(progress);
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
        const { challenge, progress, proofs, opened } = get();
        if (get().asking !== null) return;
        set({ proofs: without(proofs, challenge), opened: without(opened, challenge), chosen: null });
        keep({ ...progress, [challenge]: { closed: [], answers: [] } });
      },
    };
  });
}

function without<T>(by: Partial<Record<ChallengeId, T>>, id: ChallengeId): Partial<Record<ChallengeId, T>> {
  const { [id]: _, ...rest } = by;
  return rest as Partial<Record<ChallengeId, T>>;
}
