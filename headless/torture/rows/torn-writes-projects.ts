/** A person who edits projects in a page that ends again and again, with a storage that is full now and then. */
import { mock } from 'node:test';
import { parseDocument } from '../../../src/core/document/parse.ts';
import { aheadIds, readAhead } from '../../../src/page/state/projectStorage/ahead.ts';
import type { ProjectsState } from '../../../src/page/state/projects/types.ts';
import { type Draws, draws } from '../draws.ts';
import { KeptInBrowser } from '../page/browserStorage.ts';
import { withoutClock } from '../page/pageRun.ts';
import { openProjects, type ProjectsPage, settled } from '../page/projectsPage.ts';
import type { TortureRow, TrialOutcome } from '../row.ts';
import { DOCUMENT } from '../runs/madeUp.ts';

/** Visits of a person, and what is done in each at most. */
const VISITS = 4;
const ACTIONS = 8;

export const row: TortureRow = {
  id: 'torn-writes-projects',
  method: `In ${VISITS} visits projects are begun, edited, undone, renamed, copied, opened, deleted and brought back, by the page’s own stores over what a browser keeps: local storage, written ahead, and IndexedDB; now and then the one is full or the other refuses. A visit ends as a tab does that is closed, as one that is killed, or with a loss of power, after which of each of the two a beginning is left. The next one opens; whatever was the newest of a project in what is left is on screen or in the list, or a copy of it is, and nothing that was deleted comes back; after a tab that was closed or killed that is the person’s last edit, unless the page said that it is kept nowhere.`,
  source:
    'SQLite’s crash tests, https://www.sqlite.org/testing.html#crash_testing, for what a browser promises: https://www.w3.org/TR/IndexedDB/#transaction-durability',
  codeUnderTest: [
    'src/page/state/document/createDocument.ts',
    'src/page/state/projects',
    'src/page/state/projectStorage',
    'headless/torture/page/browserStorage.ts',
    'headless/torture/page/projectsPage.ts',
  ],
  goal: 20_000,
  short: [1, 2, 3, 4, 5, 6],
  trial: (seed) => withoutClock(() => visited(draws(seed, 'torn-writes-projects'))),
};

/** What a person knows of the projects: by id the mark that stands in its name since its last edit, and which were deleted. */
interface Known {
  readonly marks: Map<string, string>;
  readonly deleted: Set<string>;
  /** Copies that were asked for, whose names say the mark of another. */
  readonly copies: Set<string>;
}

/** Lets what waits for the autosave be written. */
async function autosaved(page: ProjectsPage): Promise<void> {
  mock.timers.tick(1000);
  await settled(page);
}

async function visited(draw: Draws): Promise<TrialOutcome> {
  const known: Known = { marks: new Map(), deleted: new Set(), copies: new Set() };
  const happened: string[] = [];
  let kept = new KeptInBrowser();
  let edits = 0;
  for (let visit = 0; visit <= VISITS; visit += 1) {
    const page = await openProjects(kept);
    const wrong = lacking(page, kept, known);
    if (wrong !== null) return { kind: 'lost', what: `${happened.join(', ')}: ${wrong}` };
    if (visit === VISITS) break;
    for (let left = draw.below(ACTIONS); left > 0; left -= 1) {
      kept.full = draw.chance(0.15);
      kept.refuses = draw.chance(0.15);
      happened.push(
        `${await acted(page, known, draw, `v${(edits += 1)}.`)}${kept.full ? ' (full)' : ''}${kept.refuses ? ' (refused)' : ''}`,
      );
      if (draw.chance(0.6)) await autosaved(page);
    }
    const end = draw.pick(['closed', 'killed', 'power lost'] as const);
    happened.push(end);
    if (end === 'closed') page.projects.getState().flush();
    else await autosaved(page);
    await settled(page);
    const unsaid = unkept(kept, known, page.saidNotKept());
    if (unsaid !== null) return { kind: 'lost', what: `${happened.join(', ')}: ${unsaid}` };
    kept = kept.afterwards(end === 'power lost' ? end : 'closed', draw);
    if (end === 'power lost') rememberLeft(kept, known);
  }
  return { kind: 'survived' };
}

/** Does something with a project that carries the mark from then on; says what. */
async function acted({ documents, projects }: ProjectsPage, { marks, deleted, copies }: Known, draw: Draws, mark: string): Promise<string> {
  const { present, cards, removed, ...actions } = projects.getState();
  const any = cards.length > 0 ? draw.pick(cards).id : present;
  const name = `Project ${mark}`;
  const before = documents.getState().document.name;
  const what = draw.pick(['edit', 'edit', 'edit', 'undo', 'begin', 'open', 'copy', 'rename', 'delete', 'bring back'] as const);
  try {
    if (what === 'edit') documents.getState().edit((document) => ({ ...document, name }));
    if (what === 'undo') documents.getState().undo();
    if (what === 'begin') actions.create({ ...DOCUMENT, name });
    if (what === 'open') await actions.open(any);
    if (what === 'copy') copies.add((await actions.duplicate(any)) ?? '');
    // A list may name a project that is just being forgotten.
    const there = what === 'rename' && (any === present || (await actions.textOf(any)) !== null);
    if (there && (await actions.rename(any, name)) === null && any !== present) marks.set(any, mark);
    if (what === 'rename' || what === 'delete') forgetCopied(marks, cards, any);
    if (what === 'delete') {
      marks.delete(any);
      await actions.remove(any);
      deleted.add(any);
    }
    if (what === 'bring back' && removed[0]) {
      deleted.delete(removed[0].id);
      await actions.restore(removed[0].id);
    }
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  const after = documents.getState().document.name;
  if (what === 'open' || after === before) return `${what} ${mark}`;
  // Where what is edited is the copy that a mark went on in, it is gone on with there.
  if (what !== 'begin') for (const [id, held] of marks) if (before.includes(held)) marks.delete(id);
  const now = markIn(after);
  if (now !== null && what !== 'delete') marks.set(projects.getState().present, now);
  return `${what} ${mark}`;
}

/** A mark that went on in a copy goes with it, where that is renamed or deleted. */
function forgetCopied(marks: Map<string, string>, cards: ProjectsState['cards'], which: string): void {
  const name = cards.find(({ id }) => id === which)?.name ?? '';
  for (const [id, mark] of marks) if (id !== which && name.includes('(copy') && name.includes(mark)) marks.delete(id);
}

const markIn = (name: string): string | null => /v\d+\./.exec(name)?.[0] ?? null;

/** The newest that is kept of each project, by id. */
function newestOf({ storage, projects }: KeptInBrowser): Map<string, { readonly name: string; readonly removed: boolean }> {
  const newest = new Map<string, { name: string; removed: boolean; changed: number }>();
  for (const [id, { card }] of projects) newest.set(id, { name: card.name, removed: card.removed !== null, changed: card.changed });
  for (const id of aheadIds(storage)) {
    const { kept } = readAhead(storage, id);
    if (kept && kept.changed > (newest.get(id)?.changed ?? 0))
      newest.set(id, { name: kept.document.name, removed: newest.get(id)?.removed ?? false, changed: kept.changed });
  }
  return newest;
}

/** What neither of the two has of the last edits, though nothing was said; of what was said nothing is expected any more. */
function unkept(kept: KeptInBrowser, known: Known, said: boolean): string | null {
  const { marks } = known;
  const newest = [...newestOf(kept)].map(([id, { name }]) => ({ id, name }));
  for (const [id, mark] of marks) {
    if (newest.some((project) => carries(project, id, mark, known))) continue;
    if (!said) return `${mark} is kept nowhere, and nothing was said`;
    marks.delete(id);
  }
  return null;
}

/** Whether that is the project that was marked, or the copy that it became. */
const carries = ({ id, name }: { readonly id: string; readonly name: string }, marked: string, mark: string, { copies }: Known): boolean =>
  name.includes(mark) && (id === marked || (name.includes('(copy') && !copies.has(id)));

/** After a loss of power what is left is all that there is to lose. */
function rememberLeft(kept: KeptInBrowser, { marks, deleted }: Known): void {
  marks.clear();
  deleted.clear();
  for (const [id, { name, removed }] of newestOf(kept)) {
    const mark = markIn(name);
    if (mark !== null && !removed) marks.set(id, mark);
  }
}

/** What a page that was just opened lacks of what was known. */
function lacking({ documents, projects }: ProjectsPage, kept: KeptInBrowser, known: Known): string | null {
  const { marks, deleted } = known;
  const { cards, present, status } = projects.getState();
  if (status !== 'ready') return `the projects are ${status}`;
  const back = cards.find(({ id }) => deleted.has(id));
  if (back) return `${back.name} was deleted, and is back`;
  const listed = [...cards, { id: present, name: documents.getState().document.name }];
  for (const { id, name } of cards) {
    const text = kept.projects.get(id)?.text ?? '';
    if (parseDocument(text).name !== name) return `${name} is listed by another name`;
  }
  for (const [id, mark] of marks) {
    if (!listed.some((project) => carries(project, id, mark, known)))
      return `${mark} of ${id} is gone; there are ${listed.map(({ name }) => name).join(', ')}`;
  }
  return null;
}
