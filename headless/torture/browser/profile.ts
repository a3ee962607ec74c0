/** A browser with a profile on the disk, in which the built page trains a run: what outlasts its end. */
import { type BrowserContext, chromium, type Page } from 'playwright';
import { launchOptions } from '../../../scripts/testing/browser.ts';
import { smallProject } from '../processes/terminal.ts';
import { NAMES } from './builtPage.ts';
import { openFile } from './openFile.ts';

/** Enough that a kill finds the run at work. */
const PROJECT = JSON.stringify({
  ...smallProject({ iterations: 24, checkpointEvery: 4, evaluateEvery: 0, episodes: 4 }),
  name: 'Small team',
});

/** What a busy machine may need for a run of seconds, milliseconds. */
const PATIENCE = 120_000;

export interface Opened {
  readonly context: BrowserContext;
  readonly page: Page;
}

export async function openProfile(profile: string, url: string): Promise<Opened> {
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions(), viewport: { width: 1440, height: 900 } });
  await context.addInitScript(NAMES);
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(PATIENCE);
  await openPage(page, url);
  return { context, page };
}

async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/?lang=en`);
  await page
    .getByRole('button', { name: 'Train', exact: true })
    .or(page.getByRole('button', { name: 'Stop', exact: true }))
    .first()
    .waitFor();
}

/** Opens the small project. */
export const giveProject = (page: Page): Promise<void> => openFile(page, PROJECT);

export const train = (page: Page): Promise<void> => page.keyboard.press('Control+Enter');

/** Goes on with the run that was interrupted, as the page offers it; false where it offers none. */
export async function goOn(page: Page): Promise<boolean> {
  const offer = page.getByRole('region', { name: 'Interrupted run' }).getByRole('button', { name: 'Continue' });
  for (let left = 30; left > 0; left -= 1) {
    if (await offer.isVisible()) {
      await offer.click();
      return true;
    }
    const phases = (await keptRuns(page)).map(({ phase }) => phase);
    if (left < 20 && phases.every((phase) => phase !== 'running')) return false;
    await page.waitForTimeout(200);
  }
  return false;
}

export interface KeptFiles {
  readonly phase: string;
  /** SHA-256 by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** What the browser keeps of each run, as it lies in its private files. */
export async function keptRuns(page: Page): Promise<KeptFiles[]> {
  const runs = await page.evaluate(async () => {
    type Folder = { entries(): AsyncIterable<[string, FileSystemHandle]> };
    const hashOf = async (bytes: ArrayBuffer): Promise<string> =>
      Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
    const read = async (folder: FileSystemDirectoryHandle, prefix: string, into: [string, string][]): Promise<void> => {
      for await (const [name, handle] of (folder as unknown as Folder).entries()) {
        if (handle.kind === 'directory') await read(handle as FileSystemDirectoryHandle, `${prefix}${name}/`, into);
        else into.push([prefix + name, await hashOf(await (await (handle as FileSystemFileHandle).getFile()).arrayBuffer())]);
      }
    };
    const found: { card: string; files: [string, string][] }[] = [];
    try {
      const root = await navigator.storage.getDirectory();
      const folder = await (await root.getDirectoryHandle('marft-workbench')).getDirectoryHandle('runs');
      for await (const [, handle] of (folder as unknown as Folder).entries()) {
        const run = handle as FileSystemDirectoryHandle;
        const card = await run.getFileHandle('card.json').then(
          async (file) => (await file.getFile()).text(),
          () => '',
        );
        const files: [string, string][] = [];
        await read(run, '', files);
        found.push({ card, files });
      }
    } catch {
      // Nothing is kept yet, or it is being written.
    }
    return found;
  });
  return runs.flatMap(({ card, files }) => {
    const phase = /"phase": "(\w+)"/.exec(card)?.[1];
    return phase === undefined ? [] : [{ phase, files: new Map(files) }];
  });
}

/** Resolves when a run is over and nothing more of it is being written, with what is kept of it. */
export async function atItsEnd(page: Page): Promise<KeptFiles> {
  let before = '';
  for (const end = Date.now() + PATIENCE; Date.now() < end; await page.waitForTimeout(1000)) {
    const over = (await keptRuns(page)).find(({ phase }) => phase === 'finished');
    if (!over) continue;
    // Episodes are written behind all else.
    const now = JSON.stringify([...over.files]);
    if (now === before) return over;
    before = now;
  }
  throw new Error('the run does not come to its end');
}
