/**
 * What a person brings for an imported run, and what becomes of it: the run's problems are found in the environment, all of it is kept
 * beside the run, and recorded episodes are played again to see whether it fits. One run at a time.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { checkOf, type ToRetell } from '../../../core/counterfactual/retelling.ts';
import type { AttachedData } from '../../../core/dataset/attach.ts';
import type { PresetName } from '../../../core/document/presets/presets.ts';
import type { DatasetSettings, ProjectDocument } from '../../../core/document/schema.ts';
import type { EnvironmentHost } from '../../../core/environment/contract.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { fault, type Fault, FaultError, faultFrom } from '../../../core/faults.ts';
import type { Files } from '../../../core/formats/files.ts';
import { basePathsIn } from '../../../core/formats/models/adapters/adapters.ts';
import { adapterFolders, adaptersOf } from '../../../core/formats/imports/playOn/adapters.ts';
import { findProblems, problemOf, type Wanted, wantedOf } from '../../../core/formats/imports/playOn/match.ts';
import { type PlayOn, type PlayOnCheck } from '../../../core/formats/imports/playOn/playOn.ts';
import { playOnDocument } from '../../../core/formats/imports/playOn/team.ts';
import { playOnFaults } from '../../../words/words.ts';
import type { LabState } from '../../state/lab/types.ts';
import type { RunSet } from '../../state/runs/types.ts';

export type ProjectChoice = 'open' | PresetName;

export interface BringForm {
  /** Null until a person has said it: the project at hand need have nothing to do with the run. */
  readonly project: ProjectChoice | null;
  readonly team: PlayOn['team'];
  /** '' for the project's. */
  readonly base: string;
  /** Null until a person has said it. */
  readonly speaks: 'given' | 'none' | null;
  readonly given: { readonly name: string; readonly files: Files } | null;
  /** Folder of each role's adapter among the given files; null for its base alone. */
  readonly whose: Readonly<Record<string, string | null>>;
  readonly after: number;
}

export type Doing =
  | { readonly what: 'reading'; readonly iteration: number }
  | { readonly what: 'matching'; readonly seen: number; readonly of: number }
  | { readonly what: 'keeping' | 'checking' };

export interface BringState {
  readonly form: BringForm;
  /** What is being done, and for which run. */
  readonly busy: { readonly runId: string; readonly doing: Doing } | null;
  readonly fault: { readonly runId: string; readonly fault: Fault } | null;
  set(part: Partial<BringForm>): void;
  /** Never rejects: `fault` says why nothing was kept, or not looked at. */
  bring(runId: string): Promise<void>;
  check(runId: string): Promise<void>;
  remove(runId: string): Promise<void>;
  /** Ends the reading and looking that goes on, of which nothing is kept. */
  stop(): void;
}

export interface BringHosts {
  run(id: string): Promise<RunSet>;
  project(choice: ProjectChoice): Promise<ProjectDocument>;
  /** A loaded environment of one's own, to be closed; throws where its code may not run. */
  environment(source: string): Promise<{ readonly host: Pick<EnvironmentHost, 'load' | 'reset'>; close(): void }>;
  /** Null where its rows are not here. */
  data(dataset: DatasetSettings): Promise<AttachedData | null>;
  /** Part by part where they are many. */
  episodes(id: string, iteration: number): AsyncIterable<{ readonly episodes: readonly EpisodeRecord[] }>;
  keep(id: string, playOn: PlayOn | null, adapters: Files | 'same' | null): Promise<void>;
  readonly lab: () => Pick<LabState, 'ask' | 'versions' | 'faults'>;
}

export const EMPTY_FORM: BringForm = { project: null, team: 'project', base: '', speaks: null, given: null, whose: {}, after: 0 };

class Stopped extends Error {}

/** Episodes that are played again to see whether what was brought fits, and messages whose log-probabilities are compared. */
const CHECKED = 64;
const SCORED = 16;

export function createBringStore(hosts: BringHosts): StoreApi<BringState> {
  let stopped = false;

  return createStore<BringState>((set, get) => {
    const during = async (runId: string, work: (tell: (doing: Doing) => void) => Promise<void>): Promise<void> => {
      if (get().busy) return;
      stopped = false;
      const tell = (doing: Doing): void => {
        if (stopped) throw new Stopped();
        set({ busy: { runId, doing } });
      };
      tell({ what: 'keeping' });
      set({ fault: null });
      try {
        await work(tell);
      } catch (error) {
        if (!(error instanceof Stopped)) set({ fault: { runId, fault: faultFrom(error) } });
      } finally {
        set({ busy: null });
      }
    };

    const looked = async (run: RunSet, playOn: PlayOn, tell: (doing: Doing) => void): Promise<PlayOnCheck> => {
      const asked = await someEpisodes(hosts, run, playOn, tell);
      tell({ what: 'checking' });
      const by = { view: 'playOn' as const, runId: run.id };
      const [version = 0] = await hosts.lab().versions(run.id);
      const answer = await hosts.lab().ask<'retell'>(by, { iteration: version }, { kind: 'retell', episodes: asked, scored: SCORED });
      if (answer) return checkOf(asked, answer);
      const why = hosts.lab().faults.find((told) => told.by.view === by.view && told.by.runId === by.runId);
      throw new FaultError(why?.fault ?? fault(playOnFaults, 'E_PLAY_ON_UNCHECKED', {}));
    };

    const checkAnd = async (runId: string, tell: (doing: Doing) => void): Promise<void> => {
      const run = await hosts.run(runId);
      if (!run.playOn) return;
      await hosts.keep(runId, { ...run.playOn, check: await looked(run, run.playOn, tell) }, 'same');
    };

    return {
      form: EMPTY_FORM,
      busy: null,
      fault: null,
      set: (part) => set(({ form }) => ({ form: { ...form, ...part } })),
      bring: (runId) =>
        during(runId, async (tell) => {
          const { form } = get();
          const { project } = form;
          if (project === null) return;
          const run = await hosts.run(runId);
          const { playOn, adapters } = await brought(hosts, run, { ...form, project }, tell);
          tell({ what: 'keeping' });
          await hosts.keep(runId, playOn, adapters);
          await checkAnd(runId, tell);
        }),
      check: (runId) => during(runId, (tell) => checkAnd(runId, tell)),
      remove: (runId) => during(runId, () => hosts.keep(runId, null, null)),
      stop: () => {
        stopped = true;
      },
    };
  });
}

/** All that the form says, with the problems that were found. Throws what is wrong with it. */
async function brought(
  hosts: BringHosts,
  run: RunSet,
  form: BringForm & { readonly project: ProjectChoice },
  tell: (doing: Doing) => void,
): Promise<{ readonly playOn: PlayOn; readonly adapters: Files | null }> {
  const project = await hosts.project(form.project);
  const given = form.speaks === 'given' ? form.given : null;
  // The team may have been chosen behind the adapters.
  const { agents } = (form.team === 'project' ? project : run.document).team;
  const whose = Object.fromEntries(agents.map(({ role }) => [role, form.whose[role] ?? null]));
  const adapters = given && adaptersOf(given.files, whose);
  const document = playOnDocument(run.document, { project, team: form.team, base: form.base, adapters });
  const { dataset, source } = document.environment;
  const data = dataset && (await hosts.data(dataset));
  if (dataset && !data) throw new FaultError(fault(playOnFaults, 'E_PLAY_ON_DATA', { name: dataset.name }));
  const environment = await hosts.environment(source);
  try {
    const { splits } = await environment.host.load(source);
    // Of each episode the keys alone: its texts may be long, and there may be many.
    const episodes: Wanted[] = [];
    for (const iteration of run.stored ?? []) {
      tell({ what: 'reading', iteration });
      for await (const part of hosts.episodes(run.id, iteration)) for (const record of part.episodes) episodes.push(wantedOf(record));
    }
    const seed = document.training.seed;
    const { problems, seen } = await findProblems({ host: environment.host, splits, seed, data }, episodes, (done, of) =>
      tell({ what: 'matching', seen: done, of }),
    );
    const matched = episodes.filter(({ keys }) => keys.some((key) => problems[key] !== undefined)).length;
    if (matched === 0) throw new FaultError(fault(playOnFaults, 'E_PLAY_ON_NOTHING', { seen, episodes: episodes.length }));
    const roles = [...new Set(Object.keys(adapters ?? {}).map((path) => path.split('/')[0] ?? ''))];
    return {
      adapters,
      playOn: {
        version: 1,
        document,
        project: project.name,
        team: form.team,
        adapters: given && { after: form.after, from: given.name, roles, trainedOn: basePathsIn(adapters ?? {}) },
        problems,
        episodes: { matched, of: episodes.length },
        check: null,
      },
    };
  } finally {
    environment.close();
  }
}

/** Episodes whose problem is known, some of each iteration, the newest first. */
async function someEpisodes(hosts: BringHosts, run: RunSet, { problems }: PlayOn, tell: (doing: Doing) => void): Promise<ToRetell[]> {
  const iterations = (run.stored ?? []).toReversed();
  const each = Math.max(1, Math.ceil(CHECKED / Math.max(1, iterations.length)));
  const asked: ToRetell[] = [];
  for (const iteration of iterations) {
    if (asked.length >= CHECKED) break;
    tell({ what: 'reading', iteration });
    const wanted = asked.length + each;
    for await (const { episodes } of hosts.episodes(run.id, iteration)) {
      asked.push(...known(episodes, problems).slice(0, wanted - asked.length));
      if (asked.length >= wanted) break;
    }
  }
  return asked.slice(0, CHECKED);
}

/** Those of the episodes whose problem is known, as they are asked to be told again. */
export const known = (episodes: readonly EpisodeRecord[], problems: PlayOn['problems']): ToRetell[] =>
  episodes.flatMap((episode) => {
    const problem = problemOf(episode, problems);
    return problem ? [{ episode, ...problem }] : [];
  });

/** How many adapters are among what was chosen. */
export const adaptersIn = ({ given }: Pick<BringForm, 'given'>): string[] => (given ? adapterFolders(given.files) : []);
