/**
 * What is being tried with an episode: which episode is edited (the recording or a continuation of a branch), the change as it
 * is being written, and which branch is looked at. An answer becomes a branch of the run.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Branch, nearestVersion, originOf, spokeAfter } from '../../../core/counterfactual/branches.ts';
import type { Change } from '../../../core/counterfactual/questions.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import type { BranchesState } from '../../state/branches/createBranches.ts';
import type { LabState } from '../../state/lab/types.ts';
import { happened } from '../../state/happenings/happenings.ts';
import { sourceEpisode } from './model.ts';

/** What a draft is of: another episode, source or message begins a new one. */
export interface DraftRef {
  readonly runId: string;
  readonly iteration: number;
  readonly episode: number;
  readonly source: Branch['parent'];
  readonly message: number;
}

/** A change as it is being written; null leaves things as they are. */
export interface Draft {
  readonly about: DraftRef;
  readonly kind: Change['kind'];
  readonly text: string | null;
  readonly prompt: string | null;
  readonly temperature: number | null;
  /** Completed iterations of the adapter that speaks instead; `base` is none. */
  readonly adapter: number | 'base' | null;
  readonly pinned: readonly number[];
}

/** Most continuations of each side: a branch keeps all of them in full, in memory and on disk. */
export const MOST_ROLLS = 128;

export interface ReplayState {
  readonly draft: Draft | null;
  /** Continuations of each side. */
  readonly rolls: number;
  /** Completed iterations of the team that speaks; null for the one that spoke, or the nearest that is kept. */
  readonly team: number | null;
  /** The continuation that is edited; null for the recording. */
  readonly source: Branch['parent'];
  /** The branch that is looked at, and which of its continuations. */
  readonly shown: string | null;
  readonly continuation: number;
  /** Runs whose question was not answered yet. */
  readonly asking: readonly string[];
  edit(ref: DraftRef, change: Partial<Omit<Draft, 'about'>>): void;
  setRolls(rolls: number): void;
  setTeam(team: number | null): void;
  /** Looks at a branch, or at the recording, which is then what is edited. */
  show(id: string | null): void;
  look(continuation: number): void;
  /** Edits a continuation of a branch. */
  editFrom(source: NonNullable<Branch['parent']>): void;
  /** Plays the change; what comes of it is kept as a branch and looked at. Never rejects: the lab's `faults` say why nothing came. */
  ask(ref: DraftRef, recording: EpisodeRecord, change: Change, team: number): Promise<void>;
}

export interface ReplayHosts {
  readonly lab: () => Pick<LabState, 'ask' | 'report'>;
  readonly branches: () => Pick<BranchesState, 'runs' | 'add'>;
  newId(): string;
  now(): number;
}

export const emptyDraft = (ref: DraftRef): Draft => ({
  about: ref,
  kind: 'message',
  text: null,
  prompt: null,
  temperature: null,
  adapter: null,
  pinned: [],
});

const isSame = (a: DraftRef, b: DraftRef): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The draft about a message: the one that was begun there, or an empty one of the kind that was written last. */
export function draftOf({ draft }: Pick<ReplayState, 'draft'>, ref: DraftRef): Draft {
  return draft && isSame(draft.about, ref) ? draft : { ...emptyDraft(ref), kind: draft?.kind ?? 'message' };
}

/** The change that a draft makes of a message. */
export function changeOf({ kind, text, prompt, temperature, adapter, about: { message } }: Draft, said: Original): Change {
  const { role } = said;
  switch (kind) {
    case 'message':
      return { kind, message, text: text ?? said.text };
    case 'prompt':
      return { kind, message, role, prompt: prompt ?? said.prompt };
    case 'temperature':
      return { kind, message, role, temperature: temperature ?? said.temperature };
    case 'adapter':
      return { kind, message, role, iteration: adapter === 'base' ? null : (adapter ?? said.team) };
  }
}

/** How things are before a change. */
export interface Original {
  readonly role: string;
  readonly text: string;
  readonly prompt: string;
  readonly temperature: number;
  readonly team: number;
}

/** The team that speaks where none is chosen: that of the branch which is edited, else the one that spoke or the nearest kept. */
export function usualTeam(versions: readonly number[], iteration: number, lag: number, parent: Branch | undefined): number | null {
  if (parent && versions.includes(parent.team)) return parent.team;
  return nearestVersion(versions, spokeAfter(iteration, lag));
}

/** Whether the branch that is looked at, if any, is one of that episode. */
function isOfEpisode({ branches }: ReplayHosts, { runId, iteration, episode }: DraftRef, shown: string | null): boolean {
  const found = branches().runs[runId]?.find(({ id }) => id === shown);
  return shown === null || (found?.iteration === iteration && found.episode === episode);
}

export function createReplayStore(hosts: ReplayHosts): StoreApi<ReplayState> {
  return createStore<ReplayState>((set, get) => ({
    draft: null,
    rolls: 16,
    team: null,
    source: null,
    shown: null,
    continuation: 1,
    asking: [],
    edit: (ref, change) => set({ draft: { ...draftOf(get(), ref), ...change } }),
    setRolls: (rolls) => set({ rolls: Math.min(MOST_ROLLS, Math.max(1, Math.round(rolls))) }),
    setTeam: (team) => set({ team }),
    show: (shown) => set({ shown, continuation: 1, ...(shown === null ? { source: null } : {}) }),
    look: (continuation) => set({ continuation }),
    editFrom: (source) => set({ source, draft: null, team: null }),
    ask: async (ref, recording, change, team) => {
      const { runId, iteration, episode: number, source } = ref;
      const branches = hosts.branches().runs[runId] ?? [];
      const episode = sourceEpisode(branches, recording, source);
      if (!episode || get().asking.includes(runId)) return;
      const pinned = draftOf(get(), ref).pinned.filter((index) => index > change.message && index < episode.messages.length);
      const origin = source ? originOf(branches, source.id, source.continuation) : undefined;
      // A branch of another episode, looked at before, is not looked at any more.
      set({ asking: [...get().asking, runId], ...(isOfEpisode(hosts, ref, get().shown) ? {} : { shown: null }) });
      const question = { kind: 'replay' as const, episode, change, rolls: get().rolls, pinned, ...(origin ? { origin } : {}) };
      const answer = await hosts.lab().ask<'replay'>({ view: 'replay', runId }, { iteration: team }, question);
      set({ asking: get().asking.filter((id) => id !== runId) });
      if (!answer) return;
      happened('replayed');
      const about = { id: hosts.newId(), parent: source, iteration, episode: number, change, pinned, team };
      const branch: Branch = { ...about, backend: hosts.lab().report?.backend ?? '', made: hosts.now(), answer };
      // Whoever looks at another episode's branch by now is not torn away.
      if (isOfEpisode(hosts, ref, get().shown)) set({ shown: branch.id, continuation: 1 });
      await hosts.branches().add(runId, [branch]);
    },
  }));
}
