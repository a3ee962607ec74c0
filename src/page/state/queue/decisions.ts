/** What becomes of the entries of a queue and what it does next, as pure functions. */
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { Fault } from '../../../core/faults.ts';
import { withValueAt } from '../../../core/sweep/address.ts';
import type { EngineGlimpse, QueueEntry, QueueHosts, QueueState } from './types.ts';

/** The document a queued run trains. */
export function queuedDocument({ base, values, seed }: Pick<QueueEntry, 'base' | 'values' | 'seed'>): ProjectDocument {
  const document = Object.entries(values).reduce((made, [path, value]) => withValueAt(made, path, value), base);
  return { ...document, training: { ...document.training, seed } };
}

/** Whether an entry is still to be trained, wholly or to its end. */
export function isAhead({ status }: Pick<QueueEntry, 'status'>): boolean {
  return status === 'waiting' || status === 'interrupted';
}

/** What is known of an entry that nothing was done for yet. */
export const WAITING = { status: 'waiting', run: null, fault: null, took: null } as const satisfies Partial<QueueEntry>;

/** The entries with a waiting one before (−1) or after (1) the next waiting one; null where it waits behind none, or not at all. */
export function moved(entries: readonly QueueEntry[], id: string, by: -1 | 1): readonly QueueEntry[] | null {
  const at = entries.findIndex((entry) => entry.id === id);
  const entry = entries[at];
  let to = at + by;
  while (entries[to] && entries[to]?.status !== 'waiting') to += by;
  if (entry?.status !== 'waiting' || !entries[to]) return null;
  return entries.toSpliced(at, 1).toSpliced(to, 0, entry);
}

/** The entries where those of `ids` that failed or were stopped wait again, behind the others. */
export function waitingAgain(entries: readonly QueueEntry[], ids: readonly string[]): readonly QueueEntry[] {
  const isOver = ({ id, status }: QueueEntry): boolean => ids.includes(id) && (status === 'stopped' || status === 'failed');
  const again = entries.filter(isOver).map((entry): QueueEntry => ({ ...entry, ...WAITING }));
  return [...entries.filter((entry) => !isOver(entry)), ...again];
}

/** What changes in an entry for which a run was asked: `run`, or null where none began, because of `fault`. */
export function afterStart({ status }: QueueEntry, run: string | null, free: boolean, fault: Fault | null): Partial<QueueEntry> {
  if (run !== null) return { run };
  // Another run may have been begun by hand at the same moment: then this one goes on waiting.
  return free ? { status: 'failed', fault } : { status };
}

/**
 * `end`: the run of `entry` is over. `follow`: it was gone on with by hand. `begin`: its turn has come. `rest`: nothing is left to
 * go on with.
 */
export type Step =
  | { readonly what: 'nothing' | 'rest' }
  | { readonly what: 'end'; readonly entry: QueueEntry; readonly status: 'finished' | 'stopped' | 'failed' | 'interrupted' }
  | { readonly what: 'follow' | 'begin'; readonly entry: QueueEntry };

/** What a queue does that is asked to look, by what the engine does and whether the trainer is `free`. */
export function nextStep(
  { entries, going }: Pick<QueueState, 'entries' | 'going'>,
  { runId, active, outcome }: EngineGlimpse,
  free: boolean,
  heldBack: QueueHosts['heldBack'],
): Step {
  const running = entries.find(({ status }) => status === 'running');
  if (running) {
    const isIts = running.run === runId;
    return isIts && active ? { what: 'nothing' } : { what: 'end', entry: running, status: (isIts && outcome) || 'interrupted' };
  }
  const resumed = active ? entries.find(({ status, run }) => status === 'interrupted' && run === runId) : undefined;
  if (resumed) return { what: 'follow', entry: resumed };
  if (!going || !free) return { what: 'nothing' };
  const ahead = entries.filter(isAhead);
  const next = ahead.find(({ base }) => heldBack(base.environment.source) === null);
  if (next) return { what: 'begin', entry: next };
  // What is held back waits for its code to be agreed to.
  return { what: ahead.length > 0 ? 'nothing' : 'rest' };
}
