/** What holds in the page at every moment, whatever a person has done. */
import type { Page } from 'playwright';
import { parseDocument } from '../../../src/core/document/parse.ts';
import { STORAGE_KEYS } from '../../../src/page/state/storage/storage.ts';

/** Which parts of the page have stopped working, by what the page calls them; also the page itself. */
export const stoppedParts = (page: Page): Promise<string[]> =>
  page.evaluate(() => Array.from(document.querySelectorAll<HTMLElement>('[data-stopped]'), (part) => part.dataset['stopped'] ?? ''));

/** As what the page draws and what its stores hold are read in one moment. */
interface Seen {
  readonly stopped: readonly string[];
  readonly title: string;
  /** The project's name in the top line; null where somebody types there. */
  readonly name: string | null;
  /** The document that is written ahead of the database, of each project. */
  readonly documents: readonly string[];
  /** Of the open one; null where none was written yet. */
  readonly open: string | null;
  /** The open one's id. */
  readonly project: string | null;
}

/** Throws what is wrong, in a sentence. */
export async function checkPage(page: Page): Promise<void> {
  const { stopped, title, name, documents } = await seen(page);
  if (stopped.length > 0) throw new Error(`${stopped.join(', ')} stopped working`);
  for (const kept of documents) parseDocument(JSON.parse(kept));
  if (name !== null && !title.includes(name)) throw new Error(`the project is called “${name}”, and the title “${title}”`);
}

const seen = (page: Page): Promise<Seen> =>
  page.evaluate(
    ({ key, open }) => {
      const field = document.querySelector<HTMLInputElement>('header input');
      const texts = Object.entries(localStorage).filter(([name]) => name.startsWith(`${key}.`) && !name.includes('.unreadable'));
      const documents = texts.map(([, value]) => JSON.stringify((JSON.parse(value) as { document: unknown }).document));
      const project = sessionStorage.getItem(open);
      const present = localStorage.getItem(`${key}.${project ?? ''}`);
      return {
        stopped: Array.from(document.querySelectorAll<HTMLElement>('[data-stopped]'), (part) => part.dataset['stopped'] ?? ''),
        title: document.title,
        name: field && field !== document.activeElement ? field.value : null,
        documents,
        project,
        open: present && JSON.stringify((JSON.parse(present) as { document: unknown }).document),
      };
    },
    { key: STORAGE_KEYS.document, open: STORAGE_KEYS.project },
  );

/** Longer than the autosave waits. */
const SAVED = 700;

/** Takes back all there is to take back and does it again: what is kept must be the same bytes. What differs is looked at once more, for a file may be opened meanwhile. */
export async function checkUndo(page: Page): Promise<void> {
  if ((await undoneAndRedone(page)) === null) return;
  const wrong = await undoneAndRedone(page);
  if (wrong !== null) throw new Error(wrong);
}

async function undoneAndRedone(page: Page): Promise<string | null> {
  const before = await atRest(page);
  const clicked = await page.evaluate(async () => {
    const [undo, redo] = document.querySelectorAll<HTMLButtonElement>('header [role="group"] > button');
    const press = async (button: HTMLButtonElement | undefined, most: number): Promise<number> => {
      let presses = 0;
      for (; button && !button.disabled && presses < most; presses += 1) {
        button.click();
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      return presses;
    };
    const back = await press(undo, 300);
    return { back, again: await press(redo, back) };
  });
  const after = await atRest(page);
  if (clicked.again !== clicked.back) return `${clicked.back} steps were taken back, and ${clicked.again} done again`;
  return before !== null && after !== before ? `after ${clicked.back} steps back and forth the project is another one` : null;
}

/** Attempts to change something, and the steps that they may be. */
const ATTEMPTS = 4;

/** Does `change` until the open project is another, and takes it back: unless it was a step back itself, what is kept must be the bytes of before. */
export async function checkTakenBack(page: Page, change: () => Promise<void>): Promise<void> {
  const [before, { project }] = [await atRest(page), await seen(page)];
  let after = before;
  for (let left = ATTEMPTS; left > 0 && after === before; left -= 1) {
    await change();
    after = await atRest(page);
  }
  const isOther = (await seen(page)).project !== project;
  if (before === null || after === before || isOther || (await history(page)).canRedo) return;
  for (let left = ATTEMPTS; left > 0 && (await history(page, 'undo')).canUndo; left -= 1) if ((await atRest(page)) === before) return;
  throw new Error('what was typed was taken back, and the project is not what it was before');
}

/** What can be taken back and done again, once one of them was. */
const history = (page: Page, press?: 'undo'): Promise<{ readonly canUndo: boolean; readonly canRedo: boolean }> =>
  page.evaluate((press) => {
    const [undo, redo] = document.querySelectorAll<HTMLButtonElement>('header [role="group"] > button');
    const can = { canUndo: undo?.disabled === false, canRedo: redo?.disabled === false };
    if (press === 'undo') undo?.click();
    return can;
  }, press);

/** The open document as it is kept, once nothing changes it any more, its keys in the order of the schema: a reload puts them so. */
async function atRest(page: Page): Promise<string | null> {
  for (let left = 10, before: string | null = ''; ; left -= 1) {
    await page.waitForTimeout(SAVED);
    // As when the tab is put away: what waits to be kept is kept at once, however busy the page is.
    await page.evaluate(() => void dispatchEvent(new Event('pagehide')));
    const { open } = await seen(page);
    const document = open && JSON.stringify(parseDocument(JSON.parse(open)));
    if (document === before || left === 0) return document;
    before = document;
  }
}

/** What the list of runs counts may follow the disk by a moment, milliseconds. */
const FOLLOWS = 6000;

/** Goes to the list of runs and holds how many it says are kept against the folders that the browser keeps. */
export async function checkRuns(page: Page): Promise<void> {
  // What is open over it is closed first.
  for (const key of ['Escape', 'Escape', 'Alt+5']) await page.keyboard.press(key);
  let [counted, kept]: (number | null)[] = [null, null];
  for (const end = Date.now() + FOLLOWS; Date.now() < end; await page.waitForTimeout(500)) {
    [counted, kept] = await Promise.all([countedRuns(page), keptFolders(page)]);
    if (kept === null || counted === kept) return;
  }
  if (counted !== null) throw new Error(`${kept} runs are kept, and the list says ${counted}`);
}

/** As the line below the list says it, in either language; null where there is none. */
const countedRuns = (page: Page): Promise<number | null> =>
  page.evaluate(() => {
    const lines = [...document.querySelectorAll('.tabular')].map(({ textContent }) => textContent ?? '');
    const said = lines.flatMap((line) => /^(\d+) ?(?:runs?,|次运行，|个运行，)/.exec(line)?.[1] ?? []);
    return said[0] === undefined ? null : Number(said[0]);
  });

/** Runs with a card that were not put away; null while one is being written. */
const keptFolders = (page: Page): Promise<number | null> =>
  page.evaluate(async () => {
    let kept = 0;
    try {
      const root = await navigator.storage.getDirectory();
      const runs = await (await root.getDirectoryHandle('marft-workbench')).getDirectoryHandle('runs');
      for await (const run of (runs as unknown as { values(): AsyncIterable<FileSystemDirectoryHandle> }).values()) {
        const card = await (await (await run.getFileHandle('card.json')).getFile()).text();
        if ((JSON.parse(card) as { removed: number | null }).removed === null) kept += 1;
      }
      return kept;
    } catch {
      return null;
    }
  });
