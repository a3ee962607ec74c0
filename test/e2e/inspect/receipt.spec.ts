/** What an update did to its tokens, on the recorded run that is on screen at once. */
import { readFile } from 'node:fs/promises';
import { formatSigned } from '../../../src/page/kit/figures/format.ts';
import { violations } from '../support/axe.ts';
import { goTo } from '../support/places.ts';
import { RECORDED_ITERATION, shownEpisodes } from '../support/recorded.ts';
import { expect, test } from '../support/test.ts';

test('the learning receipt of the recorded run is there at once, and leads to its tokens', async ({ workbench, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await workbench.open();
  await goTo(page, 'Inspect');
  await page.getByRole('tab', { name: 'Learning receipt', exact: true }).click();

  const receipt = page.getByRole('region', { name: 'Learning receipt', exact: true });
  await expect(receipt).toContainText(`The update of iteration ${RECORDED_ITERATION} pushed`);
  for (const agent of ['Planner', 'Solver']) {
    const card = receipt.getByRole('listitem', { name: agent, exact: true });
    await expect(card).toContainText(/took [1-9]\d* optimiser steps?/);
    await expect(card).toContainText(/\d+ weakened tokens? became .+ (likely|rounding)/);
    await expect(card, 'the objective was improved, as the gradients promised').toContainText(/predicted \+\d.*, actual \+\d/);
  }
  const bars = receipt.getByRole('figure', { name: 'What became of the tokens', exact: true });
  await expect(bars.getByRole('img', { name: /^Planner: .*weakened: \d+ tokens?/ })).toBeVisible();

  // The first dot is the token that was pushed down hardest; it moves the cursor, and the episode's tokens follow.
  await receipt.getByRole('application', { name: /^Push against change of \d+ tokens/ }).press('ArrowRight');
  const { episode, token, push, delta } = hardestPushedDown(shownEpisodes());
  const place = `episode ${episode}, token ${token + 1} · push ${formatSigned(push)} · Δ log-prob ${formatSigned(delta)}`;
  await expect(receipt.getByRole('figure', { name: 'Push against change' })).toContainText(place);
  const chosen = receipt.locator('[data-token][aria-current="true"]');
  await expect(chosen).toHaveAccessibleName(new RegExp(`^“.+”, weakened, Δ log-prob ${escaped(formatSigned(delta))}$`));

  expect(await violations(page, '[aria-label="Learning receipt"]')).toEqual([]);

  await bars.getByRole('button', { name: /save and more/ }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Save as SVG' }).click();
  const svg = await readFile(await (await downloading).path(), 'utf8');
  expect(svg).toMatch(/weakened \d+/);
  expect(svg).not.toContain('var(');
});

/** By the files. */
function hardestPushedDown(episodes: Awaited<ReturnType<typeof shownEpisodes>>) {
  const tokens = episodes.flatMap(({ episode, messages }) =>
    messages.flatMap(({ receipt, logprobs }) =>
      (receipt?.push ?? []).map((push, token) => ({
        episode,
        token,
        push,
        delta: receipt!.updated_logprobs[token]! - logprobs[token]!,
      })),
    ),
  );
  return tokens.toSorted((a, b) => a.push - b.push)[0]!;
}

const escaped = (text: string): string => text.replaceAll(/[.+]/g, String.raw`\$&`);
