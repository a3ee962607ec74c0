/** The curves as they are drawn. */
import { readFile } from 'node:fs/promises';
import { expect, LONG, test } from '../support/test.ts';
import { plotBox } from '../../../src/page/kit/figures/geometry.ts';
import { smallProject } from '../support/projects.ts';
import { TRAINING } from '../support/workbench.ts';

test('at 1440 by 900 pixels reward, KL and entropy are seen whole, also while a run goes on', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  const { charts } = workbench;
  expect(page.viewportSize()).toEqual({ width: 1440, height: 900 });
  /** With its numbers and its key, and not cut by the panel's edge. */
  const seenWhole = async (when: string) => {
    for (const id of ['reward', 'klRef', 'entropy']) await expect(charts.figure(id), `${id} ${when}`).toBeInViewport({ ratio: 1 });
  };
  const credit = { strategy: 'step_discount' as const, discount: 1, ownShare: 1, chain: 'serial' as const };
  await workbench.open(smallProject({ iterations: 3, episodes: 16, evaluateEvery: 1, credit, compat: ['r3_lost_token_rewards'] }));
  await workbench.trainToTheEnd();
  await expect(charts.figure('reward')).toContainText('greedy, train');
  await seenWhole('with a run and how far it is');

  await test.step('credit that a compat switch loses shows as two lines apart, with a ring at every iteration', async () => {
    await workbench.button('More curves').click();
    const figure = charts.figure('conservation');
    await figure.scrollIntoViewIfNeeded();
    await expect(figure).toContainText('not conserved');
    await expect(figure.locator('[data-broken]')).toHaveCount(3);
    await charts.showTable('Credit conserved');
    for (const row of await charts.rows('Credit conserved')) {
      expect(row['declared']).toBeGreaterThan(0);
      expect(row['paid']).toBe(0);
      expect(row['places not conserved']).toBeGreaterThan(0);
    }
    await charts.figure('reward').scrollIntoViewIfNeeded();
  });

  await workbench.showRun('Planner and solver (recorded)');
  await expect(charts.figure('reward')).toContainText('greedy, test');
  await seenWhole('with the recorded run');
});

test('the recorded curves are read, cut, hidden and saved', { tag: LONG }, async ({ workbench, page }) => {
  await workbench.open();
  await test.step('a chart is saved as picture and as numbers', async () => {
    const { charts } = workbench;
    const saved = async (title: string, format: string) => {
      const coming = page.waitForEvent('download');
      await charts.choose(title, format);
      const download = await coming;
      return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
    };

    const csv = await saved('Reward', 'Save numbers as CSV');
    const [head, ...rows] = csv.content.toString().trim().split('\r\n');
    expect(head).toBe('iteration,reward/mean,reward/greedy,reward/greedy_test');
    const recorded = (await (await page.request.get('recorded/planner-solver/metrics.jsonl')).text()).trim().split('\n');
    const written = recorded.map((line) => JSON.parse(line) as Record<string, number>);
    expect(rows).toEqual(
      written.map((row) =>
        head!
          .split(',')
          .map((name) => row[name] ?? '')
          .join(','),
      ),
    );

    const svg = await saved('Entropy', 'Save as SVG');
    expect(svg.name).toMatch(/entropy\.svg$/);
    // An empty page reads it, since ours makes no elements of a text.
    const reader = await page.context().newPage();
    const parsed = await reader.evaluate((text) => {
      const document = new DOMParser().parseFromString(text, 'image/svg+xml');
      return {
        wrong: document.querySelector('parsererror')?.textContent ?? null,
        texts: [...document.querySelectorAll('text')].map((element) => element.textContent),
        lines: document.querySelectorAll('path[data-line]').length,
      };
    }, svg.content.toString());
    await reader.close();
    expect(parsed.wrong).toBeNull();
    expect(parsed.texts).toEqual(expect.arrayContaining(['Entropy', 'nats per token', 'Planner', 'Solver']));
    expect(parsed.lines, 'two agents, each over its data as measured').toBe(4);
    expect(svg.content.toString()).not.toMatch(/var\(|color-mix|class=/);

    const png = await saved('Entropy', 'Save as PNG');
    expect([...png.content.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    // Twice the picture's 748 pixels.
    expect(png.content.readUInt32BE(16)).toBe(1496);

    const all = page.waitForEvent('download');
    await charts.all.getByRole('button', { name: 'All charts' }).click();
    await page.getByRole('menuitem', { name: 'Save all numbers as CSV' }).click();
    const names = (await readFile(await (await all).path())).toString().split('\r\n')[0]!.split(',');
    expect(names).toEqual(expect.arrayContaining(['reward/mean', 'actor/solver/kl_ref', 'perf/tokens_per_s', 'timing_s/update']));
  });

  await test.step('explained variance far below zero is marked at the edge, and told by pointing and by the table', async () => {
    const { charts } = workbench;
    await charts.figure('explainedVariance').scrollIntoViewIfNeeded(); // what is out of view is not drawn
    const marks = charts.figure('explainedVariance').locator('[data-beyond]');
    await expect(marks).not.toHaveCount(0);
    const marked = await marks.evaluateAll((elements) => elements.map((element) => Number(element.getAttribute('data-beyond'))));
    const name = 'Explained variance';
    const picture = charts.all.getByRole('application', { name: new RegExp(`^${name}\\.`) });
    await picture.press('Home');
    const told = charts.figure('explainedVariance').getByRole('status');
    for (let iteration = 0; iteration < marked[0]!; iteration += 1) await picture.press('ArrowRight');
    await expect(told).toHaveText(new RegExp(`^iteration ${marked[0]}`));
    await expect(told).toContainText(/−\d+(\.\d+)?, beyond the axis/);
    const value = Number(/(−[\d.]+), beyond/.exec(await told.innerText())![1]!.replace('−', '-'));
    expect(value).toBeLessThan(-1);

    await charts.showTable(name);
    const rows = await charts.rows(name);
    expect(rows.filter((row) => row['critic']! < -1).map((row) => row['iteration']!)).toEqual(marked.toReversed());
    expect(rows.find((row) => row['iteration'] === marked[0])?.['critic']).toBe(value);
  });

  await test.step('on paper charts are light, whatever the page looks like', async () => {
    const html = page.locator('html');
    // Whether more is drawn in the ink of the dark page, #e6eaef, than in that of the light one, #18212d.
    const isDark = () =>
      workbench.charts
        .figure('reward')
        .locator('canvas')
        .evaluate((canvas: HTMLCanvasElement) => {
          const pixels = new Uint32Array(canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
          const count = (abgr: number): number => pixels.reduce((sum, pixel) => sum + Number(pixel === abgr), 0);
          return count(0xffefeae6) > count(0xff2d2118);
        });
    await workbench.charts.figure('reward').scrollIntoViewIfNeeded();
    await workbench.colours('dark');
    await expect.poll(isDark).toBe(true);
    await page.emulateMedia({ media: 'print' });
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
    await expect.poll(isDark).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await workbench.colours('light');
  });

  await test.step('one cursor, one zoom and one key for all charts; what is hidden is remembered', async () => {
    const { charts, episodes } = workbench;
    await charts.figure('reward').scrollIntoViewIfNeeded();
    const reward = charts.all.getByRole('application', { name: /^Reward\./ });
    const shown = (id: string) => charts.figure(id).getByRole('application').getAttribute('data-shown');
    await expect(reward.locator('canvas')).toBeVisible();

    await test.step('the keyboard leads the cursor of all charts, and only the one at hand is read out', async () => {
      await reward.press('Home');
      await reward.press('ArrowRight');
      await expect(charts.figure('reward').getByRole('status')).toHaveText(/^iteration 1/);
      await expect(charts.figure('klRef')).toContainText(/iteration 1.*planner/);
      await expect(charts.figure('klRef').getByRole('status')).toHaveCount(0);
      await reward.press('Enter');
      await expect(episodes.reader.getByRole('combobox', { name: 'Iteration' })).toHaveValue('1');
      await reward.press('Escape');
      await expect(charts.figure('reward').getByRole('status')).toHaveCount(0);
    });

    await test.step('keys and a drag zoom all of them, the table too; Escape shows all again', async () => {
      await reward.press('+');
      await expect(charts.all.getByRole('button', { name: /^Iterations \d+–\d+$/ })).toBeVisible();
      await reward.press('Escape');
      await expect(charts.all.getByRole('button', { name: /^Iterations/ })).toHaveCount(0);
      const box = (await reward.boundingBox())!;
      const { left, right } = plotBox(box);
      const xOf = (iteration: number) => box.x + left + ((right - left) * iteration) / 40;
      await page.mouse.move(xOf(10), box.y + 60);
      await page.mouse.down();
      await page.mouse.move(xOf(20), box.y + 70, { steps: 3 });
      await page.mouse.up();
      await expect(charts.all.getByRole('button', { name: 'Iterations 10–20' })).toBeVisible();
      await expect.poll(() => shown('entropy')).toBe('10 20');
      await charts.showTable('KL to reference');
      expect((await charts.rows('KL to reference')).map((row) => row['iteration'])).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10]);
    });

    await test.step('an agent switched off leaves curves and tables, alone with Alt', async () => {
      const key = charts.all.getByRole('list', { name: 'Agents' });
      await key.getByRole('button', { name: 'Planner' }).click();
      expect(Object.keys((await charts.rows('KL to reference'))[0]!)).toEqual(['iteration', 'solver']);
      await key.getByRole('button', { name: 'Planner' }).click({ modifiers: ['Alt'] });
      expect(Object.keys((await charts.rows('KL to reference'))[0]!)).toEqual(['iteration', 'planner']);
      await charts.figure('reward').getByRole('button', { name: 'sampled, train' }).click();
      await expect(charts.figure('reward')).not.toHaveAccessibleName(/sampled/);
    });

    await test.step('a chart is pinned and another hidden', async () => {
      await charts.choose('Entropy', 'Pin to the top');
      await charts.choose('Clip fraction', 'Hide this chart');
      await expect(charts.all.locator('figure').first()).toHaveAttribute('data-chart', 'entropy');
      await expect(charts.figure('clipFraction')).toHaveCount(0);
    });

    await page.reload();
    // The recorded run is read anew, which a busy machine takes its time for.
    await expect(charts.all.locator('figure').first()).toHaveAttribute('data-chart', 'entropy', TRAINING);
    await expect(charts.all.getByRole('list', { name: 'Agents' }).getByRole('button', { name: 'Planner' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(charts.all.getByRole('list', { name: 'Agents' }).getByRole('button', { name: 'Solver' })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
    await expect(charts.all.getByRole('button', { name: /^Iterations/ })).toHaveCount(0);
    await charts.all.getByRole('button', { name: 'Show 1 hidden chart' }).click();
    await expect(charts.all.locator('figure').first()).toHaveAttribute('data-chart', 'reward');
    await expect(charts.all.getByRole('list', { name: 'Agents' }).getByRole('button', { name: 'Solver' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });
});
