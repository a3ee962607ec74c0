/** For teachers: a lesson's link opens it trimmed; the page lists them all; what is printed cannot be pressed. And the words, by link. */
import { LESSONS } from '../../../src/core/lessons/lesson.ts';
import { readWords } from '../../../src/lessons/node.ts';
import { expect, LONG, test } from '../support/test.ts';
import { TRAINING } from '../support/workbench.ts';

test('a lesson’s link opens it on its project, with what it needs and no more', async ({ workbench, page }) => {
  await page.goto('/#place=learn&part=teachers');
  const listed = page.locator('[data-teaches]');
  await expect(listed).toHaveCount(LESSONS.length);
  const { title } = readWords('lamas', 'en');
  const entry = page.getByRole('article', { name: `1. ${title}` });
  await expect(entry).toContainText(/\d(\.\d)? kB|\d+ bytes/);
  const link = await entry.getByLabel('Link for students').inputValue();
  expect(link.length).toBeLessThan(8000);

  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('complementary', { name: /^Lesson 1/ })).toBeVisible(TRAINING);
  await expect(page.getByRole('heading', { name: readWords('lamas', 'en').steps[0]!.title })).toBeVisible();
  await expect(workbench.projectName).toHaveValue(title);
  // The view of the link holds: a place that the lesson does without is not there.
  const rail = page.getByRole('navigation');
  await expect(rail.getByRole('button', { name: 'Team', exact: true })).toBeVisible();
  await expect(rail.getByRole('button', { name: 'Environment', exact: true })).toHaveCount(0);
  expect(page.url()).toContain('lesson=lamas');
  expect(page.url()).not.toContain('p=1.');
});

test('what is printed has words, questions and figures, and nothing to press', { tag: LONG }, async ({ workbench: _, page }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.goto('/#place=learn&part=teachers');
  await page.getByRole('button', { name: 'Print view of all lessons' }).click();
  const sheet = page.locator('[data-print-sheet]');
  await expect(sheet.locator('[data-prints]')).toHaveCount(LESSONS.length);
  await expect(sheet.getByRole('heading', { name: 'What came out' })).toHaveCount(LESSONS.length);
  await expect(sheet.locator('a, button, input, select, textarea, summary, [role="button"], [tabindex]')).toHaveCount(0);
  await expect(sheet.getByRole('heading', { name: 'For the teacher' })).toHaveCount(0);
  await page.getByText('Teachers', { exact: true }).click();
  await expect(sheet.getByRole('heading', { name: 'For the teacher' }).first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#root')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeHidden();
  await expect(sheet).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});

test('a word is opened by its link, and from the chart it stands behind', { tag: LONG }, async ({ workbench: _, page }) => {
  await page.goto('/#place=learn&term=trustRegion');
  const sought = page.locator('[data-sought]');
  await expect(sought).toContainText('Trust region');
  await expect(sought).toContainText('信任域');
  await expect(sought).toBeInViewport();
  await sought.getByRole('button', { name: 'chart “KL old → new”' }).click();
  const chart = page.locator('[data-chart="klOldNew"]');
  await expect(chart).toBeInViewport(TRAINING);
  await chart.getByRole('button', { name: 'What is KL old → new?' }).click();
  await page.getByRole('button', { name: '“Trust region” among the words' }).click();
  await expect(sought).toBeInViewport();
  await expect(page).toHaveURL(/term=trustRegion/);
});
