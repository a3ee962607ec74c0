/**
 * Which environment code may run. Built-in code and code typed here may; code that came in a file runs once a person has
 * read it and agreed, and not before: it is neither checked, nor tried, nor measured, nor trained. What was agreed to is
 * remembered by the code's SHA-256, so every change from outside is asked about anew.
 */
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { setEnvironmentSource } from '../../../core/editing/edits.ts';
import { fault, FaultError, type Fault } from '../../../core/faults.ts';
import { projectFaults } from '../../../words/words.ts';
import { builtInFileOf } from '../document/defaultProject.ts';
import { hashOf } from '../document/hashOf.ts';
import { documentStore, useDocument } from '../document/document.ts';
import { type KeptText, keptText, recordIn } from '../storage/kept.ts';
import { browserStorage, STORAGE_KEYS, type TextStorage } from '../storage/storage.ts';

/** Sources remembered as agreed to, the newest; a thousand are 66 KB. */
const MAX_AGREED = 1000;
/** Sources remembered as typed here: enough for whatever the document kept in the browser lags behind. */
const MAX_TYPED = 100;

export interface ConsentState {
  /** SHA-256 of each source that may run. */
  readonly trusted: ReadonlySet<string>;
  /** Whether the code of the project at hand is being shown to be read and agreed to. */
  readonly reviewing: boolean;
  /** Remembers that a person has read this source and wants it run; not where the page is framed. */
  agree(source: string): void;
  /** Remembers that `next` was typed here in place of `previous`; code that may not run does not become code that may. */
  typed(previous: string, next: string): void;
  /** Takes in what was agreed to in other tabs. */
  refresh(): void;
  review(open: boolean): void;
}

interface Kept {
  readonly agreed: readonly string[];
  readonly typed: readonly string[];
}

/** Fails closed: whatever is not understood was not agreed to. */
function readKept(keeping: KeptText): Kept {
  const list = (value: unknown, most: number): string[] =>
    Array.isArray(value)
      ? value.filter((hash): hash is string => typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash)).slice(-most)
      : [];
  const { agreed, typed } = recordIn(keeping.read());
  return { agreed: list(agreed, MAX_AGREED), typed: list(typed, MAX_TYPED) };
}

/** Whether the page stands in another one, whose makers could lay anything over it: a click there agrees to nothing. */
export const isFramed = (): boolean => typeof window !== 'undefined' && window.top !== window.self;

/** A store of what may run; the page has one, {@link consentStore}. */
export function createConsentStore(storage: TextStorage, framed = isFramed): StoreApi<ConsentState> {
  const keeping = keptText(storage, STORAGE_KEYS.consent, 'consent');
  const kept = readKept(keeping);
  /** Adds to what is kept now, by this tab or another one, so that no tab forgets what was agreed to in another. */
  const keep = (list: keyof Kept, hash: string, most: number): void => {
    const present = readKept(keeping);
    keeping.write(JSON.stringify({ ...recordIn(keeping.read()), ...present, [list]: withNewest(present[list], hash, most) }));
  };
  const withNewest = (list: readonly string[], hash: string, most: number): string[] =>
    [...list.filter((known) => known !== hash), hash].slice(-most);

  return createStore<ConsentState>((set, get) => ({
    trusted: new Set([...kept.agreed, ...kept.typed]),
    reviewing: false,
    agree: (source) => {
      if (framed()) return;
      const hash = hashOf(source);
      set({ trusted: new Set(get().trusted).add(hash) });
      keep('agreed', hash, MAX_AGREED);
    },
    typed: (previous, next) => {
      if (!mayRun(get(), previous)) return;
      const hash = hashOf(next);
      // In this tab every source stays trusted, so that undo finds it so.
      if (!get().trusted.has(hash)) set({ trusted: new Set(get().trusted).add(hash) });
      keep('typed', hash, MAX_TYPED);
    },
    refresh: () => {
      const { agreed, typed } = readKept(keeping);
      set({ trusted: new Set([...get().trusted, ...agreed, ...typed]) });
    },
    review: (open) => set({ reviewing: open }),
  }));
}

/** Whether `source` may run. */
export function mayRun({ trusted }: Pick<ConsentState, 'trusted'>, source: string): boolean {
  return builtInFileOf(source) !== undefined || trusted.has(hashOf(source));
}

/** What this person lets run. */
export const consentStore = createConsentStore(browserStorage);

if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEYS.consent) consentStore.getState().refresh();
  });

/** Why `source` may not run; null when it may. */
export function heldBack(source: string): Fault | null {
  if (mayRun(consentStore.getState(), source)) return null;
  return fault(projectFaults, 'E_ENV_CONSENT', {});
}

/** The gate before every sandbox: throws `E_ENV_CONSENT` for code that may not run. */
export function requireConsent(source: string): void {
  const refused = heldBack(source);
  if (refused) throw new FaultError(refused);
}

/** Puts `source`, typed here, in place of the document's environment code; keystrokes join into one undo step. */
export function typeEnvironmentSource(source: string): void {
  const { document, edit } = documentStore.getState();
  consentStore.getState().typed(document.environment.source, source);
  edit((present) => setEnvironmentSource(present, source), 'environment');
}

/** Selects from what may run. */
export function useConsent<T>(selector: (state: ConsentState) => T): T {
  return useStore(consentStore, selector);
}

/** Whether the code of the project at hand is held back. */
export function useHeldBack(): boolean {
  const source = useDocument((state) => state.document.environment.source);
  return useConsent((state) => !mayRun(state, source));
}
