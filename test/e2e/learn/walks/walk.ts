/**
 * Takes a lesson as a learner does. What every step has in common is done here: the panel's own buttons, predictions and checks
 * (answered from the course), that the workbench notices what was done. What a person does in the page at a `do` step is the
 * lesson's own: `<lesson>.ts` beside this file exports its {@link Walk}.
 */
import { expect as base, type Locator, type Page } from '@playwright/test';
import { agentText, lessonsText, type Language, text } from '../../../../src/words/words.ts';
import { lessonNumber } from '../../../../src/core/lessons/ids.ts';
import { type CheckStep, type Course, type LessonId, type LessonStep } from '../../../../src/core/lessons/lesson.ts';
import type { LessonWords, StepWords } from '../../../../src/core/lessons/words.ts';
import { loadCourse, readWords } from '../../../../src/lessons/node.ts';
import { TRAINING, type Workbench } from '../../support/workbench.ts';

/** Patient enough for a busy machine, within the test runner and without it. */
export const expect = base.configure({ timeout: 30_000 });

/** The page while a lesson is open in it. */
export interface Stage {
  readonly workbench: Workbench;
  readonly page: Page;
  /** The lesson's panel. */
  readonly panel: Locator;
  /** Whether everything is trained here; otherwise recorded results stand in where the walk allows it. */
  readonly live: boolean;
}

export type Doing = (stage: Stage) => Promise<void>;

export interface Walk {
  readonly lesson: LessonId;
  /**
   * What a person does in the page, by id of the `do` step. `{ live }`: takes long, so it is done only where everything is trained
   * live; otherwise the step's recorded run or result is asked for.
   */
  readonly does: Readonly<Record<string, Doing | { readonly live: Doing }>>;
}

export interface WalkOptions {
  readonly live?: boolean;
  /** What the page speaks; its words must be spoken here too before this is loaded. */
  readonly language?: Language;
  /** Whether all that a step offers is taken: its hint, its sources, each wrong answer with what is said of it, what one expects. */
  readonly whole?: boolean;
  /** Called at each step, when it has been entered and (`do`, `predict`, `check`) once more when it is done. */
  readonly look?: (step: LessonStep, when: 'entered' | 'done') => Promise<void>;
}

/** Takes every step of a lesson, from its own address to its end. */
export async function takeLesson(
  workbench: Workbench,
  walk: Walk,
  { live = false, whole = false, language = 'en', look }: WalkOptions = {},
): Promise<void> {
  const { page } = workbench;
  const [course, words] = [await loadCourse(walk.lesson), readWords(walk.lesson, language)];
  const missing = course.steps.filter(({ id, kind }) => kind === 'do' && !(id in walk.does)).map(({ id }) => id);
  expect(missing, 'do steps that the walk says nothing of').toEqual([]);

  await page.goto(`/${language === 'en' ? '' : `?lang=${language}`}#lesson=${walk.lesson}&step=${course.steps[0]!.id}`);
  const panel = page.getByRole('complementary', { name: lessonsText.lesson(lessonNumber(walk.lesson)), exact: true });
  const stage: Stage = { workbench, page, panel, live };
  const taken: Taken = { stage, walk, whole };
  for (const [index, step] of course.steps.entries()) {
    await entered(stage, course, words, index);
    await look?.(step, 'entered');
    await take(taken, step, wordsOf(words, step));
    if (step.kind === 'do' || step.kind === 'predict' || step.kind === 'check') await look?.(step, 'done');
    const next = panel.getByRole('button', { name: lessonsText.next, exact: true });
    if (index < course.steps.length - 1) await next.click();
  }
  if (words.recap !== null) await expect(panel.getByRole('region', { name: lessonsText.head.recap })).toBeVisible();
}

/** A walk on its way. */
interface Taken {
  readonly stage: Stage;
  readonly walk: Walk;
  readonly whole: boolean;
}

const wordsOf = (words: LessonWords, step: LessonStep): StepWords => words.steps.find(({ id }) => id === step.id)!;

/** The step is open, the workbench where it leads, and what it points at on screen. */
async function entered({ page, panel }: Stage, course: Course, words: LessonWords, index: number): Promise<void> {
  const step = course.steps[index]!;
  await expect(panel.getByRole('heading', { name: wordsOf(words, step).title, exact: true })).toBeVisible(TRAINING);
  await expect(panel.getByText(lessonsText.step(index + 1, course.steps.length), { exact: true })).toBeVisible();
  await expect(panel).not.toHaveAttribute('aria-busy', 'true', TRAINING);
  await expect(panel.getByRole('alert'), `troubles at the step “${step.id}”`).toHaveCount(0);
  // As the panel itself looks for them: a level arrow has no height, and is there all the same.
  for (const target of step.targets ?? []) {
    const pointed = page.locator(`[data-stage=${JSON.stringify(target)}]`);
    await expect(async () => {
      const seen = await pointed.evaluateAll((elements) => elements.some((element) => element.checkVisibility()));
      base(seen, `“${target}”, which the step “${step.id}” points at, is on screen`).toBe(true);
    }).toPass({ timeout: 30_000 });
  }
}

async function take({ stage, walk, whole }: Taken, step: LessonStep, words: StepWords): Promise<void> {
  if (whole) await unfolded(stage, words);
  switch (step.kind) {
    case 'show':
    case 'highlight':
      return;
    case 'predict':
      return predict(stage, step.options.indexOf(step.outcome), words);
    case 'check':
      return check(stage, step, words, whole);
    case 'do': {
      const doing = walk.does[step.id]!;
      const recorded = !stage.live && typeof doing !== 'function';
      const status = stage.panel.getByRole('status').first();
      await expect(status, `“${step.id}” is not done before anything was done`).toContainText(
        lessonsText.do.waiting('').slice(0, -1).trim(),
      );
      if (whole && step.expects) await expectSomething(stage);
      if (recorded) {
        const show = step.recorded === 'run' ? lessonsText.do.showRun : lessonsText.do.showResult;
        await stage.panel.getByRole('button', { name: show, exact: true }).click();
      } else await (typeof doing === 'function' ? doing : doing.live)(stage);
      const told = recorded ? lessonsText.do.recorded : lessonsText.do.done;
      await expect(status, `the workbench notices that “${step.id}” was done`).toHaveText(told, TRAINING);
      if (whole && step.expects) await expect(stage.panel, 'what was expected stands beside it').toContainText(EXPECTED);
    }
  }
}

/** Hint and sources of a step, which are folded away. */
async function unfolded({ panel }: Stage, { hint, sources }: StepWords): Promise<void> {
  if (hint !== null) {
    await panel.getByRole('button', { name: lessonsText.do.hint, exact: true }).click();
    await expect(panel).toContainText(firstWords(hint));
  }
  if (sources !== null) {
    const details = panel.getByRole('group').filter({ hasText: lessonsText.head.sources });
    await details.getByText(lessonsText.head.sources, { exact: true }).click();
    await expect(details).toHaveAttribute('open');
  }
}

const EXPECTED = 'Something that one expects.';

async function expectSomething({ panel }: Stage): Promise<void> {
  const words = lessonsText.expected;
  await panel.getByRole('textbox', { name: words.ask }).fill(EXPECTED);
  await panel.getByRole('radio', { name: words.sure.likely }).check();
  await panel.getByRole('button', { name: words.keep, exact: true }).click();
  await expect(panel).toContainText(words.kept);
}

async function predict({ panel }: Stage, option: number, words: StepWords): Promise<void> {
  const next = panel.getByRole('button', { name: lessonsText.next, exact: true });
  await expect(next, 'nothing is shown before a prediction').toBeDisabled();
  await panel.getByRole('radiogroup', { name: lessonsText.predict.legend }).getByRole('radio').nth(option).check();
  await panel.getByRole('button', { name: lessonsText.predict.make, exact: true }).click();
  await expect(next).toBeEnabled();
  if (words.after !== null) await expect(panel).toContainText(firstWords(words.after));
}

/** Answers wrong first, then right. */
async function check({ panel }: Stage, step: CheckStep, { after, mistakes }: StepWords, whole: boolean): Promise<void> {
  const answer = async (): Promise<void> =>
    panel.getByRole('button', { name: new RegExp(`^(${lessonsText.check.answer}|${lessonsText.check.again})$`) }).click();
  const explained = async (): Promise<void> => {
    await panel.getByRole('button', { name: lessonsText.check.explain, exact: true }).click();
    await expect(panel).toContainText(firstWords(after ?? ''));
  };
  if ('options' in step) {
    const option = (id: string): Locator =>
      panel.getByRole('radiogroup', { name: lessonsText.check.legend }).getByRole('radio').nth(step.options.indexOf(id));
    const wrong = step.options.filter((id) => id !== step.right);
    for (const id of whole ? wrong : wrong.slice(0, 1)) {
      await option(id).check();
      await answer();
      await expect(panel).toContainText(lessonsText.check.wrong);
      await expect(panel, `what is said of “${id}”`).toContainText(firstWords(mistakes[id] ?? ''));
    }
    if (whole) await explained();
    await option(step.right).check();
  } else {
    const fields = panel.getByRole('textbox');
    for (const [index, { value, within }] of step.numbers.entries()) await fields.nth(index).fill(String(value + 3 * within + 1));
    await answer();
    await expect(panel).toContainText(lessonsText.check.wrong);
    if (whole) await explained();
    // With three digits, as a person writes it.
    for (const [index, { value }] of step.numbers.entries()) await fields.nth(index).fill(value.toFixed(3));
  }
  await answer();
  await expect(panel).toContainText(lessonsText.check.right);
}

/** The beginning of a Markdown text, as far as it is plain: enough to find it on the page. */
const firstWords = (markdown: string): string => /^[^[*`_]*/.exec(markdown)![0].trim().slice(0, 40);

/** Trains at least so many iterations, then stops. */
export async function train({ workbench }: Stage, iterations: number): Promise<void> {
  await workbench.train();
  await workbench.untilIteration(iterations);
  const stop = workbench.button(text.training.stop);
  // The run may come to its end just now, and then there is nothing to stop.
  // On a busy machine the click may have been taken and not be told in time.
  if (await stop.isEnabled())
    await stop
      .click({ timeout: 2000 })
      .catch(() => expect(workbench.phase).toHaveText(new RegExp(`^(${text.status.finished}|${text.status.stopped})$`), TRAINING));
}

/** A number of the selected agent's adapter. */
export async function writeAdapter(page: Page, name: 'rank' | 'alpha', value: number): Promise<void> {
  const field = page
    .getByRole('group', { name: agentText.groups.adapter })
    .getByLabel(agentText.fields[`adapter.${name}`].label, { exact: true });
  await field.fill(String(value));
  await field.press('Enter');
}
