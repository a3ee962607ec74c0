/** What axe finds wrong with the page as it is. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Every violation with the elements it is about, so that a failure reads like a report; of a part of the page where one is named. */
export async function violations(page: Page, part?: string): Promise<string[]> {
  // A colour that is changing is neither the old one nor the new one.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const axe = new AxeBuilder({ page });
  // Without frames of other origins one page is enough for axe, and only what is wrong need come back.
  const { violations: found } = await (part === undefined ? axe : axe.include(part))
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
}
