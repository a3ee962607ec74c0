/** A study by its link: one participant from the consent to the test of a week later, whose file says all of it. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { analysed } from '../../../headless/study/analysis.ts';
import { INVENTORY } from '../../../src/core/lessons/inventory.ts';
import { assign, type Condition } from '../../../src/core/study/assignment.ts';
import { formOf } from '../../../src/core/study/course.ts';
import type { StudyEvent, StudyRecord, Test } from '../../../src/core/study/events.ts';
import { readStudy } from '../../../src/core/study/file.ts';
import { parseStudyLink } from '../../../src/core/study/link.ts';
import { learningOf, testScore } from '../../../src/core/study/scores.ts';
import { lessonsText, studyText as words } from '../../../src/words/words.ts';
import { loadCourse } from '../../../src/lessons/node.ts';
import { violations } from '../support/axe.ts';
import { expect, LONG, test } from '../support/test.ts';
import { TRAINING } from '../support/workbench.ts';

const LINK = 'one-choice.walk.1';
const DAY = 86_400_000;
const link = parseStudyLink(LINK);

/** The first code whom chance gives a condition. */
function codeOf(condition: Condition): string {
  const codes = Array.from({ length: 6 }, (_, index) => `P00${index + 1}`);
  return codes.find((code) => assign(link, code).condition === condition) ?? '';
}

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: words.title });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

async function agree(page: Page, code: string): Promise<void> {
  await page.goto(`/?study=${LINK}`);
  await expect(dialog(page).getByRole('heading', { name: words.consent.whereTitle })).toBeVisible(TRAINING);
  await dialog(page).getByRole('textbox', { name: words.consent.code }).fill(code);
  await button(page, words.consent.agree).click();
}

/** Answers the items: the first option each, but for one that is changed and one that is left out. */
async function takeTest(page: Page, test: Test): Promise<void> {
  for (let nth = 1; nth <= 12; nth += 1) {
    const screen = dialog(page);
    await expect(screen.getByText(words.test.item(nth, 12), { exact: true })).toBeVisible(TRAINING);
    await expect(screen.getByRole('heading', { level: 1, name: words.test.titles[test] })).toBeFocused();
    if (nth === 4) {
      await button(page, words.test.leaveOut).click();
      continue;
    }
    await screen.getByRole('radio').first().check();
    if (nth === 3) await screen.getByRole('radio').nth(1).check();
    await button(page, words.test.next).click();
  }
}

async function downloaded(page: Page): Promise<StudyRecord> {
  const downloading = page.waitForEvent('download');
  await button(page, words.bar.download).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^study-one-choice\.walk\.1-P00\d\.jsonl$/);
  return readStudy(readFileSync(await download.path(), 'utf8'), 'downloaded');
}

const kinds = ({ events }: StudyRecord, kind: StudyEvent['kind']): readonly StudyEvent[] => events.filter((event) => event.kind === kind);
const keys = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('marft-workbench.study')));

test('a participant predicts first, takes the lesson, and comes back after a week; then nothing is left', async ({ page }) => {
  test.slow();
  const code = codeOf('predict-first');
  const course = await loadCourse('one-choice');
  const predicted = course.steps.filter(({ kind }) => kind === 'predict');
  await agree(page, code.toLowerCase());

  await test.step('nothing beneath the first test is reached', async () => {
    await expect(page.locator('#root > [inert]').first()).toBeAttached();
    await takeTest(page, 'pre');
  });

  await test.step('all predictions come before the lesson', async () => {
    for (let nth = 1; nth <= predicted.length; nth += 1) {
      await expect(dialog(page).getByText(words.predict.nth(nth, predicted.length), { exact: true })).toBeVisible(TRAINING);
      await dialog(page).getByRole('radio').first().check();
      await dialog(page).getByRole('radio', { name: lessonsText.expected.sure.guess }).check();
      await button(page, words.predict.make).click();
    }
  });

  await test.step('in the lesson, what is done is kept, and the second test opens at the last step', async () => {
    const panel = page.getByRole('complementary', { name: lessonsText.lesson(0), exact: true });
    await expect(panel).toHaveAttribute('aria-busy', 'false', TRAINING);
    const goOn = panel.getByRole('button', { name: new RegExp(`^(?:${lessonsText.next}|${lessonsText.skip})$`) });
    for (const [index, step] of course.steps.entries()) {
      await expect(panel.getByText(lessonsText.step(index + 1, course.steps.length), { exact: true })).toBeVisible(TRAINING);
      if (step.kind === 'predict')
        await expect(panel.getByText(lessonsText.expected.predicted(lessonsText.expected.sure.guess))).toBeVisible();
      if (step.id === 'softmax') {
        await panel.getByRole('button', { name: lessonsText.do.hint }).click();
        for (const field of await panel.getByRole('textbox').all()) await field.fill('0.9');
        await panel.getByRole('button', { name: lessonsText.check.answer }).click();
        await expect(panel.getByText(lessonsText.check.wrong)).toBeVisible();
        await panel.getByRole('button', { name: lessonsText.previous, exact: true }).click();
        await goOn.click();
      }
      if (index === 4) {
        expect(await violations(page)).toEqual([]);
        // It goes on where it was.
        await page.reload();
        await expect(panel).toHaveAttribute('aria-busy', 'false', TRAINING);
      }
      if (index < course.steps.length - 1) {
        await expect(button(page, words.bar.goOn)).toBeHidden();
        await goOn.click();
      }
    }
    await button(page, words.bar.goOn).click();
    await expect(panel).toBeHidden();
    await takeTest(page, 'post');
  });

  await test.step('the third test opens after six days', async () => {
    await expect(dialog(page).getByText(/^Please come back on \w+/)).toBeVisible();
    const record = await downloaded(page);
    expect(testScore(record, 'delayed')).toBeNull();
    await page.addInitScript((later) => {
      const now = Date.now;
      Date.now = () => now() + later;
    }, 6 * DAY);
    await page.goto(`/?study=${LINK}`);
    await button(page, words.wait.begin).click(TRAINING);
    await takeTest(page, 'delayed');
    await expect(dialog(page).getByText(words.done.way['predict-first'])).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  await test.step('the file says all of it, and the analysis takes it', async () => {
    const record = await downloaded(page);
    const { order } = assign(link, code);
    expect(record.header).toMatchObject({ participant: code, condition: 'predict-first', order, taken: false, language: 'en' });
    const firstOptions = (which: Test) =>
      INVENTORY[formOf(which, order)].filter(
        ({ options, right }, index) => (index === 2 ? options[1] : index === 3 ? null : options[0]) === right,
      );
    for (const which of ['pre', 'post', 'delayed'] as const)
      expect(testScore(record, which)).toMatchObject({ score: firstOptions(which).length, left: 1, changed: 1 });
    expect(kinds(record, 'prediction')).toHaveLength(predicted.length);
    expect(learningOf(record)).toMatchObject({ steps: course.steps.length, backSteps: 1, wrongChecks: 1, hints: 1, assisted: 0 });
    expect(kinds(record, 'opened')).toHaveLength(2);
    const { conditions } = analysed(link, [record]);
    expect(conditions.map(({ began }) => began)).toEqual([0, 0, 1]);
  });

  await test.step('deleted, it is gone, with what the lesson kept', async () => {
    expect(await keys(page)).toHaveLength(1);
    await button(page, words.bar.remove).click();
    await button(page, words.bar.removeNo).click();
    await button(page, words.bar.remove).click();
    await button(page, words.bar.removeYes).click();
    await expect(dialog(page).getByRole('textbox', { name: words.consent.code })).toHaveValue('');
    expect(await keys(page)).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('marft-workbench.lessons'))).not.toContain('one-choice');
    await button(page, words.consent.decline).click();
    await expect(dialog(page)).toBeHidden();
    await expect(page).not.toHaveURL(/study=/);
  });
});

test('who gets the text reads it page by page; a wrong link says what is wrong', { tag: LONG }, async ({ page }) => {
  const course = await loadCourse('one-choice');
  await agree(page, codeOf('text'));
  await expect(dialog(page).getByText(words.test.item(1, 12), { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await takeTest(page, 'pre');
  for (let nth = 1; nth <= course.steps.length; nth += 1) {
    await expect(dialog(page).getByText(words.text.step(nth, course.steps.length), { exact: true })).toBeVisible(TRAINING);
    if (nth === 3) {
      await expect(dialog(page).getByRole('heading', { name: words.text.answer })).toBeVisible();
      await button(page, words.text.back).click();
      await button(page, words.text.next).click();
      await page.reload();
    }
    if (nth < course.steps.length) await button(page, words.text.next).click();
  }
  expect(await violations(page)).toEqual([]);
  await button(page, words.bar.goOn).click();
  await expect(dialog(page).getByRole('heading', { level: 1, name: words.test.titles.post })).toBeVisible();
  const record = await downloaded(page);
  expect(learningOf(record)).toMatchObject({ steps: course.steps.length, backSteps: 1, wrongChecks: 0, hints: 0 });

  for (const [wrong, says] of [
    ['lazy.a', 'names a lesson that is not there: “lazy”'],
    ['one-choice.A', 'has a name that is none'],
  ] as const) {
    await page.goto(`/?study=${wrong}`);
    await expect(dialog(page).getByText(says)).toBeVisible(TRAINING);
  }
  await button(page, words.without).click();
  await expect(dialog(page)).toBeHidden();
});
