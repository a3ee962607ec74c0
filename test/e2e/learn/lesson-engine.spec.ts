/** What holds for every lesson: its project beside one's own, its address, going on after a reload, what is told when a link leads nowhere. */
import { type Locator, type Page } from '@playwright/test';
import { linkHash } from '../../../src/core/share/share.ts';
import { teacherViewSchema } from '../../../src/core/share/teach.ts';
import { lessonsText, teamText, text } from '../../../src/words/words.ts';
import lamas from '../../../src/lessons/lamas/course.ts';
import { loadCourse, readWords } from '../../../src/lessons/node.ts';
import { smallProject } from '../support/projects.ts';
import { expect, LONG, test } from '../support/test.ts';
import { TRAINING } from '../support/workbench.ts';

const panelOf = (page: Page, number: number): Locator => page.getByRole('complementary', { name: lessonsText.lesson(number), exact: true });
const words = readWords('lamas', 'en');
const titleOf = (step: string): string => words.steps.find(({ id }) => id === step)?.title ?? '';
const heading = (panel: Locator, step: string): Locator => panel.getByRole('heading', { name: titleOf(step), exact: true });
const steps = lamas.steps.map(({ id }) => id);
const gate = lamas.steps.findIndex(({ kind }) => kind === 'predict');

test('a lesson has a project of its own, goes on after a reload, and leaving it leads back to one’s own', async ({ workbench, page }) => {
  await workbench.open();
  await workbench.projectName.fill('Mine');
  await workbench.projectName.press('Enter');
  const panel = panelOf(page, 1);
  await test.step('who is new begins behind the question on an earlier lesson, and is told what the lesson is for', async () => {
    await workbench.button(text.shell.newHere.start).click();
    await expect(heading(panel, steps[1]!)).toBeVisible(TRAINING);
    await expect(panel.getByRole('region', { name: lessonsText.head.objectives })).toBeVisible();
    await panel.getByRole('button', { name: lessonsText.next, exact: true }).click();
  });
  await expect(heading(panel, 'agent')).toBeVisible(TRAINING);
  await expect(workbench.projectName).toHaveValue(words.title);
  await workbench.team
    .agent('Listener')
    .getByRole('button', { name: teamText.exchange.open('listener') })
    .click();
  await expect(panel.getByRole('status').first(), 'wherever on it a click is').toHaveText(lessonsText.do.done);

  await page.reload();
  await expect(heading(panel, 'agent')).toBeVisible(TRAINING);
  await expect(panel.getByRole('status').first()).toHaveText(lessonsText.do.done);
  await expect(workbench.projectName).toHaveValue(words.title);

  // Without the address too: the project that was open is the lesson's.
  await page.goto('about:blank');
  await page.goto('/');
  await expect(heading(panel, 'agent')).toBeVisible(TRAINING);

  await panel.getByRole('button', { name: lessonsText.menu }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${lessonsText.leave}`) }).click();
  await expect(panel).toBeHidden();
  await expect(workbench.projectName).toHaveValue('Mine');
  await expect(workbench.shownRun, 'and to the run that was on screen').toHaveValue('Planner and solver (recorded)');
  await page.reload();
  await expect(workbench.projectName).toHaveValue('Mine');
  await expect(panel).toBeHidden();
});

test('the address is of the step; back and forward, links beyond a prediction and to nowhere, and being helped', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  await workbench.open();
  await test.step('the address is of the step, and back and forward go through the steps', async () => {
    await page.goto(`/#lesson=lamas`);
    const panel = panelOf(page, 1);
    await expect(heading(panel, steps[0]!)).toBeVisible(TRAINING);
    await expect(page).toHaveURL(new RegExp(`#lesson=lamas&step=${steps[0]}&place=team`));
    await panel.getByRole('button', { name: lessonsText.next, exact: true }).click();
    await expect(heading(panel, steps[1]!)).toBeVisible(TRAINING);
    await page.keyboard.press('Alt+PageDown');
    await expect(heading(panel, steps[2]!)).toBeVisible(TRAINING);
    await page.goBack();
    await expect(heading(panel, steps[1]!)).toBeVisible(TRAINING);
    await page.goBack();
    await expect(heading(panel, steps[0]!)).toBeVisible(TRAINING);
    await page.goForward();
    await expect(heading(panel, steps[1]!)).toBeVisible(TRAINING);
  });

  await test.step('a link beyond a prediction leads to the prediction, one to nowhere says so', async () => {
    await page.goto(`/#lesson=lamas&step=${steps[gate + 2]}`);
    const panel = panelOf(page, 1);
    await expect(heading(panel, steps[gate]!)).toBeVisible(TRAINING);
    await expect(panel.getByRole('alert')).toContainText('make this prediction first');
    await page.goto('/#lesson=lamas&step=nowhere');
    await expect(panel.getByRole('alert')).toContainText('no step “nowhere”');
    await page.goto('/#lesson=nothing');
    await expect(page.getByText('The lesson of this link is not here')).toBeVisible();
    await expect(workbench.button('Train')).toBeEnabled();
  });
});

test('a teacher’s link brings its project and the lesson on it', { tag: LONG }, async ({ workbench, page }) => {
  const project = { ...smallProject(), name: 'For the class' };
  const lesson = teacherViewSchema.parse({ title: 'Today', places: ['team', 'inspect', 'learn'] });
  await page.goto(`/${linkHash(project, [], { carryCode: true, lesson })}&lesson=lamas&step=${steps[1]}`);
  const panel = panelOf(page, 1);
  await expect(heading(panel, steps[1]!)).toBeVisible(TRAINING);
  await expect(workbench.projectName).toHaveValue('For the class');
  await expect(page.getByText('Today', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`#lesson=lamas&step=${steps[1]}&place=team`));
  await page.reload();
  await expect(heading(panel, steps[1]!)).toBeVisible(TRAINING);
  await expect(workbench.projectName).toHaveValue('For the class');
});

test('“Do it for me” is one step that Undo takes back', { tag: LONG }, async ({ workbench, page }) => {
  const course = await loadCourse('lamas');
  const helped = course.steps.find((step) => step.kind === 'do' && step.assist);
  if (!helped) throw new Error('no step of lesson 1 can be done for the learner');
  await page.goto(`/#lesson=lamas&step=${helped.id}`);
  const panel = panelOf(page, 1);
  const status = panel.getByRole('status').first();
  await panel.getByRole('button', { name: lessonsText.do.assist }).click();
  await expect(status).toHaveText(lessonsText.do.assisted);
  await workbench.undo();
  await expect(status).toHaveText(/^Waiting for you to /);
});

test('storage full of nonsense costs nobody a lesson', { tag: LONG }, async ({ workbench, page }) => {
  await workbench.open();
  await page.evaluate(() =>
    localStorage.setItem('marft-workbench.lessons', '{"progress":{"lamas":{"step":"<b>","answers":[1]}},"open":7}'),
  );
  await page.goto('about:blank');
  await page.goto('/#lesson=lamas');
  await expect(heading(panelOf(page, 1), steps[0]!)).toBeVisible(TRAINING);
});
