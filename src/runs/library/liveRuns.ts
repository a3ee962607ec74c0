/** Runs that go on: each has a writer, and a lock that says to every tab that it is trained. */
import type { ProjectDocument } from '../../core/document/schema.ts';
import { fault, FaultError, type Fault } from '../../core/faults.ts';
import type { StoredCard } from '../../core/formats/runs/card.ts';
import { runsFaults } from '../../words/words.ts';
import type { FileSystem } from '../fileSystem.ts';
import { type Done, RunWriter } from '../runWriter.ts';
import { type KnownLines, RunFolder } from '../runFolder.ts';
import { judgeWithRows, rowsOf, soundCheckpoint } from '../soundCheckpoint.ts';
import type { LibraryEvent, Locks, NewRun, RunEvent, SaidNotice } from '../types.ts';
import type { Cards } from './cards.ts';
import { goingOnNotices, newCard, publicCard, resumedCard, withWritten } from './decisions.ts';
import { UnbegunRuns } from './unbegunRuns.ts';

export interface LibraryHost {
  readonly fs: FileSystem;
  readonly locks: Locks;
  /** Milliseconds since 1970. */
  now(): number;
  tell(event: LibraryEvent): void;
  /** Most bytes of a run's rollouts, and of its adapters beside checkpoints; the usual ones when absent. */
  readonly rolloutBudget?: number;
  readonly adaptersBudget?: number;
}

/** The lock that says that a live tab trains a run. */
export const runLock = (id: string): string => `marft-run:${id}`;

export interface LiveRun {
  readonly writer: RunWriter;
  readonly release: () => void;
}

/** What a run is kept with. */
interface Begun {
  readonly folder: RunFolder;
  readonly card: StoredCard;
  /** What is on disk already of what will be said again. */
  readonly known?: KnownLines;
}

/** Says to the page of a run what it has not been told yet. */
export type TellOnce = (id: string, notice: SaidNotice) => void;

export type LiveRuns = ReturnType<typeof createLiveRuns>;

export function createLiveRuns(host: LibraryHost, cards: Cards, tellOnce: TellOnce) {
  const runs = new Map<string, LiveRun>();
  const unbegun = new UnbegunRuns((event) => host.tell(event));
  /** Runs that are being begun or gone on with. */
  const beginnings = new Set<Promise<void>>();
  /** Runs that could not be gone on with, whose events nobody keeps. */
  const unkept = new Set<string>();

  const hold = async (id: string): Promise<() => void> => {
    const release = await host.locks.hold(runLock(id));
    if (release) return release;
    throw new FaultError(fault(runsFaults, 'E_RUN_LIVE', {}));
  };

  const saveCard = async (id: string, next: StoredCard): Promise<StoredCard> => {
    const saved = await cards.change(id, (held) => withWritten(next, held));
    const here = runs.get(id);
    host.tell({ type: 'card', card: publicCard(saved), rollouts: here?.writer.folder.rollouts ?? [] });
    // Until all of it is written nobody else may go on with it.
    if (saved.phase !== 'running' && !here?.writer.owes) here?.release();
    return saved;
  };

  const keep = (id: string, release: () => void, { folder, card, known }: Begun): void => {
    const writerHost = {
      now: () => host.now(),
      saveCard: (next: StoredCard) => saveCard(id, next),
      notice: (notice: SaidNotice) => host.tell({ type: 'notice', runId: id, notice }),
      keeping: (why: Fault | null) => host.tell({ type: 'keeping', runId: id, fault: why }),
      rolloutBudget: host.rolloutBudget,
      adaptersBudget: host.adaptersBudget,
    };
    const writer = new RunWriter(folder, card, writerHost, known);
    runs.set(id, { writer, release });
    host.tell({ type: 'card', card: publicCard(card), rollouts: folder.rollouts });
    for (const { event, done } of unbegun.take(id)) writer.receive(event, done);
  };

  const keepOnce = async (id: string, begin: () => Promise<Begun>): Promise<void> => {
    const release = await hold(id);
    await unbegun.begin(id, release, async () => keep(id, release, await begin()));
  };

  /** The same, waited for by `settled` from its first moment. */
  const waitedFor =
    <A extends unknown[]>(work: (...given: A) => Promise<void>) =>
    (...given: A): Promise<void> => {
      const beginning = work(...given);
      beginnings.add(beginning);
      return beginning.finally(() => beginnings.delete(beginning));
    };

  const receive = (event: RunEvent, done?: Done): void => {
    const { runId } = event;
    const here = runs.get(runId);
    if (here) here.writer.receive(event, done);
    else if (unkept.has(runId)) done?.(true);
    else unbegun.receive(event, done);
  };

  const begin = async (run: NewRun): Promise<void> => {
    const { id, document, startedFrom } = run;
    const files = cards.folder(id);
    const card = newCard(run);
    await keepOnce(id, async () => {
      const folder = await RunFolder.create(files, document, { start: startedFrom });
      // Last, since a folder with a card is a run.
      await cards.save(id, card);
      return { folder, card };
    });
  };

  const rejoin = async (id: string, run: NewRun | null): Promise<void> => {
    const files = cards.folder(id);
    // One that a newer workbench wrote stays: nothing is begun in its place.
    const card = await cards.readUndamaged(id);
    if (!card && run) return begin(run);
    if (!card) throw new FaultError(fault(runsFaults, 'E_RUN_BROKEN', { found: 'gone' }));
    await keepOnce(id, async () => {
      const folder = await RunFolder.open(files);
      return { folder, card, known: await folder.mend() };
    });
  };

  const resume = async (id: string, iteration: number, document?: ProjectDocument): Promise<void> => {
    const files = cards.folder(id);
    await unbegun.get(id)?.again();
    const waits = unbegun.get(id);
    const before = runs.get(id);
    await before?.writer.settled();
    const release = (waits ?? (before && !isOver(before) ? before : null))?.release ?? (await hold(id));
    before?.writer.close();
    unbegun.giveUp(id);
    try {
      const notices = await noticesOf(files, iteration, (await liveCard(id)).checkpoints);
      const folder = await RunFolder.open(files);
      await folder.truncate(iteration);
      if (document) await folder.project(document);
      const found = { checkpoints: await folder.wholeCheckpoints(), bytes: folder.bytes };
      const card = await cards.change(id, (held) => resumedCard(held, iteration, found, document));
      unkept.delete(id);
      keep(id, release, { folder, card });
      for (const notice of notices) {
        tellOnce(id, notice);
        receive({ type: 'notice', runId: id, ...notice });
      }
    } catch (error) {
      release();
      runs.delete(id);
      unkept.add(id);
      throw error;
    }
  };

  /** The writer's card of a run that goes on, else the one on disk. */
  const liveCard = async (id: string): Promise<StoredCard> => {
    const here = runs.get(id);
    const card = here && !isOver(here) ? here.writer.card : await cards.read(id);
    if (!card) throw new FaultError(fault(runsFaults, 'E_RUN_BROKEN', { found: 'gone' }));
    return card;
  };

  return {
    /** Begins to keep a run; it is marked as being trained by this tab until its end. */
    begin: waitedFor(begin),
    /** Goes on keeping a run in the middle of which the library before this one ended; see the protocol. */
    rejoin: waitedFor(rejoin),
    /** Goes on keeping a run after `iteration`; what came later is removed. */
    resume: waitedFor(resume),
    /** Takes in what the trainer, or the page in its stead, says of a run. */
    receive,
    /** Takes a run's lock, for what must not be done while it goes on; returns how to let go. */
    hold,
    get: (id: string): LiveRun | undefined => runs.get(id),
    /** The same where its end has not come. */
    going: (id: string): LiveRun | undefined => (runs.get(id)?.writer.ended ? undefined : runs.get(id)),
    /** Writes nothing more of a run that is over, which may then be put away. */
    letGo: (id: string): void => {
      const here = runs.get(id);
      if (!here?.writer.ended) return;
      here.writer.close();
      here.release();
    },
    forget: (id: string): void => void runs.delete(id),
    card: liveCard,
    /** The same once all that came of it is on disk. */
    settledCard: async (id: string): Promise<StoredCard> => {
      await runs.get(id)?.writer.settled();
      return liveCard(id);
    },
    /** Resolves once all that came is on disk. */
    settled: async (): Promise<void> => {
      await Promise.allSettled(beginnings);
      await Promise.all([...runs.values()].map(({ writer }) => writer.settled()));
    },
  };
}

/** Whether nothing more will come of a run, and all that came is on disk; its lock is free then. */
const isOver = ({ writer }: LiveRun): boolean => writer.ended && !writer.owes;

/** What a run says that goes on after `iteration`; one whose rows are of two runs is refused. */
async function noticesOf(files: FileSystem, iteration: number, checkpoints: readonly number[]): Promise<SaidNotice[]> {
  const rows = await rowsOf(files, checkpoints);
  const behind = checkpoints.filter((held) => held > iteration);
  if (behind.length > 0 && rows.mixed.length > 0) throw new FaultError(fault(runsFaults, 'E_RUN_MIXED', { iterations: rows.mixed }));
  const { damage } = await soundCheckpoint(files, behind, judgeWithRows(rows));
  return goingOnNotices(iteration, damage, rows.unchecked);
}
