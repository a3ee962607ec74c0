/** Runs in tabs: the one that nothing happens to, and what a person does in the list of runs. */
import type { Locator, Page } from 'playwright';
import { openFile } from '../browser/openFile.ts';
import { atItsEnd, type KeptFiles, keptRuns, train } from '../browser/profile.ts';
import { smallProject } from '../processes/terminal.ts';
import { codesOf, comparable, differences } from '../runs/outcomes.ts';
import { button, goTo, inTabs, PATIENCE, until, wait } from './tabs.ts';

/** Enough that another tab comes in time for it. */
const PROJECT = JSON.stringify({
  ...smallProject({ iterations: 48, checkpointEvery: 4, evaluateEvery: 0, episodes: 32 }),
  name: 'Small team',
});

export const giveProject = (page: Page): Promise<void> => openFile(page, PROJECT);

export interface Alone {
  readonly files: ReadonlyMap<string, string>;
  /** That it took, from the key that began it until the page says that it is over. */
  readonly milliseconds: number;
}
let alone: Promise<Alone> | undefined;

/** The small run in a tab that is alone. Of the first of two runs code is still compiled: the second counts. */
export function trainedAlone(url: string): Promise<Alone> {
  return (alone ??= inTabs(url, async ({ first }) => {
    await giveProject(first);
    const started = performance.now();
    await train(first);
    await untilBegun(first);
    await untilEnded(first);
    const milliseconds = performance.now() - started;
    return { milliseconds, files: (await atItsEnd(first)).files };
  }));
}

/** In what a run is another one than that which was alone; episodes may be missing. */
export const differs = (files: ReadonlyMap<string, string>, { files: wanted }: Alone): readonly string[] =>
  differences(comparable(files), comparable(wanted), (path) => path.startsWith('rollouts/'));

/** Waits until so many runs are finished and nothing more of any is written; throws where one is not the run that was alone. */
export async function requireWhole(page: Page, count: number, whole: Alone): Promise<void> {
  let [before, found] = ['', [] as KeptFiles[]];
  await until(
    `${count} finished runs`,
    async () => {
      await wait(1000);
      found = await keptRuns(page);
      const now = JSON.stringify(found.map(({ files }) => [...files]));
      const rests = now === before;
      before = now;
      return rests && found.length === count && found.every(({ phase }) => phase === 'finished');
    },
    { patience: PATIENCE, seen: async () => found.map(({ phase, files }) => [phase, files.size]) },
  );
  const wrong = found.flatMap(({ files }) => differs(files, whole));
  if (wrong.length > 0) throw new Error(`not the run that was alone: ${codesOf(wrong)}`);
}

export const listed = (page: Page): Locator => page.getByRole('treegrid', { name: 'Runs' }).getByRole('row', { name: /Small team/ });

/** Puts the run that is listed first on screen. */
export async function show(page: Page): Promise<void> {
  await goTo(page, 'Runs');
  await listed(page).first().click();
  await button(page, 'Open').click();
}

/** Deletes the run that is listed first: true where the page says so, false where it refuses, and says why. */
export async function remove(page: Page): Promise<boolean> {
  await goTo(page, 'Runs');
  await listed(page).first().click();
  await page.keyboard.press('Delete');
  const deleted = page.getByText('1 run deleted');
  const refused = page.getByText('This run is being trained at the moment, here or in another tab.');
  await deleted.or(refused).first().waitFor();
  return deleted.isVisible();
}

export const undo = (page: Page): Promise<void> => button(page, 'Undo').last().click();

const status = (page: Page): Locator => page.getByRole('contentinfo', { name: 'Status' });

/** What the status line says of the run of this tab. */
export const phase = (page: Page): Promise<string> => status(page).getByRole('status').innerText();

/** Completed iterations of it. */
export const iteration = async (page: Page): Promise<number> => Number(/iteration (\d+)\//.exec(await status(page).innerText())?.[1] ?? 0);

export const ENDED: readonly string[] = ['Finished', 'Stopped', 'Failed'];

export const untilBegun = (page: Page): Promise<void> =>
  until('a run is under way', async () => (await button(page, 'Stop').isEnabled()) || ENDED.includes(await phase(page)));

export const untilEnded = (page: Page): Promise<void> =>
  until('the run ends', async () => ENDED.includes(await phase(page)), { patience: PATIENCE, seen: () => phase(page) });
