/** The site's storage is cleared while a run goes on, as by a person in the browser's settings, or by the browser for want of room. */
import type { Page } from 'playwright';
import { checkPage } from '../browser/invariants.ts';
import { keptRuns, train } from '../browser/profile.ts';
import type { Draws } from '../draws.ts';
import { codesOf } from '../runs/outcomes.ts';
import { edit, keptProjects, nameField } from './projects.ts';
import { type Alone, differs, ENDED, giveProject, phase, untilBegun, untilEnded } from './runs.ts';
import { goTo, reload, type Tabs, told, until, wait } from './tabs.ts';

/** As Chromium calls them; the private files are among `file_systems`. */
const KINDS = ['file_systems', 'indexeddb', 'local_storage', 'cache_storage'] as const;

/** What the page says of a run that is not kept any more: while it goes on, and once it is over. */
const NOT_KEPT = /goes on in memory|the browser has cleared the files/;

/** Says whether the run was among what went, and what the page said of it. */
export async function clearedWhileTraining(tabs: Tabs, draw: Draws, whole: Alone): Promise<string> {
  const page = tabs.first;
  await giveProject(page);
  if (draw.chance(0.3)) await tabs.another();
  const kinds = draw.chance(0.4) ? KINDS : draw.shuffled(KINDS).slice(0, 1 + draw.below(3));
  const cleared = kinds.includes('file_systems');
  const waits = !cleared || draw.chance(0.7);
  await train(page);
  await untilBegun(page);
  await wait(draw.unit() * 0.8 * whole.milliseconds);
  await clear(tabs, page, kinds);
  const amid = !ENDED.includes(await phase(page));
  await edit(page, { kind: 'name', number: 0 });
  if (waits) await untilEnded(page);
  if (waits && cleared) await requireSaid(page);
  if (!cleared) await requireWholeRuns(page, 1, whole);
  await tabs.check();

  await reload(page);
  await checkPage(page);
  const named = async (): Promise<boolean> => (await keptProjects(page)).some(({ name }) => name.includes('m0.'));
  await until('what was edited since is kept', named, {
    seen: async () => [(await keptProjects(page)).map(({ name }) => name), await nameField(page).inputValue()],
  });
  await requireWholeRuns(page, cleared ? 0 : 1, whole);
  await train(page);
  await requireWholeRuns(page, cleared ? 1 : 2, whole);
  const what = cleared ? `files of ${amid ? 'the run' : 'a run that was over'}` : 'all but the run';
  return `${what}${kinds.length === KINDS.length ? ', with all else' : ''}${cleared && !waits ? ', and loaded again at once' : ''}`;
}

async function clear({ context, url }: Tabs, page: Page, kinds: readonly string[]): Promise<void> {
  const browser = await context.newCDPSession(page);
  await browser.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: kinds.join(',') });
  await browser.detach();
}

/** Of one that was over the list of runs learns when somebody looks. */
async function requireSaid(page: Page): Promise<void> {
  const says = async (): Promise<boolean> => NOT_KEPT.test(await told(page));
  await wait(1000);
  if (await says()) return;
  await goTo(page, 'Runs');
  await until('the page says that the run is not kept', says, { seen: () => told(page) });
}

/** The name that is edited meanwhile is in the project, and its digest in the state of training. */
const OF_NAME = /^(project\.json|checkpoints\/steps_\d+\/(trainer_state\.json|SHA256SUMS)) differs/;

/** Waits until so many runs are kept, all finished and whole: of a run there is all or nothing. */
async function requireWholeRuns(page: Page, count: number, whole: Alone): Promise<void> {
  const lacks = async (): Promise<(readonly string[])[]> =>
    (await keptRuns(page)).map((run) => [
      ...(run.phase === 'finished' ? [] : [run.phase]),
      ...differs(run.files, whole).filter((what) => !OF_NAME.test(what)),
    ]);
  const all = async (): Promise<boolean> => {
    const runs = await lacks();
    return runs.length === count && runs.every((wrong) => wrong.length === 0);
  };
  await wait(1000);
  await until(`${count} whole runs are kept`, all, { patience: 60_000, seen: async () => (await lacks()).map((wrong) => codesOf(wrong)) });
}
