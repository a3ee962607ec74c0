/**
 * All runs of this browser: a folder each under `runs/`, with its card. It knows files, locks and a clock only by what it is
 * given, so it is tried in Node; the worker is a thin host of it.
 */
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import type { EpisodeRecord } from '../../src/core/episode/records.ts';
import { faultFrom, FaultError, type Fault } from '../../src/core/faults.ts';
import { unzipFiles, zipFiles } from '../../src/core/formats/archive.ts';
import { checkedLabels, type RunCard, type RunLabels, type StoredCard } from '../../src/core/formats/card.ts';
import { type Files, filesUnder } from '../../src/core/formats/files.ts';
import { RUN_PATHS } from '../../src/core/formats/rundir.ts';
import type { Vocabularies } from '../trainer/protocol.ts';
import { type FileSystem, filesBelow, isFull } from './fileSystem.ts';
import { type Done, Keeper, writeFault } from './keeper.ts';
import type { BrokenFolder, KeeperEvent, KeptRun, LibraryMessage, Listing, NewRun, SaidNotice } from './protocol.ts';
import { publicCard, readCheckpoints, readEpisodes, readKeptRun, wholeLines } from './readRun.ts';
import { adaptersOf } from './rollouts.ts';
import { KEPT_PATHS, type KnownLines, readCard, RunFolder, saveCard } from './runFolder.ts';
import { damagedRun, otherProject, passedBy, rowsOf, soundCheckpoint } from './soundCheckpoint.ts';
import { type GivenRun, readGivenRun } from './takeIn.ts';
import { readWhole, readWholeLines, wholePath } from './wholeFile.ts';

const RUNS = 'runs';
const folderOf = (id: string): string => `${RUNS}/${id}`;
/** Ids become names of folders. */
const ID = /^[\w-]{1,100}$/;

/** Put away and not brought back for this long, a run is deleted when the page starts, milliseconds. */
export const PUT_AWAY_TIME = 60_000;

/** Locks between the tabs of this page. */
export interface Locks {
  /** Takes `name` until the returned function is called; null while another tab has it. */
  hold(name: string): Promise<(() => void) | null>;
  /** Names that are held by any tab. */
  held(): Promise<ReadonlySet<string>>;
  /** Does `work` while no other tab does anything under `name`. */
  during<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export interface LibraryHost {
  readonly fs: FileSystem;
  readonly locks: Locks;
  /** Milliseconds since 1970. */
  now(): number;
  tell(message: LibraryMessage): void;
  readonly rolloutBudget?: number;
  readonly adaptersBudget?: number;
}

/** Of a checkpoint's folder, what a team speaks with. */
const SPEAKING = /^trainer_state\.json$|\/adapter_[^/]+$/;

/** The lock that says that a live tab trains a run. */
export const runLock = (id: string): string => `marft-run:${id}`;

interface LiveRun {
  readonly keeper: Keeper;
  readonly folder: RunFolder;
  readonly release: () => void;
}

export class Library {
  readonly #live = new Map<string, LiveRun>();
  /** What came of runs before they were begun here: the trainer has a way of its own. */
  readonly #early = new Map<string, { readonly event: KeeperEvent; readonly done?: Done }[]>();
  /** Runs that could not be begun, whose events nobody keeps. */
  readonly #unkept = new Set<string>();
  /** What the page was told of damage, by run. */
  readonly #told = new Set<string>();

  constructor(private readonly host: LibraryHost) {}

  /** All runs, newest first. A run that was left running is brought up to date with its folder. */
  async list(): Promise<Listing> {
    const cards: RunCard[] = [];
    const broken: BrokenFolder[] = [];
    const entries = await this.host.fs.list(RUNS);
    // Asked for after the folders, for a run has its lock before its folder: one begun meanwhile is not taken for a leftover.
    const locked = await this.host.locks.held();
    await Promise.all(
      entries.map(async ({ name, kind }) => {
        if (kind !== 'folder' || !ID.test(name)) return;
        try {
          const card = await this.#listed(name, locked.has(runLock(name)));
          if (card && card.removed === null) cards.push(publicCard(card));
        } catch (error) {
          broken.push({ id: name, fault: faultFrom(error) });
        }
      }),
    );
    return {
      cards: cards.sort((a, b) => b.began - a.began || (a.id < b.id ? 1 : -1)),
      broken,
      elsewhere: cards.flatMap(({ id }) => (locked.has(runLock(id)) && !this.#live.has(id) ? [id] : [])),
    };
  }

  async #listed(id: string, live: boolean): Promise<StoredCard | null> {
    const here = this.#live.get(id);
    if (here && !here.keeper.ended) return here.keeper.card;
    const { fs } = this.host;
    const card = await readCard(fs, folderOf(id));
    if (card) return card.phase === 'running' && !live ? this.#recovered(id, card) : card;
    // Nothing was computed before it ended: there is nothing to keep, unless another tab begins it right now.
    if ((await fs.size(`${folderOf(id)}/${RUN_PATHS.metrics}`)) === null) {
      if (!live) await fs.remove(folderOf(id));
      return null;
    }
    throw broken('it has no card.json');
  }

  /** The card of an interrupted run by what its folder holds: the page ended before it could be written. */
  async #recovered(id: string, card: StoredCard): Promise<StoredCard> {
    const folder = await RunFolder.open(this.host.fs, folderOf(id));
    const whole = await folder.wholeCheckpoints();
    // On a full disk nothing is tidied, but everything is there to be seen.
    const unlessFull = (error: unknown): void => {
      if (!isFull(error)) throw error;
    };
    await folder.tidy(whole.at(-1) ?? -1).catch(unlessFull);
    const checkpoints = whole.filter((iteration) => folder.checkpoints.includes(iteration));
    // Killed between its last checkpoint and its last word.
    const phase = checkpoints.includes(card.iterations) ? 'finished' : card.phase;
    const text = new TextDecoder().decode((await this.host.fs.read(`${folderOf(id)}/${RUN_PATHS.metrics}`)) ?? new Uint8Array());
    const [, newest] = /^\{"iteration":(\d+)/.exec(wholeLines(text).trimEnd().split('\n').at(-1) ?? '') ?? [];
    const found: StoredCard = {
      ...card,
      phase,
      checkpoints,
      bytes: folder.bytes,
      iteration: Math.max(card.iteration, Number(newest ?? 0)),
    };
    if (JSON.stringify(found) === JSON.stringify(card)) return card;
    return (await this.#changeCard(id, () => found).catch(unlessFull)) ?? found;
  }

  /** Begins to keep a run; it is marked as being trained by this tab until its end. */
  async begin({ id, document, labels, began, startedFrom }: NewRun): Promise<void> {
    const release = await this.#hold(id);
    const card: StoredCard = {
      ...labels,
      ...checkedLabels(labels),
      id,
      project: document.name,
      began,
      phase: 'running',
      iteration: 0,
      iterations: document.training.iterations,
      seed: document.training.seed,
      last: {},
      first: null,
      checkpoints: [],
      bytes: 0,
      removed: null,
      every: 1,
    };
    try {
      this.#keep(id, await RunFolder.create(this.host.fs, folderOf(id), document, card, startedFrom), card, release);
    } catch (error) {
      this.#giveUp(id, release, error);
    }
  }

  /** Goes on keeping a run in the middle of which the library before this one ended; see the protocol. */
  async rejoin(id: string, run: NewRun | null): Promise<void> {
    const card = await readCard(this.host.fs, folderOf(checkedId(id))).catch(() => null);
    if (!card && run) return this.begin(run);
    if (!card) throw broken('it is not there any more');
    const release = await this.#hold(id);
    try {
      const folder = await RunFolder.open(this.host.fs, folderOf(id));
      this.#keep(id, folder, card, release, await folder.mend());
    } catch (error) {
      this.#giveUp(id, release, error);
    }
  }

  /** A run that cannot be kept from now on: whoever says anything of it is told that there is nothing to wait for. */
  #giveUp(id: string, release: () => void, error: unknown): void {
    release();
    this.#unkept.add(id);
    for (const { done } of this.#early.get(id) ?? []) done?.(true);
    this.#early.delete(id);
    this.host.tell({ type: 'keeping', runId: id, fault: writeFault(error, false) });
  }

  /** Goes on keeping a run after `iteration`; what came later is removed. */
  async resume(id: string, iteration: number, document?: ProjectDocument): Promise<void> {
    const before = this.#live.get(id);
    await before?.keeper.settled();
    const release = before && !before.keeper.ended ? before.release : await this.#hold(id);
    try {
      const notices = await this.#goingOnNotices(id, iteration);
      const folder = await RunFolder.open(this.host.fs, folderOf(id));
      await folder.truncate(iteration);
      if (document) await folder.project(document);
      const checkpoints = await folder.wholeCheckpoints();
      const card = await this.#changeCard(id, (held) => ({
        ...held,
        phase: 'running',
        iteration,
        iterations: document?.training.iterations ?? held.iterations,
        checkpoints,
        bytes: folder.bytes,
      }));
      this.#unkept.delete(id);
      this.#keep(id, folder, card, release);
      for (const notice of notices) {
        this.#tellOnce(id, notice);
        this.receive({ type: 'notice', runId: id, ...notice });
      }
    } catch (error) {
      release();
      this.#live.delete(id);
      this.#unkept.add(id);
      throw error;
    }
  }

  /** What a run must say that goes on after `iteration`: that checkpoints behind it are damaged, or that nothing could be checked. */
  async #goingOnNotices(id: string, iteration: number): Promise<SaidNotice[]> {
    const { fs } = this.host;
    const folder = folderOf(id);
    const { checkpoints } = await this.#card(id);
    const behind = checkpoints.filter((held) => held > iteration);
    const damage = behind.length > 0 ? (await soundCheckpoint(fs, folder, behind)).damage : null;
    const { unchecked } = await rowsOf(fs, folder, checkpoints);
    return [
      ...(damage === null ? [] : [passedBy(iteration, damage)]),
      ...(unchecked === null ? [] : [{ iteration, level: 'info', code: 'without_checksums', message: unchecked } as const]),
    ];
  }

  /** Tells the page of a run what it has not been told yet. */
  #tellOnce(id: string, notice: SaidNotice): void {
    const key = `${id} ${notice.message}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.host.tell({ type: 'notice', runId: id, notice });
  }

  #keep(id: string, folder: RunFolder, card: StoredCard, release: () => void, known?: KnownLines): void {
    const host = {
      now: () => this.host.now(),
      saveCard: (next: StoredCard) => this.#saveLive(id, next),
      notice: (notice: SaidNotice) => this.host.tell({ type: 'notice', runId: id, notice }),
      keeping: (fault: Fault | null) => this.host.tell({ type: 'keeping', runId: id, fault }),
      rolloutBudget: this.host.rolloutBudget,
      adaptersBudget: this.host.adaptersBudget,
    };
    const keeper = new Keeper(folder, card, host, known);
    this.#live.set(id, { keeper, folder, release });
    this.host.tell({ type: 'card', card: publicCard(card), rollouts: folder.rollouts });
    for (const { event, done } of this.#early.get(id) ?? []) keeper.receive(event, done);
    this.#early.delete(id);
  }

  /** Takes in what the trainer, or the page in its stead, says of a run. */
  receive(event: KeeperEvent, done?: Done): void {
    const { runId } = event;
    const live = this.#live.get(runId);
    if (live) live.keeper.receive(event, done);
    else if (this.#unkept.has(runId)) done?.(true);
    else this.#early.set(runId, [...(this.#early.get(runId) ?? []), { event, done }]);
  }

  /** Resolves once all that came is on disk. */
  async settled(): Promise<void> {
    await Promise.all([...this.#live.values()].map(({ keeper }) => keeper.settled()));
  }

  /** Keeps a run from elsewhere, as one that is over; the bases it brings are for the caller to keep. */
  async takeIn(id: string, given: Uint8Array | Files): Promise<Pick<GivenRun, 'document' | 'bases'>> {
    const { document, files, card, bases } = readGivenRun(given);
    // Locked while it is written: to another tab a folder without a card is a leftover.
    const release = await this.#hold(id);
    const folder = folderOf(id);
    try {
      for (const [path, bytes] of Object.entries(files)) await this.host.fs.write(`${folder}/${path}`, bytes);
      await saveCard(this.host.fs, folder, { ...card, id, began: this.host.now() });
    } catch (error) {
      await this.host.fs.remove(folder);
      throw isFull(error) ? noRoom() : error;
    } finally {
      release();
    }
    return { document, bases };
  }

  async vocabularies(id: string, tokens: Vocabularies): Promise<void> {
    await this.#live.get(id)?.folder.vocabularies(tokens);
  }

  async label(id: string, labels: Partial<RunLabels>): Promise<RunCard> {
    const checked = checkedLabels(labels);
    const card = await this.#changeCard(id, (held) => ({ ...held, ...checked }));
    return publicCard(this.#live.get(id)?.keeper.relabel(card) ?? card);
  }

  /** An interrupted run is not offered to go on any more; it still can. */
  async leave(id: string): Promise<RunCard> {
    await this.#requireIdle([id]);
    return publicCard(await this.#changeCard(id, (card) => (card.phase === 'running' ? { ...card, phase: 'stopped' } : card)));
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#requireIdle(ids);
    for (const id of ids) {
      // A broken folder has no card to put it away with: it goes at once.
      const card = await readCard(this.host.fs, folderOf(checkedId(id))).catch(() => null);
      if (card) await this.#changeCard(id, (held) => ({ ...held, removed: this.host.now() }));
      else await this.host.fs.remove(folderOf(id));
    }
  }

  async restore(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.#changeCard(id, (card) => ({ ...card, removed: null }));
  }

  /** Deletes runs that were put away; others stay. */
  async purge(ids: readonly string[]): Promise<void> {
    const { fs } = this.host;
    for (const id of ids) {
      const folder = folderOf(checkedId(id));
      const card = await readCard(fs, folder).catch(() => null);
      if (!card || card.removed === null) continue;
      // The card last, which says that the rest was to go.
      for (const { name } of await fs.list(folder)) if (name !== 'card.json') await fs.remove(`${folder}/${name}`);
      await fs.remove(folder);
      this.#live.delete(id);
    }
  }

  /** Deletes what was put away long enough ago that nobody can bring it back. */
  async purgeOld(): Promise<void> {
    const old: string[] = [];
    for (const { name, kind } of await this.host.fs.list(RUNS)) {
      if (kind !== 'folder' || !ID.test(name)) continue;
      const card = await readCard(this.host.fs, folderOf(name)).catch(() => null);
      if (card && card.removed !== null && this.host.now() - card.removed >= PUT_AWAY_TIME) old.push(name);
    }
    await this.purge(old);
  }

  async read(id: string): Promise<KeptRun> {
    await this.#live.get(id)?.keeper.settled();
    return readKeptRun(this.host.fs, folderOf(id), await this.#card(id));
  }

  episodes(id: string, iteration: number): Promise<readonly EpisodeRecord[]> {
    return readEpisodes(this.host.fs, folderOf(checkedId(id)), iteration);
  }

  /** For null the newest that is whole, as are all rows up to it; that others were passed by is told. */
  async checkpoint(id: string, iteration: number | null): Promise<Files> {
    const { checkpoints } = await this.#settledCard(id);
    if (iteration === null ? checkpoints.length === 0 : !checkpoints.includes(iteration)) throw noCheckpoint(iteration, checkpoints);
    if (iteration !== null) return readCheckpoints(this.host.fs, folderOf(id), [iteration]);
    const { found, damage, changed } = await soundCheckpoint(this.host.fs, folderOf(id), checkpoints);
    if (!found) throw damagedRun(damage ?? 'it has no checkpoint');
    if (damage !== null) this.#tellOnce(id, passedBy(found.iteration, damage));
    if (changed.length > 0) this.#tellOnce(id, otherProject(found.iteration, changed));
    return found.files;
  }

  /** All of them as they lie there, with `best.json` and the checksums of the rows. */
  async checkpoints(id: string): Promise<Files> {
    const { checkpoints } = await this.#settledCard(id);
    const best = await readWhole(this.host.fs, `${folderOf(id)}/${RUN_PATHS.best}`);
    const checksums = await this.host.fs.read(`${folderOf(id)}/${RUN_PATHS.checksums}`);
    return {
      ...(await readCheckpoints(this.host.fs, folderOf(id), checkpoints)),
      ...(best ? { [RUN_PATHS.best]: best } : {}),
      ...(checksums ? { [RUN_PATHS.checksums]: checksums } : {}),
    };
  }

  /** Iterations whose team can speak again, ascending. */
  async versions(id: string): Promise<number[]> {
    const { checkpoints } = await this.#settledCard(id);
    const alone = (await this.host.fs.list(`${folderOf(id)}/adapters`)).flatMap(({ name }) => adaptersOf(`adapters/${name}`) ?? []);
    return [...new Set([...checkpoints, ...alone])].sort((a, b) => a - b);
  }

  /** The adapters after an iteration, one PEFT folder per role, with `trainer_state.json`. */
  async adapters(id: string, iteration: number): Promise<Files> {
    const { checkpoints } = await this.#settledCard(id);
    if (checkpoints.includes(iteration)) {
      const files = await readCheckpoints(this.host.fs, folderOf(id), [iteration], SPEAKING);
      return filesUnder(files, RUN_PATHS.checkpoint(iteration));
    }
    const zipped = await this.host.fs.read(`${folderOf(id)}/${RUN_PATHS.adapters(iteration)}`);
    if (!zipped) throw noCheckpoint(iteration, await this.versions(id));
    return unzipFiles(zipped, undefined, RUN_PATHS.adapters(iteration));
  }

  /** What was tried with a run's episodes beside the recording, by name. */
  async branches(id: string): Promise<Files> {
    const folder = `${folderOf(checkedId(id))}/${KEPT_PATHS.branches}`;
    const files: Record<string, Uint8Array> = {};
    const names = new Set((await this.host.fs.list(folder)).map(({ name }) => wholePath(name)));
    for (const name of names) {
      const [, branch] = /^([\w-]+)\.jsonl$/.exec(name) ?? [];
      const bytes = branch && (await readWholeLines(this.host.fs, `${folder}/${name}`));
      if (branch && bytes) files[branch] = bytes;
    }
    return files;
  }

  /** Keeps a branch, or takes it away (null). */
  async setBranch(id: string, name: string, bytes: Uint8Array | null): Promise<void> {
    if (!ID.test(name)) throw new Error(`"${name}" is no name of a branch`);
    const live = this.#live.get(checkedId(id));
    if (live && !live.keeper.ended) return live.folder.branch(name, bytes);
    const folder = await RunFolder.open(this.host.fs, folderOf(id));
    await this.#card(id);
    const before = folder.bytes;
    await folder.branch(name, bytes);
    await this.#changeCard(id, (card) => ({ ...card, bytes: card.bytes + folder.bytes - before }));
  }

  async archive(id: string): Promise<Uint8Array> {
    await this.#live.get(id)?.keeper.settled();
    const folder = folderOf(checkedId(id));
    const files: Record<string, Uint8Array> = {};
    for (const path of (await filesBelow(this.host.fs, folder)).keys()) {
      const bytes = await this.host.fs.read(`${folder}/${path}`);
      if (bytes) files[path] = bytes;
    }
    return zipFiles(files);
  }

  async #settledCard(id: string): Promise<StoredCard> {
    await this.#live.get(id)?.keeper.settled();
    return this.#card(id);
  }

  async #card(id: string): Promise<StoredCard> {
    const here = this.#live.get(id);
    const card = here && !here.keeper.ended ? here.keeper.card : await readCard(this.host.fs, folderOf(checkedId(id)));
    if (!card) throw broken('it is not there any more');
    return card;
  }

  /** The keeper's card with the labels on disk: a person may have written them in any tab. */
  async #saveLive(id: string, next: StoredCard): Promise<StoredCard> {
    const saved = await this.#changeCard(id, ({ name, tags, notes, parent, sweep, removed }) => ({
      ...next,
      ...{ name, tags, notes, parent, sweep, removed },
    }));
    const here = this.#live.get(id);
    this.host.tell({ type: 'card', card: publicCard(saved), rollouts: here?.folder.rollouts ?? [] });
    if (saved.phase !== 'running') here?.release();
    return saved;
  }

  async #changeCard(id: string, change: (card: StoredCard) => StoredCard): Promise<StoredCard> {
    const folder = folderOf(checkedId(id));
    return this.host.locks.during(`marft-card:${id}`, async () => {
      const held = await readCard(this.host.fs, folder);
      if (!held) throw broken('it is not there any more');
      const changed = change(held);
      await saveCard(this.host.fs, folder, changed);
      return changed;
    });
  }

  async #hold(id: string): Promise<() => void> {
    const release = await this.host.locks.hold(runLock(checkedId(id)));
    if (release) return release;
    throw live();
  }

  /** Refuses runs that are being trained, here or in another tab. */
  async #requireIdle(ids: readonly string[]): Promise<void> {
    const locked = await this.host.locks.held();
    if (ids.some((id) => locked.has(runLock(id)))) throw live();
  }
}

function checkedId(id: string): string {
  if (ID.test(id)) return id;
  throw new Error(`"${id}" is no id of a run`);
}

function noRoom(): FaultError {
  return new FaultError({
    code: 'E_LIBRARY_FULL',
    message: 'This browser has no room left to keep this run.',
    hint: 'Delete runs you no longer need, then open it again.',
  });
}

function broken(why: string): FaultError {
  return new FaultError({
    code: 'E_RUN_BROKEN',
    message: `This run cannot be read: ${why}.`,
    hint: 'Download the folder to look into it, or delete the run.',
  });
}

function live(): FaultError {
  return new FaultError({
    code: 'E_RUN_LIVE',
    message: 'This run is being trained at the moment, here or in another tab.',
    hint: 'Stop it there first, or wait for its end.',
  });
}

function noCheckpoint(iteration: number | null, have: readonly number[]): FaultError {
  return new FaultError({
    code: 'E_CHECKPOINT_MISSING',
    message: iteration === null ? 'This run has no complete checkpoint.' : `This run has no complete checkpoint of iteration ${iteration}.`,
    hint: have.length > 0 ? `It has those of: ${have.join(', ')}.` : 'It ended before its first one.',
  });
}
