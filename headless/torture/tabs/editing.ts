/** One project open in two tabs, and edited in both. */
import type { Page } from 'playwright';
import type { Draws } from '../draws.ts';
import { edit, EDITS, isElsewhere, type Mark, nameField, requireKept, requireOneWriter, takeOver } from './projects.ts';
import { giveProject } from './runs.ts';
import { reload, type Tabs, wait } from './tabs.ts';

const STEPS = 5;

/** Around the 400 ms that an edit waits to be written. */
const PAUSES = [0, 50, 200, 390, 450, 1000];

/** Until nothing waits to be written in it, by its own clock. */
const atRest = (page: Page): Promise<void> => page.evaluate((longest) => new Promise((resolve) => setTimeout(resolve, longest)), AT_REST);
/** Milliseconds: an edit waits 400, and so does the one after it. */
const AT_REST = 1000;

/** Says which ways of meeting came about. */
export async function editedInBoth(tabs: Tabs, draw: Draws): Promise<string> {
  const marks: Mark[] = [];
  const [saw, log] = [new Set<string>(), [] as string[]];
  const doEdit = async (page: Page): Promise<void> => {
    const mark = { kind: draw.pick(EDITS), number: marks.length };
    marks.push(mark);
    log.push(`tab ${tabs.pages.indexOf(page)} edits the ${mark.kind}`);
    const told = await isElsewhere(page);
    await edit(page, mark);
    if (told && (await nameField(page).inputValue()).includes('(copy')) saw.add('copied');
  };
  // As at an address without TLS: then what the database has is all that tells one tab of the other.
  const unlocked = draw.chance(0.2);
  if (unlocked) {
    saw.add('without locks');
    await tabs.context.addInitScript('delete Navigator.prototype.locks');
    await reload(tabs.first);
  }
  const meet = (): Promise<void> => (unlocked ? Promise.resolve() : requireOneWriter(tabs));
  await giveProject(tabs.first);
  await tabs.another();
  await meet();
  try {
    for (let step = 0; step < STEPS; step += 1) {
      const [one, other] = draw.shuffled(tabs.pages) as [Page, Page];
      const told = (await isElsewhere(one)) ? one : (await isElsewhere(other)) ? other : null;
      const kind = draw.pick(['edit', 'edit', 'both edit', 'take over', 'take over while it is edited', 'reload', 'open anew'] as const);
      log.push(kind);
      if (kind === 'edit' || (kind.startsWith('take over') && !told)) await doEdit(one);
      if (kind === 'both edit') await Promise.all([doEdit(one), wait(draw.pick(PAUSES)).then(() => doEdit(other))]);
      if (kind === 'take over' && told) await takeOver(told);
      if (kind === 'take over while it is edited' && told) {
        const has = told === one ? other : one;
        await Promise.all([doEdit(has), wait(draw.pick(PAUSES)).then(() => takeOver(told))]);
      }
      if (kind === 'reload') await reload(one);
      if (kind === 'open anew') await tabs.anew(one);
      if (kind.startsWith('take over') && told) saw.add('taken over');
      await wait(draw.pick(PAUSES));
      if (draw.chance(0.5)) await meet();
    }
    await meet();
    const [one, other] = draw.shuffled(tabs.pages) as [Page, Page];
    const busy = draw.chance(0.5);
    // An edit that follows another waits its turn, and would go with a tab that ends without a word.
    if (busy) await atRest(one);
    await doEdit(one);
    if (busy) {
      await tabs.keepBusy(one);
      saw.add('closed while it was busy');
    } else await wait(draw.pick(PAUSES));
    await tabs.close(other);
    await requireKept(await tabs.anew(one), marks);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}; done: ${log.join(', ')}`, { cause: error });
  }
  return [...saw].toSorted().join(' and ') || 'one after the other';
}
