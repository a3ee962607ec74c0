/** The nth operation that the page asks of what a browser keeps projects in fails, once or until it works again. */
import { mock } from 'node:test';
import { at as look } from '../../../src/core/at.ts';
import { readAhead } from '../../../src/page/state/projectStorage/ahead.ts';
import { draws } from '../draws.ts';
import { FailingInBrowser } from '../page/failingStorage.ts';
import type { KeptInBrowser } from '../page/browserStorage.ts';
import { withoutClock } from '../page/pageRun.ts';
import { openProjects, type ProjectsPage, settled } from '../page/projectsPage.ts';
import type { TortureRow, TrialOutcome } from '../row.ts';
import { DOCUMENT } from '../runs/madeUp.ts';

const WAYS = ['once', 'until it is well'] as const;
/** What fails: writes of local storage, or transactions of the database, which are refused before or abort after their work. */
const KINDS = (['storage', 'refused', 'aborted'] as const).flatMap((what) => WAYS.map((way) => ({ what, way })));

/** More than what is tried again takes. */
const ATTEMPTS = 8;

export const row: TortureRow = {
  id: 'failing-io-projects',
  method:
    'In one visit a project is edited, another begun and edited, the first opened again, renamed and copied, and the copy deleted and brought back, by the page’s own stores; the nth write of local storage fails (quota), or the nth transaction of IndexedDB is refused, or aborts behind its work, once or until all is well, which it is at the end. After each step what is on screen lies in one of the two, or the page said that it is kept nowhere; once all is well it is kept without a further edit, and a page that opens then has every project by its last name, what was on screen among them. Where the database cannot be read when the page opens, the list says that nothing is kept.',
  source: 'SQLite’s I/O error tests (`ioerr.test`, https://www.sqlite.org/testing.html#i_o_error_testing)',
  codeUnderTest: [
    'src/page/state/document/createDocument.ts',
    'src/page/state/projects',
    'src/page/state/projectStorage',
    'headless/torture/page/browserStorage.ts',
    'headless/torture/page/projectsPage.ts',
    'headless/torture/page/failingStorage.ts',
  ],
  // Above all kinds of failure at each of the operations that there are.
  goal: 1200,
  exhausts: 'each of the operations by each kind of failure in turn; after the last the first again',
  short: [1, 20, 45, 70, 110],
  trial: (seed) => withoutClock(() => failing(seed)),
};

let operations: Promise<Readonly<Record<'storage' | 'database', number>>> | undefined;

async function failing(seed: number): Promise<TrialOutcome> {
  const { storage, database } = await (operations ??= unharmed());
  const { what, way } = look(KINDS, (seed - 1) % KINDS.length, 'kind');
  const at = Math.floor((seed - 1) / KINDS.length) % (what === 'storage' ? storage : database);
  const failed = `${what} ${way} at operation ${at}`;
  const kept = new FailingInBrowser();
  kept.fails = { what, from: at, to: way === 'once' ? at : Number.POSITIVE_INFINITY };
  const page = await openProjects(kept.handed);
  // The list says that nothing is kept in this visit, and who leaves is asked.
  if (page.projects.getState().status === 'unavailable') return { kind: 'survived', note: 'said from the start that nothing is kept' };
  const wanted = new Map<string, string>();
  let noticed = false;
  for (const [step, does] of Object.entries(SESSION)) {
    await does(page, wanted).catch((thrown: unknown) => {
      // What the page asks of the database it says in words; the person goes on.
      if (!(thrown instanceof DOMException)) throw thrown;
      noticed = true;
    });
    mock.timers.tick(1000);
    await settled(page);
    noticed ||= page.saidNotKept();
    const lacks = lackingNow(page, kept);
    if (lacks !== null && !page.saidNotKept()) return { kind: 'lost', what: `${failed}, behind “${step}”: ${lacks}, and nothing was said` };
  }
  kept.fails = null;
  for (let left = ATTEMPTS; left > 0; left -= 1) {
    mock.timers.tick(5000);
    await settled(page);
  }
  const lacks = lackingNow(page, kept);
  if (lacks !== null) return { kind: 'lost', what: `${failed}: all is well, and ${lacks}` };
  const { documents, projects } = page;
  const { present } = projects.getState();
  const next = await openProjects(kept.afterwards('closed', draws(seed, 'failing-io-projects')));
  const wrong = otherNow(next, wanted.set(present, documents.getState().document.name));
  return wrong === null
    ? { kind: 'survived', note: noticed ? 'said, and kept when it worked again' : 'not noticed' }
    : { kind: 'lost', what: `${failed}: ${wrong}` };
}

/** What is done, with the names that projects have from then on, by id. */
const SESSION: Readonly<Record<string, (page: ProjectsPage, wanted: Map<string, string>) => Promise<void>>> = {
  edit: (page, wanted) => edit(page, wanted, 'First'),
  begin: async (page, wanted) => {
    page.projects.getState().create({ ...DOCUMENT, name: 'Second' });
    wanted.set(page.projects.getState().present, 'Second');
  },
  'edit the second': (page, wanted) => edit(page, wanted, 'Second, edited'),
  'open the first': async ({ projects }, wanted) => {
    const first = [...wanted.keys()][0] ?? '';
    await projects.getState().open(first);
  },
  'edit again': (page, wanted) => edit(page, wanted, 'Edited again'),
  rename: async ({ projects }, wanted) => {
    const { present, rename } = projects.getState();
    if ((await rename(present, 'Renamed')) === null) wanted.set(present, 'Renamed');
  },
  copy: async ({ projects }) => {
    await projects.getState().duplicate(projects.getState().present);
  },
  'delete another': async ({ projects }, wanted) => {
    const { cards, present, remove } = projects.getState();
    const other = cards.find(({ id }) => id !== present)?.id;
    if (other === undefined) return;
    wanted.delete(other);
    await remove(other);
  },
  'bring it back': async ({ projects }) => {
    const { removed, restore } = projects.getState();
    if (removed[0]) await restore(removed[0].id);
  },
  'edit last': (page, wanted) => edit(page, wanted, 'Last'),
};

async function edit({ documents, projects }: ProjectsPage, wanted: Map<string, string>, name: string): Promise<void> {
  documents.getState().edit((document) => ({ ...document, name }));
  wanted.set(projects.getState().present, name);
  return Promise.resolve();
}

/** How many operations of each kind the session takes. */
async function unharmed(): Promise<Readonly<Record<'storage' | 'database', number>>> {
  const kept = new FailingInBrowser();
  const page = await openProjects(kept.handed);
  for (const does of Object.values(SESSION)) {
    await does(page, new Map([[page.projects.getState().present, '']]));
    mock.timers.tick(1000);
    await settled(page);
  }
  return kept.operations;
}

/** What neither of the two has of the project on screen. */
function lackingNow({ documents, projects }: ProjectsPage, { storage, projects: database }: KeptInBrowser): string | null {
  const { present } = projects.getState();
  const { name } = documents.getState().document;
  if (name === DOCUMENT.name) return null; // nothing was done with it yet
  const names = [database.get(present)?.card.name, readAhead(storage, present).kept?.document.name];
  return names.includes(name) ? null : `“${name}” is kept nowhere: ${names.join(', ')}`;
}

/** What a page that was opened then has otherwise than what was done. */
function otherNow({ documents, projects }: ProjectsPage, wanted: ReadonlyMap<string, string>): string | null {
  const { cards, present, status } = projects.getState();
  if (status !== 'ready') return `the projects are ${status}`;
  for (const [id, name] of wanted) {
    const has = id === present ? documents.getState().document.name : cards.find((card) => card.id === id)?.name;
    if (has !== name) return `${name} is ${has ?? 'gone'}; there are ${cards.map((card) => card.name).join(', ')}`;
  }
  return null;
}
