/**
 * The editor's own sandbox: loads the environment's source as it is typed, and plays one problem with it. It lives in a
 * worker apart from the one a run uses, so that nothing tried here disturbs a run.
 */
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EnvironmentHost, EnvironmentInfo, Json, PerRole, SpokenMessage, StepResult } from '../core/environment/contract.ts';
import type { TeamSettings } from '../core/document/schema.ts';
import { faultFrom, type Fault } from '../core/faults.ts';
import { speakingOrder } from '../core/team/graph.ts';
import { consentStore, requireConsent } from './consent.ts';
import { documentStore } from './document.ts';
import { spawnEnvironmentWorker } from '../../workers/environment/spawn.ts';

/** One problem played with the environment's own demonstrations. */
export interface Trial {
  readonly index: number;
  readonly observation: PerRole<string>;
  /** Empty when the environment demonstrates nothing. */
  readonly messages: readonly SpokenMessage[];
  readonly result: StepResult;
  /** What each message earned by itself; empty when the environment does not say (`stepReward`). */
  readonly stepRewards: readonly number[];
  readonly console: readonly string[];
}

export interface SandboxState {
  /** The source that was looked at last. */
  readonly checked: string | null;
  readonly busy: boolean;
  readonly info: EnvironmentInfo | null;
  readonly fault: Fault | null;
  readonly trial: Trial | null;
  /** Loads the source, unless it is being loaded; the newest call wins. */
  check(source: string): Promise<void>;
  /** Loads the source and plays train problem `index` with `team`; `problem` is that row of the data set, where there is one. */
  play(source: string, team: TeamSettings, index: number, problem?: Json): Promise<void>;
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

  return createStore<SandboxState>((set) => {
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
        found = { info: null, fault: faultFrom(error), trial: null };
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
      trial: null,
      // What is under way loads this very source: a check that replaced it would drop the problem being tried.
      check: (source) => (source === underWay ? Promise.resolve() : attempt(source, () => Promise.resolve({}))),
      play: (source, team, index, problem) =>
        attempt(source, async (sandbox, info) => ({ trial: await playOne(sandbox, info, team, index, problem) })),
    };
  });
}

/** One turn of one train problem: everybody says what a good agent would, then the environment pays. */
async function playOne(host: EnvironmentHost, info: EnvironmentInfo, team: TeamSettings, index: number, problem?: Json): Promise<Trial> {
  await host.takeConsole(); // what loading printed is no part of the problem
  const randomKey = [index, 0] as const;
  const start = only(await host.reset([{ seed: 1, split: 'train', index, ...(problem === undefined ? {} : { problem }), randomKey }]));
  const messages: SpokenMessage[] = [];
  if (info.hooks.demonstrate) {
    for (const agent of speakingOrder(team)) {
      const role = team.agents[agent]?.role ?? '';
      const said = only(await host.demonstrate([{ state: start.state, role, messages: [...messages], randomKey }]));
      messages.push({ role, text: said, turn: 0 });
    }
  }
  const result = only(await host.step([{ state: start.state, messages, randomKey }]));
  const { state, reward } = result;
  const teamReward = typeof reward === 'number' ? reward : mean(Object.values(reward));
  const stepRewards = info.hooks.stepReward && messages.length > 0 ? only(await host.stepReward([{ state, messages, teamReward }])) : [];
  return { index, observation: start.observation, messages, result, stepRewards, console: await host.takeConsole() };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function only<T>(results: readonly T[]): T {
  const [first] = results;
  if (first === undefined) throw new Error('the environment host answered a batch of one with nothing');
  return first;
}

/** The page's sandbox; its worker starts with the first check. */
export const sandboxStore = createSandboxStore((lost) => {
  const worker = spawnEnvironmentWorker({
    onLost: () => {
      worker.terminate();
      lost();
    },
  });
  return worker.client;
}, requireConsent);

// What was held back is looked at once it may run.
consentStore.subscribe(() => {
  const { fault, checked, check } = sandboxStore.getState();
  const { source } = documentStore.getState().document.environment;
  if (fault?.code === 'E_ENV_CONSENT' && checked === source) void check(source);
});

/** Selects from the page's sandbox. */
export function useSandbox<T>(selector: (state: SandboxState) => T): T {
  return useStore(sandboxStore, selector);
}
