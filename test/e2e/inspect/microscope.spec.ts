/** The advantage microscope and the conservation lights, on the recorded run that is on screen at once. */
import { gunzipSync } from 'node:zlib';
import { formatNumber, formatSigned } from '../../../src/page/kit/figures/format.ts';
import { expect, test } from '../support/test.ts';
import { goTo } from '../support/places.ts';
import { shownEpisodes } from '../support/recorded.ts';
import { TRAINING } from '../support/workbench.ts';

const number = (text: string | null): number => Number((text ?? '').replace('−', '-'));

test('the advantage of a recorded token is its colour, a sum of terms and a recursion; the lights say what is conserved', async ({
  page,
}) => {
  await page.goto('/');
  await goTo(page, 'Inspect');
  const microscope = page.getByRole('article', { name: /^Episode \d+/ });
  const token = microscope.getByRole('group', { name: 'Tokens sampled by planner' }).getByRole('button').first();
  const [, episode = ''] = /^Episode (\d+)/.exec((await microscope.getAttribute('aria-label')) ?? '') ?? [];
  const [said] = shownEpisodes().find((record) => record.episode === Number(episode))!.messages;
  const colours = microscope.getByRole('combobox', { name: 'Colour tokens by' });
  /** Chooses anew until it is chosen: a list that is still closing takes a click for one beside it. */
  const colourBy = (channel: string) =>
    expect(async () => {
      await colours.click();
      await page.getByRole('option', { name: channel, exact: true }).click({ timeout: 3000 });
      await expect(colours).toHaveValue(channel, { timeout: 3000 });
    }).toPass();
  await test.step('tokens are coloured by what trained them', async () => {
    await expect(microscope.getByRole('img', { name: /^Colour scale of Advantage \(normalised\): / })).toBeVisible();
    const written = (value: number): string => formatSigned(value).replace('+', '\\+');
    await expect(token).toHaveAccessibleName(
      new RegExp(`, Advantage \\(normalised\\) ${written(said!.receipt!.normalized_advantages[0]!)}$`),
    );
  });

  await test.step('a token’s advantage is shown as terms that sum to it, and the recursion is stepped to it', async () => {
    await token.focus();

    const from = microscope.getByRole('region', { name: 'Where its advantage comes from' });
    const sum = number(await from.getByTestId('sum').textContent());
    expect(Math.abs(sum - number(await from.getByTestId('recorded').textContent()))).toBeLessThanOrEqual(1e-5);
    await expect(from.getByRole('alert')).toHaveCount(0);
    await expect(from.getByTestId('formula')).toHaveText(/^A1 = δ1 \+ 0\.950·δ2 .* = [+−]?\d/);
    const terms = microscope.getByRole('table', { name: 'Strongest terms' });
    const adds = (await terms.getByRole('cell').allTextContents()).map(number);
    expect(adds.length).toBeGreaterThan(3);
    expect(Math.abs(adds.reduce((all, amount) => all + amount, 0) - sum), 'as rounded on screen').toBeLessThan(0.01);
    await expect(microscope.locator('[data-crosses="solver"]').first(), 'arcs that cross to the other agent').toBeAttached();

    const stepper = microscope.getByRole('toolbar', { name: 'The backward recursion, step by step' });
    await stepper.getByRole('button', { name: 'To its beginning, the last token' }).click();
    await expect(microscope).toContainText('Nothing comes after the last token');
    const solver = microscope.getByRole('group', { name: 'Tokens sampled by solver' }).getByRole('button');
    await expect(solver.last(), 'the cursor moves with it').toHaveAttribute('aria-current', 'true');
    await stepper.getByRole('button', { name: 'One step on, to the token before' }).click();
    await expect(microscope.getByTestId('step')).toHaveText(/^A(\d+) = δ\1 \+ γλ A\d+ = /);
    await page.keyboard.press('I');
    await expect(stepper).toContainText('step 3 of');
    await page.keyboard.press('End');
    await expect(token).toHaveAttribute('aria-current', 'true');
    // The recursion is drawn when there is time, after the token.
    await expect(microscope.getByTestId('step')).toHaveText(/^A1 = /);
    const [, end = ''] = /= ([+−]?[\d.]+)$/.exec((await microscope.getByTestId('step').textContent()) ?? '') ?? [];
    expect(number(end), 'the recursion ends at the sum').toBeCloseTo(sum, 2);

    await colourBy('Ratio');
    const ratio = Math.exp(said!.receipt!.updated_logprobs[0]! - said!.logprobs[0]!);
    await expect(token, 'as the receipt has it').toHaveAccessibleName(new RegExp(`, Ratio ${formatNumber(ratio)}$`));
    await expect(microscope.getByRole('img', { name: /^Colour scale of Ratio: / })).toBeVisible();
    await colourBy('Advantage (normalised)');
  });

  await test.step('the conservation lights say what holds, of how much, and what cannot be told', async () => {
    await page.getByRole('button', { name: /^Conservation: In this iteration \d identit(y holds|ies hold)/ }).click();
    const lights = page.getByRole('dialog', { name: 'Conservation' });
    await expect(lights.getByRole('listitem').filter({ hasText: 'Returns' })).toContainText(/holds, \d+ tokens checked/);
    await expect(lights.getByRole('listitem').filter({ hasText: 'Masks' })).toContainText('holds');
    await expect(lights.getByRole('listitem').filter({ hasText: 'Ratio 1' })).toContainText('holds, 2 agents checked');
    await expect(lights.getByRole('listitem').filter({ hasText: 'Played on' })).toContainText('Only VinePPO plays on');
  });

  await test.step('and raw, with the reason, where that cannot be told', async () => {
    // As an older version kept a part of a batch.
    await page.route('**/recorded/planner-solver/rollouts/*.jsonl.gz', async (route) => {
      // Some hosts say that it is gzipped, and then it has been unpacked on the way.
      const body = await (await route.fetch()).body();
      const lines = (body[0] === 0x1f ? gunzipSync(body) : body).toString('utf8').trim().split('\n').slice(0, 20);
      const cut = lines.map((line) => line.replaceAll(/,"receipt":\{[^{}]*\}/g, ''));
      await route.fulfill({ body: `${cut.join('\n')}\n` });
    });
    // The address follows the cursor after a moment, and the page begins again from it.
    await expect(page).not.toHaveURL(/channel=ratio\b/);
    await page.reload();
    await expect(
      microscope.getByRole('status').filter({ hasText: 'The advantages as they are recorded. Normalised ones: Unknown' }),
    ).toBeVisible(TRAINING);
    await expect(microscope.getByRole('img', { name: /^Colour scale of Advantage: / })).toBeVisible();
    await expect(colours).toHaveValue('Advantage');
  });
});
