/** Attempts at the final test as this browser keeps them. What is found there is hostile until read: an attempt that is not understood costs no other. */
import { z } from 'zod';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { answersTo, INVENTORY_FORMS, type InventoryForm } from '../../../../core/lessons/inventory.ts';
import type { TestAttempt } from '../../../../core/lessons/record/make.ts';
import { keptText, listIn } from '../../../state/storage/kept.ts';
import { STORAGE_KEYS, type TextStorage } from '../../../state/storage/storage.ts';

const KEY = `${STORAGE_KEYS.lessons}.test`;

/** Most attempts that are kept, the newest, and most characters that are read. */
const MOST_ATTEMPTS = 40;
const MOST_TEXT = 500_000;

export interface AttemptsState {
  /** From the oldest to the newest; only the newest may be under way. */
  readonly attempts: readonly TestAttempt[];
  /** Whether the newest change could be kept. */
  readonly kept: boolean;
  /** Begins a form, unless one is under way. */
  begin(form: InventoryForm): void;
  /** Chooses an option of the form under way; what is no option of the item changes nothing. */
  answer(item: string, option: string): void;
  finish(): void;
  /** Forgets the attempt under way. */
  discard(): void;
}

/** The attempt under way; null where none is. */
export const underWay = ({ attempts }: Pick<AttemptsState, 'attempts'>): TestAttempt | null =>
  attempts.find(({ finished }) => finished === null) ?? null;

/** The form that was finished less often; A before any. */
export function formNext(attempts: readonly TestAttempt[]): InventoryForm {
  const taken = (form: InventoryForm): number => attempts.filter((one) => one.form === form && one.finished !== null).length;
  return taken('A') <= taken('B') ? 'A' : 'B';
}

export function createAttempts(storage: TextStorage, now: () => number): StoreApi<AttemptsState> {
  const keeping = keptText(storage, KEY, 'test', MOST_TEXT);
  return createStore<AttemptsState>((set, get) => {
    /** As they are kept, since another tab may have gone on; where nothing can be, as they are here. */
    const newest = (): readonly TestAttempt[] => (get().kept && !keeping.isNewer() ? readAttempts(keeping.read()) : get().attempts);
    const put = (attempts: readonly TestAttempt[]): void => {
      const most = attempts.slice(-MOST_ATTEMPTS);
      // What this version cannot read stays as it is.
      const strange = listIn(keeping.read()).filter((value) => !attemptSchema.safeParse(value).success);
      set({ attempts: most, kept: keeping.write(JSON.stringify([...strange, ...most])) });
    };
    /** Changes the attempt under way, if one is; null takes it away. */
    const change = (to: (attempt: TestAttempt) => TestAttempt | null): void => {
      const attempts = newest();
      const attempt = underWay({ attempts });
      if (attempt) put(attempts.flatMap((one) => (one === attempt ? (to(one) ?? []) : [one])));
    };
    return {
      attempts: readAttempts(keeping.read()),
      kept: true,
      begin: (form) => {
        const attempts = newest();
        put(underWay({ attempts }) ? attempts : [...attempts, { form, begun: now(), finished: null, answers: {} }]);
      },
      answer: (item, option) =>
        change((attempt) => {
          const chosen = answersTo(attempt.form, { [item]: option })[item];
          return chosen === undefined ? attempt : { ...attempt, answers: { ...attempt.answers, [item]: { option: chosen, at: now() } } };
        }),
      finish: () => change((attempt) => ({ ...attempt, finished: now() })),
      discard: () => change(() => null),
    };
  });
}

const when = z.number().min(0).max(8.64e15);
const attemptSchema = z.object({
  form: z.enum(INVENTORY_FORMS),
  begun: when,
  finished: when.nullable(),
  answers: z.record(z.string().max(60), z.object({ option: z.string().max(60), at: when })),
});

/** What was kept, as far as it is understood; answers to items or options that are no more are dropped. */
export function readAttempts(text: string | null): readonly TestAttempt[] {
  if (text !== null && text.length > MOST_TEXT) return [];
  const attempts = listIn(text).flatMap((value) => {
    const { data } = attemptSchema.safeParse(value);
    if (!data) return [];
    const chosen = Object.fromEntries(Object.entries(data.answers).map(([item, { option }]) => [item, option]));
    const fitting = answersTo(data.form, chosen);
    return [{ ...data, answers: Object.fromEntries(Object.entries(data.answers).filter(([item]) => item in fitting)) }];
  });
  return attempts.slice(-MOST_ATTEMPTS);
}
