/** What axe finds wrong with the page as it is. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Every violation with the elements it is about, so that a failure reads like a report. */
export async function violations(page: Page): Promise<string[]> {
  // Without frames of other origins one page is enough for axe, and only what is wrong need come back.
  const { violations: found } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
}
