/** Runs of two tabs: at once, gone on with in both, deleted in one. */
import type { Page } from 'playwright';
import { keptRuns, train } from '../browser/profile.ts';
import type { Draws } from '../draws.ts';
import {
  type Alone,
  ENDED,
  giveProject,
  iteration,
  listed,
  phase,
  remove,
  requireWhole,
  show,
  undo,
  untilBegun,
  untilEnded,
} from './runs.ts';
import { button, goTo, PATIENCE, reload, type Tabs, told, until, wait } from './tabs.ts';

interface Meets {
  readonly tabs: Tabs;
  readonly draw: Draws;
  readonly whole: Alone;
}

/** What came of it, in few texts; throws where it broke what must hold. */
type Meeting = (meets: Meets) => Promise<string>;

/** As E_RUN_LIVE is worded. */
const LIVE = 'This run is being trained at the moment, here or in another tab.';

const isUnderWay = async (page: Page): Promise<boolean> => (await keptRuns(page)).some(({ phase }) => phase === 'running');

/** A second tab, which shows the list of runs, and a moment of the first one's run, at which half of them are paused. */
async function amid({ tabs, draw, whole }: Meets, pauses = draw.chance(0.5)): Promise<Page> {
  const { first } = tabs;
  const other = await tabs.another();
  await goTo(other, 'Runs');
  await train(first);
  await untilBegun(first);
  await until('a first checkpoint', async () => (await iteration(first)) > 4, { patience: PATIENCE, seen: () => phase(first) });
  await wait(draw.unit() * 0.2 * whole.milliseconds);
  if (pauses) await pause(first);
  return other;
}

/** Resolves when it is paused, or over. */
async function pause(page: Page): Promise<void> {
  await until('the run pauses', async () => {
    if (['Paused', ...ENDED].includes(await phase(page))) return true;
    // Without waiting until it is at rest, as it moves while a run begins.
    await button(page, 'Pause')
      .dispatchEvent('click', {}, { timeout: 1000 })
      .catch(() => undefined);
    return false;
  });
}

async function resume(page: Page): Promise<void> {
  if ((await phase(page)) === 'Paused') await button(page, 'Resume').click();
}

export const TRAININGS: Readonly<Record<string, Meeting>> = {
  'two runs at once': async ({ tabs, draw, whole }) => {
    const other = await tabs.another();
    await train(tabs.first);
    await wait(draw.chance(0.5) ? 0 : draw.unit() * whole.milliseconds);
    await train(other);
    await requireWhole(tabs.first, 2, whole);
    for (const page of tabs.pages) {
      await goTo(page, 'Runs');
      await until('both runs are listed', async () => (await listed(page).count()) === 2);
    }
    return 'both are whole';
  },

  'both go on with a run that was interrupted': async (meets) => {
    const { tabs, draw, whole } = meets;
    const { first } = tabs;
    await amid(meets, true);
    await reload(first);
    const offers = tabs.pages.map((page) =>
      page.getByRole('region', { name: 'Interrupted run' }).getByRole('button', { name: 'Continue' }),
    );
    const areOffered = async (): Promise<boolean> => {
      // As when somebody comes back to the tab.
      for (const page of tabs.pages) await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      return (await Promise.all(offers.map((offer) => offer.isVisible()))).every(Boolean);
    };
    await until('both tabs offer the interrupted run', async () => (await areOffered()) || !(await isUnderWay(first)), {
      seen: async () => [
        (await keptRuns(first)).map(({ phase }) => phase),
        ...(await Promise.all(offers.map((offer) => offer.isVisible()))),
      ],
    });
    if (!(await isUnderWay(first))) {
      await requireWhole(first, 1, whole);
      return 'it was over';
    }
    const [one, next] = draw.shuffled(offers);
    const later = wait(draw.pick([0, 0, 50, 400])).then(() => next?.click({ timeout: 1000 }));
    // It may be offered no more by then.
    await Promise.all([one?.click(), later.catch(() => undefined)]);
    await requireWhole(first, 1, whole);
    const refused = (await Promise.all(tabs.pages.map(told))).filter((text) => text.includes(LIVE));
    return refused.length > 0 ? 'one is refused as E_RUN_LIVE' : 'one is offered it no more';
  },

  'one shows the run that the other trains': async (meets) => {
    const { tabs, whole } = meets;
    const other = await amid(meets);
    await show(other);
    await wait(500);
    const goOn = other.getByRole('button', { name: /^(Continue from \d+|\d+ iterations? more)$/ }).first();
    const offered = await goOn.isVisible();
    if (!(await isUnderWay(tabs.first))) {
      await requireWhole(tabs.first, 1, whole);
      return 'it was over';
    }
    if (offered) await goOn.click();
    const isRefused = async (): Promise<boolean> => (await told(other)).includes(LIVE);
    await until('going on is refused', async () => !offered || (await isRefused()) || !(await isUnderWay(tabs.first)), {
      seen: () => told(other),
    });
    const refused = await isRefused();
    await resume(tabs.first);
    if (offered && !refused) {
      // It goes on from what was its end a moment before.
      await untilEnded(other);
      return 'it is gone on with once it is over';
    }
    await requireWhole(tabs.first, 1, whole);
    return refused ? 'refused as E_RUN_LIVE' : 'not offered to go on';
  },

  'one deletes the run that the other trains': async (meets) => {
    const { tabs, whole } = meets;
    const other = await amid(meets);
    const deleted = await remove(other);
    if (deleted) await undo(other);
    await resume(tabs.first);
    await requireWhole(tabs.first, 1, whole);
    await until('it is listed', async () => (await listed(other).count()) === 1);
    return deleted ? 'it was over, is deleted and brought back' : 'refused as E_RUN_LIVE';
  },

  'one deletes the run that the other shows': async (meets) => {
    const { tabs, draw, whole } = meets;
    const { first } = tabs;
    const other = await amid(meets, false);
    await requireWhole(first, 1, whole);
    if (!(await remove(other))) throw new Error('a run that is over is not deleted');
    const isBack = draw.chance(0.5);
    await wait(draw.unit() * 2000);
    if (isBack) await undo(other);
    else await button(other, 'Close this message').last().click();
    if (isBack) {
      await requireWhole(first, 1, whole);
      await goTo(first, 'Runs');
      await until('it is listed again', async () => (await listed(first).count()) === 1);
      return 'deleted and brought back';
    }
    await until('its files are gone', async () => (await keptRuns(first)).length === 0);
    await reload(first);
    await goTo(first, 'Runs');
    await until('it is listed nowhere', async () => (await listed(first).count()) + (await listed(other).count()) === 0);
    return 'deleted for good';
  },

  'one goes on with the run that the other deletes': async (meets) => {
    const { tabs, draw, whole } = meets;
    const { first } = tabs;
    const other = await amid(meets, false);
    await requireWhole(first, 1, whole);
    if (!(await remove(other))) throw new Error('a run that is over is not deleted');
    await wait(draw.unit() * 1000);
    await first
      .getByRole('button', { name: /^\d+ iterations? more$/ })
      .first()
      .click();
    await wait(draw.unit() * 2000);
    // Until then it could be brought back.
    await button(other, 'Close this message')
      .last()
      .click()
      .catch(() => undefined);
    await wait(2000);
    if ((await told(first)).includes('no longer exists')) return 'going on is refused';
    await untilEnded(first);
    await wait(2000);
    const [run, ...more] = await keptRuns(first);
    const has = (path: string): boolean => run?.files.has(path) ?? false;
    if (!run || more.length > 0 || !has('project.json') || !has('metrics.jsonl') || run.phase !== 'finished')
      throw new Error(
        `it went on, and what is kept of it is not a run: ${JSON.stringify(run && [run.phase, [...run.files.keys()].slice(0, 12)])}; told: ${await told(first)}`,
      );
    await goTo(first, 'Runs');
    await until('the run that went on is listed', async () => (await listed(first).count()) === 1);
    return 'it went on, and is kept';
  },
};

/** Begins with the small project, which both tabs have open. */
export async function trainedInBoth(name: string, meets: Meets): Promise<string> {
  await giveProject(meets.tabs.first);
  return (await TRAININGS[name]?.(meets)) ?? '';
}
