/**
 * The bench beside the editor: an episode of the environment stepped through by hand, back and forth. It has a sandbox of its
 * own, so that checking what is typed meanwhile does not disturb it; code that is held back is not loaded.
 */
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { environmentClient } from '../../../../../workers/environment/spawn.ts';
import type { ProjectDocument } from '../../../../core/document/schema.ts';
import type { EnvironmentHost, EnvironmentInfo } from '../../../../core/environment/contract.ts';
import { beginEpisode, type Bench, type BenchManner, type Moment, sayNext, wordsFor } from '../../../../core/trial/stepping.ts';
import type { Start } from '../../../../core/environment/start.ts';
import { type Fault, faultFrom } from '../../../../core/faults.ts';
import { requireConsent } from '../../../state/consent/consent.ts';

/** How far the agents speak on their own. */
export const REACHES = ['message', 'turn', 'episode'] as const;
export type Reach = (typeof REACHES)[number];

/** What of a document an episode on the bench depends on. */
export type BenchDocument = Pick<ProjectDocument, 'name' | 'environment' | 'team' | 'training' | 'view'>;

export interface BenchState {
  /** Document of the episode on the bench. */
  readonly document: BenchDocument | null;
  readonly start: Start | null;
  readonly info: EnvironmentInfo | null;
  /** All moments that were reached, and which of them is looked at. */
  readonly history: readonly Moment[];
  readonly at: number;
  readonly busy: boolean;
  /** Why the last action led nowhere, and what was printed before it failed. */
  readonly fault: Fault | null;
  readonly console: readonly string[];
  /** How far the agents speak on their own. */
  readonly reach: Reach;
  /** Loads the document's environment and draws a problem. */
  begin(document: BenchDocument, start: Start): Promise<void>;
  /** Who is next says `text`. What lay ahead of the moment looked at is dropped. */
  say(text: string): Promise<void>;
  /** Who is next speaks by themselves, as far as `reach` if not said otherwise. */
  speak(manner: BenchManner, reach?: Reach): Promise<void>;
  choose(reach: Reach): void;
  /** Looks at another moment, by its index in `history`. */
  look(at: number): void;
}

/** Whether the document has changed since the episode on the bench was begun, so that it no longer shows what would happen. */
export const isStale = ({ document }: Pick<BenchState, 'document'>, now: BenchDocument): boolean =>
  document !== null &&
  (document.environment.source !== now.environment.source ||
    document.environment.dataset !== now.environment.dataset ||
    document.team !== now.team ||
    document.training.horizon !== now.training.horizon);

/** `lost` is to be called when a host can answer no more. No host sees a source that `admit` throws for. */
export function createBenchStore(
  makeHost: (lost: () => void) => EnvironmentHost,
  admit: (source: string) => void = () => undefined,
): StoreApi<BenchState> {
  let host: EnvironmentHost | null = null;
  /** What `host` has loaded. */
  let loaded: { readonly source: string; readonly info: EnvironmentInfo } | null = null;

  /** The host with this source loaded: a new one after one was lost. */
  const open = async (source: string): Promise<{ host: EnvironmentHost; info: EnvironmentInfo }> => {
    admit(source);
    const mine = (host ??= makeHost(() => {
      host = null;
      loaded = null;
    }));
    if (loaded?.source !== source) {
      loaded = null;
      const info = await mine.load(source);
      loaded = { source, info };
    }
    return { host: mine, info: loaded.info };
  };

  return createStore<BenchState>((set, get) => {
    /** One action at a time; a second one while it lasts is dropped. */
    const act = async (work: () => Promise<void>): Promise<void> => {
      if (get().busy) return;
      set({ busy: true, fault: null, console: [] });
      try {
        await work();
      } catch (error) {
        const printed = await host?.takeConsole().catch(() => []);
        // What led nowhere is no part of what the next action costs.
        await host?.takeCost().catch(() => []);
        set({ fault: faultFrom(error), console: printed ?? [] });
      } finally {
        set({ busy: false });
      }
    };
    const bench = async (): Promise<Bench> => {
      const { document, start } = get();
      if (!document || !start) throw new Error('there is no episode on the bench');
      const { host: mine, info } = await open(document.environment.source);
      return { host: mine, info, team: document.team, horizon: document.training.horizon, start };
    };
    const present = (): Moment | undefined => get().history[get().at];
    const arrive = (moment: Moment): void => {
      const history = [...get().history.slice(0, get().at + 1), moment];
      set({ history, at: history.length - 1 });
    };

    return {
      document: null,
      start: null,
      info: null,
      history: [],
      at: -1,
      busy: false,
      fault: null,
      console: [],
      reach: 'message',
      begin: (document, start) =>
        act(async () => {
          set({ document, start, info: null, history: [], at: -1 });
          const ready = await bench();
          set({ info: ready.info });
          arrive(await beginEpisode(ready));
        }),
      say: (text) =>
        act(async () => {
          const moment = present();
          if (moment && moment.next !== null) arrive(await sayNext(await bench(), moment, text));
        }),
      speak: (manner, far = get().reach) =>
        act(async () => {
          const ready = await bench();
          for (let moment = present(); moment && moment.next !== null; moment = present()) {
            const turn = moment.turns.length;
            const next = await sayNext(ready, moment, await wordsFor(ready, moment, manner));
            arrive(next);
            if (far === 'message' || (far === 'turn' && next.turns.length > turn)) break;
          }
        }),
      choose: (reach) => set({ reach }),
      look: (at) => {
        const { history, busy } = get();
        if (!busy && at >= 0 && at < history.length) set({ at, fault: null, console: [] });
      },
    };
  });
}

/** The page's bench; its worker starts with the first episode. */
export const benchStore = createBenchStore(environmentClient, requireConsent);

/** Selects from the page's bench. */
export function useBench<T>(selector: (state: BenchState) => T): T {
  return useStore(benchStore, selector);
}
