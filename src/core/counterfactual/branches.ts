/**
 * What was tried with a run's episodes, as a tree: a branch changes one thing about a recorded episode, or about one of the
 * continuations of another branch, and holds what came of it. Pure; the page keeps the branches, the lab plays them.
 */
import type { EpisodeRecord, MessageRecord } from '../episode/records.ts';
import type { Change, Counterfactual, Origin } from './questions.ts';
import type { Fork } from '../episode/machine.ts';

export interface Branch {
  readonly id: string;
  /** The branch whose edited continuation (numbers from 1) it goes on from; null for the recording. */
  readonly parent: { readonly id: string; readonly continuation: number } | null;
  /** Index of the recorded episode. */
  readonly iteration: number;
  readonly episode: number;
  readonly change: Change;
  /** Later messages that stayed as they were. */
  readonly pinned: readonly number[];
  /** Completed iterations of the team that speaks. */
  readonly team: number;
  /** Backend that it was computed on. */
  readonly backend: string;
  /** Milliseconds since 1970. */
  readonly made: number;
  readonly answer: Counterfactual;
}

/** A branch and how deep in the tree it stands, 0 for one of the recording. */
export interface TreeBranch {
  readonly branch: Branch;
  readonly depth: number;
}

/** The branches of an episode, each behind its parent, siblings in the order they were made. A branch whose parent is gone is left out. */
export function branchTree(branches: readonly Branch[], at: Pick<Branch, 'iteration' | 'episode'>): TreeBranch[] {
  const own = branches
    .filter(({ iteration, episode }) => iteration === at.iteration && episode === at.episode)
    .toSorted((a, b) => a.made - b.made);
  const below = (parent: string | null, depth: number): TreeBranch[] =>
    own.filter((branch) => (branch.parent?.id ?? null) === parent).flatMap((branch) => [{ branch, depth }, ...below(branch.id, depth + 1)]);
  return below(null, 0);
}

/** A branch with all that hang below it. */
export function withDescendants(branches: readonly Branch[], id: string): Branch[] {
  const gone = new Set([id]);
  // Parents are made before their children.
  for (const branch of branches.toSorted((a, b) => a.made - b.made)) if (branch.parent && gone.has(branch.parent.id)) gone.add(branch.id);
  return branches.filter((branch) => gone.has(branch.id));
}

/** The first message that a change lets be said anew. */
export const firstAnew = ({ kind, message }: Change): number => (kind === 'message' ? message + 1 : message);

/** How the edited continuation `continuation` of the branch `id` came about. */
export function originOf(branches: readonly Branch[], id: string, continuation: number): Origin {
  const branch = branches.find((candidate) => candidate.id === id);
  if (!branch) return { forks: [], standing: [] };
  const { parent, change } = branch;
  const before = parent ? originOf(branches, parent.id, parent.continuation) : { forks: [], standing: [] };
  const from = firstAnew(change);
  const fork: Fork = { from, branch: continuation };
  return {
    // Whatever an earlier branch drew behind this point was drawn again.
    forks: [...before.forks.filter((earlier) => earlier.from < from), fork],
    standing: change.kind === 'message' ? before.standing : [...before.standing, change],
  };
}

/** Completed iterations of the team that spoke in `iteration`: all before it, and with a lag of k, k fewer. */
export const spokeAfter = (iteration: number, lag: number): number => Math.max(0, iteration - 1 - lag);

/** The version nearest to `wanted`, the earlier one of two; null where there is none. */
export function nearestVersion(versions: readonly number[], wanted: number): number | null {
  return versions.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b)[0] ?? null;
}

type Answering = Pick<MessageRecord, 'role' | 'turn' | 'sees'>;

/**
 * Which of the `pinned` messages answer to something that is no longer so: a message that they see was changed or is said
 * anew, their own prompt was changed, or a turn before theirs was, to which the environment may have answered otherwise. A
 * message's prompt holds nothing else. One that only sees what is pinned too still answers to the very same words.
 */
export function stalePins(messages: readonly Answering[], change: Change, pinned: readonly number[]): Map<number, Staleness> {
  const kept = new Set(pinned);
  const changed = (index: number): boolean => index >= change.message && !kept.has(index);
  const stale = new Map<number, Staleness>();
  for (const index of pinned.toSorted((a, b) => a - b)) {
    const message = messages[index];
    if (!message || index <= change.message) continue;
    const found: Staleness = {
      messages: message.sees.filter((seen) => changed(seen)),
      self: change.kind === 'prompt' && change.role === message.role,
      turn: messages.some(({ turn }, at) => turn < message.turn && changed(at)),
    };
    if (found.messages.length > 0 || found.self || found.turn) stale.set(index, found);
  }
  return stale;
}

export interface Staleness {
  /** Indices of what it sees and what is no longer the same. */
  readonly messages: readonly number[];
  readonly self: boolean;
  readonly turn: boolean;
}

/** Counts the continuations in which message `index` has another prompt than in `episode`; those that do not come to it are left out. */
export function changedPrompts(
  episode: EpisodeRecord,
  continuations: readonly EpisodeRecord[],
  index: number,
): { changed: number; of: number } {
  const own = episode.messages[index]?.prompt_ids ?? [];
  const prompts = continuations.flatMap(({ messages }) => (messages[index] ? [messages[index].prompt_ids] : []));
  const differs = (ids: readonly number[]): boolean => ids.length !== own.length || ids.some((id, at) => id !== own[at]);
  return { changed: prompts.filter(differs).length, of: prompts.length };
}
