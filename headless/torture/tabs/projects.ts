/** Edits that can be told apart for ever, and what a browser keeps of projects. */
import type { Locator, Page } from 'playwright';
import { button, goTo, type Tabs, until } from './tabs.ts';

/** Each adds its mark to what is there, and so never takes away another's: to the name, to the first agent's prompt, to the seed as a bit. */
export const EDITS = ['name', 'prompt', 'seed'] as const;
export type EditKind = (typeof EDITS)[number];

export interface Mark {
  readonly kind: EditKind;
  /** From 0, each once in a trial. */
  readonly number: number;
}

const textOf = ({ number }: Mark): string => `m${number}.`;
/** Above the seeds that projects begin with. */
const bitOf = ({ number }: Mark): number => 2 ** (10 + number);

export const nameField = (page: Page): Locator => page.getByRole('textbox', { name: 'Project name' });
const promptField = (page: Page): Locator => page.getByRole('textbox', { name: 'Prompt of planner', exact: true });
const seedField = (page: Page): Locator =>
  page.getByRole('tabpanel', { name: 'Settings', exact: true }).getByLabel('Seed', { exact: true });

/** Edits by keys, and waits until the edit stands on screen. */
export async function edit(page: Page, mark: Mark): Promise<void> {
  const { keyboard } = page;
  switch (mark.kind) {
    case 'name':
      await nameField(page).focus();
      await keyboard.press('End');
      await keyboard.insertText(` ${textOf(mark)}`);
      await keyboard.press('Enter');
      return until(`${textOf(mark)} in the name`, async () => (await nameField(page).inputValue()).includes(textOf(mark)), {
        seen: () => nameField(page).inputValue(),
      });
    case 'prompt':
      await goTo(page, 'Team');
      await promptField(page).focus();
      await keyboard.press('ControlOrMeta+End');
      await keyboard.insertText(` ${textOf(mark)}`);
      return until(`${textOf(mark)} in the prompt`, async () => (await agentText(page)).includes(textOf(mark)), {
        seen: () => agentText(page),
      });
    case 'seed': {
      await goTo(page, 'Training');
      const seed = await seedOn(page);
      await seedField(page).fill(String(seed + bitOf(mark)));
      await keyboard.press('Tab');
      return until(`${bitOf(mark)} in the seed`, async () => hasBit(await seedOn(page), bitOf(mark)), { seen: () => seedOn(page) });
    }
  }
}

const agentText = (page: Page): Promise<string> => page.getByRole('region', { name: 'Agent', exact: true }).innerText();
const seedOn = async (page: Page): Promise<number> => Number(await seedField(page).inputValue());
const hasBit = (number: number, bit: number): boolean => Math.floor(number / bit) % 2 === 1;

const takeOverButton = (page: Page): Locator => button(page, 'Take over here');

/** Whether the page says that the project is open in another tab. */
export const isElsewhere = (page: Page): Promise<boolean> => takeOverButton(page).isVisible();

/** Takes the project from the other tab. */
export async function takeOver(page: Page): Promise<void> {
  await takeOverButton(page).click();
  await until('the tab that takes over has the project', async () => !(await isElsewhere(page)));
}

const projectOf = (page: Page): Promise<string | null> => page.evaluate(() => sessionStorage.getItem('marft-workbench.project'));

/** Waits until of tabs on one project one has it and the others say so and show the same, and until a tab that is alone says nothing. */
export async function requireOneWriter({ pages }: Tabs): Promise<void> {
  const seen = (): Promise<readonly unknown[]> =>
    Promise.all(pages.map(async (page) => [await projectOf(page), await isElsewhere(page), await nameField(page).inputValue()]));
  const holds = async (): Promise<boolean> => {
    const all = await seen();
    return (all as [string, boolean, string][]).every(([id, , name]) => {
      const same = (all as [string, boolean, string][]).filter(([other]) => other === id);
      return same.filter(([, elsewhere]) => !elsewhere).length === 1 && same.every(([, , other]) => other === name);
    });
  };
  await until('one tab has the project, and the others follow it', holds, { seen });
}

export interface KeptProject {
  readonly name: string;
  readonly version: number;
  readonly prompts: string;
  readonly seed: number;
  /** As it lies in the database. */
  readonly text: string;
}

/** The projects in the browser's database that are not deleted. */
export async function keptProjects(page: Page): Promise<readonly KeptProject[]> {
  const texts = await page.evaluate(async () => {
    const name = 'marft-workbench-projects';
    // To open one that is not there would make it.
    if (!(await indexedDB.databases()).some((database) => database.name === name)) return [];
    const result = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('the database does not answer'));
      });
    const database = await result(indexedDB.open(name));
    try {
      const stores = database.transaction(['cards', 'texts']);
      const cards = (await result(stores.objectStore('cards').getAll())) as { id: string; removed: number | null }[];
      const kept = cards.filter(({ removed }) => removed === null);
      return await Promise.all(kept.map(async ({ id }) => ((await result(stores.objectStore('texts').get(id))) as { text: string }).text));
    } finally {
      database.close();
    }
  });
  return texts.map((text) => {
    const { name, version, team, training } = JSON.parse(text) as {
      readonly name: string;
      readonly version: number;
      readonly team: { readonly agents: readonly { readonly prompt: string }[] };
      readonly training: { readonly seed: number };
    };
    return { name, version, prompts: team.agents.map(({ prompt }) => prompt).join('\n'), seed: training.seed, text };
  });
}

const has = ({ name, prompts, seed }: KeptProject, mark: Mark): boolean =>
  mark.kind === 'seed' ? hasBit(seed, bitOf(mark)) : (mark.kind === 'name' ? name : prompts).includes(textOf(mark));

/** Waits until each edit is in some project of the database, and until the page lists every project there. */
export async function requireKept(page: Page, marks: readonly Mark[]): Promise<readonly KeptProject[]> {
  let lost: readonly Mark[] = marks;
  await until(
    'every edit is kept',
    async () => {
      const kept = await keptProjects(page);
      lost = marks.filter((mark) => !kept.some((project) => has(project, mark)));
      return lost.length === 0;
    },
    { seen: async () => [lost, (await keptProjects(page)).map(({ name, seed }) => [name, seed])] },
  );
  const kept = await keptProjects(page);
  const listed = await listedNames(page);
  const missing = kept.filter(({ name }) => !listed.includes(name));
  if (missing.length > 0) throw new Error(`not listed: ${missing.map(({ name }) => name).join(', ')}; listed: ${listed.join(', ')}`);
  return kept;
}

const dialogue = (page: Page): Locator => page.getByRole('dialog', { name: 'Projects', exact: true });

export async function openList(page: Page): Promise<void> {
  // A key that comes before what hears it is fetched opens nothing.
  await until('the list of projects', async () => {
    if (!(await dialogue(page).isVisible())) await page.keyboard.press('Control+Shift+O');
    await page.waitForTimeout(300);
    return dialogue(page).isVisible();
  });
}

async function listedNames(page: Page): Promise<string[]> {
  await openList(page);
  const names = dialogue(page).getByRole('button', { name: /^Open / });
  await names.first().waitFor();
  const listed = await names.evaluateAll((all) =>
    all.map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').replace(/^Open /, '')),
  );
  await page.keyboard.press('Escape');
  return listed;
}

/** Opens a project of the list. */
export async function openKept(page: Page, name: string): Promise<void> {
  await openList(page);
  await dialogue(page)
    .getByRole('button', { name: `Open ${name}`, exact: true })
    .first()
    .click();
}
