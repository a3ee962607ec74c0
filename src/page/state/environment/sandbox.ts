/**
 * The editor's own sandbox: loads the environment's source as it is typed, and plays it to see whether it keeps the contract's
 * promises. It lives in a worker apart from the one a run uses, so that nothing looked at here disturbs a run.
 */
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { problemAt } from '../../../core/dataset/attach.ts';
import type { EnvironmentHost, EnvironmentInfo, Split } from '../../../core/environment/contract.ts';
import { teamSpeakers } from '../../../core/trial/episodes.ts';
import { checkProperties, type PropertyReport } from '../../../core/trial/properties.ts';
import { type MistakesPaid, mistakesPaid } from '../../../core/trial/mistakes.ts';
import { faultFrom, type Fault } from '../../../core/faults.ts';
import { type ConsentState, consentStore, mayRun, requireConsent } from '../consent/consent.ts';
import { attachedTo } from '../datasets/attached.ts';
import { documentStore } from '../document/document.ts';
import { environmentClient } from '../../../../workers/environment/spawn.ts';

/** What an environment's promises depend on beside its code. */
export type Setting = Pick<ProjectDocument, 'team' | 'training'> & {
  readonly environment: Pick<ProjectDocument['environment'], 'dataset'>;
};

/** What was found of the contract's promises; null while they are being looked at. */
export interface Findings {
  readonly source: string;
  readonly team: ProjectDocument['team'];
  readonly horizon: number;
  readonly reports: readonly PropertyReport[] | null;
  /** What mistakes earn; null where it shows none, and until that was played. */
  readonly mistakes: MistakesPaid | null;
}

export interface SandboxState {
  /** The source that was looked at last. */
  readonly checked: string | null;
  readonly busy: boolean;
  readonly info: EnvironmentInfo | null;
  readonly fault: Fault | null;
  readonly findings: Findings | null;
  /** Loads the source, unless it is being loaded; the newest call wins. */
  check(source: string): Promise<void>;
  /** Loads the source and, if it loads, plays it to see whether it keeps the contract's promises; the newest call wins. */
  examine(source: string, setting: Setting): Promise<void>;
}

/**
 * A sandbox store over hosts made on demand; `lost` is to be called when a host can answer no more. No host sees a source
 * that `admit` throws for.
 */
export function createSandboxStore(
  makeHost: (lost: () => void) => EnvironmentHost,
  admit: (source: string) => void = () => undefined,
): StoreApi<SandboxState> {
  let host: EnvironmentHost | null = null;
  let newest = 0;
  /** The source of the newest attempt while it is under way. */
  let underWay: string | null = null;

  const open = (): EnvironmentHost => {
    host ??= makeHost(() => {
      host = null; // the next call starts another
    });
    return host;
  };

  return createStore<SandboxState>((set, get) => {
    /** Runs `work` unless something newer was asked for meanwhile, and takes in what it found. */
    const attempt = async (
      source: string,
      work: (sandbox: EnvironmentHost, info: EnvironmentInfo) => Promise<Partial<SandboxState>>,
    ): Promise<void> => {
      const turn = ++newest;
      underWay = source;
      set({ busy: true });
      let found: Partial<SandboxState>;
      try {
        admit(source);
        const sandbox = open();
        const info = await sandbox.load(source);
        found = { info, fault: null, ...(await work(sandbox, info)) };
      } catch (error) {
        found = { info: null, fault: faultFrom(error), findings: null };
      }
      if (turn !== newest) return;
      underWay = null;
      set({ ...found, checked: source, busy: false });
    };

    return {
      checked: null,
      busy: false,
      info: null,
      fault: null,
      findings: null,
      // What is under way loads this very source.
      check: (source) => (source === underWay ? Promise.resolve() : attempt(source, () => Promise.resolve({}))),
      async examine(source, { environment: { dataset }, team, training: { horizon } }) {
        await attempt(source, () => Promise.resolve({}));
        const { info, checked } = get();
        if (!info || checked !== source) return;
        const turn = newest;
        set({ findings: { source, team, horizon, reports: null, mistakes: null } });
        try {
          const wanted = whileWanted(open(), () => turn === newest);
          const data = await attachedTo(dataset);
          const problemOf = data ? (split: Split, index: number) => problemAt(data, split, index)?.problem : undefined;
          const speakers = teamSpeakers(team);
          const reports = await checkProperties(wanted, info, speakers, horizon, { ...QUICK, problemOf });
          if (turn === newest) set({ findings: { source, team, horizon, reports, mistakes: null } });
          // What is broken already was told of above.
          if (reports.some(({ ok }) => !ok)) return;
          const mistakes = await mistakesPaid(wanted, info, speakers, horizon, problemOf && ((index) => problemOf('train', index)));
          if (turn === newest) set({ findings: { source, team, horizon, reports, mistakes } });
        } catch (error) {
          if (turn === newest && !(error instanceof Superseded)) set({ findings: null, fault: faultFrom(error) });
        }
      },
    };
  });
}

/** A host that answers while `wanted`, so that a long check ends when nobody waits for it any more. */
function whileWanted(host: EnvironmentHost, wanted: () => boolean): EnvironmentHost {
  return new Proxy(host, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]): unknown => (wanted() ? (method.apply(target, args) as unknown) : Promise.reject(new Superseded()));
    },
  });
}

class Superseded extends Error {}

/** Seeds and number of problems to check: few, since the check follows every pause in typing. The terminal looks at more. */
const QUICK = { seeds: [1, 2], problems: 2 };

/** The page's sandbox; its worker starts with the first check. */
export const sandboxStore = createSandboxStore(environmentClient, requireConsent);

/** Looks at `document`, which was held back, in the moment in which its code may run: once, whatever else is agreed to. */
export function onceAllowed(
  sandbox: Pick<SandboxState, 'checked' | 'examine'>,
  document: ProjectDocument,
  now: Pick<ConsentState, 'trusted'>,
  before: Pick<ConsentState, 'trusted'>,
): void {
  const { source } = document.environment;
  if (sandbox.checked === source && mayRun(now, source) && !mayRun(before, source)) void sandbox.examine(source, document);
}

consentStore.subscribe((now, before) => onceAllowed(sandboxStore.getState(), documentStore.getState().document, now, before));

/** Selects from the page's sandbox. */
export function useSandbox<T>(selector: (state: SandboxState) => T): T {
  return useStore(sandboxStore, selector);
}
