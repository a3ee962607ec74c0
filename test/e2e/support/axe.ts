/** What axe finds wrong with the page as it is. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Every violation with the elements it is about, so that a failure reads like a report; of a part of the page where one is named. */
export async function violations(page: Page, part?: string): Promise<string[]> {
  // A colour that is changing is neither the old one nor the new one: what changes meanwhile does so at once, and what had begun has ended.
  const still = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    const ending = () => document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    for (let found = ending(); found.length > 0; found = ending()) await Promise.allSettled(found.map(({ finished }) => finished));
  });
  const axe = new AxeBuilder({ page });
  // Without frames of other origins one page is enough for axe, and only what is wrong need come back.
  const { violations: found } = await (part === undefined ? axe : axe.include(part))
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  await page.emulateMedia({ reducedMotion: still ? 'reduce' : 'no-preference' });
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
}
