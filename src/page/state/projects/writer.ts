/** Writes to the database one after another, each from the revision this tab knows, so that another tab's write is noticed. */
import { parseDocument } from '../../../core/document/parse.ts';
import { keptFrom, lessonOf, type AheadProject } from '../projectStorage/ahead.ts';
import { memoryDatabase, type ProjectDatabase } from '../projectStorage/database.ts';

export class ProjectWriter {
  /** The browser's, until {@link doWithout}. */
  database: ProjectDatabase;
  /** Whether what it takes is there when the tab is gone, as far as it is the browser's. */
  lasts = true;
  /** Revision of what the database has, as far as this tab wrote or read it; null when nothing is kept. */
  readonly revisions = new Map<string, number | null>();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(database: ProjectDatabase) {
    this.database = database;
  }

  /** Goes on in memory, where the browser's does not work. What is written ahead is then all that lasts. */
  doWithout(): void {
    this.database = memoryDatabase();
    this.lasts = false;
  }

  /** Runs `work` after everything asked for before. */
  enqueue<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#queue.then(work);
    this.#queue = next.catch(() => undefined);
    return next;
  }

  /** Writes a project; false when another tab kept it meanwhile. */
  keep(project: AheadProject): Promise<boolean> {
    return this.enqueue(async () => {
      const expected = this.revisions.get(project.id) ?? null;
      const kept = keptFrom(project, (expected ?? 0) + 1);
      const written = await this.database.write(kept, expected);
      if (written) this.revisions.set(project.id, kept.card.revision);
      return written;
    });
  }

  /** Forgets a project that is still as this tab wrote or read it. */
  forget(id: string): Promise<void> {
    return this.enqueue(() => this.database.purge(id, this.revisions.get(id) ?? null));
  }

  /** A kept project; throws when it cannot be read, null when there is none. */
  async read(id: string): Promise<(AheadProject & { readonly revision: number }) | null> {
    const kept = await this.database.read(id);
    if (!kept) return null;
    const { card, text, lesson } = kept;
    const document = parseDocument(text);
    this.revisions.set(id, card.revision);
    return { id, document, lesson: lessonOf(lesson), changed: card.changed, revision: card.revision, by: card.by };
  }

  /** Resolves when nothing waits to be written. */
  async settled(): Promise<void> {
    let seen: unknown;
    while (seen !== this.#queue) {
      seen = this.#queue;
      await this.#queue;
    }
  }
}
