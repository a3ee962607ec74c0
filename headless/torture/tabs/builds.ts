/** An older and the newer build of the page at one address: what either has kept, the other opens, or names and leaves. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { DOCUMENT_VERSION } from '../../../src/core/document/schema.ts';
import { keptRuns, train } from '../browser/profile.ts';
import { smallProject } from '../processes/terminal.ts';
import type { Draws } from '../draws.ts';
import { codesOf, differences } from '../runs/outcomes.ts';
import { OLDER, type TwoBuilds } from './olderPage.ts';
import { edit, EDITS, isElsewhere, keptProjects, type Mark, nameField, openKept, requireKept, takeOver } from './projects.ts';
import { listed, show, untilBegun, untilEnded } from './runs.ts';
import { goTo, PATIENCE, reload, SOON, type Tabs, told, until, wait } from './tabs.ts';

interface Meets {
  readonly tabs: Tabs;
  readonly builds: TwoBuilds;
  readonly draw: Draws;
}

/** Small settings of training, by their names in either format. */
const { training, team } = smallProject({ iterations: 6, checkpointEvery: 2, evaluateEvery: 0 });
const SMALL = ['iterations', 'episodes', 'epochs', 'checkpointEvery', 'evaluateEvery', 'evaluateEpisodes'] as const;

/** Presses a key until `answer` comes: what hears it is fetched behind the page. */
async function answered<T>(page: Page, key: string, answer: Promise<T>): Promise<T> {
  let has = false;
  const end = (): void => void (has = true);
  answer.then(end, end);
  for (; !has; await Promise.race([answer, wait(1000)])) await page.keyboard.press(key);
  return answer;
}

/** The first project of the older page as that saves it, so small that it is trained in a moment. */
async function olderProject(page: Page): Promise<string> {
  const saved = await answered(page, 'Control+s', page.waitForEvent('download'));
  const project = JSON.parse(readFileSync(await saved.path(), 'utf8')) as {
    readonly version: number;
    readonly team: { readonly agents: readonly { readonly sampling: object }[] };
    readonly training: Readonly<Record<string, unknown>>;
  };
  if (project.version !== OLDER.format) throw new Error(`the older page saves format ${project.version}`);
  const absent = SMALL.filter((name) => !(name in project.training));
  if (absent.length > 0) throw new Error(`the older format has no ${codesOf(absent)}`);
  const maxNewTokens = team.agents[0]?.sampling.maxNewTokens;
  const agents = project.team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, maxNewTokens } }));
  const settings = { ...project.training, ...Object.fromEntries(SMALL.map((name) => [name, training[name]])) };
  return JSON.stringify({ ...project, name: 'Small team', team: { ...project.team, agents }, training: settings });
}

/** Opens a file in a page that may not say its project in the title. */
async function open(page: Page, project: string): Promise<void> {
  const asked = await answered(page, 'Control+o', page.waitForEvent('filechooser'));
  await asked.setFiles({ name: 'project.json', mimeType: 'application/json', buffer: Buffer.from(project) });
  await until('the project is open', async () => (await nameField(page).inputValue()) === 'Small team');
}

async function trainToTheEnd(page: Page): Promise<void> {
  await train(page);
  await untilBegun(page);
  await untilEnded(page);
}

/** Files of all runs but their cards, which say what a person did, once none is written any more. */
async function runFiles(page: Page): Promise<Map<string, string>> {
  let [before, now] = ['', new Map<string, string>()];
  const rests = async (): Promise<boolean> => {
    await wait(1000);
    const runs = (await keptRuns(page)).map(({ phase, files }) => ({ phase, files, of: files.get('checksums.jsonl')?.slice(0, 6) ?? '' }));
    now = new Map(
      runs.flatMap(({ files, of }) => [...files].flatMap(([path, hash]) => (path === 'card.json' ? [] : [[`${of}/${path}`, hash]]))),
    );
    const was = before;
    before = JSON.stringify([...now]);
    return was === before && runs.every(({ phase }) => phase === 'finished');
  };
  await until('no run is written any more', rests, {
    patience: PATIENCE,
    seen: async () => (await keptRuns(page)).map(({ phase, files }) => [phase, files.size]),
  });
  return now;
}

async function requireSame(page: Page, before: ReadonlyMap<string, string>): Promise<void> {
  const now = await runFiles(page);
  const changed = differences(now, before).filter((what) => !what.endsWith('is left over'));
  if (changed.length > 0) throw new Error(`files of runs changed: ${codesOf(changed)}`);
}

/** Serves `build` from now on, and loads the tab again or opens one in its place. */
async function takesPlace(build: 'older' | 'newer', { tabs, builds, draw }: Meets): Promise<Page> {
  builds.put(build);
  if (draw.chance(0.5)) return tabs.anew(tabs.first);
  await reload(tabs.first);
  return tabs.first;
}

/** Older, newer, older and newer again. */
export async function inTurn(meets: Meets): Promise<string> {
  const { tabs, draw } = meets;
  const marks: Mark[] = [];
  const doEdit = async (page: Page, kind = draw.pick(EDITS)): Promise<void> => {
    const mark = { kind, number: marks.length };
    marks.push(mark);
    await edit(page, mark);
    await until('the edit is kept', async () => (await keptProjects(page)).some(({ text }) => text.includes('m0.')));
  };
  await open(tabs.first, await olderProject(tabs.first));
  await doEdit(tabs.first, 'name');
  await trainToTheEnd(tabs.first);
  const ofOlder = await runFiles(tabs.first);

  let page = await takesPlace('newer', meets);
  await requireKept(page, marks);
  if (!(await nameField(page).inputValue()).includes('m0.')) throw new Error(`“${await nameField(page).inputValue()}” is open`);
  if ((await told(page)) !== '') throw new Error(`the newer page says: ${await told(page)}`);
  await requireSame(page, ofOlder);
  await goTo(page, 'Runs');
  await until('the run is listed as finished', async () => (await listed(page).first().innerText()).includes('finished'));
  await show(page);
  await page
    .getByRole('button', { name: /^\d+ iterations? more$/ })
    .first()
    .waitFor();
  await requireSame(page, ofOlder);
  await doEdit(page);
  const isNew = async (): Promise<boolean> =>
    (await keptProjects(page)).some(({ version, name }) => version === DOCUMENT_VERSION && name.includes('m0.'));
  await until('the project is of the newer format', isNew);
  const trains = draw.chance(0.5);
  if (trains) await trainToTheEnd(page);
  const migrated = await keptProjects(page);
  await reload(page);
  await requireKept(page, marks);
  const again = await keptProjects(page);
  if (codesOf(again.map(({ text }) => text)) !== codesOf(migrated.map(({ text }) => text)))
    throw new Error('opened again it is migrated again');
  const ofBoth = await runFiles(page);
  const newer = migrated.filter(({ version }) => version === DOCUMENT_VERSION).map(({ text }) => text);

  page = await takesPlace('older', meets);
  const named = page.getByText(`was saved by a newer workbench (format ${DOCUMENT_VERSION}; this one reads up to ${OLDER.format}).`);
  await named.first().waitFor({ timeout: SOON });
  await doEdit(page, 'name');
  await wait(1000);
  await requireSame(page, ofBoth);

  page = await takesPlace('newer', meets);
  const kept = await requireKept(page, marks);
  const gone = newer.filter((text) => !kept.some((project) => project.text === text));
  if (gone.length > 0) throw new Error('the older page changed what the newer one kept');
  await requireSame(page, ofBoth);
  const name = kept.find(({ text }) => newer.includes(text))?.name ?? '';
  if ((await nameField(page).inputValue()) !== name) await openKept(page, name);
  await until('the project opens again', async () => (await nameField(page).inputValue()) === name);
  return `in turn, ${trains ? 'trained by both' : 'trained by the older'}`;
}

const STEPS = 4;

/** Both at once, on one project. */
export async function atOnce({ tabs, builds, draw }: Meets): Promise<string> {
  const older = tabs.first;
  const marks: Mark[] = [];
  const log: string[] = [];
  const doEdit = async (page: Page): Promise<void> => {
    const mark = { kind: page === older ? 'name' : draw.pick(EDITS), number: marks.length } as const;
    marks.push(mark);
    log.push(`the ${page === older ? 'older' : 'newer'} edits the ${mark.kind}`);
    await edit(page, mark);
  };
  await open(older, await olderProject(older));
  await doEdit(older);
  await wait(1000);
  builds.put('newer');
  const newer = await tabs.another();
  await until('the newer says that it is open elsewhere', () => isElsewhere(newer));
  let taken = false;
  try {
    for (let step = 0; step < STEPS; step += 1) {
      const page = draw.pick([older, newer]);
      if (draw.chance(0.4) && (await isElsewhere(page))) {
        log.push(`the ${page === older ? 'older' : 'newer'} takes over`);
        await takeOver(page);
        taken = true;
      } else await doEdit(page);
      await wait(draw.pick([50, 450, 1000]));
    }
    await tabs.close(older);
    await requireKept(await tabs.anew(newer), marks);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}; done: ${log.join(', ')}`, { cause: error });
  }
  return `at once${taken ? ', taken over' : ''}`;
}
