/** Watching and steering a run. */
import { expect, LONG, test } from '../support/test.ts';
import { endlessProject, smallProject } from '../support/projects.ts';
import { TRAINING } from '../support/workbench.ts';

test('one click trains; reward and KL points arrive, iteration by iteration', async ({ workbench }) => {
  const { charts, editors } = workbench;
  await workbench.open();
  await editors.set({ Iterations: 3, 'Episodes per iteration': 4, 'Evaluate every': 2, 'Evaluation episodes': 2 });
  await workbench.train();
  await expect(workbench.run.getByText('live', { exact: true })).toBeVisible();
  await expect(charts.all.getByRole('application', { name: /^Reward\. .*sampled, train from/ }), 'the first point').toBeVisible(TRAINING);
  await workbench.untilPhase('Finished');
  expect(await workbench.iteration()).toBe(3);

  for (const title of ['Reward', 'KL to reference', 'KL old → new', 'Entropy', 'Clip fraction', 'Policy loss', 'Value loss', 'Speed']) {
    await charts.showTable(title);
    await expect.poll(async () => (await charts.rows(title)).map((row) => row['iteration']).slice(0, 3), title).toEqual([3, 2, 1]);
  }
  const rewards = await charts.rows('Reward');
  for (const row of rewards.slice(0, 3)) expect(row['sampled, train']).toBeGreaterThanOrEqual(0);
  // Before the run, at every second iteration and after the last one.
  expect(rewards.filter((row) => row['greedy, train'] !== undefined).map((row) => row['iteration'])).toEqual([3, 2, 0]);
  for (const row of await charts.rows('KL to reference')) {
    // k1: of a few tokens it may be a little below 0, and the team that plays the first iteration is the base.
    for (const kl of [row['planner']!, row['solver']!]) {
      if (row['iteration'] === 1) expect(kl).toBe(0);
      else expect(Math.abs(kl)).toBeLessThan(2);
    }
  }
  expect(
    (await charts.rows('KL old → new')).every((row) => row['planner']! > 0 && row['solver']! > 0),
    'every update moved both agents',
  ).toBe(true);
  await expect(workbench.statusLine).toContainText(/(webgpu|webgl|wasm|cpu) \(.+\) · \S+/);
});

test('a run is begun with a step, steered, stopped and continued, and the canvas shows who is generating', async ({ workbench }) => {
  await test.step('a run can be begun with a step, resumed, paused, stopped and continued', async () => {
    const { charts } = workbench;
    await workbench.open(endlessProject());
    for (const iteration of [1, 2]) {
      await workbench.button('Step').click();
      await workbench.untilIteration(iteration);
      await workbench.untilPhase('Paused');
      expect(await workbench.iteration(), 'a step is one iteration').toBe(iteration);
    }
    await workbench.button('Resume').click();
    await workbench.untilIteration(4);
    await workbench.button('Pause').click();
    await workbench.untilPhase('Paused');
    await workbench.stop();
    await expect(workbench.button('Stop')).toBeDisabled();
    await expect(workbench.run.getByText('this session', { exact: true })).toBeVisible();

    const stopped = await workbench.iteration();
    await workbench.button(`Continue from ${stopped}`).click();
    await workbench.untilIteration(stopped + 2);
    await workbench.stop();
    const last = await workbench.iteration();
    await charts.showTable('Entropy');
    const iterations = (await charts.rows('Entropy')).map((row) => row['iteration']);
    expect(iterations.slice(0, 5), 'every iteration once, newest first').toEqual([0, 1, 2, 3, 4].map((back) => last - back));
    expect(await workbench.runs(), 'it is the same run').toEqual(['Run 1 · Small team', 'Planner and solver (recorded)']);
  });

  await test.step('while a run goes on the canvas shows who is generating', async () => {
    await workbench.train();
    await expect(workbench.team.agent('Planner')).toContainText(/generating \d of 4/, TRAINING);
    await expect(workbench.team.agent('Solver')).toContainText(/(waiting|generating|done) \d of 4/, TRAINING);
    await expect(workbench.team.agent('Planner').getByRole('progressbar')).toBeVisible();
    await workbench.stop();
    await expect(workbench.team.agent('Planner').getByRole('progressbar'), 'nobody speaks in a run that is over').toBeHidden();
  });
});

test('how far the run is reads the same above the curves and in the status line, at every moment', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  await workbench.open(smallProject({ iterations: 12 }));
  await page.evaluate(() => {
    const moments = { compared: 0, different: [] as string[] };
    Object.assign(globalThis, { moments });
    // Called after every change of the page, before anything is painted.
    new MutationObserver(() => {
      const bar = document.querySelector('[data-origin="live"], [data-origin="ended"]')?.parentElement?.textContent ?? '';
      const above = /(\d+) \/ 12 ·/.exec(bar);
      const below = /iteration (\d+)\/12/.exec(document.querySelector('footer')?.textContent ?? '');
      if (!above || !below) return;
      moments.compared += 1;
      if (above[1] !== below[1]) moments.different.push(`${above[0]} and ${below[0]}`);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await workbench.trainToTheEnd();
  await expect(workbench.run).toContainText('12 / 12 · finished');
  const moments = await page.evaluate(() => (globalThis as unknown as { moments: { compared: number; different: string[] } }).moments);
  expect(moments.different).toEqual([]);
  expect(moments.compared).toBeGreaterThan(12);
});

test('runs with one seed are the same, with another seed another; past runs stay and can be looked at again', { tag: LONG }, async ({
  workbench,
}) => {
  await test.step('two runs with one seed are the same, another seed is another run', async () => {
    const { charts, editors } = workbench;
    await workbench.open(smallProject());
    await workbench.trainToTheEnd();
    const titles = ['Reward', 'KL to reference', 'Entropy', 'Value loss'];
    for (const title of titles) await charts.showTable(title);
    const read = () => Promise.all(titles.map((title) => charts.rows(title)));
    const first = await read();
    await workbench.trainToTheEnd();
    await expect.poll(read).toEqual(first);

    await editors.set({ Seed: 2 });
    await workbench.trainToTheEnd();
    await expect.poll(async () => (await charts.rows('Entropy')).length).toBe(first[2]!.length);
    expect(await read()).not.toEqual(first);
  });

  await test.step('past runs stay and can be looked at again', async () => {
    await workbench.projectName.fill('Another team');
    await workbench.projectName.press('Enter');
    await workbench.trainToTheEnd();
    expect(await workbench.runs()).toEqual([
      'Run 4 · Another team',
      'Run 3 · Small team',
      'Run 2 · Small team',
      'Run 1 · Small team',
      'Planner and solver (recorded)',
    ]);
    await workbench.showRun('Run 1 · Small team');
    await expect(workbench.run).toContainText('2 / 2 · finished');
    await workbench.showRun('Planner and solver (recorded)');
    await expect(workbench.run.getByText('recorded', { exact: true })).toBeVisible();
    await expect(workbench.run).toContainText('40 / 40 · finished');
  });
});

test('a run’s episodes are put into the reader that is there; until they come none of another run is shown', { tag: LONG }, async ({
  workbench,
}) => {
  const { episodes } = workbench;
  await workbench.open();
  await expect(episodes.options.first()).toBeVisible();
  // Building it anew would hold the page while the workers start.
  await episodes.reader.evaluate((element) => element.setAttribute('data-first', ''));
  await workbench.importFile('project.json', JSON.stringify(smallProject({ episodes: 3, iterations: 1 })));
  await workbench.closeMessage();
  await expect(episodes.reader).toBeHidden();
  await expect(episodes.options).toHaveCount(0);
  await workbench.trainToTheEnd();
  await expect(episodes.options).toHaveCount(3);
  await expect(episodes.reader).toHaveAttribute('data-first');
});

test('episodes are read message by message and token by token, filtered, searched, and earlier iterations read again', {
  tag: LONG,
}, async ({ workbench, page }) => {
  await test.step('episodes can be read message by message, and every sampled token tells its numbers', async () => {
    const { episodes } = workbench;
    await workbench.open(smallProject({ episodes: 12, iterations: 2 }));
    await workbench.trainToTheEnd();
    // Those out of sight are not drawn.
    await expect(episodes.options.first()).toHaveAttribute('aria-setsize', '12');
    await expect(episodes.transcript).toHaveAccessibleName('Episode 0');
    await episodes.options.nth(2).click();
    await expect(episodes.transcript).toHaveAccessibleName('Episode 2');

    await expect(episodes.message('Planner')).toContainText('sees the problem only');
    await expect(episodes.message('Solver')).toContainText('sees planner (message 1)');
    const prompt = await episodes.promptOf('Solver');
    expect(prompt, 'what is given is shown by kind').toMatch(/system[^]*problem[^]*message · planner[^]*header/);

    const first = episodes.tokens('planner').first();
    await first.focus();
    // They are drawn when there is time.
    await expect.poll(() => episodes.tokenNumbers()).toHaveProperty('Advantage (normalised)');
    const numbers = await episodes.tokenNumbers();
    for (const name of [
      'Advantage (normalised)',
      'Advantage',
      'Value',
      'Return',
      'Token reward',
      'Log-prob',
      'Reference log-prob',
      'KL to reference',
      'Entropy',
    ]) {
      expect(numbers[name], name).toMatch(/^[+−]?\d/);
    }
    expect(numbers['Log-prob'], 'a log-probability is at most zero').toMatch(/^(−|0)/);
    await expect(first).toHaveAccessibleName(/, Advantage \(normalised\) [+−]?\d/);

    await page.keyboard.press('ArrowDown');
    await expect(episodes.tokens('solver').first(), 'arrow keys lead from message to message').toBeFocused();

    const colours = episodes.reader.getByRole('combobox', { name: 'Colour tokens by' });
    await colours.click();
    await page.getByRole('option', { name: 'Log-prob', exact: true }).click();
    await expect(first).toHaveAccessibleName(/, Log-prob /);
    await expect(episodes.reader.getByRole('img', { name: /^Colour scale of Log-prob/ })).toBeVisible();
  });

  await test.step('episodes can be filtered and searched, and earlier iterations read again', async () => {
    const { episodes } = workbench;
    await expect(episodes.options.first()).toBeVisible();
    await episodes.reader.getByText('Right', { exact: true }).click();
    // The reader follows a run at its own calm pace, so the last iteration may still be on its way.
    await expect(async () => {
      const [, right = '', all] = /(\d+) of (\d+) right/.exec(await episodes.reader.innerText()) ?? [];
      expect(all).toBe('12');
      await expect(episodes.options).toHaveCount(Number(right), { timeout: 500 });
    }).toPass({ timeout: 15_000 });
    await episodes.reader.getByText('All', { exact: true }).click();
    await episodes.reader.getByRole('textbox', { name: 'Find in episodes' }).fill('no problem says this');
    await expect(episodes.reader.getByText('No episode matches this filter')).toBeVisible();
    await episodes.reader.getByRole('textbox', { name: 'Find in episodes' }).fill('');

    const newest = await episodes.options.first().getAttribute('aria-label');
    const iteration = episodes.reader.getByRole('combobox', { name: 'Iteration' });
    // A reader that takes in the last iteration just then draws the list anew, under the click.
    await expect(async () => {
      await iteration.click();
      await page.getByRole('option', { name: '1', exact: true }).click({ timeout: 3000 });
      await expect(iteration).toHaveValue('1', { timeout: 3000 });
    }).toPass();
    await expect(episodes.options.first()).not.toHaveAccessibleName(newest!);
  });
});
